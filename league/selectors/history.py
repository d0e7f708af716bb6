"""Everything that was done at a table or in an event, newest first. Nothing that was ever entered is missing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Min, Q, QuerySet

from league.models import AuditRow, DealRecord, Event, Seat, Table

#: What whoever may see an event may read of it: what became of hands and results.
PUBLIC_ACTIONS = frozenset(
    {
        "table_seated", "table_reseated", "results_imported", "table_imported", "deal_recorded", "deal_taken_off",
        "sheet_corrected", "time_called", "time_call_taken_back", "claim_made", "result_confirmed", "warning_carried",
        "event_closed", "event_reopened", "results_published", "results_final", "results_reopened",
        "standing_rules_set", "points_adjusted", "adjustment_cancelled", "tie_settled", "tie_decision_cancelled",
    }
)  # fmt: skip


def list_history(event: Event, *, table: Table | None = None, shows_all: bool) -> QuerySet[AuditRow]:
    """The audit rows of an event, or of one of its tables; `shows_all` also what is only for those who keep score."""
    rows = event.audit.filter(Q() if table is None else Q(table=table))
    if not shows_all:
        rows = rows.filter(action__in=PUBLIC_ACTIONS)
    return rows.select_related("actor", "link", "table__round", "table__event", "event__league").order_by("-pk")


def name_seats(tables: Iterable[int]) -> dict[int, dict[str, str]]:
    """Table -> seat -> who sits there."""
    names: dict[int, dict[str, str]] = {}
    for seat in Seat.objects.filter(table__in=set(tables)).select_related("player"):
        names.setdefault(seat.table_id, {})[seat.seat] = seat.player.name
    return names


def find_recorded(rows: Iterable[AuditRow]) -> dict[int, list[DealRecord]]:
    """Audit row -> the records that it stored, in the order of the sheet; rows that name none are left out."""
    named = {row.pk: (row.table_id, row.detail["records"]) for row in rows if row.detail.get("records")}
    tables = {table for table, _names in named.values()}
    records = {
        (record.table_id, f"{record.position}.{record.revision}"): record
        for record in DealRecord.objects.filter(table__in=tables).order_by("position", "revision")
    }
    return {
        row: [record for (at, name), record in records.items() if at == table and name in names]
        for row, (table, names) in named.items()
    }


def find_first_rows(event: Event, positions: Mapping[int, int]) -> dict[int, int]:
    """Table -> the first audit row of what was stored at or after its position; tables without one are left out."""
    found: dict[int, int] = {}
    for table, position in positions.items():
        at = DealRecord.objects.filter(table=table, position__gte=position).aggregate(at=Min("recorded_at"))["at"]
        row = event.audit.filter(table=table, at__gte=at).order_by("pk").first() if at else None
        if row is not None:
            found[table] = row.pk
    return found
