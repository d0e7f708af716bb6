"""A league with an event of Land-Grant Euchre, and short ways to import a text and to read what is stored."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.imports.running import import_file
from league.models import AuditRow, DealRecord, Event, League, Player, Round, Seat, SeatResult, Table
from league.selectors.sheets import write_sheet
from league.selectors.standings import write_standings
from league.services.import_target import EventWish
from league.services.incoming import ImportRefusedError, ImportReport
from league.services.setup import create_event, create_league

Import = Callable[..., ImportReport]

#: Two tables of one round, with names; the rows of table 2 stand between those of table 1.
TWO_TABLES = """\
    event,round,table,deal,maker,alone,tricks,name_N,name_E,name_S,name_W
    Spring,1,1,1,N,,3,Ann,Bob,Cyd,Dee
    Spring,1,2,1,E,yes,5,Eve,Фёдор,Gus,Hal
    Spring,1,1,2,E,,2,,,,
    Spring,1,2,2,N,no,x,,,,
    Spring,1,1,3,W,,5,,,,
"""


@pytest.fixture
def owner(db: None) -> User:
    return User.objects.create_user("owner")


@pytest.fixture
def league(owner: User) -> League:
    return create_league("Riverside", by=owner, source="web")


@pytest.fixture
def event(league: League) -> Event:
    return create_event(league, name="Spring", game="land-grant-euchre", by=None, source="web")


def run_import(
    text: str | bytes, target: Event | EventWish, *, name: str = "hands.csv", **options: Any
) -> ImportReport:
    """Import a text; indentation is taken off."""
    content = text if isinstance(text, bytes) else dedent(text).encode()
    return import_file(content, file_name=name, target=target, by=None, source="import", **options)


def list_faults(text: str | bytes, target: Event | EventWish, *, name: str = "hands.csv") -> list[str]:
    """The faults for which a text is refused; nothing of it may have been stored."""
    before = count_rows()
    with pytest.raises(ImportRefusedError) as refused:
        run_import(text, target, name=name)
    assert count_rows() == before
    return [str(fault) for fault in refused.value.faults]


def count_rows() -> dict[str, int]:
    """How many rows there are of everything that an import can store."""
    models = (League, Event, Player, Round, Table, Seat, DealRecord, SeatResult, AuditRow)
    return {model.__name__: model.objects.count() for model in models}


def read_table(event: Event, round_number: int = 1, number: int = 1) -> Table:
    return event.tables.get(round__number=round_number, number=number)


def read_deals(event: Event, round_number: int = 1, number: int = 1) -> list[dict[str, Any]]:
    """The facts that stand at a table."""
    return write_sheet(read_table(event, round_number, number))["deals"]


def read_names(event: Event, round_number: int = 1, number: int = 1) -> dict[str, str]:
    return write_sheet(read_table(event, round_number, number))["seats"]


def read_totals(event: Event) -> dict[tuple[int, int], tuple[int, int]]:
    """Points of North and of East at each table, by round and number."""
    results = SeatResult.objects.filter(event=event, seat__seat__in="NE").order_by("pk")
    totals: dict[tuple[int, int], dict[str, int]] = {}
    for result in results.select_related("seat", "table__round"):
        place = (result.table.round.number, result.table.number)
        totals.setdefault(place, {})[result.seat.seat] = result.points
    return {place: (points["N"], points["E"]) for place, points in totals.items()}


def write_places(event: Event) -> list[dict[str, Any]]:
    """The standings but for what the event itself gives its entries: their ids."""
    return [{name: value for name, value in line.items() if name != "id"} for line in write_standings(event)]
