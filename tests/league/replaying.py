"""Whole games of any kind put on a table at once, for tests of what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.models import DealRecord, Event, League, Player, SeatResult, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table, write_sheet
from league.services.results import read_figures, store_results
from league.services.seating import seat_table
from league.services.setup import create_event
from scoring.result import score_sheet


def make_event(league: League, sheet: Mapping[str, Any]) -> Event:
    """An event under the house rules of a sheet."""
    return create_event(
        league,
        name="Replayed",
        game=sheet["game"],
        preset=sheet.get("preset", ""),
        options=sheet.get("options"),
        players=sheet.get("players"),
        by=None,
        source="web",
    )


def put_on_table(
    event: Event, players: Sequence[Player], sheet: Mapping[str, Any], *, number: int = 1, round_number: int = 1
) -> Table:
    """A table with the entries of a sheet without faults, as if they had been recorded one by one."""
    count = sheet.get("players")
    table = seat_table(
        event,
        round_number=round_number,
        number=number,
        seats=dict(zip(event.make_rules(count).seats, players, strict=False)),
        first_dealer=sheet.get("first_dealer", ""),
        warned=sheet.get("warned", ()),
        players=count,
        by=None,
        source="web",
    )
    table.time_called = sheet.get("finished", False)
    table.save()
    DealRecord.objects.bulk_create(
        DealRecord(table=table, position=place, facts=facts, key=f"hand-{place}", source="web")
        for place, facts in enumerate(sheet["deals"], start=1)
    )
    store_results(table, fold_table(table))
    return table


def assert_results_are_fresh(table: Table) -> None:
    """The stored results are what a fresh fold of the stored facts comes to."""
    table = Table.objects.get(pk=table.pk)
    folded = fold_table(table)
    fresh = {result.seat_id: read_figures(result) for result in make_results(table, list(table.seats.all()), folded)}
    stored = {result.seat_id: read_figures(result) for result in SeatResult.objects.filter(table=table)}
    assert stored == fresh
    assert score_sheet(write_sheet(table))["totals"] == dict(folded.state.totals)
