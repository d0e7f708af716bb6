"""Who sits where next: everybody's turn comes, and partners change."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest

from scoring.seating import (
    PAIRS_MOVE,
    fill_tables,
    find_teams,
    keep_in_place,
    keep_teams,
    mix_partners,
    move_tables,
    order_by_turn,
)

SIDES = (("N", "S"), ("E", "W"))

Rounds = list[list[dict[str, int]]]


def play_singles(people: int, *, rounds: int, tables: int) -> Rounds:
    played: Rounds = []
    for _round in range(rounds):
        chosen = [who for (who,) in order_by_turn([(who,) for who in range(people)], rounds=played)][: 4 * tables]
        played.append(mix_partners(sorted(chosen), rounds=played, sides=SIDES))
    return played


def count_partners(rounds: Rounds) -> Counter[frozenset[int]]:
    tables = [table for tables in rounds for table in tables]
    return Counter(frozenset(table[seat] for seat in seats) for table in tables for seats in SIDES)


@pytest.mark.parametrize(("people", "tables"), [(17, 4), (18, 4), (9, 2), (6, 1), (20, 3)])
def test_everybody_sits_out_equally_often(people: int, tables: int) -> None:
    for rounds in range(1, 12):
        played = play_singles(people, rounds=rounds, tables=tables)
        seated = Counter(dict.fromkeys(range(people), 0))
        seated.update(who for round_ in played for table in round_ for who in table.values())
        assert max(seated.values()) - min(seated.values()) <= 1


def test_nobody_sits_out_twice_running_while_another_can() -> None:
    played = play_singles(7, rounds=12, tables=1)
    out = [set(range(7)) - {who for table in round_ for who in table.values()} for round_ in played]
    for before, after in pairwise(out):
        assert not before & after


@pytest.mark.parametrize(("people", "rounds"), [(4, 3), (8, 5), (12, 8), (16, 10), (40, 15)])
def test_no_partners_meet_again_while_others_can(people: int, rounds: int) -> None:
    played = play_singles(people, rounds=rounds, tables=people // 4)
    assert max(count_partners(played).values()) == 1


def test_four_players_begin_again_when_all_have_been_partners() -> None:
    counts = count_partners(play_singles(4, rounds=6, tables=1))
    assert len(counts) == 6
    assert set(counts.values()) == {2}


def test_opponents_change_too() -> None:
    met = Counter(
        frozenset(two) for table in play_singles(16, rounds=2, tables=4)[1] for two in combinations(table.values(), 2)
    )
    first = {frozenset(two) for start in range(0, 16, 4) for two in combinations(range(start, start + 4), 2)}
    assert len(first & set(met)) <= 4


def test_fixed_pairs_stay_and_take_turns() -> None:
    played: Rounds = []
    people = list(range(11))  # five pairs, and one without a partner
    for _round in range(5):
        teams = order_by_turn(find_teams(people, rounds=played, sides=SIDES), rounds=played)
        played.append(keep_teams([], teams[:4], sides=SIDES, tables=2))
    counts = count_partners(played)
    assert counts == {frozenset((at, at + 1)): 4 for at in range(0, 10, 2)}


def test_a_pair_that_goes_out_makes_room_where_it_sat() -> None:
    moved = [{"N": 1, "S": 2, "E": 3, "W": 4}]
    assert keep_teams(moved, [(5, 6), (3, 4)], sides=SIDES, tables=1) == [{"N": 5, "S": 6, "E": 3, "W": 4}]


def test_pairs_that_move_go_up_a_table_and_round_the_room() -> None:
    assert PAIRS_MOVE == {"N": 0, "S": 0, "E": 1, "W": 1}
    tables = [
        {"N": 1, "S": 2, "E": 3, "W": 4},
        {"N": 5, "S": 6, "E": 7, "W": 8},
        {"N": 9, "S": 10, "E": 11, "W": 12},
    ]
    assert move_tables(tables, by=PAIRS_MOVE) == [
        {"N": 1, "S": 2, "E": 11, "W": 12},
        {"N": 5, "S": 6, "E": 3, "W": 4},
        {"N": 9, "S": 10, "E": 7, "W": 8},
    ]


def test_seats_move_up_and_down_or_not_at_all() -> None:
    tables = [{"A": 1, "B": 2, "C": 3}, {"A": 4, "B": 5, "C": 6}, {"A": 7, "B": 8, "C": 9}]
    assert move_tables(tables, by={"A": -1, "B": 2}) == [
        {"A": 4, "B": 5, "C": 3},
        {"A": 7, "B": 8, "C": 6},
        {"A": 1, "B": 2, "C": 9},
    ]


def test_tables_fill_seat_by_seat() -> None:
    assert fill_tables([1, 2, 3, 4, 5, 6], order=("N", "S", "E", "W"), tables=3) == [
        {"N": 1, "S": 2, "E": 3, "W": 4},
        {"N": 5, "S": 6},
        {},
    ]
    assert fill_tables(range(8), order=("N", "S", "E", "W"), tables=2)[1] == {"N": 4, "S": 5, "E": 6, "W": 7}


def test_among_those_who_are_level_who_sat_out_latest_comes_first() -> None:
    one, other = (1, 2), (3, 4)
    # Both pairs were seated four times in all: 1 sat out first and 2 last, 3 and 4 in the round between.
    rounds = [[{"N": 2, "S": 3, "E": 4}], [{"N": 1, "S": 2}], [{"N": 1, "S": 3, "E": 4}]]
    assert order_by_turn([other, one], rounds=rounds) == [one, other]
    assert order_by_turn([other, one], rounds=[]) == [other, one]


def test_teams_are_those_who_last_played_together() -> None:
    rounds = [[{"N": 1, "S": 2, "E": 3, "W": 4}], [{"N": 1, "S": 3, "E": 2}]]
    assert find_teams([1, 2, 3, 4, 5, 6, 7], rounds=rounds, sides=SIDES) == [(1, 3), (2, 4), (5, 6)]
    assert find_teams([1, 2, 3], rounds=rounds[:1], sides=SIDES) == [(1, 2)]
    assert find_teams([4, 3, 2, 1], rounds=[], sides=SIDES) == [(4, 3), (2, 1)]


def test_teams_stay_where_the_movement_takes_them_and_the_others_fill_up() -> None:
    moved = [{"N": 1, "S": 2, "E": 3, "W": 4}, {"N": 5, "S": 6, "E": 7}]
    assert keep_teams(moved, [(6, 5), (1, 2), (9, 10)], sides=SIDES, tables=2) == [
        {"N": 1, "S": 2, "E": 9, "W": 10},
        {"N": 5, "S": 6},
    ]
    assert keep_teams(moved, [(5, 6), (1, 2)], sides=SIDES, tables=1) == [{"N": 1, "S": 2, "E": 5, "W": 6}]


def test_the_first_choice_is_the_next_in_the_list() -> None:
    first = {"N": 1, "S": 2, "E": 3, "W": 4}
    assert mix_partners([1, 2, 3, 4], rounds=[], sides=SIDES) == [first]
    assert mix_partners([1, 2, 3, 4, 5, 6], rounds=[], sides=SIDES) == [first], "only full tables"
    assert mix_partners([1, 2, 3], rounds=[], sides=SIDES) == []
    pairs = (("A", "B"), ("C", "D"), ("E", "F"))
    assert mix_partners(range(10), rounds=[], sides=pairs) == [dict(zip("ABCDEF", range(6), strict=True))]
    threes = (("A", "B", "C"), ("D", "E", "F"))
    assert mix_partners(range(6), rounds=[], sides=threes) == [dict(zip("ABCDEF", range(6), strict=True))]


def test_where_all_have_met_equally_often_the_list_decides() -> None:
    everybody = [{"N": one, "S": other} for one, other in combinations(range(1, 5), 2)]
    assert mix_partners([1, 2, 3, 4], rounds=[everybody], sides=SIDES) == [{"N": 1, "S": 2, "E": 3, "W": 4}]


def test_who_shared_a_table_is_the_later_choice() -> None:
    # 1 has been at a table with 2, though not as a partner; then with 3 and 4 it is the other pairs that are new.
    rounds = [[{"N": 1, "E": 2}]]
    assert mix_partners([1, 2, 3, 4], rounds=rounds, sides=SIDES) == [{"N": 1, "S": 3, "E": 2, "W": 4}]
    rounds = [[{"N": 1, "E": 3}, {"N": 2, "W": 4}]]
    people = [1, 2, 3, 4, 5, 6, 7, 8]
    assert mix_partners(people, rounds=rounds, sides=SIDES) == [
        {"N": 1, "S": 2, "E": 5, "W": 6},
        {"N": 3, "S": 4, "E": 7, "W": 8},
    ]


@pytest.mark.parametrize(
    ("people", "met", "repeats"),
    [
        (4, [(3, 4), (4, 1), (3, 2)], 0),
        (4, [(4, 2), (1, 4), (1, 3), (1, 2), (3, 4)], 1),
        (8, [(5, 7), (1, 2), (6, 5), (8, 7), (7, 3), (5, 8), (1, 3), (8, 3), (5, 2)], 0),
        (8, [(5, 1), (8, 3), (7, 2), (2, 8), (4, 2), (3, 6), (7, 6), (3, 1), (7, 4), (7, 1), (7, 5), (8, 7)], 0),
    ],
)
def test_members_are_swapped_while_that_saves_repeats(people: int, met: list[tuple[int, int]], repeats: int) -> None:
    before = [[{"N": one, "S": other} for one, other in met]]
    tables = mix_partners(range(1, people + 1), rounds=before, sides=SIDES)
    assert sorted(who for table in tables for who in table.values()) == [*range(1, people + 1)]
    counts = count_partners([tables])
    assert sum(1 for pair in met if counts[frozenset(pair)]) == repeats


def test_nothing_is_swapped_that_saves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.seating.MOST_PASSES", 1)
    everybody = [{"N": one, "S": other} for one, other in combinations(range(12), 2)]
    tables = mix_partners(range(12), rounds=[everybody], sides=SIDES)
    assert [*count_partners([tables])] == [frozenset((at, at + 1)) for at in range(0, 12, 2)]


@pytest.mark.parametrize("seed", [0, 159, 409, 534])
def test_no_two_members_are_left_whose_change_saves_a_repeat(seed: int) -> None:
    draw = Random(seed)
    people = range(16)
    met: Counter[frozenset[int]] = Counter(
        frozenset(draw.sample(people, 2)) for _meeting in range(draw.randint(48, 120))
    )
    before = [{"N": min(pair), "S": max(pair)} for pair in met.elements()]
    teams = [set(pair) for pair in count_partners([mix_partners(people, rounds=[before], sides=SIDES)])]

    def count_repeats(*pairs: set[int]) -> int:
        return sum(met[frozenset(pair)] for pair in pairs)

    for one, other in combinations(teams, 2):
        for mine in one:
            for theirs in other:
                swapped = one - {mine} | {theirs}, other - {theirs} | {mine}
                assert count_repeats(*swapped) >= count_repeats(one, other)


@pytest.mark.parametrize(
    "stays",
    [
        {1: (1, "W")},
        {1: (2, "")},
        {1: (2, "E"), 2: (2, "N")},
        {1: (1, "N"), 2: (1, "E"), 3: (1, "S"), 4: (1, "W")},
        {1: (2, "N"), 2: (1, "N")},
        {1: (1, "N"), 2: (2, "N"), 5: (1, ""), 6: (2, "E")},
        {8: (1, "W"), 99: (1, "N"), 1: (7, "N")},
    ],
)
def test_who_cannot_move_is_left_in_place(stays: dict[int, tuple[int, str]]) -> None:
    tables = [{"N": 1, "S": 2, "E": 3, "W": 4}, {"N": 5, "S": 6, "E": 7, "W": 8}]
    placed = keep_in_place(tables, stays, sides=SIDES)
    assert sorted(who for table in placed for who in table.values()) == list(range(1, 9))
    assert all(table.keys() == set("NESW") for table in placed)
    for who, (number, seat) in stays.items():
        if who < 9 and number < 3:
            assert who in placed[number - 1].values()
            assert not seat or placed[number - 1][seat] == who


def test_partners_go_along_with_who_cannot_move() -> None:
    tables = [{"N": 1, "S": 2, "E": 3, "W": 4}, {"N": 5, "S": 6}]
    placed = keep_in_place(tables, {1: (2, "W")}, sides=SIDES)
    assert placed[1] == {"N": 5, "S": 6, "E": 2, "W": 1}
    assert placed[0] == {"E": 3, "W": 4}
