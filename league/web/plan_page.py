"""What the pages of a plan show: rounds by name, who meets whom, what is better or worse than before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event
from league.selectors.plans import PlannedRound, PlannedTable
from league.wording import join_names, name_seat, name_side
from rules.game import Game
from scoring.movement_report import Report

#: For more people the grid of who meets whom is too big to read.
MOST_IN_GRID = 40


class ShownTable(Struct, frozen=True, kw_only=True):
    """A table of a round to come: side by side, what the side is called and who is on it."""

    number: int
    sides: tuple[tuple[str, str], ...]


class ShownRound(Struct, frozen=True, kw_only=True):
    """A round to come, by name."""

    number: int
    tables: tuple[ShownTable, ...]
    sit_out: tuple[str, ...]


def make_rules_of(event: Event, table: PlannedTable) -> Game:
    """The game as it is played at a table of so many."""
    return event.make_rules(len(table.seats)) if event.rules.player_counts else event.rules


def show_round(event: Event, round_: PlannedRound, names: Mapping[int, str]) -> ShownRound:
    """A round with everybody by name."""
    return ShownRound(
        number=round_.number,
        tables=tuple(show_table(event, table, names) for table in round_.tables),
        sit_out=tuple(names.get(who, "") for who in round_.sit_out),
    )


def show_table(event: Event, table: PlannedTable, names: Mapping[int, str]) -> ShownTable:
    """A table with its sides."""
    game = make_rules_of(event, table)
    sides = []
    for side in game.sides:
        seats = [seat for seat in game.seats_of(side) if seat in table.seats]
        title = name_seat(seats[0], game.seats) if len(seats) == 1 else name_side(side, {})
        sides.append((title, join_names([names.get(table.seats[seat], "") for seat in seats])))
    return ShownTable(number=table.number, sides=tuple(sides))


def compare_reports(before: Report | None, after: Report) -> list[tuple[str, str, str]]:
    """What is counted, by the plan that stands ("" where none does), and by the new one."""
    rows = [
        (_("Partners again"), _write_repeats(before, "partners"), _write_repeats(after, "partners")),
        (_("At one table again"), _write_repeats(before, "tablemates"), _write_repeats(after, "tablemates")),
        (_("Opponents at most"), _write_most(before), _write_most(after)),
        (_("Sit-outs each"), _write_sit_outs(before), _write_sit_outs(after)),
    ]
    return [row for row in rows if row[2]]


def make_grid(event: Event, rounds: Iterable[PlannedRound], names: Mapping[int, str]) -> dict[str, Any] | None:
    """Who meets whom in these rounds: a row for each person, in each cell how often as partners and as opponents."""
    partners: Counter[frozenset[int]] = Counter()
    met: Counter[frozenset[int]] = Counter()
    for table in (table for each in rounds for table in each.tables):
        game = make_rules_of(event, table)
        met.update(map(frozenset, combinations(table.seats.values(), 2)))
        for side in game.sides:
            here = [table.seats[seat] for seat in game.seats_of(side) if seat in table.seats]
            partners.update(map(frozenset, combinations(here, 2)))
    people = sorted({who for pair in met for who in pair}, key=lambda who: names.get(who, ""))
    if not 2 <= len(people) <= MOST_IN_GRID:
        return None
    rows = [(at, names.get(who, ""), [_write_cell(who, other, partners, met) for other in people])
            for at, who in enumerate(people, start=1)]  # fmt: skip
    heads = [(at, names.get(who, "")) for at, who in enumerate(people, start=1)]
    return {"heads": heads, "rows": rows, "has_partners": bool(partners)}


def list_people(rounds: Sequence[PlannedRound]) -> set[int]:
    """Everybody in these rounds."""
    seated = {who for each in rounds for table in each.tables for who in table.seats.values()}
    return seated | {who for each in rounds for who in each.sit_out}


def _write_cell(who: int, other: int, partners: Mapping[frozenset[int], int], met: Mapping[frozenset[int], int]) -> str:
    pair = frozenset((who, other))
    if who == other:
        return "–"
    together = partners.get(pair, 0)
    return f"{together}+{met.get(pair, 0) - together}" if partners else str(met.get(pair, 0))


def _write_repeats(report: Report | None, kind: str) -> str:
    if report is None:
        return ""
    meetings = getattr(report, kind)
    if not meetings.pairs or not meetings.met:
        return ""
    best = _("at best %(count)s") % {"count": meetings.bound}
    return f"{meetings.repeats} ({best})"


def _write_most(report: Report | None) -> str:
    if report is None or not report.opponents.most or not report.partners.met:
        return ""
    return str(report.opponents.most)


def _write_sit_outs(report: Report | None) -> str:
    if report is None or not report.sit_outs.most:
        return ""
    least, most = report.sit_outs.least, report.sit_outs.most
    return str(most) if least == most else f"{least}–{most}"
