"""Who sits where next: everybody's turn comes, and partners change."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import pytest

from scoring.seating import find_teams, keep_teams, mix_partners, order_by_turn

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
