"""The next round where people have come and gone: everybody who plays has one seat, and moves as the movement says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from scoring.ladder import LADDERS, Side, climb
from scoring.movement_rounds import SEATS, MovementRound
from scoring.next_round import climb_on, draw_first, move_seats, refill_tables
from scoring.sit_outs import follow_turns

SIDES: tuple[Side, ...] = ("NS", "EW")


@st.composite
def evenings(draw: st.DrawFn) -> list[set[int]]:
    """Who is there, round by round."""
    people = st.sets(st.integers(1, 24), min_size=4, max_size=20)
    return draw(st.lists(people, min_size=1, max_size=5))


@given(evenings(), st.sampled_from(sorted(LADDERS)), st.integers(0, 99))
def test_everybody_there_plays_or_sits_out(here: list[set[int]], ladder: str, seed: int) -> None:
    history: list[MovementRound] = []
    for people in here:
        if history:
            winners = [SIDES[(seed + at) % 2] for at in range(len(history[-1].tables))]
            played = climb_on(history, sorted(people), winners, LADDERS[ladder])
        else:
            played = draw_first(sorted(people), seed=seed)
        assert all(tuple(table) == SEATS for table in played.tables)
        named = [*played.people, *played.sit_out]
        assert sorted(named) == sorted(people)
        assert len(played.sit_out) == len(people) % 4
        history.append(played)


@given(st.integers(1, 5).map(lambda tables: 4 * tables), st.integers(0, 99))
def test_where_nobody_comes_or_goes_it_is_the_ladder(count: int, seed: int) -> None:
    first = draw_first(range(count), seed=seed)
    winners = [SIDES[(seed + at) % 2] for at in range(count // 4)]
    for rules in LADDERS.values():
        assert climb_on([first], range(count), winners, rules).tables == climb(first, winners, rules).tables


@given(st.integers(5, 15).filter(lambda count: count % 4), st.integers(0, 99))
def test_sit_outs_in_a_ladder_go_by_turns(count: int, seed: int) -> None:
    history = [draw_first(range(count), seed=seed)]
    for _round in range(6):
        winners = [SIDES[(seed + at) % 2] for at in range(count // 4)]
        history.append(climb_on(history, range(count), winners, LADDERS["winners_move"]))
        level = follow_turns(history).level
        assert max(level.values()) - min(level.values()) <= 1


def test_a_table_less_leaves_the_others_where_they_go() -> None:
    moved = [dict(zip(SEATS, range(4 * at, 4 * at + 4), strict=True)) for at in range(3)]
    left = refill_tables(moved, [0, 1, 2, 4, 5, 6, 7, 8])
    assert left == [{"N": 0, "E": 1, "S": 2, "W": 8}, moved[1]]
    assert refill_tables(moved[:1], range(8)) == moved[:2]


def test_seats_move_on_from_where_people_sat() -> None:
    first = draw_first(range(20), seed=1)
    movement = move_seats([first], range(20), rounds=2)
    assert (movement.first, len(movement.rounds)) == (2, 2)
    one, two = movement.rounds
    assert [table["N"] for table in two.tables] == [table["N"] for table in first.tables]
    assert one.tables[1]["E"] == first.tables[0]["E"]
    assert two.tables[4]["W"] == first.tables[0]["W"]
