"""Spread meetings evenly over rounds at tables of any size: simulated annealing with restarts. Pure, and the same
each time: the numbers behind it come from a fixed seed, and it ends after so many steps.

What counts first is how often the two meet who meet most, then the sum of the squares of how often each two do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from math import exp
from random import Random

Pair = frozenset[int]
#: Rounds, each with its tables of people.
Seated = list[list[list[int]]]
#: How often the two meet who meet most, and the sum of the squares of how often each two do.
Spread = tuple[int, int]

SEED = 20
#: A third of a second for tables of seven.
MOST_STEPS = 60_000
#: Fewer where there is little to change: for each seat so many.
STEPS_A_SEAT = 2_000
#: How often it begins anew, each time with rounds drawn by lot.
RESTARTS = 4
#: The temperature at the start and at the end; one repeat saved is worth 2.
HOTTEST, COOLEST = 6.0, 0.4
STAGES = 50
#: What it costs to meet once more than is aimed at.
TOO_OFTEN = 6


def spread_meetings(rounds: Sequence[Sequence[Sequence[int]]], met: Mapping[Pair, int]) -> Seated:
    """The same people in each round, at tables changed so that no two meet more often than must be.

    `met` says how often they met before. Rounds in which nothing can be changed stay as they are.
    """
    best = [[list(table) for table in tables] for tables in rounds]
    people = sorted({who for tables in rounds for table in tables for who in table})
    goal = _find_goal(rounds, met, people)
    least = _measure(best, met, people)
    random = Random(SEED)
    seats = sum(len(table) for tables in rounds if len(tables) > 1 for table in tables)
    for _start in range(RESTARTS if seats else 0):
        if least <= goal:
            break
        drawn = [_draw(tables, random) for tables in best]
        search = _Search(drawn, met, people, aim=max(goal[0], least[0] - 1), random=random)
        search.run(min(MOST_STEPS, STEPS_A_SEAT * seats) // RESTARTS)
        if (spread := _measure(search.rounds, met, people)) < least:
            best, least = search.rounds, spread
    return best


def _find_goal(rounds: Sequence[Sequence[Sequence[int]]], met: Mapping[Pair, int], people: Sequence[int]) -> Spread:
    """What nothing can be better than, by counting: all meetings spread evenly over all pairs."""
    before = {pair: met.get(pair, 0) for pair in map(frozenset, combinations(people, 2))}
    total = sum(before.values()) + sum(len(t) * (len(t) - 1) // 2 for tables in rounds for t in tables)
    each, over = divmod(total, max(len(before), 1))
    most = max(each + bool(over), *before.values(), 0) if before else 0
    return most, (len(before) - over) * each**2 + over * (each + 1) ** 2


def _measure(rounds: Sequence[Sequence[Sequence[int]]], met: Mapping[Pair, int], people: Sequence[int]) -> Spread:
    counts = {pair: met.get(pair, 0) for pair in map(frozenset, combinations(people, 2))}
    for pair in (frozenset(two) for tables in rounds for table in tables for two in combinations(table, 2)):
        counts[pair] += 1
    return max(counts.values(), default=0), sum(count**2 for count in counts.values())


def _draw(tables: Sequence[Sequence[int]], random: Random) -> list[list[int]]:
    """The same people at tables of the same sizes, by lot."""
    row = [who for table in tables for who in table]
    random.shuffle(row)
    left = iter(row)
    return [[next(left) for _seat in table] for table in tables]


class _Search:
    """Rounds on their way to fewer meetings of the same two. `aim` is how often any two may meet without penalty."""

    def __init__(
        self, rounds: Seated, met: Mapping[Pair, int], people: Sequence[int], *, aim: int, random: Random
    ) -> None:
        self.rounds = rounds
        self.random = random
        place = {who: at for at, who in enumerate(people)}
        self.tables = [[[place[who] for who in table] for table in tables] for tables in rounds if len(tables) > 1]
        self.people = people
        self.counts = [[0] * len(people) for _who in people]
        for one, other, times in _count(rounds, met, place):
            self.counts[one][other] += times
            self.counts[other][one] += times
        highest = max(map(max, self.counts)) + len(rounds) + 1
        costs = [count**2 + TOO_OFTEN * max(0, count - aim) ** 2 for count in range(highest + 1)]
        self.more = [after - before for before, after in pairwise(costs)]
        self.less = [0, *self.more]

    def run(self, steps: int) -> None:
        """Change two places at a time; what is best at the end of a stage is kept."""
        cost = best = 0
        kept = [[list(table) for table in tables] for tables in self.tables]
        for stage in range(STAGES):
            temperature = HOTTEST * (COOLEST / HOTTEST) ** (stage / (STAGES - 1))
            cost += sum(self._try(temperature) for _step in range(steps // STAGES))
            if cost < best:
                best, kept = cost, [[list(table) for table in tables] for tables in self.tables]
        changed = iter(kept)
        self.rounds = [
            [[self.people[at] for at in table] for table in next(changed)] if len(tables) > 1 else tables
            for tables in self.rounds
        ]

    def _try(self, temperature: float) -> int:
        """Two people of two tables change places, if that is good enough. What it costs, 0 where it was not done."""
        random = self.random.random
        tables = self.tables[int(random() * len(self.tables))]
        first = int(random() * len(tables))
        second = int(random() * (len(tables) - 1))
        here, there = tables[first], tables[second + (second >= first)]
        i, j = int(random() * len(here)), int(random() * len(there))
        one, other = here[i], there[j]
        mine, theirs = self.counts[one], self.counts[other]
        more, less = self.more, self.less
        change = 0
        for who in here:
            if who != one:
                change += more[theirs[who]] - less[mine[who]]
        for who in there:
            if who != other:
                change += more[mine[who]] - less[theirs[who]]
        if change > 0 and random() >= exp(-change / temperature):
            return 0
        self._change(here, i, there, j)
        return change

    def _change(self, here: list[int], i: int, there: list[int], j: int) -> None:
        counts, one, other = self.counts, here[i], there[j]
        for who in here:
            if who != one:
                counts[one][who] -= 1
                counts[who][one] -= 1
                counts[other][who] += 1
                counts[who][other] += 1
        for who in there:
            if who != other:
                counts[other][who] -= 1
                counts[who][other] -= 1
                counts[one][who] += 1
                counts[who][one] += 1
        here[i], there[j] = other, one


def _count(rounds: Seated, met: Mapping[Pair, int], place: Mapping[int, int]) -> Iterator[tuple[int, int, int]]:
    """How often each two met, by their places."""
    for pair, times in met.items():
        if all(who in place for who in pair):
            one, other = pair
            yield place[one], place[other], times
    for table in (table for tables in rounds for table in tables):
        for one, other in combinations(table, 2):
            yield place[one], place[other], 1
