"""The movements that clubs are used to: by arithmetic, ladders, tables of any size, pairs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import LADDERS, LadderRules, Side, UndecidedError, climb
from scoring.movement_limits import BadSizeError
from scoring.movement_plan import plan_rounds
from scoring.movement_rounds import MovementRound
from scoring.movements import make_movement
from scoring.pair_movements import make_compass_movement, make_round_robin
from scoring.seat_movement import make_seat_movement
from scoring.table_movements import make_table_movement
from tests.scoring.counting import check_seats, check_sit_outs, count_opponents, count_partners, count_repeats

#: 1 and 3 against 2 and 4 at the head, 5 and 7 against 6 and 8, 9 and 11 against 10 and 12.
THREE_TABLES = MovementRound(
    tables=({"N": 1, "E": 2, "S": 3, "W": 4}, {"N": 5, "E": 6, "S": 7, "W": 8}, {"N": 9, "E": 10, "S": 11, "W": 12})
)


# How often at worst over ten rounds, by the number of tables.
@pytest.mark.parametrize(
    ("tables", "most"), [(3, 10), (4, 5), (5, 2), (6, 5), (7, 2), (8, 3), (9, 4), (10, 2), (11, 1)]
)
def test_the_movement_by_arithmetic_is_good_only_without_a_factor_2_or_3(tables: int, most: int) -> None:
    movement = make_seat_movement(4 * tables, rounds=10)
    check_seats(movement.rounds, range(1, 4 * tables + 1))
    partners, opponents = count_partners(movement.rounds), count_opponents(movement.rounds)
    assert max(*partners.values(), *opponents.values()) == most
    assert bool(movement.report.warnings) == (most > 2 or max(partners.values()) > 1)


def test_seats_do_not_move_between_tables_that_are_not_full() -> None:
    with pytest.raises(BadSizeError, match="13 players do not make tables of four"):
        make_seat_movement(13, rounds=3)


def list_partners(played: MovementRound) -> list[set[frozenset[int]]]:
    return [{frozenset((table["N"], table["S"])), frozenset((table["E"], table["W"]))} for table in played.tables]


def pairs(*sides: tuple[int, int]) -> set[frozenset[int]]:
    return {frozenset(side) for side in sides}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("head_table", [pairs((1, 7), (5, 3)), pairs((6, 11), (9, 8)), pairs((10, 4), (2, 12))]),
        ("winners_move", [pairs((2, 11), (9, 4)), pairs((6, 3), (1, 8)), pairs((10, 7), (5, 12))]),
        ("red_white", [pairs((2, 11), (5, 4)), pairs((6, 3), (9, 8)), pairs((10, 7), (1, 12))]),
        ("everybody", [pairs((5, 12), (6, 11)), pairs((9, 4), (10, 3)), pairs((1, 8), (2, 7))]),
        ("winner_stays", [pairs((1, 12), (10, 3)), pairs((5, 4), (2, 7)), pairs((9, 8), (6, 11))]),
        ("semi_partner", [pairs((1, 3), (6, 12)), pairs((5, 7), (10, 4)), pairs((9, 11), (2, 8))]),
        ("progressive", [pairs((1, 12), (6, 3)), pairs((5, 4), (10, 7)), pairs((9, 8), (2, 11))]),
        ("partner_drive", [pairs((1, 3), (6, 8)), pairs((5, 7), (10, 12)), pairs((9, 11), (2, 4))]),
    ],
)
def test_each_ladder_where_north_and_south_win(name: str, expected: list[set[frozenset[int]]]) -> None:
    assert list_partners(climb(THREE_TABLES, ["NS", "NS", "NS"], LADDERS[name])) == expected


@given(
    name=st.sampled_from(sorted(LADDERS)),
    winners=st.lists(st.sampled_from(["NS", "EW"]), min_size=1, max_size=12),
)
def test_every_ladder_seats_everybody_once(name: str, winners: list[Side]) -> None:
    people = range(1, 4 * len(winners) + 1)
    before = make_seat_movement(len(people), rounds=1).rounds[0]
    after = climb(before, winners, LADDERS[name])
    check_seats([after], people)
    if LADDERS[name].splits and len(winners) > 2:
        assert not count_repeats(count_partners([before, after]))


def test_a_level_table_is_asked_about_and_no_lot_is_drawn() -> None:
    with pytest.raises(UndecidedError, match="Table 2 is level"):
        climb(THREE_TABLES, ["NS", None, "EW"], LADDERS["head_table"])
    stays = LadderRules(movers="winners", first=1, second=1, ties="stay")
    assert {5, 7} <= set(climb(THREE_TABLES, ["NS", None, "EW"], stays).tables[1].values())


def test_a_redraw_remembers_and_differs_with_its_seed() -> None:
    history = make_movement(16, rounds=4).rounds
    drawn = {seed: plan_rounds(history, range(1, 17), rounds=1, seed=seed, steps=50_000).rounds for seed in (1, 2)}
    assert drawn[1] != drawn[2]
    for rounds in drawn.values():
        assert not count_repeats(count_partners([*history, *rounds]))


@pytest.mark.parametrize("players", [7, 20, 23, 49])
def test_tables_of_seven(players: int) -> None:
    movement = make_table_movement(players, rounds=6, counts=(7,), usual=7)
    for played in movement.rounds:
        assert [len(table) for table in played.tables] == [7] * (players // 7)
        assert sorted([*played.people, *played.sit_out]) == list(range(1, players + 1))
    check_sit_outs(movement.rounds, range(1, players + 1))
    tables = [sorted(table.values()) for played in movement.rounds for table in played.tables]
    met = Counter(pair for table in tables for pair in combinations(table, 2))
    assert movement.report.tablemates.repeats == count_repeats(met)


@pytest.mark.parametrize("players", [4, 5, 7, 11, 22])
def test_tables_of_two_to_five(players: int) -> None:
    movement = make_table_movement(players, rounds=5, counts=(2, 3, 4, 5), usual=4)
    for played in movement.rounds:
        assert not played.sit_out
        assert all(2 <= len(table) <= 5 for table in played.tables)
        assert sorted(played.people) == list(range(1, players + 1))


@pytest.mark.parametrize("count", [2, 3, 7, 8, 15])
def test_all_pairs_meet_all(count: int) -> None:
    movement = make_round_robin(count)
    met = Counter(frozenset(table.values()) for played in movement.rounds for table in played.tables)
    assert set(met.values()) == {1}
    assert len(met) == count * (count - 1) // 2
    check_sit_outs(movement.rounds, range(1, count + 1))


def test_compass_pairs_meet_every_pair_of_the_other_direction() -> None:
    movement = make_compass_movement(10, rounds=5)
    met = Counter((table["NS"], table["EW"]) for played in movement.rounds for table in played.tables)
    assert len(met) == 25
    assert not movement.report.warnings
