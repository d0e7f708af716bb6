"""What must hold of a database after a storm, whoever wrote what."""

from __future__ import annotations

from collections.abc import Iterable

from django.core.management import call_command
from django.db.models import Count

from league.models import AuditRow, DealRecord, SeatResult, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table, list_records, select_standing
from league.services.results import read_figures
from tests.concurrency.ledger import Ledger


def assert_all_is_sound(tables: Iterable[Table], ledger: Ledger) -> None:
    """Nothing lost, nothing twice, nothing half-written; results as a fresh fold gives them; verify agrees."""
    assert not ledger.find_faults(DealRecord.objects.all())
    for table in tables:
        assert_table_is_sound(table)
    assert_every_record_was_logged()
    call_command("verify")  # ends the process with 1 where anything differs


def assert_table_is_sound(table: Table) -> None:
    """One entry in each place, without gaps, and the results of a fresh fold."""
    table = Table.objects.get(pk=table.pk)
    positions = [record.position for record in select_standing(list_records(table))]
    assert positions == sorted(set(positions))
    folded = fold_table(table)
    fresh = {result.seat_id: read_figures(result) for result in make_results(table, list(table.seats.all()), folded)}
    stored = {result.seat_id: read_figures(result) for result in SeatResult.objects.filter(table=table)}
    assert stored == fresh


def assert_every_record_was_logged() -> None:
    """Each record's audit row came with it in one transaction: the log names every one of them, once."""
    logged = [
        (table, place)
        for table, detail in AuditRow.objects.exclude(table=None).values_list("table", "detail")
        for place in detail.get("records", {})
    ]
    records = DealRecord.objects.values_list("table", "position", "revision")
    assert sorted(logged) == sorted((table, f"{position}.{revision}") for table, position, revision in records)
    assert not DealRecord.objects.values("table", "key").annotate(times=Count("pk")).filter(times__gt=1)
