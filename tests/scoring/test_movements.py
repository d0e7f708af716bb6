"""Every movement, counted again from its seats: rotations, fewer and more rounds, new faces."""

from __future__ import annotations

import pytest

from scoring.design_constructions import RESOLVABLE, build_rotation
from scoring.designs import load_designs
from scoring.movement_limits import MOST_PLAYERS, MOST_ROUNDS, BadSizeError
from scoring.movement_report import Goal
from scoring.movements import make_movement
from tests.examples import IS_LONG
from tests.scoring.counting import (
    check_seats,
    check_sit_outs,
    count_opponents,
    count_partners,
    count_repeats,
    list_pairs,
)

SIZES = range(4, MOST_PLAYERS + 1)
PERFECT = [players for players in SIZES if players % 4 in (0, 1)]
OTHERS = [players for players in SIZES if players % 4 in (2, 3)]
#: All sizes with --long; otherwise some of each remainder.
FEW = list(SIZES) if IS_LONG else [4, 5, 6, 7, 11, 22, 33, 46]
#: Searches end early with so few steps: these tests are about what holds of every movement.
QUICK = 20_000


@pytest.mark.parametrize("players", PERFECT)
def test_everybody_partners_everybody_once_and_opposes_everybody_twice(players: int) -> None:
    movement = make_movement(players)
    people = range(1, players + 1)
    check_seats(movement.rounds, people)
    check_sit_outs(movement.rounds, people)
    partners, opponents = count_partners(movement.rounds), count_opponents(movement.rounds)
    assert all(partners[pair] == 1 and opponents[pair] == 2 for pair in list_pairs(people))
    assert len(movement.rounds) == (players if players % 4 else players - 1)
    assert movement.report.is_perfect
    assert not movement.report.warnings


@pytest.mark.parametrize("players", OTHERS)
def test_no_partner_again_where_two_or_three_sit_out(players: int) -> None:
    movement = make_movement(players)
    people = range(1, players + 1)
    assert len(movement.rounds) == players
    check_seats(movement.rounds, people)
    check_sit_outs(movement.rounds, people)
    assert {played.sit_out for played in movement.rounds} != {()}
    assert not count_repeats(count_partners(movement.rounds))
    assert max(count_opponents(movement.rounds).values()) <= (4 if players in (62, 78, 86, 90, 94) else 3)


@pytest.mark.parametrize("players", FEW)
def test_sit_outs_are_fair_for_any_number_of_rounds(players: int) -> None:
    full = len(build_rotation(players))
    people = range(1, players + 1)
    for rounds in {1, 2, 3, 5, 8, 12, 20, full // 2, full - 1, full, full + 1, 2 * full + 3} - {0}:
        if rounds <= MOST_ROUNDS:
            movement = make_movement(players, rounds=rounds)
            assert len(movement.rounds) == rounds
            check_seats(movement.rounds, people)
            check_sit_outs(movement.rounds, people)
            assert not movement.report.sit_outs.too_early


@pytest.mark.parametrize("players", FEW)
def test_fewer_rounds_have_no_partner_again(players: int) -> None:
    for rounds in (2, 5, 8):
        if rounds <= len(build_rotation(players)) // 2:
            assert not count_repeats(count_partners(make_movement(players, rounds=rounds).rounds))


@pytest.mark.parametrize("players", [4, 5, 8, 13])
def test_more_rounds_go_round_again_evenly(players: int) -> None:
    full = len(build_rotation(players))
    partners = count_partners(make_movement(players, rounds=2 * full + 1).rounds)
    assert set(partners.values()) <= {2, 3}


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        *((players, (players - 1) // 3) for players in RESOLVABLE),
        *((4 * within, within) for within in load_designs().matrices if within > 4),
    ],
)
def test_nobody_is_at_a_table_with_somebody_again(players: int, rounds: int) -> None:
    movement = make_movement(players, rounds=rounds, goal="faces")
    check_seats(movement.rounds, range(1, players + 1))
    met = count_partners(movement.rounds) + count_opponents(movement.rounds)
    assert set(met.values()) == {1}
    assert not movement.report.warnings


@pytest.mark.parametrize("players", [18, 21, 23, 24, 30, 38])
def test_new_faces_beat_the_rotation_and_stay_fair(players: int) -> None:
    faces = make_movement(players, rounds=8, goal="faces", steps=10 * QUICK)
    again = count_repeats(count_partners(faces.rounds) + count_opponents(faces.rounds))
    rotation = make_movement(players, rounds=8)
    check_seats(faces.rounds, range(1, players + 1))
    check_sit_outs(faces.rounds, range(1, players + 1))
    assert faces.report.tablemates.repeats == again
    assert faces.report.tablemates.bound <= again < rotation.report.tablemates.repeats


@pytest.mark.parametrize("goal", ["partners", "faces"])
@pytest.mark.parametrize("players", [6, 9, 16, 31])
def test_the_report_counts_what_the_seats_say(players: int, goal: Goal) -> None:
    movement = make_movement(players, rounds=11, goal=goal, steps=QUICK)
    partners, opponents = count_partners(movement.rounds), count_opponents(movement.rounds)
    for counted, report in (
        (partners, movement.report.partners),
        (opponents, movement.report.opponents),
        (partners + opponents, movement.report.tablemates),
    ):
        assert report.repeats == count_repeats(counted) >= report.bound
        assert report.most == max(counted.values()) == counted[report.pair[0], report.pair[1]] >= report.least_most
        assert report.met == len(counted)
        assert report.pairs == players * (players - 1) // 2


def test_the_same_again_each_time() -> None:
    assert make_movement(22, rounds=9, goal="faces", steps=QUICK) == make_movement(
        22, rounds=9, goal="faces", steps=QUICK
    )


@pytest.mark.parametrize(
    ("players", "rounds", "message"),
    [
        (3, 5, "Too few players for a table: it takes 4, and their number is 3."),
        (101, 5, "Movements are made for up to 100 players, not for 101: play in groups of 100 at most."),
        (8, 0, "A movement has from 1 to 200 rounds, not 0."),
        (8, 201, "A movement has from 1 to 200 rounds, not 201."),
    ],
)
def test_sizes_that_cannot_be(players: int, rounds: int, message: str) -> None:
    with pytest.raises(BadSizeError) as raised:
        make_movement(players, rounds=rounds)
    assert str(raised.value) == message


@pytest.mark.long
@pytest.mark.parametrize("goal", ["partners", "faces"])
@pytest.mark.parametrize("players", SIZES)
def test_every_size_and_many_numbers_of_rounds(players: int, goal: Goal) -> None:
    people = range(1, players + 1)
    for rounds in (1, 4, 7, 8, 10, 16, 25, 50):
        movement = make_movement(players, rounds=rounds, goal=goal, steps=QUICK)
        check_seats(movement.rounds, people)
        check_sit_outs(movement.rounds, people)
