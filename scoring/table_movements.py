"""Movements for games without partnerships: tables of seven, and tables whose size is left open. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_uppercase

from scoring.movement_limits import check_size
from scoring.movement_plan import Movement
from scoring.movement_report import report_movement
from scoring.movement_rounds import MovementRound
from scoring.sit_outs import plan_sit_outs
from scoring.table_search import spread_meetings
from scoring.table_sizes import MOST_PASSES, Meetings, count_tablemates, divide_people, mix_people

#: How often in all rounds together the pairs of tables are gone over: many rounds would take a minute.
ALL_PASSES = 64


def make_table_movement(players: int, *, rounds: int, counts: Sequence[int], usual: int) -> Movement:
    """Rounds at tables of the sizes that a game knows, with as few as can be found who meet again.

    As few as possible sit out, in turn. Seats are A, B, C ... Raises BadSizeError, also where there is no table.
    """
    return plan_tables((), range(1, players + 1), rounds=rounds, counts=counts, usual=usual)


def plan_tables(
    history: Sequence[MovementRound], people: Sequence[int], *, rounds: int, counts: Sequence[int], usual: int
) -> Movement:
    """The same after rounds that were played, for whoever is there now: who met in those counts."""
    check_size(len(people), rounds=rounds, fewest=min(counts))
    sizes = divide_people(len(people), counts=counts, usual=usual)
    sit_outs = plan_sit_outs(people, rounds=rounds, places=len(people) - sum(sizes), history=history)
    met = count_tablemates(played.tables for played in history)
    seated = spread_meetings([*_mix_rounds(people, sit_outs, sizes=sizes, met=met)], met)
    made = [
        MovementRound(tables=tuple(dict(zip(ascii_uppercase, table, strict=False)) for table in tables), sit_out=out)
        for tables, out in zip(seated, sit_outs, strict=True)
    ]
    report = report_movement(made, people=people, history=history, goal="faces", sides=())
    return Movement(rounds=tuple(made), report=report, first=len(history) + 1)


def _mix_rounds(
    people: Sequence[int], sit_outs: Sequence[Sequence[int]], *, sizes: Sequence[int], met: Meetings
) -> Iterator[list[list[int]]]:
    """One round after another, each with few who met before, to begin a search with."""
    so_far = met.copy()
    passes = min(MOST_PASSES, max(1, ALL_PASSES // max(len(sit_outs), 1)))
    for out in sit_outs:
        tables = mix_people([who for who in people if who not in out], sizes=sizes, met=so_far, passes=passes)
        so_far.update(frozenset(two) for table in tables for two in combinations(table, 2))
        yield tables
