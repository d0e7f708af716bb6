"""Rank entries by their finished games. Pure: figures in, places out, and the order of input never matters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from rules.game import gettext_noop


class Score(Struct, frozen=True, kw_only=True):
    """An entry's figures over its finished games. `counts` are the game's tallies, code -> number."""

    entry: int
    games_won: int = 0
    games_lost: int = 0
    games_drawn: int = 0
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


#: What decides between entries, in order; what these leave equal stays equal.
ORDER: Mapping[str, str] = {
    "games_won": gettext_noop("games won"),
    "difference": gettext_noop("points for less points against"),
    "points_for": gettext_noop("points for"),
}


def rank_scores(scores: Iterable[Score]) -> list[Place]:
    """Rank scores, best first. Entries on one rank stand in the order of their numbers."""
    ordered = sorted(scores, key=lambda score: (_negate(_key(score)), score.entry))
    places: list[Place] = []
    ranks: dict[tuple[int, ...], int] = {}
    counts = Counter(_key(score) for score in ordered)
    for number, score in enumerate(ordered, start=1):
        ranks.setdefault(_key(score), number)

    for score in ordered:
        key = _key(score)
        places.append(Place(rank=ranks[key], score=score, is_shared=counts[key] > 1))
    return places


def _key(score: Score) -> tuple[int, ...]:
    return tuple(getattr(score, name) for name in ORDER)


def _negate(key: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-figure for figure in key)
