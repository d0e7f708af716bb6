"""How teams meet, as data: how many pairs, who plays whom, and what is lent. Pure.

The settings are those of leagues that play by them: three pairs a side of which each meets each (St Austell), six
players of whom four are enough, a player lent at most twice and new ones signed on the night (Penryn and Falmouth).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Sitting = tuple[tuple[int, int], ...]


class TeamRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of an event of teams.

    `pairs` is how many a team fields, `fewest_pairs` how many are enough. `meeting`: every pair meets every pair of the
    other team, or each only its own opponents. `games` is how many two pairs play when they meet. `missing`: games of a
    pair that is not there are won by the opponents, or not played at all. `borrowing` is how often one player may be
    lent in the event; None is as often as needed. `signing_on`: a new player may be signed on the night.
    `starts_at` is the local time at which matches start, `19:30`; "" where that is left open.
    """

    pairs: Annotated[int, Meta(ge=1, le=8)] = 2
    fewest_pairs: Annotated[int, Meta(ge=1, le=8)] = 1
    meeting: Literal["all", "fixed"] = "all"
    games: Annotated[int, Meta(ge=1, le=9)] = 1
    missing: Literal["forfeit", "nothing"] = "forfeit"
    borrowing: Annotated[int, Meta(ge=0, le=99)] | None = None
    signing_on: bool = True
    starts_at: Annotated[str, Meta(pattern=r"^(([01]\d|2[0-3]):[0-5]\d)?$")] = ""

    @property
    def sittings(self) -> int:
        """How many games each pair plays in a match, one after the other."""
        return self.games * (self.pairs if self.meeting == "all" else 1)

    @property
    def match_games(self) -> int:
        """How many games a match of full teams has."""
        return self.sittings * self.pairs


def make_sittings(rules: TeamRules) -> tuple[Sitting, ...]:
    """Who meets whom, sitting by sitting: pairs of the home and of the away team, from 0, table by table.

    Home pairs stay at their tables; the away pairs move up one after they have played their games.
    """
    moves = range(rules.pairs if rules.meeting == "all" else 1)
    return tuple(
        tuple((pair, (pair + move) % rules.pairs) for pair in range(rules.pairs))
        for move in moves
        for _game in range(rules.games)
    )


def count_short(rules: TeamRules, *, home: int, away: int) -> tuple[int, int]:
    """How many games the home and the away team give up where they field only so many pairs.

    A game for which neither has a pair is nobody's.
    """
    if rules.missing == "nothing":
        return 0, 0
    games = [game for sitting in make_sittings(rules) for game in sitting]
    return (
        sum(one >= home and other < away for one, other in games),
        sum(one < home and other >= away for one, other in games),
    )
