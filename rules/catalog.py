"""The games there are. A new game is one rules file, one test file and one line here."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rules.euchre import Euchre
from rules.game import Game
from rules.grand import Grand
from rules.land_grant import LandGrantEuchre
from rules.partnership_whist import PartnershipWhist
from rules.seven_handed import SevenHandedEuchre
from rules.yukon import Yukon

#: One line a game, in the order in which they are offered.
PLAYED: tuple[type[Game], ...] = (
    LandGrantEuchre,
    Grand,
    Yukon,
    SevenHandedEuchre,
    Euchre,
    PartnershipWhist,
)

GAMES: Mapping[str, type[Game]] = {game.key: game for game in PLAYED}


def make_game(
    key: str, *, preset: str = "", options: Mapping[str, object] | None = None, players: int | None = None
) -> Game:
    """Make a game from its key, a preset (the first where empty), house rules that differ from it, and how many play.

    `players` None is the usual number. Raises KeyError for an unknown game or preset, msgspec.ValidationError for an
    unknown house rule or value, or a number of players that the game is not played with.
    """
    kind = GAMES[key]
    chosen = {**kind.presets[preset or default_preset(kind)], **(options or {})}
    if players is not None:
        chosen["players"] = players
    return msgspec.convert(chosen, kind)


def default_preset(kind: type[Game]) -> str:
    """The preset that a game uses where none is named."""
    return next(iter(kind.presets))
