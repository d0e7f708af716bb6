"""From paper, and where a side answers the other one, nothing goes out for somebody else unasked either."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.models import Claim, DealRecord, Table, TableLink
from league.models.people import EntryWay
from tests.web.conftest import HTMX, record
from tests.web.phones import FIVE, FOUR, PAGE, WORDS, save, see
from tests.web.test_paper_page import EAST, NORTH, fill, find_url, open_page
from tests.web.test_writers import find_writers
from tests.web.two_phones import set_way, sit_down


def find_writers_of(client: Client, url: str) -> set[str]:
    return set(re.findall(r'name="writer" value="([^"]*)"', client.get(url).content.decode()))


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("action", ["save", "undo", "ruling", "time"])
def test_lines_that_another_account_typed_are_kept_and_not_saved(
    action: str, headers: dict[str, str], log_in: Callable[[str], Client], table: Table
) -> None:
    client = log_in("scorer")
    (writer,) = find_writers_of(client, find_url(table))
    form = fill(open_page(client, table), NORTH, EAST, writer=writer, action=action)
    other = log_in("admin")
    answer = other.post(find_url(table), form, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "entered for Scorer, and this browser is now open for Admin" in page
    assert [dict(each.line.texts) for each in answer.context["lines"][:2]] == [NORTH, EAST]
    assert not DealRecord.objects.exists()
    table.refresh_from_db()
    assert not table.time_called
    (now,) = set(re.findall(r'name="writer" value="([^"]*)"', page))
    assert other.post(find_url(table), form | {"writer": now, "action": "save"}).status_code == 303
    assert DealRecord.objects.count() == 2


def test_the_phone_of_a_side_takes_no_lines_over_and_is_shown_nothing_hidden(
    scorer: Client, link: TableLink, table: Table
) -> None:
    set_way(table, EntryWay.BOTH)
    (writer,) = find_writers_of(scorer, find_url(table))
    form = fill(open_page(scorer, table), NORTH, writer=writer)
    save(sit_down(link, "NS"), FIVE)
    phone = sit_down(link, "EW")
    for _time in range(2):
        answer = phone.post(find_url(table), form)
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "Or save it for" not in page
        assert [dict(each.line.texts) for each in answer.context["lines"][:1]] == [NORTH]
        assert f'name="writer" value="{writer}"' in page
        assert not answer.context["saved"]
    assert DealRecord.objects.count() == 1


@pytest.mark.parametrize("action", ["accept", "accept-all"])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_right_is_not_said_for_the_other_side(
    action: str, headers: dict[str, str], link: TableLink, table: Table
) -> None:
    set_way(table, EntryWay.CONFIRM)
    phone = sit_down(link, "NS")
    (writer,) = find_writers(phone)
    save(phone, FIVE)
    phone.post(f"{PAGE}side/", {"side": "EW"})
    (hand,) = see(phone)["awaiting"]
    sent = {"position": "1", "word": hand["word"], "key": hand["key"], "seen": str(see(phone)["seen"])}
    answer = phone.post(WORDS, {**sent, "action": action, "writer": writer}, headers=headers)
    assert answer.status_code == (409 if headers else 303)
    page = answer.content.decode() if headers else phone.get(PAGE).content.decode()
    assert "entered for Ann &amp; Cyd" in page
    assert not Claim.objects.exists()
    (now,) = find_writers(phone)
    assert phone.post(WORDS, {**sent, "action": action, "writer": now}, headers=headers).status_code < 400
    assert Claim.objects.count() == 1


def test_what_one_side_says_anew_is_not_said_for_the_other(link: TableLink, table: Table) -> None:
    set_way(table, EntryWay.CONFIRM)
    phone = sit_down(link, "NS")
    save(phone, FIVE)
    url = f"{PAGE}say/1/"
    (writer,) = find_writers_of(phone, url)
    phone.post(f"{PAGE}side/", {"side": "EW"})
    answer = phone.post(url, {**FOUR, "key": "anew", "position": "1", "writer": writer})
    assert answer.status_code == 409
    assert "entered for Ann &amp; Cyd" in answer.content.decode()
    assert answer.context["form"].data["tricks"] == "4"
    assert not Claim.objects.exists()
    (now,) = set(re.findall(r'name="writer" value="([^"]*)"', answer.content.decode()))
    assert phone.post(url, {**FOUR, "key": "anew", "position": "1", "writer": now}).status_code == 303
    assert Claim.objects.get().side == "EW"


def test_a_result_is_not_confirmed_by_whoever_logged_in_since(log_in: Callable[[str], Client], table: Table) -> None:
    admin = log_in("admin")
    (writer,) = find_writers(admin)
    record(table, *[{"maker": "N", "tricks": 5, "alone": True}] * 3)
    other = log_in("scorer")
    other.post(WORDS, {"action": "confirm", "writer": writer})
    table.refresh_from_db()
    assert table.confirmed_at is None
    assert "entered for Admin" in other.get(PAGE).content.decode()
