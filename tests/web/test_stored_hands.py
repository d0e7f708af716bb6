"""A hand's key comes again with another hand in it, as a phone sends it: what stands, and how it is corrected."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from league.link_codes import sign_link
from league.models import Table, TableLink
from league.models.people import EntryWay
from league.services.corrections import undo_last
from league.services.editing import close_event
from tests.web.conftest import HTMX, record
from tests.web.two_phones import set_way, sit_down

URL = "/events/tuesday/round/1/table/1/"


def send(client: Client, *, key: str, tricks: int, position: int = 1) -> Any:
    hand = {"maker": "E", "tricks": str(tricks), "action": "save", "key": key, "position": str(position)}
    return client.post(URL, hand, headers=HTMX)


def read_told(response: Any) -> tuple[str, dict[str, str]]:
    """The words of the notice, and what its attributes tell the script."""
    found = re.search(r'<div id="notice"([^>]*)>(.*?)</div>', response.content.decode(), re.DOTALL)
    assert found is not None
    return re.sub(r"<[^>]*>", " ", found[2]), dict(re.findall(r'data-(\w+)="([^"]*)"', found[1]))


def test_who_keeps_score_is_led_to_the_correction(scorer: Client, table: Table) -> None:
    send(scorer, key="one", tricks=5)
    send(scorer, key="two", tricks=3, position=2)
    response = send(scorer, key="one", tricks=4)
    words, told = read_told(response)
    assert (response.status_code, told) == (
        409, {"stored": "1", "way": "correction", "correct": f"{URL}hands/1/"},
    )  # fmt: skip
    assert re.search(r"Stored: .*5.*Your change: .*4", words)


def test_a_phone_takes_back_only_the_last_hand(link: TableLink, table: Table) -> None:
    phone = Client()
    phone.get(f"/t/{sign_link(link)}/")
    send(phone, key="one", tricks=5)
    assert read_told(send(phone, key="one", tricks=4))[1]["way"] == "undo"
    send(phone, key="two", tricks=3, position=2)
    words, told = read_told(send(phone, key="one", tricks=4))
    assert told["way"] == ""
    assert "Call the admin" in words


def test_a_side_says_its_own_word_anew(link: TableLink, table: Table) -> None:
    set_way(table, EntryWay.BOTH)
    for side in ("NS", "EW"):
        phone = sit_down(link, side)
        assert send(phone, key=side, tricks=5).status_code == 200
        told = read_told(send(phone, key=side, tricks=4))[1]
        assert told == {"stored": "1", "way": "say", "correct": f"{URL}say/1/"}
        phone.post(f"{URL}say/1/", {"maker": "E", "tricks": "4", "key": f"{side}-anew", "position": "1"})
        words, told = read_told(send(phone, key=side, tricks=4))
        assert "stands as you changed it" in words
        assert told == {}


def test_what_was_taken_off_since_may_be_the_next_hand(scorer: Client, table: Table, owner: User) -> None:
    record(table, {"maker": "N", "tricks": 3})
    send(scorer, key="one", tricks=5, position=2)
    undo_last(table, position=2, key="off", reason="twice", may_rule=True, by=owner, source="web")
    response = send(scorer, key="one", tricks=4, position=2)
    assert re.search(r'<div id="notice"[^>]* data-taken>', response.content.decode())
    assert "has been taken off since" in read_told(response)[0]


def test_published_results_are_corrected_by_who_may_publish(scorer: Client, table: Table, owner: User) -> None:
    send(scorer, key="one", tricks=5)
    close_event(table.event, by=owner, source="web")
    assert read_told(send(scorer, key="one", tricks=4))[1]["way"] == ""
