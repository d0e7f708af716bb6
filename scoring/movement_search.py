"""Make rounds of tables of four fairer by changing two places at a time: simulated annealing. Pure, and the same
each time: the numbers behind it come from a fixed seed, and it ends after so many steps.

What two people cost is what adds one more meeting: nothing the first time, then more each time, so that meetings
spread evenly. Constraints are costs that outweigh everything else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random

from msgspec import Struct

from scoring.movement_rounds import Four

Pair = frozenset[int]

SEED = 20
#: About two seconds for a hundred people and eight rounds.
MOST_STEPS = 1_200_000
#: Fewer where there is little to change: for each seat so many.
STEPS_A_SEAT = 4_000
#: More than any number of meetings costs.
NEVER = 100_000
#: How often the temperature falls.
STAGES = 200
#: The temperature at the end, as a part of that at the start.
COOLEST = 0.05


class Weights(Struct, frozen=True, kw_only=True):
    """What it costs to be partners, opponents or at one table once more, for each time before."""

    partners: int
    opponents: int
    tablemates: int


#: First no partner again, then opponents evenly.
FOR_PARTNERS = Weights(partners=12, opponents=1, tablemates=1)
#: First nobody at one table again, then no partner.
FOR_FACES = Weights(partners=2, opponents=0, tablemates=4)


class Costs:
    """What it would cost each two people to be partners, or opponents, once more."""

    def __init__(self, people: int, weights: Weights) -> None:
        self.weights = weights
        self.as_partners = [[0] * people for _person in range(people)]
        self.as_opponents = [[0] * people for _person in range(people)]

    def add_cost(self, pair: Iterable[int], *, partners: int = 0, opponents: int = 0) -> None:
        """Make it dearer (or cheaper) for two people to be partners or opponents."""
        one, two = pair
        for a, b in ((one, two), (two, one)):
            self.as_partners[a][b] += partners
            self.as_opponents[a][b] += opponents

    def count_meeting(self, one: int, two: int, *, partners: int = 0, opponents: int = 0) -> None:
        """Two people are partners or opponents so many times more."""
        both = self.weights.tablemates * (partners + opponents)
        self.add_cost(
            (one, two),
            partners=self.weights.partners * partners + both,
            opponents=self.weights.opponents * opponents + both,
        )

    def count_table(self, four: Sequence[int], times: int = 1) -> None:
        """Four people play once more, or once less. Written out, for it is most of the search."""
        a, b, c, d = four
        both = self.weights.tablemates * times
        once, against = self.weights.partners * times + both, self.weights.opponents * times + both
        pa, pb, pc, pd = map(self.as_partners.__getitem__, four)
        oa, ob, oc, od = map(self.as_opponents.__getitem__, four)
        pa[b] += once
        pb[a] += once
        pc[d] += once
        pd[c] += once
        oa[c] += against
        oa[d] += against
        ob[c] += against
        ob[d] += against
        oc[a] += against
        oc[b] += against
        od[a] += against
        od[b] += against
        if both:
            oa[b] += both
            ob[a] += both
            oc[d] += both
            od[c] += both
            pa[c] += both
            pa[d] += both
            pb[c] += both
            pb[d] += both
            pc[a] += both
            pc[b] += both
            pd[a] += both
            pd[b] += both

    def cost_table(self, four: Sequence[int]) -> int:
        """What one more game of four people costs."""
        a, b, c, d = four
        opponents = self.as_opponents
        return (
            self.as_partners[a][b] + self.as_partners[c][d]
            + opponents[a][c] + opponents[a][d] + opponents[b][c] + opponents[b][d]
        )  # fmt: skip


def make_costs(
    people: int,
    weights: Weights,
    *,
    partners: Mapping[Pair, int] | None = None,
    opponents: Mapping[Pair, int] | None = None,
) -> Costs:
    """Costs after those meetings; people are numbered from 0."""
    costs = Costs(people, weights)
    for pair, times in (partners or {}).items():
        one, two = pair
        costs.count_meeting(one, two, partners=times)
    for pair, times in (opponents or {}).items():
        one, two = pair
        costs.count_meeting(one, two, opponents=times)
    return costs


def improve_rounds(
    rounds: Sequence[Sequence[Four]], costs: Costs, *, steps: int = MOST_STEPS, heat: float = 1.0, floor: int = 0
) -> list[list[Four]]:
    """The same people in each round, changed about for as little cost as the search finds; at `floor` it ends.

    `heat` is how far the search may first go astray, in repeats at a table: little where the rounds are good already.
    """
    seats = [[person for four in fours for person in four] for fours in rounds]
    cost = 0
    for four in (four for fours in rounds for four in fours):
        cost += costs.cost_table(four)
        costs.count_table(four)
    playing = [row for row in seats if row]
    steps = min(steps, STEPS_A_SEAT * sum(map(len, playing)))
    if playing and cost > floor:
        _Search(playing, costs, cost - floor).run(steps, heat * max(costs.weights.tablemates, 1))
    return [[(row[at], row[at + 1], row[at + 2], row[at + 3]) for at in range(0, len(row), 4)] for row in seats]


class _Search:
    """The seats of each round, four a table, partners side by side. `cost` is what there is left to save."""

    def __init__(self, seats: list[list[int]], costs: Costs, cost: int) -> None:
        self.seats = seats
        self.costs = costs
        self.cost = cost
        weights = costs.weights
        self.one_partner = weights.partners + weights.tablemates
        self.one_opponent = weights.opponents + weights.tablemates
        self.random = Random(SEED)

    def run(self, steps: int, heat: float) -> None:
        best = self.cost
        kept = [list(row) for row in self.seats]
        for stage in range(STAGES):
            self._run_stage(steps // STAGES, heat * COOLEST ** (stage / STAGES))
            if self.cost < best:
                best, kept = self.cost, [list(row) for row in self.seats]
            if best <= 0:
                break
        for row, good in zip(self.seats, kept, strict=True):
            row[:] = good

    def _run_stage(self, steps: int, temperature: float) -> None:
        random, seats = self.random.random, self.seats
        as_partners, as_opponents = self.costs.as_partners, self.costs.as_opponents
        rounds, cost = len(seats), self.cost
        saved, most = 2 * self.one_partner + 4 * self.one_opponent, temperature * 12
        for _step in range(steps):
            row = seats[int(random() * rounds)]
            size = len(row)
            i, j = int(random() * size), int(random() * size)
            table, other = i & ~3, j & ~3
            if table == other:
                change = self._exchange_partner(row, i, j, temperature)
            elif random() < 0.1:
                change = self._exchange_sides(row, i, j, temperature)
            else:
                a, b, p, q = row[i], row[j], row[i ^ 1], row[j ^ 1]
                k, n = table + (2 - (i & 2)), other + (2 - (j & 2))
                r, s, t, u = row[k], row[k + 1], row[n], row[n + 1]
                pa, pb, oa, ob = as_partners[a], as_partners[b], as_opponents[a], as_opponents[b]
                change = (
                    pa[q] - pa[p] + pb[p] - pb[q] + oa[t] + oa[u] - oa[r] - oa[s] + ob[r] + ob[s] - ob[t] - ob[u]
                    + saved
                )  # fmt: skip
                if change > 0 and (change > most or random() >= exp(-change / temperature)):
                    continue
                self._change(row, table, other, ((i, b), (j, a)))
            cost += change
        self.cost = cost

    def _exchange_partner(self, row: list[int], i: int, j: int, temperature: float) -> int:
        """Two opponents change places: each gets the other's partner. What that costs, 0 where it was not done."""
        if i >> 1 == j >> 1:
            return 0
        a, b, p, q = row[i], row[j], row[i ^ 1], row[j ^ 1]
        as_partners, as_opponents = self.costs.as_partners, self.costs.as_opponents
        change = (
            as_opponents[a][p] - as_partners[a][p] + as_opponents[b][q] - as_partners[b][q]
            + as_partners[a][q] - as_opponents[a][q] + as_partners[b][p] - as_opponents[b][p]
            + 2 * self.costs.weights.partners + 2 * self.costs.weights.opponents
        )  # fmt: skip
        return self._decide(row, change, temperature, ((i, b), (j, a)))

    def _exchange_sides(self, row: list[int], i: int, j: int, temperature: float) -> int:
        """Two partnerships of two tables change places: partners stay together."""
        i, j = i & ~1, j & ~1
        a, p, b, q = row[i], row[i + 1], row[j], row[j + 1]
        r, s, t, u = row[i ^ 2], row[(i ^ 2) + 1], row[j ^ 2], row[(j ^ 2) + 1]
        cost = self.costs.as_opponents
        oa, op, ob, oq = cost[a], cost[p], cost[b], cost[q]
        change = (
            oa[t] + oa[u] + op[t] + op[u] + ob[r] + ob[s] + oq[r] + oq[s]
            - oa[r] - oa[s] - op[r] - op[s] - ob[t] - ob[u] - oq[t] - oq[u] + 8 * self.one_opponent
        )  # fmt: skip
        return self._decide(row, change, temperature, ((i, b), (i + 1, q), (j, a), (j + 1, p)))

    def _decide(self, row: list[int], change: int, temperature: float, places: Sequence[tuple[int, int]]) -> int:
        if change > 0 and (change > temperature * 12 or self.random.random() >= exp(-change / temperature)):
            return 0
        self._change(row, places[0][0] & ~3, places[-1][0] & ~3, places)
        return change

    def _change(self, row: list[int], table: int, other: int, places: Sequence[tuple[int, int]]) -> None:
        """Put people into other places of two tables, and count the tables anew."""
        tables = {table, other}
        for at in tables:
            self.costs.count_table(row[at : at + 4], -1)
        for place, person in places:
            row[place] = person
        for at in tables:
            self.costs.count_table(row[at : at + 4])
