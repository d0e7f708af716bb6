"""Who may say and decide what where two sides differ, and what no phone and no form can do."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import Claim, DealRecord, Event, Table
from league.models.people import EntryWay
from league.selectors.agreement import HandState
from league.services.recording import call_time, record_deal
from tests.web.conftest import VISITORS
from tests.web.phones import FIVE, FOUR, MARCH, PAGE, WORDS, press, save, see, state_of
from tests.web.two_phones import set_way


@pytest.mark.parametrize("who", VISITORS)
def test_who_may_say_what(who: str, table: Table, log_in: Any) -> None:
    set_way(table, EntryWay.CONFIRM)
    record_deal(table, {"maker": "N", "tricks": 5}, position=1, key="k", by=None, source="link", side="NS")
    word = {"position": 1, "word": f"r{DealRecord.objects.get().pk}", "key": "x", "seen": 10**6}
    client = log_in(who)
    assert client.get(f"{PAGE}say/1/").status_code == 403
    assert client.post(f"{PAGE}say/1/", FIVE).status_code == 403
    for action in ("accept", "accept-all", "confirm"):
        expected = 303 if who == "admin" else 403
        assert press(client, action, word).status_code == expected
    assert Claim.objects.exists() == (who == "admin")


@pytest.mark.parametrize("action", ["accept", "accept-all", "confirm"])
def test_a_closed_league_is_not_found_by_strangers(action: str, closed_table: Table) -> None:
    path = "/events/secret/round/1/table/1/"
    for page in (f"{path}words/", f"{path}say/1/"):
        assert Client().get(page).status_code == 404
        assert Client().post(page, {"action": action}).status_code == 404


def test_a_phone_of_a_side_confirms_no_result_alone(confirming: tuple[Client, Client], table: Table) -> None:
    north, _east = confirming
    for _hand in range(3):
        save(north, MARCH)
    assert press(north, "confirm", {}).status_code == 403
    table.refresh_from_db()
    assert table.confirmed_at is None


@pytest.mark.parametrize("theirs", [True, False])
def test_an_admin_decides_on_the_page_of_the_table(
    theirs: bool, confirming: tuple[Client, Client], table: Table, admin: Client
) -> None:
    north, east = confirming
    save(north, FIVE)
    east.post(f"{PAGE}say/1/", {**FOUR, "key": "k", "position": "1"})
    call_time(table, called=True, by=None, source="web")
    context = see(admin)
    assert "This is right" in admin.get(PAGE).content.decode()
    (difference,) = context["differences"]
    version = difference["versions"][1 if theirs else 0]
    assert press(admin, "accept", {**difference, **version}).status_code == 303
    table.refresh_from_db()
    assert table.confirmed_at is not None
    assert table.seats.get(seat="N").result.points == (1 if theirs else 2)


@pytest.mark.parametrize("way", [EntryWay.SCORER, EntryWay.PAPER, EntryWay.CONFIRM])
def test_an_admin_confirms_a_finished_result(way: EntryWay, table: Table, admin: Client, scorer: Client) -> None:
    set_way(table, way)
    assert not see(admin).get("may_confirm_result")
    assert press(admin, "confirm", {}, follow=True).status_code == 200
    for position in (1, 2, 3):
        march = {"maker": "N", "tricks": 5, "alone": True}
        record_deal(table, march, position=position, key=f"k{position}", by=None, source="web")
    assert see(admin)["may_confirm_result"]
    assert not see(scorer).get("may_confirm_result")
    assert press(admin, "confirm", {}).status_code == 303
    table.refresh_from_db()
    assert table.confirmed_at is not None
    assert see(Client())["result_tag"][0] == "confirmed"


@pytest.mark.parametrize(
    "sent",
    [
        {"action": ""}, {"action": "nonsense"}, {"action": "accept"}, {"action": "accept", "position": "x"},
        {"action": "accept-all", "position": "1"}, {"action": "accept-all", "position": "1", "seen": "²"},
    ],
)  # fmt: skip
def test_what_no_form_of_the_page_sends_is_a_bad_request(
    sent: dict[str, str], confirming: tuple[Client, Client]
) -> None:
    assert confirming[0].post(WORDS, sent).status_code == 400


@pytest.mark.parametrize("word", ["", "r", "x1", "r999999", "c1\0"])
def test_a_word_that_nobody_said_is_too_late(word: str, confirming: tuple[Client, Client]) -> None:
    north, east = confirming
    save(north, FIVE)
    answer = press(east, "accept", {"position": 1, "word": word, "key": "k"}, follow=True)
    assert "has changed meanwhile" in answer.content.decode()
    assert not Claim.objects.exists()


def test_after_the_event_is_closed_nobody_says_anything(confirming: tuple[Client, Client]) -> None:
    north, east = confirming
    save(north, FIVE)
    (hand,) = see(east)["awaiting"]
    Event.objects.update(is_open=False)
    assert not see(east)["awaiting"]
    press(east, "accept", hand)
    east.post(f"{PAGE}say/1/", {**FOUR, "key": "k", "position": "1"})
    assert not Claim.objects.exists()


def test_a_side_does_not_look_round_the_corner_by_the_paper_page(both: tuple[Client, Client], scorer: Client) -> None:
    north, east = both
    save(north, FIVE)
    assert east.get(f"{PAGE}paper/").headers["Location"] == PAGE
    assert east.post(f"{PAGE}paper/", {"action": "save"}).headers["Location"] == PAGE
    assert "/paper/" not in east.get(PAGE).content.decode()
    assert scorer.get(f"{PAGE}paper/").status_code == 200


def test_a_difference_stands_on_the_admins_board_and_is_decided_there(
    confirming: tuple[Client, Client], table: Table, admin: Client
) -> None:
    north, east = confirming
    board = "/events/tuesday/board/"
    save(north, FIVE)
    assert "they differ" not in admin.get(board).content.decode()
    east.post(f"{PAGE}say/1/", {**FOUR, "key": "k", "position": "1"})
    page = admin.get(board)
    text = page.content.decode()
    assert "they differ" in text
    assert "Ann &amp; Cyd" in text
    assert text.count("This is right") == 2
    (each,) = page.context["differences"]
    (hand,) = each["hands"]
    assert text.count('name="back" value="board"') == 2
    sent = {name: str({**hand, **hand["versions"][1]}[name]) for name in ("position", "word", "key")}
    answer = admin.post(WORDS, {**sent, "action": "accept", "back": "board"})
    assert answer.headers["Location"] == board
    assert "Settled by the admin: Hand 1." in admin.get(board).content.decode()
    assert state_of(table) == HandState.AGREED
    assert table.seats.get(seat="N").result.points == 1
    assert not admin.get(board).context["differences"]
