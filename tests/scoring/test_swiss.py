"""Swiss rounds against another library's matching and against every pairing there is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.matching import Cost, Pair, pair_cheapest
from scoring.swiss import BYE, Contender, SwissRound, _Costs, pair_round


@st.composite
def fields(draw: st.DrawFn, most: int = 7) -> tuple[list[Contender], Counter[frozenset[int]], set[frozenset[int]]]:
    """Contenders in the middle of an event, who has met, and who is to be kept apart."""
    count = draw(st.integers(2, most))
    contenders = [
        Contender(
            entry=entry,
            score=draw(st.integers(0, 6)),
            rank=entry,
            byes=draw(st.integers(0, 1)),
            firsts=draw(st.integers(0, 3)),
            seconds=draw(st.integers(0, 3)),
            last_side=draw(st.sampled_from(["first", "second", ""])),
        )
        for entry in range(1, count + 1)
    ]
    pairs = st.sets(st.integers(1, count), min_size=2, max_size=2).map(frozenset)
    return contenders, Counter(draw(st.lists(pairs, max_size=2 * count))), draw(st.sets(pairs, max_size=count))


def list_pairings(people: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way in which all of them pair off."""
    if not people:
        yield []
        return
    first, *rest = people
    for place, other in enumerate(rest):
        for pairs in list_pairings(rest[:place] + rest[place + 1 :]):
            yield [(first, other), *pairs]


def add_up(pairs: Sequence[Pair], costs: _Costs, people: Sequence[int]) -> Cost:
    places = {person: place for place, person in enumerate(people)}
    ordered = [sorted(pair, key=places.__getitem__) for pair in pairs]
    return tuple(map(sum, zip(*(costs.weigh(one, other) for one, other in ordered), strict=True)))


@given(field=fields())
def test_no_other_pairing_is_cheaper(
    field: tuple[list[Contender], Counter[frozenset[int]], set[frozenset[int]]],
) -> None:
    contenders, met, apart = field
    ordered = sorted(contenders, key=lambda each: (-each.score, each.rank))
    people = [each.entry for each in ordered] + ([BYE] if len(ordered) % 2 else [])
    costs = _Costs(ordered, met=met, apart=apart)
    found = pair_cheapest(people, costs.weigh)
    assert sorted(person for pair in found for person in pair) == sorted(people)
    assert add_up(found, costs, people) == min(add_up(pairs, costs, people) for pairs in list_pairings(people))


@given(costs=st.lists(st.one_of(st.none(), st.integers(0, 30)), min_size=45, max_size=45), count=st.integers(2, 10))
def test_another_library_finds_nothing_cheaper(costs: list[int | None], count: int) -> None:
    table = {(a, b): costs[a * (19 - a) // 2 + b - a - 1] for a in range(10) for b in range(a + 1, 10)}
    ours = pair_cheapest(range(count), lambda a, b: None if table[a, b] is None else (table[a, b] or 0,))
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    for (a, b), cost in table.items():
        if b < count and cost is not None:
            graph.add_edge(a, b, weight=30 - cost)
    theirs = [(min(pair), max(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True)]
    assert len(ours) == len(theirs)
    assert sum(table[pair] or 0 for pair in ours) == sum(table[pair] or 0 for pair in theirs)


@given(field=fields(), shuffled=st.randoms(use_true_random=False))
def test_the_order_of_input_never_matters(
    field: tuple[list[Contender], Counter[frozenset[int]], set[frozenset[int]]], shuffled: random.Random
) -> None:
    contenders, met, apart = field
    mixed = list(contenders)
    shuffled.shuffle(mixed)
    assert pair_round(mixed, met=met, apart=apart) == pair_round(contenders, met=met, apart=apart)


def play_swiss(entries: int, rounds: int, *, seed: int) -> list[SwissRound]:
    """Rounds with results at random; two points a win, two for a bye."""
    luck = random.Random(seed)
    scores, byes, met = Counter[int](), Counter[int](), Counter[frozenset[int]]()
    firsts, seconds, last = Counter[int](), Counter[int](), dict[int, str]()
    played = []
    for _number in range(rounds):
        contenders = [
            Contender(
                entry=entry, score=scores[entry], rank=entry, byes=byes[entry],
                firsts=firsts[entry], seconds=seconds[entry], last_side=last.get(entry, ""),  # type: ignore[arg-type]
            )
            for entry in range(1, entries + 1)
        ]  # fmt: skip
        round_ = pair_round(contenders, met=met)
        if round_.bye is not None:
            assert byes[round_.bye] == min(byes[entry] for entry in range(1, entries + 1))
            byes[round_.bye] += 1
            scores[round_.bye] += 2
        for each in round_.pairings:
            assert each.second is not None
            met[frozenset((each.first, each.second))] += 1
            scores[luck.choice([each.first, each.second])] += 2
            firsts[each.first] += 1
            seconds[each.second] += 1
            last |= {each.first: "first", each.second: "second"}
        played.append(round_)
    return played


@pytest.mark.parametrize(("entries", "rounds"), [(4, 3), (6, 5), (7, 7), (13, 5), (13, 13), (20, 7), (50, 8)])
def test_nobody_meets_twice_and_byes_go_round(entries: int, rounds: int) -> None:
    for seed in range(3):
        played = play_swiss(entries, rounds, seed=seed)
        if entries in (13, 20, 50) and rounds < 13:
            assert not any(round_.repeats for round_ in played)


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    round_ = pair_round([Contender(entry=entry, rank=entry) for entry in range(1, 9)], met={})
    assert [{each.first, each.second} for each in round_.pairings] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert [each.first for each in round_.pairings] == [1, 6, 3, 8]


def test_the_bye_goes_to_the_lowest_who_has_had_none() -> None:
    scores = {1: 4, 2: 2, 3: 2, 4: 0, 5: 0}
    contenders = [Contender(entry=entry, score=scores[entry], rank=entry, byes=entry == 5) for entry in scores]
    assert pair_round(contenders, met={}).bye == 4


def test_couples_are_kept_apart_where_that_is_possible() -> None:
    contenders = [Contender(entry=entry, rank=entry) for entry in range(1, 5)]
    apart = {frozenset((1, 3)), frozenset((2, 4))}
    assert pair_round(contenders, met={}, apart=apart).together == 0
    assert pair_round(contenders[:2], met={}, apart={frozenset((1, 2))}).together == 1


@pytest.mark.parametrize("entries", [0, 1])
def test_nobody_meets_where_there_are_not_two(entries: int) -> None:
    round_ = pair_round([Contender(entry=1)][:entries], met={})
    assert (round_.pairings, round_.bye) == ((), 1 if entries else None)
