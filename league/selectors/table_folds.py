"""Many tables with their sheets and what these come to, in a constant number of queries."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Prefetch, QuerySet
from msgspec import Struct

from league.models import DealRecord, Seat, Table
from league.selectors.carried_warnings import TeamAt, list_warned_teams
from league.selectors.sheets import BrokenFactsError, build_sheet, select_before
from scoring.fold import fold_sheet
from scoring.sheet import Folded, Sheet


class TableFold(Struct, frozen=True, kw_only=True):
    """A table, its sheet and the sheet folded."""

    table: Table
    sheet: Sheet
    folded: Folded


def fold_tables(tables: QuerySet[Table], *, hidden: Mapping[int, int] | None = None) -> list[TableFold]:
    """The tables in order of round and number. Raises BrokenFactsError.

    `hidden`: table -> the first position that is left out, with all after it.
    """
    hidden = hidden or {}
    seats = Seat.objects.select_related("player", "stands_in_for", "shared_with").order_by("pk")
    records = DealRecord.objects.order_by("position", "revision")
    loaded = tables.select_related("event__league", "round").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("records", queryset=records)
    )
    warned: dict[int, list[TeamAt]] = {}
    folds = []
    for table in loaded.order_by("round__number", "number"):
        if table.event_id not in warned:
            warned[table.event_id] = list_warned_teams(table.event)
        folds.append(_fold(table, warned[table.event_id], before=hidden.get(table.pk)))
    return folds


def _fold(table: Table, warned: list[TeamAt], *, before: int | None) -> TableFold:
    records = select_before(table.records.all(), before)
    sheet = build_sheet(table, records=records, seats=[*table.seats.all()], warned=warned)
    folded, faults = fold_sheet(sheet)
    if faults:
        raise BrokenFactsError(f"table {table.pk}: {faults}")
    return TableFold(table=table, sheet=sheet, folded=folded)
