"""An entry's totals and its place, as a line of the standings shows them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Score(Struct, frozen=True, kw_only=True):
    """An entry's figures over its finished games. `counts` are the game's tallies, code -> number.

    `games_ended` are games that nobody wins, in which points are only kept. Points against are those of the other
    side, or of the best of several others.
    """

    entry: int
    games_won: int = 0
    games_lost: int = 0
    games_drawn: int = 0
    games_ended: int = 0
    points_for: int = 0
    points_against: int = 0
    deals: int = 0
    counts: Mapping[str, int] = {}

    @property
    def difference(self) -> int:
        """Points for less points against."""
        return self.points_for - self.points_against


class Place(Struct, frozen=True, kw_only=True):
    """A score with its rank. Equal scores share a rank and the next one counts on from them all: 1, 1, 3.

    Without a rank it stands apart.
    """

    rank: int | None
    score: Score
    is_shared: bool
