"""No page reads through all hands, results, seats or rows of the log that the site has: SQLite says how it would look.

Without statistics its plans do not depend on how much there is, so what holds for a few rows holds for a million.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.models import Call, Claim, DealRecord, Event, League, Match, Player, Seat, SeatResult, SitOut, Table
from league.models.audit import AuditRow
from league.services.corrections import undo_last
from league.services.recording import record_deal
from league.services.seating import seat_table
from tests.league.evenings import make_evening, make_season, play_game

#: What grows with every evening of every league.
GROWING = (AuditRow, Call, Claim, DealRecord, Match, Seat, SeatResult, SitOut, Table)
_NAMES = {model._meta.db_table for model in GROWING}

#: A table and, where it has another name in the statement, that name.
_NAMED = re.compile(r'(?:FROM|JOIN) "(\w+)"(?: (?:AS )?"?([UTV]\w+)"?)?')


def list_scans(statement: str) -> Iterator[str]:
    """The steps of a statement's plan that read a growing table from end to end."""
    if not statement.startswith(("SELECT", "UPDATE", "DELETE")):
        return
    named = {alias or name: name for name, alias in _NAMED.findall(statement)}
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
        steps = [row[3] for row in cursor.fetchall()]
    for step in steps:
        found = re.match(r"SCAN (\w+)", step)
        if found and named.get(found[1], found[1]) in _NAMES:
            yield f"{step}: {statement}"


def find_scans(act: Callable[[], object]) -> list[str]:
    """Every step that reads a growing table from end to end, of all that is asked meanwhile."""
    with CaptureQueriesContext(connection) as captured:
        act()
    statements = [query["sql"] for query in captured.captured_queries]
    assert statements
    return [scan for statement in dict.fromkeys(statements) for scan in list_scans(statement)]


@pytest.fixture
def evening(league: League, players: list[Player]) -> Event:
    event = make_evening(make_season(league), 3)
    play_game(event, players[:4], "NENN")
    play_game(event, players[4:8], "EE", number=2)
    return event


def get(client: Client, address: str) -> Callable[[], object]:
    def ask() -> None:
        assert client.get(address).status_code == 200, address

    return ask


def test_a_scan_would_be_seen(evening: Event) -> None:
    assert find_scans(lambda: list(DealRecord.objects.filter(reason="x")))
    assert find_scans(lambda: AuditRow.objects.filter(action="x").count())
    assert not find_scans(lambda: list(evening.tables.all()))


@pytest.mark.parametrize("who", ["nobody", "admin"])
def test_pages_find_what_they_show(evening: Event, log_in: Callable[[str], Client], who: str) -> None:
    client, league, season = log_in(who), evening.league, evening.season
    assert season is not None
    player = league.players.first()
    assert player is not None
    table = [evening.slug, 1, 1]
    pages: dict[str, list[Any]] = {
        "event": [evening.slug], "event-history": [evening.slug], "projector": [evening.slug], "table": table,
        "table-history": table, "league": [league.slug], "players": [league.slug], "event-prizes": [evening.slug],
        "player-record": [league.slug, player.pk], "player-games": [league.slug, player.pk],
        "season": [league.slug, season.slug],
    }  # fmt: skip
    if who == "admin":
        pages |= {"log": [league.slug], "results": [evening.slug], "round-new": [evening.slug]}
    scans = {name: find_scans(get(client, reverse(f"league:{name}", args=place))) for name, place in pages.items()}
    scans["API"] = find_scans(get(client, f"/api/v1/events/{evening.slug}/standings/"))
    scans["facts"] = find_scans(get(client, f"/api/v1/events/{evening.slug}/facts/"))
    assert {name: found for name, found in scans.items() if found} == {}


def test_recording_finds_what_it_changes(evening: Event, players: list[Player], owner: User) -> None:
    seats = dict(zip("NESW", players, strict=False))
    table = seat_table(evening, round_number=2, number=1, seats=seats, by=owner, source="web")
    who: dict[str, Any] = {"by": owner, "source": "web"}
    assert find_scans(lambda: record_deal(table, {"maker": "N", "tricks": 3}, position=1, key="new", **who)) == []
    assert find_scans(lambda: undo_last(table, position=1, key="undo", reason="Misread", **who)) == []
