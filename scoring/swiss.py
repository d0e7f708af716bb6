"""Swiss rounds: those level with each other meet, nobody meets twice while that can be avoided. Pure.

The round is the cheapest perfect matching of all who are there (`scoring.matching`), weighed in this order: nobody has
a second bye, nobody meets twice, who is to be kept apart is, the bye goes to the lowest, scores differ least, home and
away come in turns, and within a score the upper half meets the lower half.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from scoring.matching import Cost, Pair, Pairing, pair_cheapest

#: Who an odd one out "meets".
BYE = 0

Side = Literal["first", "second", ""]


class Contender(Struct, frozen=True, kw_only=True):
    """An entry (numbered from 1) before a round: its score in whole numbers, and its place among those level with it.

    `firsts` and `seconds` count the matches at home and away, `last_side` is where the last one was.
    """

    entry: int
    score: int = 0
    rank: int = 0
    byes: int = 0
    firsts: int = 0
    seconds: int = 0
    last_side: Side = ""

    @property
    def wants_home(self) -> int:
        """How much the home side is due to it; below nought the other side is."""
        turn = {"first": -1, "second": 1, "": 0}[self.last_side]
        return 2 * (self.seconds - self.firsts) + turn


class SwissRound(Struct, frozen=True, kw_only=True):
    """A round, best match first: who meets whom, who has the bye, and what could not be avoided.

    `repeats` are pairings of entries that have met, `together` those of entries that were to be kept apart.
    """

    pairings: tuple[Pairing, ...]
    bye: int | None = None
    repeats: int = 0
    together: int = 0


def pair_round(
    contenders: Sequence[Contender],
    *,
    met: Mapping[frozenset[int], int],
    apart: Collection[frozenset[int]] = frozenset(),
) -> SwissRound:
    """The next round. `met` says how often two have met, `apart` who is not to meet; order of input never matters."""
    ordered = sorted(contenders, key=lambda each: (-each.score, each.rank, each.entry))
    if len(ordered) < 2:
        return SwissRound(pairings=(), bye=ordered[0].entry if ordered else None)
    people = [each.entry for each in ordered] + ([BYE] if len(ordered) % 2 else [])
    costs = _Costs(ordered, met=met, apart=apart)
    pairs = pair_cheapest(people, costs.weigh)
    games = [pair for pair in pairs if BYE not in pair]
    return SwissRound(
        pairings=tuple(costs.choose_sides(number, pair) for number, pair in enumerate(games, start=1)),
        bye=next((max(pair) for pair in pairs if BYE in pair), None),
        repeats=sum(bool(met.get(frozenset(pair))) for pair in games),
        together=sum(frozenset(pair) in apart for pair in games),
    )


class _Costs:
    """What it costs that two meet, and who of them is at home."""

    def __init__(
        self,
        ordered: Sequence[Contender],
        *,
        met: Mapping[frozenset[int], int],
        apart: Collection[frozenset[int]],
    ) -> None:
        self._contenders = {each.entry: each for each in ordered}
        self._places = {each.entry: place for place, each in enumerate(ordered)}
        self._met, self._apart = met, apart
        sizes: dict[int, int] = {}
        for each in ordered:
            sizes[each.score] = sizes.get(each.score, 0) + 1
        self._halves = {score: size // 2 for score, size in sizes.items()}

    def weigh(self, one: int, other: int) -> Cost:
        """The cost of a pair, in the order of the module's first lines."""
        if other == BYE:
            below = len(self._places) - 1 - self._places[one]
            return (self._contenders[one].byes, 0, 0, below, 0, 0, 0)
        high, low = self._contenders[one], self._contenders[other]
        pair = frozenset((one, other))
        apart = self._places[other] - self._places[one]
        ideal = self._halves[high.score] if high.score == low.score else 1
        return (
            0,
            self._met.get(pair, 0) ** 2,
            int(pair in self._apart),
            0,
            (high.score - low.score) ** 2,
            _clash(high.wants_home, low.wants_home),
            (apart - ideal) ** 2,
        )

    def choose_sides(self, number: int, pair: Pair) -> Pairing:
        """Who is at home: to whom it is due more; between equals in turns, from match to match."""
        high, low = (self._contenders[entry] for entry in pair)
        is_home = number % 2 == 1 if high.wants_home == low.wants_home else high.wants_home > low.wants_home
        first, second = (high, low) if is_home else (low, high)
        return Pairing(first=first.entry, second=second.entry)


def _clash(one: int, other: int) -> int:
    """How much two want the same side."""
    return min(abs(one), abs(other)) if one * other > 0 else 0
