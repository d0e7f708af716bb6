"""How a match stands after its games, and who has won it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Side = Literal["first", "second"]


class PlayedGame(Struct, frozen=True, kw_only=True):
    """A finished game of a match: the points of both sides, and who won it; "" where nobody did."""

    first: int
    second: int
    winner: Literal["first", "second", ""]


class Verdict(Struct, frozen=True, kw_only=True):
    """Where a match stands: games won, drawn, and points of all finished games.

    `is_over` says that no further game counts. `winner` is empty before, and where the sides are level then.
    """

    first_won: int = 0
    second_won: int = 0
    drawn: int = 0
    first_points: int = 0
    second_points: int = 0
    is_over: bool = False
    winner: Literal["first", "second", ""] = ""

    @property
    def leader(self) -> Literal["first", "second", ""]:
        """Who has won more games."""
        return _find_more(self.first_won, self.second_won)

    @property
    def is_level(self) -> bool:
        """Whether all games are played and nobody has won."""
        return self.is_over and not self.winner


def judge_match(
    played: Sequence[PlayedGame], *, games: int, counts_best: bool = False, points_decide: bool = False
) -> Verdict:
    """Where a match of so many games stands. With `counts_best` it is over as soon as a side cannot be caught.

    `points_decide` says that more points win a match in which both have won as many games.
    """
    won = {side: sum(game.winner == side for game in played) for side in ("first", "second")}
    points = (sum(game.first for game in played), sum(game.second for game in played))
    left = games - len(played)
    lead = abs(won["first"] - won["second"])
    is_over = left <= 0 or (counts_best and lead > left)
    winner = _find_more(won["first"], won["second"])
    if not winner and points_decide:
        winner = _find_more(*points)
    return Verdict(
        first_won=won["first"],
        second_won=won["second"],
        drawn=len(played) - won["first"] - won["second"],
        first_points=points[0],
        second_points=points[1],
        is_over=is_over,
        winner=winner if is_over else "",
    )


def _find_more(first: int, second: int) -> Literal["first", "second", ""]:
    return "first" if first > second else "second" if second > first else ""
