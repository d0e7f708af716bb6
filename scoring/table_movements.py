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
    check_size(players, rounds=rounds)
    sizes = divide_people(players, counts=counts, usual=usual)
    if not sizes:
        raise BadSizeError(
            gettext_noop("A table takes {fewest} at least: there are {players} players."),
            fewest=min(counts), players=players,
        )  # fmt: skip
    people = range(1, players + 1)
    made: list[MovementRound] = []
    for out in plan_sit_outs(people, rounds=rounds, places=players - sum(sizes)):
        here = [person for person in people if person not in out]
        seated = mix_tables(here, sizes=sizes, rounds=[played.tables for played in made])
        tables = tuple(dict(zip(ascii_uppercase, table, strict=False)) for table in seated)
        made.append(MovementRound(tables=tables, sit_out=out))
    return Movement(rounds=tuple(made), report=report_movement(made, goal="faces", sides=()))
