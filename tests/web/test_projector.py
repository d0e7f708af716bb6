"""The projector: what it shows, how the address turns it, who may see it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from league.models import Event, Player, Table
from league.services.seating import seat_table
from league.web.projector import PARTS, read_turning
from tests.web.conftest import VISITORS, record

PROJECTOR = "/events/tuesday/projector/"
LONER = {"maker": "N", "tricks": 5, "alone": True}


@pytest.mark.parametrize("who", VISITORS)
def test_who_may_see_the_event_may_see_it(
    who: str, table: Table, closed_table: Table, log_in: Callable[[str], Client]
) -> None:
    client = log_in(who)
    assert client.get(PROJECTOR).status_code == 200
    status = 200 if who in ("player", "scorer", "admin") else 404
    assert client.get("/events/secret/projector/").status_code == status
    assert client.get("/events/secret/live/projector/").status_code == status


@pytest.mark.parametrize(
    ("query", "seconds", "rows", "show"),
    [
        ("", 12, 0, PARTS),
        ("seconds=20&rows=8", 20, 8, PARTS),
        ("seconds=0&rows=0", 4, 1, PARTS),
        ("seconds=9999&rows=9999", 120, 60, PARTS),
        ("seconds=99999&rows=x", 12, 0, PARTS),
        ("seconds=-1&rows=1.5", 12, 0, PARTS),
        ("show=standings", 12, 0, ("standings",)),
        ("show=tables,%20clock", 12, 0, ("clock", "tables")),
        ("show=nonsense", 12, 0, PARTS),
    ],
)
def test_the_address_says_how_it_turns(query: str, seconds: int, rows: int, show: tuple[str, ...]) -> None:
    turning = read_turning(QueryDict(query))
    assert (turning.seconds, turning.rows, turning.show) == (seconds, rows, show)


def test_it_shows_standings_tables_that_play_and_results(table: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=True))
    second = seat_table(table.event, round_number=1, number=2, seats=seats, by=None, source="web")
    record(table, LONER, LONER, LONER)
    record(second, LONER)
    page = Client().get(PROJECTOR).content.decode()
    standings, rest = page.split('id="live-tables"')
    playing, results = rest.split('id="live-results"')
    assert re.search(
        r'is-top--1">\s*<td class="place">1</td>\s*<th scope="row"><span class="name">Ann &amp; Cyd', standings
    )
    assert "Table 2" in playing
    assert "Table 1" not in playing
    assert "Table 1" in results
    assert "Table 2" not in results
    assert re.search(r"<b>1</b>\s*table of 2 still plays", standings)


def test_the_result_that_came_last_is_first(table: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=True))
    second = seat_table(table.event, round_number=1, number=2, seats=seats, by=None, source="web")
    record(second, LONER, LONER, LONER)
    record(table, LONER, LONER, LONER)
    results = Client().get(PROJECTOR).content.decode().split('id="live-results"')[1]
    assert results.index("Table 1") < results.index("Table 2")


def test_what_was_corrected_and_what_can_still_change_is_marked(table: Table) -> None:
    record(table, LONER, LONER, LONER)
    assert "provisional" in Client().get(PROJECTOR).content.decode()
    now = timezone.now()
    Table.objects.update(corrected_at=now)
    Event.objects.update(is_open=False, published_at=now, final_at=now)
    page = Client().get(PROJECTOR).content.decode()
    assert "provisional" not in page
    assert "badge--final" in page
    assert "corrected" in page.split('id="live-results"')[1]


def test_without_scripts_the_browser_loads_it_again(table: Table) -> None:
    page = Client().get(PROJECTOR).content.decode()
    assert '<noscript><meta http-equiv="refresh"' in page


def test_an_empty_event_has_a_projector_too(event: Event) -> None:
    page = Client().get(PROJECTOR).content.decode()
    assert "The standings begin with the first round." in page
