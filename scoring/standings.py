"""Rank entries by their finished games. Pure: figures in, places out, and the order of input never matters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from rules.game import Game, gettext_noop
from scoring.field import Measured
from scoring.ranking import Group, Step, compare, number_places, part_all
from scoring.tiebreaks import BY_HAND


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
    """A score with its rank. Equal scores share a rank and the next one counts on from them all: 1, 1, 3."""

    rank: int
    score: Score
    is_shared: bool


#: What decides between entries where games are won, in order; what these leave equal stays equal.
ORDER_BY_GAMES: Mapping[str, str] = {
    "games_won": gettext_noop("games won"),
    "difference": gettext_noop("points for less points against"),
    "points_for": gettext_noop("points for"),
}

#: What decides where nobody wins a game: points alone.
ORDER_BY_POINTS: Mapping[str, str] = {"points_for": gettext_noop("points")}


def find_order(game: Game) -> Mapping[str, str]:
    """What decides between entries in an event of this game: the figure of a score -> its name."""
    return ORDER_BY_GAMES if game.has_winner else ORDER_BY_POINTS


def rank_scores(scores: Iterable[Score], *, order: Iterable[str] = ORDER_BY_GAMES) -> list[Place]:
    """Rank scores by the figures named in `order`, best first. Entries on one rank stand as they are numbered."""
    first, *others = order
    by_entry = {score.entry: score for score in scores}

    def take(code: str, tied: Group) -> Step:
        if code == BY_HAND.code:
            return compare(code, tied, None, judge=Fraction)
        values = {entry: Fraction(getattr(by_entry[entry], code)) for entry in tied}
        return compare(code, tied, Measured(values=values), judge=Fraction)

    opening = take(first, frozenset(by_entry))
    groups, _steps = part_all(opening, codes=others, last=BY_HAND.code, restart="never", take=take)
    ranks = number_places(groups)
    return [
        Place(rank=ranks[entry], score=by_entry[entry], is_shared=len(group) > 1)
        for group in groups
        for entry in sorted(group)
    ]
