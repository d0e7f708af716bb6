"""What is asked of databases of several sizes: pages, answers of the API, and recording a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.models import League, Membership, Player, Table
from league.models.people import Role
from league.selectors.sheets import build_sheet
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import create_event
from scoring.fold import fold_sheet

#: A task prepares something and gives what is timed.
Task = Callable[[], Callable[[], object]]


def make_tasks(league: League) -> Mapping[str, Task]:
    """Name -> task. The first is the floor, in which no database is asked."""
    event = league.events.order_by("pk")[0]
    season = event.season
    assert season is not None
    table = event.tables.order_by("pk")[0]
    player = Player.objects.filter(league=league).order_by("pk")[0]
    admin = User.objects.create_user("benchmark")
    Membership.objects.create(league=league, user=admin, role=Role.OWNER)
    nobody, somebody = (Client(headers={"host": "localhost"}) for _each in range(2))
    somebody.force_login(admin)
    numbers = [event.slug, 1, table.number]
    pages = {
        "page of an event": f"/events/{event.slug}/",
        "page of a table": reverse("league:table", args=numbers),
        "history of a table": reverse("league:table-history", args=numbers),
        "history of an event": f"/events/{event.slug}/history/",
        "projector": f"/events/{event.slug}/projector/",
        "page of a league": f"/leagues/{league.slug}/",
        "log of a league": f"/leagues/{league.slug}/log/",
        "standings of a season": f"/leagues/{league.slug}/seasons/{season.slug}/",
        "record of a player": f"/leagues/{league.slug}/players/{player.pk}/record/",
        "standings by the API": f"/api/v1/events/{event.slug}/standings/",
    }
    tasks: dict[str, Task] = {"floor": lambda: _fold_often(table), "recording a hand": _record(league)}
    for name, address in pages.items():
        for who, client in (("anybody", nobody), ("an admin", somebody)):
            if client.get(address).status_code == 200:
                tasks[f"{name}, {who}"] = _get(client, address)
    return tasks


def _fold_often(table: Table) -> Callable[[], object]:
    sheet = build_sheet(table)
    return lambda: [fold_sheet(sheet) for _time in range(100)]


def _get(client: Client, address: str) -> Task:
    def ask() -> None:
        status = client.get(address).status_code
        assert status == 200, (address, status)

    return lambda: ask


def _record(league: League) -> Task:
    """A hand at a table of an evening of its own, where three have been recorded."""
    who: dict[str, Any] = {"by": None, "source": "command"}
    event = create_event(league, name="Recording", game="land-grant-euchre", **who)
    people = list(Player.objects.filter(league=league).order_by("pk")[:4])
    rounds = count(1)

    def prepare() -> Callable[[], object]:
        seats = dict(zip("NESW", people, strict=True))
        table = seat_table(event, round_number=next(rounds), number=1, seats=seats, **who)
        facts = {"maker": "N", "tricks": 3}
        for position in (1, 2, 3):
            record_deal(table, facts, position=position, key=str(position), **who)
        return lambda: record_deal(table, facts, position=4, key="4", **who)

    return prepare
