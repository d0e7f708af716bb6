"""The games there are. A new game is one rules file, one test file and one line here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.game import Game
from rules.land_grant import LandGrantEuchre

GAMES: Mapping[str, type[Game]] = {game.key: game for game in (LandGrantEuchre,)}


def make_game(key: str, *, preset: str = "", options: Mapping[str, object] | None = None) -> Game:
    """Make a game from its key, a preset (the first where empty) and house rules that differ from it.

    Raises KeyError for an unknown game or preset, msgspec.ValidationError for an unknown house rule or value.
    """
    kind = GAMES[key]
    chosen = kind.presets[preset or default_preset(kind)]
    return msgspec.convert({**chosen, **(options or {})}, kind)


def default_preset(kind: type[Game]) -> str:
    """The preset that a game uses where none is named."""
    return next(iter(kind.presets))
