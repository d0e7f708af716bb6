"""What htmx gets: parts of pages, and nothing at all while nothing has changed."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from league.models import DealRecord, Event, Player, Table
from league.services.seating import seat_table
from tests.web.conftest import HTMX, read_form, record

EVENT = "/events/tuesday/"
URL = "/events/tuesday/round/1/table/1/"


def is_part(page: str) -> bool:
    return "<html" not in page


def test_preview_answers_with_the_line_alone(scorer: Client, table: Table) -> None:
    hand = read_form(scorer, URL) | {"action": "preview", "maker": "E", "tricks": "2"}
    page = scorer.post(URL, hand, headers=HTMX).content.decode()
    assert is_part(page)
    assert "North–South +2" in page
    assert "Euchre: the makers took 2 of 5 tricks" in page
    assert "<form" not in page


def test_preview_of_half_a_hand_says_what_is_missing_and_is_no_fault(scorer: Client, table: Table) -> None:
    response = scorer.post(URL, read_form(scorer, URL) | {"action": "preview", "maker": "E"}, headers=HTMX)
    page = response.content.decode()
    assert response.status_code == 200
    assert "Say how many tricks the makers took, 0 to 5." in page
    assert "fault" not in page


def test_preview_of_a_wrong_hand_says_so(scorer: Client, table: Table) -> None:
    hand = {"maker": "N", "tricks": "3", "infractions-0-kind": "renege", "infractions-0-offender": "E"}
    page = scorer.post(URL, read_form(scorer, URL) | hand | {"action": "preview"}, headers=HTMX).content.decode()
    assert "The penalty ended the hand" in page
    assert "fault" in page


def test_preview_says_when_the_game_would_end(scorer: Client, table: Table) -> None:
    record(table, *[{"maker": "N", "tricks": 5, "alone": True}] * 2)
    hand = read_form(scorer, URL) | {"action": "preview", "maker": "N", "tricks": "5"}
    assert "the game ends" in scorer.post(URL, hand, headers=HTMX).content.decode()


def test_saving_answers_with_the_table_as_it_is_now(scorer: Client, table: Table) -> None:
    response = scorer.post(URL, read_form(scorer, URL) | {"maker": "N", "tricks": "5"}, headers=HTMX)
    page = response.content.decode()
    assert response.status_code == 200
    assert is_part(page)
    assert "Hand 1 is saved." in page
    assert "Save hand 2" in page
    assert response.context["form"]["position"].value() == 2


def test_a_refusal_answers_with_the_form(scorer: Client, table: Table) -> None:
    response = scorer.post(URL, read_form(scorer, URL) | {"maker": "N"}, headers=HTMX)
    assert response.status_code == 422
    assert is_part(response.content.decode())
    assert "Not saved. Say how many tricks" in response.content.decode(), "beside the key that was pressed"
    assert "Say how many tricks" in response.content.decode()
    assert not DealRecord.objects.exists()


def test_a_conflict_answers_with_the_table(scorer: Client, table: Table, owner: User) -> None:
    late = read_form(scorer, URL)
    record(table, {"maker": "N", "tricks": 3}, by=owner)
    response = scorer.post(URL, late | {"maker": "E", "tricks": "5"}, headers=HTMX)
    assert response.status_code == 409
    assert is_part(response.content.decode())
    assert "Olga Owner saved another hand here" in response.content.decode()
    assert response.context["form"]["position"].value() == 2


def test_undo_ruling_and_time_answer_with_the_table(admin: Client, table: Table) -> None:
    record(table, {"misdeal": True})
    undo = {"action": "undo", "key": "u", "position": "1", "reason": "no misdeal"}
    assert "Taken off" in admin.post(URL, undo, headers=HTMX).content.decode()
    ruling = {"action": "ruling", "key": "r", "position": "1", "points-NS": "1", "reason": "late"}
    assert "The ruling is saved." in admin.post(URL, ruling, headers=HTMX).content.decode()
    page = admin.post(URL, {"action": "time"}, headers=HTMX).content.decode()
    assert is_part(page)
    assert "Time called." in page


def test_a_watched_table_is_polled_and_a_scored_one_is_not(scorer: Client, table: Table) -> None:
    revision = Event.objects.get(pk=table.event_id).revision
    assert f'hx-get="{URL}?revision={revision}"' in Client().get(URL).content.decode()
    assert f'hx-get="{URL}?' not in scorer.get(URL).content.decode()
    assert Client().get(URL, {"revision": revision}, headers=HTMX).status_code == 204
    assert Client().get(URL, {"revision": revision - 1}, headers=HTMX).status_code == 200


def test_tables_cost_no_more_queries_when_there_are_more(
    table: Table, players: list[Player], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with CaptureQueriesContext(connection) as one:
        Client().get(EVENT)
    seat_table(
        table.event, round_number=1, number=2, seats=dict(zip("NESW", players[4:], strict=True)), by=None, source="web"
    )
    with django_assert_num_queries(len(one)):
        Client().get(EVENT)
