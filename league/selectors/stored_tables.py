"""Tables with every row that belongs to them, in a constant number of queries a batch: for checking them."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Prefetch, QuerySet
from msgspec import Struct

from league.models import AuditRow, Call, Claim, DealRecord, Seat, SeatResult, Table

TABLES_A_BATCH = 200


class StoredTable(Struct, frozen=True, kw_only=True):
    """A table with its rows: records in the order of the sheet, all revisions; audit rows from the oldest on."""

    table: Table
    seats: list[Seat]
    records: list[DealRecord]
    results: list[SeatResult]
    claims: list[Claim]
    calls: list[Call]
    audit: list[AuditRow]


def load_stored_tables(tables: QuerySet[Table], *, has_log: bool = True) -> Iterator[StoredTable]:
    """The tables, never more of them at once in memory than a batch.

    Without `has_log` what was said about the hands (claims, calls, audit rows) is left out: nothing follows from it.
    """
    ready = tables.select_related("event", "round").prefetch_related(
        Prefetch("seats", queryset=Seat.objects.select_related("player", "entry").order_by("pk")),
        Prefetch("records", queryset=DealRecord.objects.order_by("position", "revision")),
        Prefetch("results", queryset=SeatResult.objects.order_by("pk")),
    )
    if has_log:
        ready = ready.prefetch_related(
            Prefetch("claims", queryset=Claim.objects.order_by("pk")),
            Prefetch("calls", queryset=Call.objects.order_by("pk")),
            Prefetch("audit", queryset=AuditRow.objects.order_by("pk")),
        )
    for table in ready.iterator(chunk_size=TABLES_A_BATCH):
        yield StoredTable(
            table=table,
            seats=list(table.seats.all()),
            records=list(table.records.all()),
            results=list(table.results.all()),
            claims=list(table.claims.all()) if has_log else [],
            calls=list(table.calls.all()) if has_log else [],
            audit=list(table.audit.all()) if has_log else [],
        )
