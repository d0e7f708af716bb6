"""The movement by arithmetic: each seat moves so many tables every round, and partners change by that. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop
from scoring.movement_limits import BadSizeError, check_size
from scoring.movement_plan import Movement
from scoring.movement_report import report_movement
from scoring.movement_rounds import SEATS, MovementRound
from scoring.seating import fill_tables, move_tables

#: North stays, South goes down one table, East up one, West up two.
USUAL_STEPS: Mapping[str, int] = {"N": 0, "S": -1, "E": 1, "W": 2}


def make_seat_movement(players: int, *, rounds: int, steps: Mapping[str, int] = USUAL_STEPS) -> Movement:
    """Rounds in which everybody moves by their seat's step and keeps the seat; the report warns where that is bad.

    With t tables somebody partners t others at most; safe are only numbers of tables without a factor 2 or 3, for the
    usual steps. Raises BadSizeError, also where a table would not be full.
    """
    check_size(players, rounds=rounds)
    if players % len(SEATS):
        raise BadSizeError(
            gettext_noop("Seats move only between full tables: {players} players do not make tables of four."),
            players=players,
        )
    tables = fill_tables(range(1, players + 1), order=SEATS, tables=players // len(SEATS))
    made = []
    for _round in range(rounds):
        made.append(MovementRound(tables=tuple(tables)))
        tables = move_tables(tables, by=steps)
    return Movement(rounds=tuple(made), report=report_movement(made))
