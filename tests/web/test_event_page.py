"""The page of an event: standings as they are, tables in play with running scores."""

from __future__ import annotations

import re
from html import unescape

from django.test import Client

from league.models import Event, Player, Table
from league.services.recording import call_time
from league.services.seating import seat_table
from tests.web.conftest import record

EVENT = "/events/tuesday/"

LONER = {"maker": "N", "tricks": 5, "alone": True}
EUCHRE = {"maker": "N", "tricks": 1}
MARCH = {"maker": "N", "tricks": 5}


def read_rows() -> list[list[str]]:
    """The cells of the standings, tags taken out."""
    page = Client().get(EVENT).content.decode()
    rows = re.findall(r"<tr.*?</tr>", page.split("<tbody>")[1], re.DOTALL)
    cells = [re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL) for row in rows]
    return [[" ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split()) for cell in row] for row in cells]


def test_a_finished_game_is_in_the_standings(table: Table) -> None:
    record(table, LONER, EUCHRE, LONER, MARCH)
    winners, losers = read_rows()
    assert winners[0] == "1"
    assert winners[1].startswith("Ann & Cyd")
    #                      won  lost  +/-  points loners euchres made, suffered
    assert winners[2:] == ["1", "0", "+8", "10", "2", "0", "1"]
    assert losers[0] == "2"
    assert losers[2:] == ["0", "1", "−8", "2", "0", "1", "0"]


def test_a_game_in_play_is_shown_and_not_counted(table: Table) -> None:
    record(table, LONER)
    first, second = read_rows()
    assert first[0] == second[0] == "1 ="
    assert "in play" in first[1]
    assert first[2:6] == ["0", "0", "0", "0"]
    page = Client().get(EVENT).content.decode()
    assert "1 hand" in page
    assert re.search(r"Ann &amp; Cyd</span><b>4</b>", page)


def test_draws_have_a_column_once_there_is_one(table: Table) -> None:
    assert "Drawn" not in Client().get(EVENT).content.decode()
    call_time(table, called=True, by=None, source="web")
    page = Client().get(EVENT).content.decode()
    assert "Drawn" in page
    assert "finished" in page


def test_the_newest_round_comes_first(table: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players, strict=False))
    seat_table(table.event, round_number=2, number=1, seats=seats, by=None, source="web")
    page = Client().get(EVENT).content.decode()
    assert page.index("Round 2") < page.index("Round 1")


def test_an_empty_event_says_what_comes_next(event: Event, admin: Client) -> None:
    page = admin.get(EVENT).content.decode()
    assert "The standings begin with the first round." in page
    assert "New round" in page
    assert "New round" not in Client().get(EVENT).content.decode()


def test_home_and_league_tell_where_cards_are_on_the_table(table: Table) -> None:
    assert "playing now" not in Client().get("/").content.decode()
    record(table, MARCH)
    for path in ("/", "/leagues/riverside/"):
        assert "playing now" in Client().get(path).content.decode()
    Event.objects.update(is_open=False)
    assert "playing now" not in Client().get("/").content.decode()
    assert "closed" in Client().get("/leagues/riverside/").content.decode()
