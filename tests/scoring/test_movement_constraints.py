"""Couples apart and together, people who cannot move: kept in every round, or said in the report."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scoring.movement_constraints import Constraints, Stay
from scoring.movement_plan import Movement
from scoring.movements import make_movement
from tests.examples import take_examples
from tests.scoring.counting import check_seats, check_sit_outs, count_opponents, count_partners

QUICK = 20_000


def count_broken(movement: Movement, constraints: Constraints) -> int:
    broken = 0
    for played in movement.rounds:
        partners, opponents = count_partners([played]), count_opponents([played])
        for one, two in map(sorted, constraints.together):
            broken += not partners[one, two] and not {one, two} <= set(played.sit_out)
        for one, two in map(sorted, constraints.apart):
            broken += partners[one, two]
        for one, two in map(sorted, constraints.apart_tables):
            broken += partners[one, two] or opponents[one, two]
        for place, table in enumerate(played.tables, start=1):
            for seat, person in table.items():
                stay = constraints.stay.get(person)
                broken += stay is not None and (stay.table != place or stay.seat not in (None, seat))
    return broken


@st.composite
def draw_constraints(draw: st.DrawFn, players: int) -> Constraints:
    """Pairs of different people, and one who stays: all of it can be kept, but for sit-outs."""
    people = draw(st.permutations(range(1, players + 1)))
    kinds = draw(st.lists(st.sampled_from(["apart", "apart_tables", "together"]), max_size=2))
    pairs = {kind: frozenset[frozenset[int]]() for kind in ("apart", "apart_tables", "together")}
    for place, kind in enumerate(kinds):
        pairs[kind] |= {frozenset(people[2 * place : 2 * place + 2])}
    seat = draw(st.sampled_from([None, "N", "E", "S", "W"]))
    table = draw(st.integers(min_value=1, max_value=players // 4))
    return Constraints(**pairs, stay={people[-1]: Stay(table, seat)} if draw(st.booleans()) else {})


@take_examples(one_in=4)
@given(data=st.data(), players=st.integers(min_value=12, max_value=33), rounds=st.integers(min_value=1, max_value=8))
def test_constraints_are_kept(data: st.DataObject, players: int, rounds: int) -> None:
    constraints = data.draw(draw_constraints(players))
    movement = make_movement(players, rounds=rounds, constraints=constraints, steps=QUICK)
    people = range(1, players + 1)
    check_seats(movement.rounds, people)
    check_sit_outs(movement.rounds, people)
    broken = count_broken(movement, constraints)
    assert movement.report.broken == broken
    split = sum(len(pair & set(played.sit_out)) == 1 for played in movement.rounds for pair in constraints.together)
    assert broken == split


def test_two_couples_apart_in_a_whole_rotation_cost_hardly_a_partner() -> None:
    apart = frozenset({frozenset({1, 2}), frozenset({3, 4})})
    movement = make_movement(20, constraints=Constraints(apart=apart), steps=200_000)
    assert not movement.report.broken
    assert movement.report.partners.bound == 2
    assert movement.report.partners.repeats <= 6


def test_those_who_stay_at_one_table_keep_their_seats() -> None:
    stay = {5: Stay(2, "N"), 6: Stay(3, "S"), 7: Stay(3, "E")}
    movement = make_movement(24, rounds=6, constraints=Constraints(stay=stay), steps=200_000)
    assert not movement.report.broken
    assert all(played.tables[2]["S"] == 6 and played.tables[2]["E"] == 7 for played in movement.rounds)
    assert all(played.tables[1]["N"] == 5 for played in movement.rounds)


def test_twenty_couples_play_together_all_evening() -> None:
    together = frozenset(frozenset({one, one + 1}) for one in range(1, 40, 2))
    movement = make_movement(40, rounds=6, constraints=Constraints(together=together), steps=200_000)
    assert not movement.report.broken
    met = count_opponents(movement.rounds)
    assert all(met[pair] <= 1 for pair in combinations(range(1, 41), 2))


def test_what_cannot_be_kept_is_said() -> None:
    together = frozenset({frozenset({1, 2})})
    movement = make_movement(9, rounds=9, constraints=Constraints(together=together), steps=QUICK)
    messages = [warning.template.format(**warning.values) for warning in movement.report.warnings]
    assert sum("1 and 2 do not play together." in message for message in messages) == movement.report.broken == 2
