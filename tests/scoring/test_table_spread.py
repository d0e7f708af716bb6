"""Meetings at tables without partnerships are spread: counted from the seats, and held against what is possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

import pytest

from scoring.movement_limits import BadSizeError
from scoring.movement_rounds import MovementRound
from scoring.table_movements import make_table_movement, plan_tables

Split = Sequence[Sequence[int]]


def count_met(rounds: Iterable[Split]) -> Counter[tuple[int, ...]]:
    return Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))


def measure(rounds: Iterable[Split]) -> tuple[int, int]:
    """How often the two meet who meet most, and the sum of the squares of how often each two do."""
    times = count_met(rounds).values()
    return max(times), sum(each**2 for each in times)


def list_tables(rounds: Iterable[MovementRound]) -> list[Split]:
    return [[list(table.values()) for table in played.tables] for played in rounds]


@pytest.mark.parametrize(
    ("players", "size", "rounds", "best"),
    [
        (6, 3, 3, (2, 33)),
        (6, 3, 4, (2, 48)),
        (9, 3, 4, (1, 36)),  # the affine plane of order three: everybody meets everybody once
        (8, 2, 7, (1, 28)),
        (12, 3, 6, (2, 88)),
        (15, 3, 7, (2, 117)),
        (10, 5, 6, (4, 360)),
        # Three meetings are not possible: 14 words of six bits, each two of which differ in three places, do not exist.
        (14, 7, 6, (4, 792)),
        (20, 7, 6, (3, 450)),
        (21, 7, 6, (3, 830)),
    ],
)
def test_meetings_are_spread_as_well_as_the_best_known(
    players: int, size: int, rounds: int, best: tuple[int, int]
) -> None:
    movement = make_table_movement(players, rounds=rounds, counts=(size,), usual=size)
    assert measure(list_tables(movement.rounds)) <= best


@pytest.mark.parametrize("rounds", [2, 3, 4])
def test_six_at_tables_of_three_are_seated_as_no_other_choice_of_rounds_betters(rounds: int) -> None:
    halves = [(first, tuple(set(range(1, 7)) - set(first))) for first in combinations(range(1, 7), 3) if 1 in first]
    best = min(measure(chosen) for chosen in combinations(halves, rounds))
    movement = make_table_movement(6, rounds=rounds, counts=(3,), usual=3)
    assert measure(list_tables(movement.rounds)) == best


def test_rounds_played_count_for_those_to_come() -> None:
    played = make_table_movement(14, rounds=3, counts=(7,), usual=7).rounds
    more = plan_tables(played, range(1, 15), rounds=3, counts=(7,), usual=7)
    assert more.first == 4
    assert measure(list_tables([*played, *more.rounds])) <= (4, 792)


def test_the_same_people_get_the_same_rounds() -> None:
    one, other = (make_table_movement(14, rounds=6, counts=(7,), usual=7) for _time in range(2))
    assert one == other


@pytest.mark.parametrize("size", [2, 3, 7])
def test_one_full_table_plays_on(size: int) -> None:
    movement = make_table_movement(size, rounds=3, counts=(size,), usual=size)
    assert [sorted(table.values()) for played in movement.rounds for table in played.tables] == [
        list(range(1, size + 1))
    ] * 3


@pytest.mark.parametrize(("players", "counts", "fewest"), [(1, (2, 3, 4, 5), 2), (2, (3,), 3), (3, (7,), 7)])
def test_who_is_too_few_hears_what_the_table_takes(players: int, counts: Sequence[int], fewest: int) -> None:
    with pytest.raises(BadSizeError, match=f"it takes {fewest}, and their number is {players}"):
        make_table_movement(players, rounds=3, counts=counts, usual=counts[0])
