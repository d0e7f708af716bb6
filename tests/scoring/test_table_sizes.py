"""Tables of several sizes: everybody finds a seat where that is possible, and few meet again."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.table_sizes import count_tablemates, divide_people, mix_tables, pair_up

YUKON = (2, 3, 4, 5)
SIDES = (("N", "S"), ("E", "W"))


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (0, []), (1, []), (2, [2]), (3, [3]), (4, [4]), (5, [5]), (6, [3, 3]), (7, [4, 3]), (8, [4, 4]),
        (9, [4, 5]), (10, [4, 3, 3]), (11, [4, 4, 3]), (13, [4, 4, 5]), (14, [4, 4, 3, 3]),
    ],
)  # fmt: skip
def test_tables_around_four(people: int, sizes: list[int]) -> None:
    assert divide_people(people, counts=YUKON, usual=4) == sizes


def test_a_game_for_seven_leaves_some_out() -> None:
    assert divide_people(20, counts=(7,), usual=7) == [7, 7]
    assert divide_people(6, counts=(7,), usual=7) == []


@given(people=st.integers(0, 40), usual=st.sampled_from(YUKON))
def test_nobody_sits_out_who_need_not(people: int, usual: int) -> None:
    sizes = divide_people(people, counts=YUKON, usual=usual)
    assert sum(sizes) == (people if people > 1 else 0)
    assert set(sizes) <= set(YUKON)


@given(people=st.integers(2, 14), usual=st.sampled_from(YUKON))
def test_no_other_division_is_nearer_to_the_usual_size(people: int, usual: int) -> None:
    def rate(sizes: tuple[int, ...]) -> int:
        return sum((size - usual) ** 2 for size in sizes)

    found = tuple(divide_people(people, counts=YUKON, usual=usual))
    every = [
        sizes
        for tables in range(1, people // 2 + 1)
        for sizes in combinations_with_replacement(YUKON, tables)
        if sum(sizes) == people
    ]
    assert rate(found) == min(map(rate, every))


@given(people=st.lists(st.integers(1, 99), unique=True, min_size=2, max_size=23), rounds=st.integers(0, 3))
def test_everybody_sits_once(people: list[int], rounds: int) -> None:
    sizes = divide_people(len(people), counts=YUKON, usual=4)
    before: list[list[dict[str, int]]] = []
    for _round in range(rounds):
        tables = mix_tables(people, sizes=sizes, rounds=before)
        assert [len(table) for table in tables] == sizes
        assert sorted(who for table in tables for who in table) == sorted(people)
        before.append([dict(zip("ABCDE", table, strict=False)) for table in tables])


def test_sixteen_meet_nobody_twice_in_two_rounds() -> None:
    first = [dict(zip("ABCD", range(start, start + 4), strict=True)) for start in (0, 4, 8, 12)]
    second = mix_tables(range(16), sizes=[4] * 4, rounds=[first])
    met = count_tablemates([first, [dict(zip("ABCD", table, strict=True)) for table in second]])
    assert max(met.values()) == 1


def test_too_few_people_leave_seats_empty() -> None:
    assert mix_tables([1, 2, 3], sizes=[2, 2], rounds=[]) == [[1, 2], [3]]
    assert mix_tables([], sizes=[4], rounds=[]) == [[]]


def test_partners_who_have_not_met() -> None:
    first = {"N": 1, "S": 2, "E": 3, "W": 4}
    second = {"N": 1, "S": 3, "E": 2, "W": 4}
    assert pair_up([1, 2, 3, 4], rounds=[], sides=SIDES) == first
    assert pair_up([1, 2, 3, 4], rounds=[[first]], sides=SIDES) == second
    assert pair_up([1, 2, 3, 4], rounds=[[first], [second]], sides=SIDES) == {"N": 1, "S": 4, "E": 2, "W": 3}
    assert pair_up([1, 2, 3, 4], rounds=[[{"A": 1, "B": 2}]], sides=SIDES) == first, "rivals are no partners"


def meet(*pairs: tuple[int, int]) -> list[list[dict[str, int]]]:
    """One round in which these people sat at tables of two."""
    return [[{"A": one, "B": other} for one, other in pairs]]


def test_a_table_takes_who_has_met_the_others_least() -> None:
    assert mix_tables([1, 2, 3, 4], sizes=[2, 2], rounds=meet((1, 2))) == [[1, 3], [2, 4]]


def test_two_tables_swap_where_that_saves_a_repeat() -> None:
    assert mix_tables([1, 2, 3, 4], sizes=[2, 2], rounds=meet((3, 4))) == [[3, 2], [1, 4]]


def test_no_swap_only_moves_a_repeat_elsewhere() -> None:
    everybody = [(one, other) for one in range(1, 5) for other in range(one + 1, 5)]
    assert mix_tables([1, 2, 3, 4], sizes=[2, 2], rounds=meet(*everybody)) == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("size", "tables", "met"),
    [
        (2, 3, [(6, 3), (2, 4), (6, 4), (2, 1), (3, 4), (4, 6)]),
        (4, 2, [(2, 1), (2, 3), (8, 2), (7, 2)]),
        (3, 3, [(9, 5), (5, 4), (6, 1), (5, 7), (4, 1), (5, 8), (1, 3), (1, 5), (3, 9)]),
        (3, 3, [(6, 4), (5, 4), (5, 6), (9, 5), (2, 7), (2, 5), (3, 9), (4, 5), (3, 5)]),
    ],
)
def test_mending_goes_on_until_nothing_is_saved(size: int, tables: int, met: list[tuple[int, int]]) -> None:
    before = meet(*met)
    mixed = mix_tables(range(1, size * tables + 1), sizes=[size] * tables, rounds=before)
    again = count_tablemates(before)
    assert not [pair for table in mixed for pair in combinations(table, 2) if again[frozenset(pair)]]


def test_the_usual_size_comes_first_then_the_larger_tables() -> None:
    assert divide_people(8, counts=(3, 5), usual=4) == [5, 3]
    assert divide_people(11, counts=(3, 5), usual=3) == [3, 3, 5]


def test_what_both_tables_save_is_counted() -> None:
    before = meet((1, 2), (1, 3), (1, 4), (3, 4))
    mixed = mix_tables([1, 2, 3, 4], sizes=[2, 2], rounds=before)
    again = count_tablemates(before)
    assert sum(again[frozenset(table)] for table in mixed) == 1


def test_nothing_is_swapped_that_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.table_sizes.MOST_PASSES", 1)
    everybody = meet(*combinations(range(6), 2))
    assert mix_tables(range(6), sizes=[2, 2, 2], rounds=everybody) == [[0, 1], [2, 3], [4, 5]]
    assert mix_tables([1, 2], sizes=[2], rounds=meet((1, 2))) == [[1, 2]]


def test_who_had_no_partner_had_none() -> None:
    alone = [[{"N": 1, "E": 3, "W": 4}]]
    assert pair_up([1, 2, 3, 4], rounds=alone, sides=SIDES) == {"N": 1, "S": 3, "E": 2, "W": 4}
