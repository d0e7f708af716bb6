"""A hand goes out under the account, or for the side, for which it was entered, and under no other unasked."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import Table, TableLink
from league.models.people import EntryWay
from tests.web.conftest import HTMX, read_form
from tests.web.two_phones import set_way, sit_down

URL = "/events/tuesday/round/1/table/1/"


def find_writers(client: Client) -> set[str]:
    return set(re.findall(r'name="writer" value="([^"]*)"', client.get(URL).content.decode()))


def read_notice(response: Any) -> tuple[str, str]:
    """The words of the notice, and whose the table is now by its attribute."""
    page = response.content.decode()
    notice = re.search(r'<div id="notice"([^>]*)>(.*?)</div>', page, re.DOTALL)
    assert notice is not None
    writer = re.search(r'data-writer="([^"]*)"', notice[1])
    return html.unescape(re.sub(r"<[^>]*>", " ", notice[2])), writer[1] if writer else ""


@pytest.fixture
def swapped(log_in: Callable[[str], Client], table: Table) -> tuple[Client, dict[str, str]]:
    """An old tab's hand, entered by the scorer, in a browser in which an admin has logged in since."""
    client = log_in("scorer")
    (writer,) = find_writers(client)
    form = read_form(client, URL) | {"writer": writer, "maker": "E", "tricks": "5"}
    other = log_in("admin")
    return other, form


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("action", ["save", "misdeal", "undo", "time"])
def test_a_hand_of_another_account_is_not_stored(
    action: str, headers: dict[str, str], swapped: tuple[Client, dict[str, str]], table: Table
) -> None:
    client, form = swapped
    response = client.post(URL, form | {"action": action}, headers=headers)
    words, now = read_notice(response)
    assert response.status_code == 409
    assert "entered for Scorer, and this browser is now open for Admin" in words
    assert {now} == find_writers(client)
    assert not table.records.exists()
    table.refresh_from_db()
    assert not table.time_called


def test_its_form_comes_back_filled_and_is_saved_by_whoever_is_here_if_he_says_so(
    swapped: tuple[Client, dict[str, str]], table: Table
) -> None:
    client, form = swapped
    response = client.post(URL, form)
    assert response.context["form"].data["tricks"] == "5"
    _words, now = read_notice(response)
    assert client.post(URL, form | {"writer": now}).status_code == 303
    assert table.records.get().recorded_by == User.objects.get(username="admin")


def test_the_points_of_a_hand_show_whoever_entered_it(swapped: tuple[Client, dict[str, str]]) -> None:
    client, form = swapped
    assert client.post(URL, form | {"action": "preview"}, headers=HTMX).status_code == 200


def test_a_hand_of_one_side_is_not_stored_as_the_other_ones(link: TableLink, table: Table) -> None:
    set_way(table, EntryWay.CONFIRM)
    phone = sit_down(link, "NS")
    (writer,) = find_writers(phone)
    form = read_form(phone, URL) | {"writer": writer, "maker": "E", "tricks": "5"}
    phone.post(f"{URL}side/", {"side": "EW"})
    response = phone.post(URL, form, headers=HTMX)
    words, now = read_notice(response)
    assert (response.status_code, writer, now) == (409, "link-NS", "link-EW")
    assert "entered for Ann & Cyd (North–South), and this browser is now open for Bob & Dee (East–West)" in words
    assert not table.records.exists()
    phone.post(f"{URL}side/", {"side": "NS"})
    assert phone.post(URL, form, headers=HTMX).status_code == 200
    assert table.records.get().side == "NS"


@pytest.mark.parametrize(
    "said", ["user-{outsider}", "user-999", "link-XX", "nonsense", "link-NS-user-999999999999999999"]
)
def test_nobody_learns_a_name_by_a_number(
    said: str, scorer: Client, table: Table, log_in: Callable[[str], Client]
) -> None:
    log_in("outsider")
    outsider = User.objects.get(username="outsider")
    sent = read_form(scorer, URL) | {"maker": "E", "tricks": "5", "writer": said.format(outsider=outsider.pk)}
    response = scorer.post(URL, sent)
    assert response.status_code == 409
    assert "Outsider" not in read_notice(response)[0]


def test_a_page_from_before_pages_said_who_is_taken_as_it_comes(scorer: Client, table: Table) -> None:
    assert scorer.post(URL, read_form(scorer, URL) | {"maker": "E", "tricks": "5"}).status_code == 303
