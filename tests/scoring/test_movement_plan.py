"""Planning on after rounds that were played: latecomers, leavers, nothing played touched."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.movement_plan import plan_rounds
from scoring.movement_rounds import MovementRound
from scoring.movements import make_movement
from tests.examples import take_examples
from tests.scoring.counting import check_seats, check_sit_outs, count_partners, count_repeats

QUICK = 10_000


@take_examples(one_in=4)
@given(
    players=st.integers(min_value=8, max_value=30),
    played=st.integers(min_value=0, max_value=6),
    leave=st.integers(min_value=0, max_value=3),
    come=st.integers(min_value=0, max_value=3),
    rounds=st.integers(min_value=1, max_value=5),
)
def test_people_come_and_go(players: int, played: int, leave: int, come: int, rounds: int) -> None:
    history = make_movement(players, rounds=played).rounds if played else ()
    before = list(history)
    present = [*range(1 + leave, players + 1), *range(101, 101 + come)]
    planned = plan_rounds(history, present, rounds=rounds, steps=QUICK)
    assert list(history) == before
    assert planned.first == played + 1
    assert len(planned.rounds) == rounds
    check_seats(planned.rounds, present)
    assert not planned.report.sit_outs.too_early


@take_examples(one_in=4)
@given(players=st.integers(min_value=8, max_value=30), played=st.integers(min_value=1, max_value=6))
def test_sit_outs_go_on_where_they_stood(players: int, played: int) -> None:
    history = make_movement(players, rounds=played).rounds
    people = range(1, players + 1)
    planned = plan_rounds(history, people, rounds=6, steps=QUICK)
    check_sit_outs([*history, *planned.rounds], people)


def test_no_partner_again_after_somebody_has_left() -> None:
    history = make_movement(20, rounds=5).rounds
    planned = plan_rounds(history, range(2, 21), rounds=4, steps=200_000)
    assert not count_repeats(count_partners([*history, *planned.rounds]))
    assert planned.report.partners.repeats == 0


def test_who_comes_late_owes_no_sit_outs() -> None:
    """Ten have sat out once each or twice; the eleventh takes a turn before anybody's next, and only one."""
    history = make_movement(10, rounds=5).rounds
    planned = plan_rounds(history, range(1, 12), rounds=4, steps=QUICK)
    times = sum(11 in played.sit_out for played in planned.rounds)
    assert 11 in planned.rounds[0].sit_out
    assert times == 1


def test_rounds_played_in_any_seats_count() -> None:
    history = [
        MovementRound(tables=({"N": 1, "S": 2, "E": 3, "W": 4},), sit_out=(5, 6, 7, 8)),
        MovementRound(tables=({"N": 5, "S": 6, "E": 7, "W": 8},), sit_out=(1, 2, 3, 4)),
    ]
    planned = plan_rounds(history, range(1, 9), rounds=1)
    partners = count_partners(planned.rounds)
    assert not any(partners[pair] for pair in ((1, 2), (3, 4), (5, 6), (7, 8)))
