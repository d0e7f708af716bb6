"""What a published result keeps off a correction: its game does not go on until the results are open again."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.models import Table
from league.models.event import Stage
from league.selectors.replays import SheetReplay
from league.services.faults import GameGoesOnError


def check_stays_finished(table: Table, replay: SheetReplay) -> None:
    """Published results become final by themselves: no game may be in play among them. Raises GameGoesOnError."""
    ends, is_begun = replay.before.finished, bool(replay.after.steps)
    if table.event.stage == Stage.PUBLISHED and ends and is_begun and not replay.after.finished:
        text = _(
            "The game would not be finished any more, and these results are published. "
            "First open them again on the page “Results”: then this can be corrected, and the game goes on."
        )
        raise GameGoesOnError({"": [text]})
