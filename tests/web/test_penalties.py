"""The form of a hand says what each penalty costs here before one is entered; the page says who stands warned."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league.models import Event, League, Player, Table
from league.services.seating import seat_table
from league.services.setup import create_event
from tests.web.conftest import HTMX, read_form, record
from tests.web.playing import address, open_table, press

URL = "/events/tuesday/round/1/table/1/"
WARNED = {"maker": "N", "tricks": 3, "infractions": [{"kind": "table_talk", "offender": "N"}]}


def read_prices(page: str) -> str:
    """The prices in one line of plain text."""
    part = page.partition('id="prices"')[2].partition("</div>")[0].partition(">")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", part)).split())


def preview(client: Client, table: Table, **pressed: Any) -> str:
    hidden = read_form(client, address(table))
    sent = {**hidden, "action": "preview", **{name.replace("__", "-"): value for name, value in pressed.items()}}
    return client.post(address(table), sent, headers=HTMX).content.decode()


def test_a_fresh_form_says_what_each_penalty_costs(scorer: Client, table: Table) -> None:
    prices = read_prices(scorer.get(URL).content.decode())
    assert "Renege by Ann or Cyd: 2 points to the opponents East–West +2 the hand is over" in prices
    assert "Table talk by Bob or Dee: warning, no points This is a warning; the next one costs 2 points." in prices


def test_the_prices_follow_what_is_pressed(scorer: Client, table: Table) -> None:
    page = preview(scorer, table, maker="N", alone="on")
    assert 'hx-swap-oob="true"' in page
    prices = read_prices(page)
    assert "Lead out of turn by Ann: 4 points to the opponents" in prices
    assert "Renege by Ann or Cyd" not in prices, "Cyd plays no cards in Ann's loner"


def test_the_prices_know_who_stands_warned(scorer: Client, table: Table) -> None:
    record(table, WARNED)
    prices = read_prices(scorer.get(URL).content.decode())
    assert "Table talk by Ann or Cyd after a warning: 2 points to the opponents" in prices
    assert "Table talk by Bob or Dee: warning, no points" in prices


def test_without_scripts_the_button_shows_them(scorer: Client, table: Table) -> None:
    page = press(scorer, table, action="preview", maker="N", alone="on").content.decode()
    assert "Lead out of turn by Ann: 4 points to the opponents" in read_prices(page)


def test_the_preview_of_a_warning_says_what_the_next_one_costs(scorer: Client, table: Table) -> None:
    page = preview(
        scorer, table, maker="N", tricks="3", infractions__0__kind="table_talk", infractions__0__offender="E"
    )
    line = page.partition('<div id="prices"')[0]
    assert "Table talk by Bob: warning, no points" in line
    assert "This is a warning; the next one costs 2 points." in line


def test_the_preview_of_a_penalty_says_its_points_and_that_the_hand_is_over(scorer: Client, table: Table) -> None:
    page = preview(scorer, table, maker="N", infractions__0__kind="renege", infractions__0__offender="E")
    line = page.partition('<div id="prices"')[0]
    assert "North–South +2" in line
    assert "Renege by Bob: 2 points to the opponents" in line
    assert "The hand is over." in line


GAMES = [
    ("grand", {}, "Say who won the bidding: every deal has a bidder."),
    ("euchre", {}, "Renege by Ann or Cyd: 2 points to the opponents East–West +2"),
    ("seven-handed-euchre", {}, "Say who bid highest, or that everybody passed."),
    ("partnership-whist", {}, "Revoke by Ann or Cyd: three tricks go to the opponents"),
    ("yukon", {"revoke": "forfeit_deal"}, "the whole pack, 125 points, goes to the other side"),
]


@pytest.mark.parametrize(("game", "options", "words"), GAMES)
def test_every_game_says_it(
    scorer: Client, league: League, players: Sequence[Player], game: str, options: dict[str, object], words: str
) -> None:
    kind = "player" if game == "seven-handed-euchre" else ""
    table = open_table(league, players, game=game, options=options, entry_kind=kind)
    assert words in read_prices(scorer.get(address(table)).content.decode())


def test_where_an_admin_decides_no_price_is_shown(scorer: Client, league: League, players: Sequence[Player]) -> None:
    table = open_table(league, players, game="yukon")
    assert 'id="prices"' not in scorer.get(address(table)).content.decode()
    assert 'id="prices"' not in preview(scorer, table, how="points")


def test_the_page_says_who_stands_warned_since_which_hand(table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3}, WARNED)
    assert "North–South: warned in hand 2" in " ".join(Client().get(URL).content.decode().split())


def test_the_page_says_at_which_earlier_table_it_was(league: League, players: Sequence[Player]) -> None:
    options = {"warning_scope": "team_per_night"}
    event = create_event(league, name="Night", game="land-grant-euchre", options=options, by=None, source="web")
    seats = dict(zip("NESW", players, strict=False))
    one, two = (
        seat_table(event, round_number=number, number=3, seats=seats, by=None, source="web") for number in (1, 2)
    )
    record(one, WARNED)
    page = Client().get(address(two)).content.decode()
    assert f'North–South: <a href="{address(one)}">warned in round 1, table 3</a>' in page


def test_a_warning_that_the_sheet_states_is_from_before(event: Event, players: Sequence[Player]) -> None:
    seats = dict(zip("NESW", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, warned=["EW"], by=None, source="web")
    assert "East–West: warned before this game" in Client().get(address(table)).content.decode()


def test_nobody_warned_is_not_talked_about(table: Table) -> None:
    assert "warned" not in Client().get(URL).content.decode()


def test_a_change_that_a_later_table_does_not_allow_is_refused_in_a_sentence(
    scorer: Client, league: League, players: Sequence[Player]
) -> None:
    options = {"warning_scope": "team_per_night"}
    event = create_event(league, name="Night", game="land-grant-euchre", options=options, by=None, source="web")
    seats = dict(zip("NESW", players, strict=False))
    one, two = (
        seat_table(event, round_number=number, number=3, seats=seats, by=None, source="web") for number in (1, 2)
    )
    record(one, WARNED)
    record(two, {"maker": "N", "infractions": [{"kind": "table_talk", "offender": "S"}]})
    form = scorer.get(address(one)).context["undo_form"]
    hidden = {"key": form["key"].value(), "position": form["position"].value(), "action": "undo", "reason": "wrong"}
    response = scorer.post(address(one), hidden)
    assert response.status_code == 422
    assert "At round 2, table 3 of Night a hand hangs on who stood warned" in response.content.decode()
    assert one.records.count() == 1
