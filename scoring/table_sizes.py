"""How many sit at each table where a game leaves that open, and who: few meet again. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Meetings = Counter[frozenset[int]]

#: How often all pairs of tables are gone over; each pass ends with fewer repeats or is the last.
MOST_PASSES = 8


def divide_people(people: int, *, counts: Sequence[int], usual: int) -> list[int]:
    """The sizes of the tables at which so many people find a seat, the usual size first.

    As few as possible sit out; then the tables differ little from the usual size; then they are small.
    """
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]
    for seated in range(1, people + 1):
        found = [
            (cost + (size - usual) ** 2, (*sizes, size))
            for size in counts
            if size <= seated and (before := best[seated - size]) is not None
            for cost, sizes in [before]
        ]
        best.append(min(found, default=None))
    sizes = next((each[1] for each in reversed(best) if each is not None), ())
    return sorted(sizes, key=lambda size: (size != usual, -size))


def mix_tables(
    people: Sequence[int], *, sizes: Sequence[int], rounds: Iterable[Iterable[Mapping[str, int]]]
) -> list[list[int]]:
    """People at tables of these sizes, with as few as can be found who shared a table before.

    Each table takes the next in the list and who has met those at it least; then two tables swap while that saves
    repeats. A search and no proof.
    """
    return mix_people(people, sizes=sizes, met=count_tablemates(rounds))


def mix_people(
    people: Sequence[int], *, sizes: Sequence[int], met: Meetings, passes: int = MOST_PASSES
) -> list[list[int]]:
    """The same where it has been counted who met, with so many passes over all pairs of tables at most."""
    left = list(people)
    tables: list[list[int]] = []
    for size in sizes:
        table = [left.pop(0)] if left else []
        while left and len(table) < size:
            table.append(min(left, key=lambda who: sum(met[frozenset((who, other))] for other in table)))
            left.remove(table[-1])
        tables.append(table)
    for _pass in range(passes):
        spoilt = [table for table in tables if any(met[frozenset(two)] for two in combinations(table, 2))]
        swaps = [_swap(table, other, met) for table in spoilt for other in tables if other is not table]
        if not any(swaps):
            break
    return tables


def pair_up(
    people: Sequence[int], *, rounds: Iterable[Iterable[Mapping[str, int]]], sides: Sequence[Sequence[str]]
) -> dict[str, int]:
    """Four people in the seats of two partnerships: the pairing whose partners have met least as such."""
    partners: Meetings = Counter()
    for table in (table for tables in rounds for table in tables):
        partners.update(frozenset(table[seat] for seat in seats) for seats in sides if all(s in table for s in seats))
    first, *others = people
    ways = [((first, other), tuple(who for who in others if who != other)) for other in others]
    chosen = min(ways, key=lambda way: sum(partners[frozenset(pair)] for pair in way))
    return {seat: who for seats, pair in zip(sides, chosen, strict=True) for seat, who in zip(seats, pair, strict=True)}


def count_tablemates(rounds: Iterable[Iterable[Mapping[str, int]]]) -> Meetings:
    """How often each two people were at one table."""
    met: Meetings = Counter()
    for table in (table for tables in rounds for table in tables):
        met.update(map(frozenset, combinations(table.values(), 2)))
    return met


def _swap(one: list[int], other: list[int], met: Meetings) -> bool:
    """Swap the two people of two tables whose change saves most; whether any were."""
    best, swap = 0, None
    for here, mine in enumerate(one):
        for there, theirs in enumerate(other):
            rest, yours = [who for who in one if who != mine], [who for who in other if who != theirs]
            saved = (
                _meet(mine, rest, met) + _meet(theirs, yours, met)
                - _meet(theirs, rest, met) - _meet(mine, yours, met)
            )  # fmt: skip
            if saved > best:
                best, swap = saved, (here, there)
    if swap is not None:
        one[swap[0]], other[swap[1]] = other[swap[1]], one[swap[0]]
    return swap is not None


def _meet(who: int, others: Iterable[int], met: Meetings) -> int:
    return sum(met[frozenset((who, other))] for other in others)
