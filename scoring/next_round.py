"""The next round of a movement that follows from where people sat, when somebody has come or gone meanwhile. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from scoring.ladder import LadderRules, Side, climb
from scoring.movement_plan import Movement
from scoring.movement_report import report_movement
from scoring.movement_rounds import SEATS, MovementRound
from scoring.seat_movement import USUAL_STEPS
from scoring.seating import fill_tables, move_tables
from scoring.sit_outs import plan_sit_outs


def draw_first(people: Sequence[int], *, seed: int, history: Sequence[MovementRound] = ()) -> MovementRound:
    """A round of tables of four by lot; who has sat out least sits out."""
    order = list(people)
    Random(seed).shuffle(order)
    out = _choose_out(order, history)
    playing = [person for person in order if person not in out]
    tables = fill_tables(playing, order=SEATS, tables=len(playing) // len(SEATS))
    return MovementRound(tables=tuple(tables), sit_out=out)


def climb_on(
    history: Sequence[MovementRound], people: Sequence[int], winners: Sequence[Side | None], rules: LadderRules
) -> MovementRound:
    """The next round of a ladder for who is there now; who has to sit out by turn gives the seat to who comes in.

    Raises UndecidedError as `climb` does.
    """
    out = _choose_out(people, history)
    moved = climb(history[-1], winners, rules)
    playing = [person for person in people if person not in out]
    return MovementRound(tables=tuple(refill_tables(moved.tables, playing)), sit_out=out)


def move_seats(
    history: Sequence[MovementRound], people: Sequence[int], *, rounds: int, steps: Mapping[str, int] = USUAL_STEPS
) -> Movement:
    """The movement by arithmetic from the last round on; who has gone leaves the seat to who has come."""
    tables: Sequence[Mapping[str, int]] = history[-1].tables
    made = []
    for _round in range(rounds):
        tables = refill_tables(move_tables(tables, by=steps), people)
        made.append(MovementRound(tables=tuple(tables)))
    report = report_movement(made, people=people, history=history)
    return Movement(rounds=tuple(made), report=report, first=len(history) + 1)


def refill_tables(moved: Sequence[Mapping[str, int]], playing: Sequence[int]) -> list[dict[str, int]]:
    """Full tables of four for these people: everybody where the movement takes him, the others where there is room.

    Where there is a table less than before, those of the last one find room at the others.
    """
    count = len(playing) // len(SEATS)
    wanted = set(playing)
    tables = [
        {seat: table[seat] for seat in SEATS if table.get(seat) in wanted}
        for table in [*moved[:count], *({} for _table in range(count - len(moved)))]
    ]
    seated = {person for table in tables for person in table.values()}
    rest = iter([person for person in playing if person not in seated])
    return [{seat: table[seat] if seat in table else next(rest) for seat in SEATS} for table in tables]


def _choose_out(people: Sequence[int], history: Sequence[MovementRound]) -> tuple[int, ...]:
    return plan_sit_outs(people, rounds=1, places=len(people) % len(SEATS), history=history)[0]
