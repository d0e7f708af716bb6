"""Movements for games without partnerships: tables of seven, and tables whose size is left open. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from rules.game import gettext_noop
from scoring.movement_limits import BadSizeError, check_size
from scoring.movement_plan import Movement
from scoring.movement_report import report_movement
from scoring.movement_rounds import MovementRound
from scoring.sit_outs import plan_sit_outs
from scoring.table_sizes import divide_people, mix_tables


def make_table_movement(players: int, *, rounds: int, counts: Sequence[int], usual: int) -> Movement:
    """Rounds at tables of the sizes that a game knows, with as few as can be found who meet again.

    As few as possible sit out, in turn. Seats are A, B, C ... Raises BadSizeError, also where there is no table.
    """
    return plan_tables((), range(1, players + 1), rounds=rounds, counts=counts, usual=usual)


def plan_tables(
    history: Sequence[MovementRound], people: Sequence[int], *, rounds: int, counts: Sequence[int], usual: int
) -> Movement:
    """The same after rounds that were played, for whoever is there now: who met in those counts."""
    check_size(len(people), rounds=rounds)
    sizes = divide_people(len(people), counts=counts, usual=usual)
    if not sizes:
        raise BadSizeError(
            gettext_noop("A table takes {fewest} at least: there are {players} players."),
            fewest=min(counts), players=len(people),
        )  # fmt: skip
    made: list[MovementRound] = []
    for out in plan_sit_outs(people, rounds=rounds, places=len(people) - sum(sizes), history=history):
        here = [person for person in people if person not in out]
        seated = mix_tables(here, sizes=sizes, rounds=[played.tables for played in (*history, *made)])
        tables = tuple(dict(zip(ascii_uppercase, table, strict=False)) for table in seated)
        made.append(MovementRound(tables=tables, sit_out=out))
    report = report_movement(made, people=people, history=history, goal="faces", sides=())
    return Movement(rounds=tuple(made), report=report, first=len(history) + 1)
