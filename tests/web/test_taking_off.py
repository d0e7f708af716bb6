"""What may be taken off from a table, and by whom: no ruling by a phone, and nothing once the result is confirmed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.link_codes import sign_link
from league.models import League, Table
from league.models.people import EntryWay
from league.selectors.sheets import list_facts, list_records
from league.services.claims import confirm_result
from league.services.links import make_link
from league.services.recording import call_time
from tests.web.conftest import record

PAGE = "/events/tuesday/round/1/table/1/"
HAND = {"maker": "N", "tricks": 5}
RULING = {"ruling": {"points": {"NS": -2}, "reason": "Slow play", "by": "Olga Owner"}}
UNDO = {"action": "undo", "key": "undo", "reason": "wrong"}


@pytest.fixture
def phone(table: Table) -> Client:
    """A phone that opened the table with its link."""
    phone = Client()
    phone.get(f"/t/{sign_link(make_link(table, by=None, source='web'))}/")
    return phone


def list_positions(table: Table) -> list[int]:
    return sorted(list_facts(list_records(table)))


@pytest.mark.parametrize("page", [PAGE, f"{PAGE}paper/"])
@pytest.mark.parametrize(("who", "left"), [("phone", [1, 2]), ("scorer", [1, 2]), ("admin", [1])])
def test_a_ruling_is_taken_off_only_by_who_may_rule(
    table: Table, owner: User, phone: Client, log_in: Callable[[str], Client], who: str, left: list[int], page: str
) -> None:
    record(table, HAND, RULING, by=owner)
    client = phone if who == "phone" else log_in(who)
    assert (client.get(page).context["undo_form"] is None) is (len(left) == 2)
    prefix = "undo-" if page != PAGE else ""
    sent = {"action": "undo", **{f"{prefix}{name}": text for name, text in UNDO.items() if name != "action"}}
    answer = client.post(page, {**sent, f"{prefix}position": "2"})
    assert answer.status_code == (303 if who == "admin" else 422)
    assert ("only an admin can take off" in answer.text) is (who != "admin")
    assert list_positions(table) == left


@pytest.mark.parametrize(
    "sent", [{**UNDO, "position": "1"}, {"action": "go-on"}], ids=["taking a hand off", "going on"]
)
@pytest.mark.parametrize(("who", "stays"), [("phone", True), ("scorer", False)])
def test_no_phone_at_the_table_takes_a_confirmed_result_back(
    table: Table, owner: User, phone: Client, scorer: Client, sent: dict[str, str], who: str, stays: bool
) -> None:
    record(table, HAND)
    call_time(table, called=True, by=None, source="web")
    confirm_result(table, by=owner, source="web")
    answer: Any = (phone if who == "phone" else scorer).post(PAGE, sent)
    assert (answer.status_code in (409, 422)) is stays
    assert ("The result is confirmed. Call the admin" in answer.text) is stays
    table.refresh_from_db()
    assert (table.confirmed_at is not None) is stays
    assert (list_positions(table) == [1] and table.time_called) is stays


def test_a_side_that_enters_blind_takes_off_no_hand_that_it_may_not_see(table: Table, phone: Client) -> None:
    League.objects.filter(pk=table.event.league_id).update(entry_way=EntryWay.BOTH)
    record(table, HAND)
    phone.post(f"{PAGE}side/", {"side": "EW"})
    answer = phone.post(PAGE, {**UNDO, "position": "1"})
    assert answer.status_code == 409
    assert list_positions(table) == [1]


@pytest.mark.parametrize("action", ["accept", "accept-all"])
def test_a_side_that_enters_blind_agrees_to_no_hand_that_it_may_not_see(
    table: Table, phone: Client, action: str
) -> None:
    League.objects.filter(pk=table.event.league_id).update(entry_way=EntryWay.BOTH)
    record(table, HAND)
    phone.post(f"{PAGE}side/", {"side": "EW"})
    word, newest = f"r{table.records.get().pk}", str(table.records.get().pk)
    sent = {"action": action, "position": "1", "word": word, "seen": newest, "key": "tap"}
    phone.post(f"{PAGE}words/", sent)
    assert not table.claims.exists()
