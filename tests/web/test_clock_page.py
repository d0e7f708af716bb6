"""The round's clock on the pages, and what admins do to it there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Event, Round, Table
from league.services.clock import start_clock
from tests.web.conftest import VISITORS

CLOCK = "/events/tuesday/round/1/clock/"
EVENT = "/events/tuesday/"
TABLE = "/events/tuesday/round/1/table/1/"

LogIn = Callable[[str], Client]


def read_round() -> Round:
    return Round.objects.get(number=1, event__slug="tuesday")


def test_an_admin_starts_the_clock_and_comes_back_to_the_page_he_was_on(admin: Client, table: Table) -> None:
    answer = admin.post(CLOCK, {"action": "start", "minutes": "25", "next": "/events/tuesday/board/"})
    assert (answer.status_code, answer["Location"]) == (303, "/events/tuesday/board/")
    ends_at = read_round().ends_at
    assert ends_at is not None
    assert timedelta(minutes=24) < ends_at - timezone.now() <= timedelta(minutes=25)


@pytest.mark.parametrize("wanted", ["https://elsewhere.example.org/", "//elsewhere.example.org/", "javascript:1", ""])
def test_no_form_leads_to_another_site(admin: Client, table: Table, wanted: str) -> None:
    answer = admin.post(CLOCK, {"action": "start", "minutes": "25", "next": wanted})
    assert answer["Location"] == EVENT


@pytest.mark.parametrize(
    ("minutes", "words"),
    [("", "Say how many minutes"), ("soon", "whole number"), ("0", "1 to 600"), ("9" * 30, ""), ("-5", "1 to 600")],
)
def test_a_wrong_length_is_said_and_nothing_is_lost(admin: Client, table: Table, minutes: str, words: str) -> None:
    answer = admin.post(CLOCK, {"action": "start", "minutes": minutes})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert words in page
    assert f'value="{minutes}"' in page
    assert read_round().ends_at is None


def test_buttons_pause_go_on_add_and_stop(admin: Client, table: Table) -> None:
    admin.post(CLOCK, {"action": "start", "minutes": "10"})
    admin.post(CLOCK, {"action": "pause"})
    assert read_round().seconds_left in (599, 600)
    admin.post(CLOCK, {"action": "add-5"})
    admin.post(CLOCK, {"action": "add-1"})
    admin.post(CLOCK, {"action": "less-1"})
    assert read_round().seconds_left in (899, 900)
    admin.post(CLOCK, {"action": "go-on"})
    assert read_round().ends_at is not None
    admin.post(CLOCK, {"action": "stop"})
    assert (read_round().ends_at, read_round().seconds_left) == (None, None)


def test_a_pause_without_a_clock_is_refused_in_words(admin: Client, table: Table) -> None:
    answer = admin.post(CLOCK, {"action": "pause"})
    assert answer.status_code == 422
    assert "no clock yet" in answer.content.decode()


def test_an_action_that_no_form_sends_is_a_bad_request(admin: Client, table: Table) -> None:
    assert admin.post(CLOCK, {"action": "explode"}).status_code == 400


@pytest.mark.parametrize("who", VISITORS)
def test_everybody_sees_the_clock_and_admins_set_it(who: str, table: Table, closed_table: Table, log_in: LogIn) -> None:
    client = log_in(who)
    page = client.get(CLOCK)
    assert page.status_code == 200
    assert ('name="action"' in page.content.decode()) == (who == "admin")
    assert (client.post(CLOCK, {"action": "start", "minutes": "5"}).status_code != 403) == (who == "admin")
    hidden = "/events/secret/round/1/clock/"
    seen = who in ("player", "scorer", "admin")
    assert client.get(hidden).status_code == (200 if seen else 404)
    status = {"admin": 303, "scorer": 403, "player": 403}.get(who, 404)
    assert client.post(hidden, {"action": "start", "minutes": "5"}).status_code == status


@pytest.mark.parametrize("path", [EVENT, TABLE, CLOCK, f"{EVENT}projector/"])
def test_the_clock_stands_on_every_page_with_its_end_and_not_its_rest(path: str, table: Table) -> None:
    start_clock(table.round, minutes=20, by=None, source="web")
    ends_at = read_round().ends_at
    assert ends_at is not None
    page = Client().get(path).content.decode()
    assert f'data-ends="{round(ends_at.timestamp() * 1000)}"' in page
    assert f"until {timezone.localtime(ends_at):%H:%M}" in page, "for who runs no scripts"


def test_a_clock_that_has_run_out_says_so_without_scripts(table: Table) -> None:
    start_clock(table.round, minutes=20, by=None, source="web")
    Round.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    page = Client().get(EVENT).content.decode()
    assert "<b data-digits>Time</b>" in page
    assert "is-over" in page


def test_a_closed_event_shows_no_clock(table: Table) -> None:
    start_clock(table.round, minutes=20, by=None, source="web")
    Event.objects.update(is_open=False)
    assert "data-ends" not in Client().get(EVENT).content.decode()


def test_the_log_says_what_was_done_to_a_clock(admin: Client, table: Table) -> None:
    admin.post(CLOCK, {"action": "start", "minutes": "20"})
    admin.post(CLOCK, {"action": "less-1"})
    page = admin.get("/leagues/riverside/log/").content.decode()
    assert "Round clock started" in page
    assert "round 1 · 20 min" in page
    assert "−1 min" in page
