"""What is said about prizes; `prize` stands for their titles, `entries` for names."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

WARNING_TEXTS: Mapping[str, str] = {
    "split": gettext_noop("{prize}: {entries} are level and share it. A play-off or drawn lots could still part them."),
    "each": gettext_noop("{prize}: {entries} are level, and each of them gets it."),
    "play_off": gettext_noop("{prize}: {entries} are level. It is not given until a play-off or drawn lots part them."),
    "nobody": gettext_noop("{prize}: nobody has won it."),
    "over_pot": gettext_noop("The prizes come to more than is in the pot."),
}
