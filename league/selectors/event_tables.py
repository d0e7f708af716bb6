"""Tables of an event with their seats and records, in a few queries: for exports and for comparing a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from django.db.models import Prefetch, QuerySet

from league.models import DealRecord, Event, Seat, Table
from league.selectors.carried_warnings import list_warned_teams
from league.selectors.sheets import build_sheet, select_before
from scoring.sheet import Sheet

TABLES_A_QUERY = 200


def list_sheets(event: Event, *, hidden: Mapping[int, int] | None = None) -> Iterator[tuple[Table, Sheet]]:
    """Every table of an event with its sheet, by round and number. Raises BrokenFactsError.

    `hidden`: table -> the first position that is left out, with all after it.
    """
    hidden = hidden or {}
    warned = list_warned_teams(event)
    for table in load_tables(event.tables.order_by("round__number", "number")):
        records = select_before(table.records.all(), hidden.get(table.pk))
        yield table, build_sheet(table, records=records, seats=[*table.seats.all()], warned=warned)


def load_tables(tables: QuerySet[Table]) -> Iterator[Table]:
    """Tables with round, seats and records at hand. Records are in the order of the sheet, all revisions of them."""
    seats = Seat.objects.select_related("player").order_by("pk")
    records = DealRecord.objects.select_related("recorded_by").order_by("position", "revision")
    ready = tables.select_related("round", "event").prefetch_related(
        Prefetch("seats", queryset=seats), Prefetch("records", queryset=records)
    )
    return ready.iterator(chunk_size=TABLES_A_QUERY)


def select_tables(event: Event, pks: Iterable[int]) -> Iterator[Table]:
    """Some tables of an event, as `load_tables` gives them, however many they are."""
    wanted = sorted(pks)
    for start in range(0, len(wanted), TABLES_A_QUERY):
        yield from load_tables(event.tables.filter(pk__in=wanted[start : start + TABLES_A_QUERY]).order_by("pk"))
