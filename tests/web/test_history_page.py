"""The histories: everything that was entered, changed and taken off, by whom, why and from where."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import League, Player, Table, TableLink
from league.models.people import EntryWay
from league.selectors.replays import plan_insertion
from league.selectors.sheets import list_records
from league.services.corrections import correct_sheet, undo_last
from league.services.recording import call_time, record_deal
from league.web.history import ROWS_A_PAGE
from tests.imports.conftest import run_import
from tests.web.conftest import VISITORS, record
from tests.web.playing import address

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
LONER: dict[str, Any] = {"maker": "E", "alone": True, "tricks": 5}

LogIn = Callable[[str], Client]


def read_text(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def correct(table: Table, changes: dict[int, Any], *, by: User | None = None, reason: str = "the slip says so") -> None:
    seen = table.records.count()
    correct_sheet(table, changes, seen=seen, key=f"c{seen}", reason=reason, by=by, source="web")


def link_to(table: Table) -> TableLink:
    return TableLink.objects.create(table=table, code="QX7K2M", expires_at=timezone.now() + timedelta(hours=1))


def test_the_history_of_a_table_tells_everything_newest_first(table: Table, owner: User, admin: Client) -> None:
    record(table, MARCH, EUCHRE, by=owner)
    correct(table, {1: LONER}, by=owner)
    undo_last(table, position=2, key="u", reason="twice", by=owner, source="api")
    call_time(table, called=True, by=owner, source="web")
    text = read_text(admin, f"{address(table)}history/")
    told = (
        "Time called", "Hand taken off", "taken off", "Why: twice", "Olga Owner · API", "Corrected",
        "Maker: Ann; Tricks taken by the makers: 5", "Maker: Bob; Alone: yes; Tricks taken by the makers: 5",
        "Why: the slip says so", "Hand recorded", "Table opened",
    )  # fmt: skip
    assert [text.find(words) for words in told] == sorted(text.find(words) for words in told), "newest first"
    for words in told:
        assert words in text, words
    assert "2–2" in text
    assert "0–6" in text


def test_an_insertion_is_told_as_one_thing(table: Table, admin: Client) -> None:
    record(table, MARCH, EUCHRE, MARCH)
    correct(table, plan_insertion(list_records(table), 2, LONER))
    text = read_text(admin, f"{address(table)}history/")
    assert "Put in as entry 2" in text
    assert text.count("Entry 3") == 1, "the hands that moved down are not told as changed"


def test_the_history_of_an_event_names_the_tables(table: Table, admin: Client) -> None:
    record(table, MARCH)
    text = read_text(admin, f"/events/{table.event.slug}/history/")
    assert f'href="{address(table)}history/">round 1, table 1' in text
    assert "Event made" in text


@pytest.mark.parametrize("who", VISITORS)
def test_names_are_for_members(who: str, table: Table, owner: User, log_in: LogIn) -> None:
    record(table, MARCH, by=owner)
    correct(table, {1: LONER}, by=owner)
    client = log_in(who)
    for url in (f"{address(table)}history/", f"/events/{table.event.slug}/history/"):
        text = read_text(client, url)
        assert "the slip says so" in text
        is_member = who in ("player", "scorer", "admin")
        assert ("Olga Owner" in text) == is_member
        assert ("owner · web page" in text) == (not is_member)


def test_a_phone_at_the_table_is_told_with_its_side_and_its_code_only_to_those_who_keep_score(
    table: Table, log_in: LogIn
) -> None:
    link = link_to(table)
    record_deal(table, MARCH, position=1, key="k", by=None, source="link", link=link, side="NS")
    url = f"{address(table)}history/"
    assert "a phone at the table, North–South, code QX7K-2M · phone at the table" in read_text(log_in("scorer"), url)
    text = read_text(log_in("nobody"), url)
    assert "a phone at the table, North–South · phone at the table" in text
    assert "QX7K" not in text


def test_what_is_not_for_everybody_stays_with_those_who_keep_score(table: Table, log_in: LogIn) -> None:
    url = f"/events/{table.event.slug}/history/"
    assert "Event made" in read_text(log_in("scorer"), url)
    assert "Event made" not in read_text(log_in("nobody"), url)


def test_imported_hands_are_told_one_by_one(table: Table, league: League, admin: Client) -> None:
    run_import("event,round,table,maker,tricks\nx,7,1,N,3\nx,7,1,E,5\n", table.event)
    imported = Table.objects.get(round__number=7)
    correct(imported, {2: EUCHRE})
    text = read_text(admin, f"{address(imported)}history/")
    assert "Entry 1" in text
    assert text.count("Entry 2") == 2


def test_long_histories_come_in_pages(table: Table, admin: Client) -> None:
    record(table, MARCH)
    for number in range(ROWS_A_PAGE):
        correct(table, {1: EUCHRE if number % 2 == 0 else MARCH}, reason=f"reason {number}.")
    url = f"{address(table)}history/"
    first, second = read_text(admin, url), read_text(admin, f"{url}?page=2")
    assert f"reason {ROWS_A_PAGE - 1}." in first
    assert "Hand recorded" not in first
    assert "Hand recorded" in second
    assert "Hand recorded" in read_text(admin, f"{url}?page=99")


def test_long_histories_ask_the_database_no_more_often(table: Table, admin: Client) -> None:
    counts = []
    for _time in range(2):
        record(table, {"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 3}, {"misdeal": True})
        with CaptureQueriesContext(connection) as queries:
            admin.get("/events/tuesday/history/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_where_both_sides_enter_neither_reads_the_other_ones_hand_first(
    table: Table, players: list[Player], client: Client
) -> None:
    League.objects.update(entry_way=EntryWay.BOTH)
    link = link_to(table)
    record_deal(table, MARCH, position=1, key="k", by=None, source="link", link=link, side="NS")
    url = f"{address(table)}history/"
    for side, is_hidden in (("EW", True), ("NS", False)):
        session = client.session
        session["table_links"] = {str(table.pk): [link.pk, side]}
        session.save()
        text = read_text(client, url)
        assert ("hidden until both sides have entered it" in text) == is_hidden
        assert ("Tricks taken by the makers" not in text) == is_hidden


def test_reasons_and_names_cannot_smuggle_in_a_script(table: Table, admin: Client) -> None:
    record(table, MARCH)
    correct(table, {1: LONER}, reason="<script>alert(1)</script>")
    assert "<script>alert" not in read_text(admin, f"{address(table)}history/")
