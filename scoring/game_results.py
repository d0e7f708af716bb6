"""What standings are made of: what each entry got out of each game, adjustments, brackets, ties decided by hand.

An entry is a player, a pair or a team. Where partners change and points belong to persons, every person is an entry
and both partners have a result of the same game.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from msgspec import Struct

#: How a game came about. What is not `played` counts as the event's rules say, whatever figures were stored with it.
#: `evening` is no game: the league points that a whole evening of a season brings, as they are `given`.
Kind = Literal["played", "bye", "sit_out", "forfeit_won", "forfeit_lost", "walkover", "evening"]

#: How a game ended for an entry; `ended` is a game that nobody wins.
Outcome = Literal["won", "lost", "drawn", "ended"]


class Result(Struct, frozen=True, kw_only=True):
    """One entry's result of one game. Everybody in a game has one, each from its own side.

    `game` numbers the game within all that is ranked. `evening` is when it was played; `makes_up` is the evening that
    it stands in for, so that a game made up on the night of another counts for its own. `match` joins the games of
    one match. `deals` are the hands of the game, and `counted_in` those behind each of the `counts`.
    `board` is the score that goes on the board of high scores, where the game has one. `given` are the league points
    of an `evening`.
    """

    game: int
    entry: int
    evening: int = 1
    round: int = 1
    makes_up: int | None = None
    match: int | None = None
    opponents: tuple[int, ...] = ()
    kind: Kind = "played"
    outcome: Outcome | None = None
    points_for: int = 0
    points_against: int = 0
    deals: tuple[int, ...] = ()
    counts: Mapping[str, int] = {}
    counted_in: Mapping[str, tuple[int, ...]] = {}
    board: int | None = None
    by_substitute: bool = False
    given: Fraction = Fraction(0)

    @property
    def counted_evening(self) -> int:
        """The evening that the game counts for."""
        return self.evening if self.makes_up is None else self.makes_up


class Adjustment(Struct, frozen=True, kw_only=True):
    """League points or points given or, below nought, taken away, with the reason that everybody reads."""

    entry: int
    reason: str
    league_points: Decimal = Decimal(0)
    points: int = 0


class Decision(Struct, frozen=True, kw_only=True):
    """A tie that people decided: the entries, best first, how it was decided, and why so.

    With `share` they keep the same place, and nobody need look at it again. A later decision (a higher number) about
    the same entries takes the place of an earlier one.
    """

    number: int
    entries: tuple[int, ...]
    how: Literal["play_off", "lots", "share"]
    reason: str


class BracketPlace(Struct, frozen=True, kw_only=True):
    """How far an entry came in the bracket of an elimination; those who came equally far have the same place.

    `is_in`: it has a match to play there. `match` is its last match, or that one; None for who is not in the bracket.
    """

    place: int
    is_in: bool = False
    match: int | None = None
