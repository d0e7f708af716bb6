"""Pair off people so that the pairs together cost least. Pure; the matching itself is rustworkx's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import rustworkx
from msgspec import Struct

#: What a pair costs, the weightiest first; None is a pair that cannot be.
Cost = tuple[int, ...]
Pair = tuple[int, int]


class Pairing(Struct, frozen=True, kw_only=True):
    """Two entries that meet, the home side first; `second` None is a bye."""

    first: int
    second: int | None = None


def pair_cheapest(people: Sequence[int], cost: Callable[[int, int], Cost | None]) -> list[Pair]:
    """As many pairs as can be, and among those the cheapest: the first figure of all pairs together, then the next.

    `cost` is asked of every two in the order of `people`, and gives figures from 0 up. What comes out depends on
    nothing but that order.
    """
    costs: dict[Pair, Cost] = {}
    for first, second in _list_pairs(people):
        figures = cost(first, second)
        if figures is not None:
            costs[first, second] = figures
    if not costs:
        return []
    weights = _weigh(costs, pairs=len(people) // 2)
    places = {person: place for place, person in enumerate(people)}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(list(people))
    graph.add_edges_from([(places[first], places[second], weight) for (first, second), weight in weights.items()])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    ordered = sorted((min(pair), max(pair)) for pair in found)
    return [(people[first], people[second]) for first, second in ordered]


def _weigh(costs: Mapping[Pair, Cost], *, pairs: int) -> dict[Pair, int]:
    """One whole number a pair, the higher the better: no sum of lighter figures outweighs a weightier one."""
    most = [max(figures) for figures in zip(*costs.values(), strict=True)]
    summed: dict[Pair, int] = {}
    for pair, figures in costs.items():
        total = 0
        for figure, bound in zip(figures, most, strict=True):
            total = total * (bound * pairs + 1) + figure
        summed[pair] = total
    dearest = max(summed.values())
    return {pair: dearest - total for pair, total in summed.items()}


def _list_pairs(people: Sequence[int]) -> Iterator[Pair]:
    for place, first in enumerate(people):
        for second in people[place + 1 :]:
            yield first, second
