"""A table calls the admin on its page; the admin sees it on the board and answers, in words or with a ruling."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.link_codes import sign_link
from league.models import Call, Claim, DealRecord, Player, Table
from league.services.calls import raise_call
from league.services.links import make_link
from league.services.seating import seat_table
from league.web.lookup import LINKS_KEY
from tests.web.conftest import HTMX, VISITORS, record

LogIn = Callable[[str], Client]
TABLE = "/events/tuesday/round/1/table/1/"
CALL = f"{TABLE}call/"
BOARD = "/events/tuesday/board/"


@pytest.fixture
def phone(table: Table) -> Client:
    """A phone at the table, with its link and without an account."""
    client = Client()
    client.get(f"/t/{sign_link(make_link(table, by=None, source='web'))}/")
    return client


def call_admin(table: Table, text: str = "A renege is disputed", key: str = "k") -> Call:
    return raise_call(table, text=text, key=key, by=None, source="link", side="NS").call


def send_call(client: Client, **fields: str) -> Any:
    key = client.get(TABLE).context["call_form"]["key"].value()
    return client.post(CALL, {"key": key, **fields})


def answer(client: Client, call: Call, **fields: str) -> Any:
    form = client.get(f"/events/tuesday/calls/{call.pk}/").context["form"]
    hidden = {"key": form["key"].value(), "position": form["position"].value()}
    return client.post(f"/events/tuesday/calls/{call.pk}/", hidden | fields)


def test_a_phone_without_account_calls_and_sees_since_when(phone: Client, table: Table) -> None:
    response = send_call(phone, reason="renege", text="Hand 3")
    assert (response.status_code, response.headers["Location"]) == (303, f"{TABLE}#call")
    call = Call.objects.get()
    assert (call.text, call.raised_by, call.link) == ("A renege is disputed: Hand 3", None, table.links.get())
    page = phone.get(TABLE).content.decode()
    assert "The admin has been called at" in page
    assert "Settled: withdraw the call" in page


def test_the_board_shows_whose_phone_called(phone: Client, admin: Client, table: Table) -> None:
    session = phone.session
    session[LINKS_KEY] = {str(table.pk): [table.links.get().pk, "EW"]}
    session.save()
    send_call(phone, reason="score")
    page = admin.get(BOARD).content.decode()
    assert "The score is wrong" in page
    assert "East–West · Bob &amp; Dee" in page


def test_a_call_needs_no_words(phone: Client) -> None:
    send_call(phone)
    assert Call.objects.get().text == ""


def test_a_second_call_is_refused_with_its_words_kept(phone: Client, table: Table) -> None:
    key = phone.get(TABLE).context["call_form"]["key"].value()
    call_admin(table)
    response = phone.post(CALL, {"key": key, "text": "over here"})
    assert response.status_code == 422
    assert response.context["call_form"]["text"].value() == "over here"
    assert Call.objects.count() == 1


def test_withdrawing_takes_it_off_the_board(phone: Client, admin: Client) -> None:
    send_call(phone, reason="rule")
    assert phone.post(CALL, {"action": "withdraw"}).status_code == 303
    assert Call.objects.get().is_withdrawn
    board = admin.get(BOARD)
    assert (board.context["open_calls"], len(board.context["ended_calls"])) == ([], 1)
    assert "withdrawn" in board.content.decode()


def test_whoever_only_looks_sees_nothing_of_calls(table: Table) -> None:
    call_admin(table)
    page = Client().get(TABLE).content.decode()
    assert "renege is disputed" not in page
    assert "Call the admin" not in page


def test_a_link_opens_no_board_and_no_other_tables_call(phone: Client, table: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=False))
    seat_table(table.event, round_number=1, number=2, seats=seats, by=None, source="web")
    assert phone.get(BOARD).status_code == 403
    assert phone.post("/events/tuesday/round/1/table/2/call/", {"key": "x"}).status_code == 403
    assert not Call.objects.exists()


@pytest.mark.parametrize("who", VISITORS)
def test_only_who_may_rule_answers(table: Table, log_in: LogIn, who: str) -> None:
    call = call_admin(table)
    client, url = log_in(who), f"/events/tuesday/calls/{call.pk}/"
    wanted = 200 if who == "admin" else 403
    assert client.get(url).status_code == wanted
    assert client.post(url, {"answer": "x", "key": "k", "position": "1"}).status_code == (
        303 if who == "admin" else 403
    )
    assert Call.objects.get().is_open == (who != "admin")


def test_a_call_of_another_event_is_not_found(admin: Client, table: Table, closed_table: Table) -> None:
    call = call_admin(closed_table)
    assert admin.get(f"/events/tuesday/calls/{call.pk}/").status_code == 404


def test_open_calls_stand_with_the_longest_wait_first(admin: Client, table: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=False))
    other = seat_table(table.event, round_number=1, number=2, seats=seats, by=None, source="web")
    first, second = call_admin(table, "one"), call_admin(other, "two", key="k2")
    Call.objects.filter(pk=second.pk).update(raised_at=timezone.now() - timedelta(minutes=4, seconds=5))
    calls = admin.get(BOARD).context["open_calls"]
    assert [(each["call"], each["age"]) for each in calls] == [(second, "4 minutes"), (first, "just now")]


def test_the_board_asks_as_much_of_the_database_for_many_calls_as_for_one(admin: Client, table: Table) -> None:
    counts = []
    for number in range(1, 4):
        call = call_admin(table, key=f"k{number}")
        answer(admin, call, answer="Play on", **{"points-EW": "1", "reason": "x"})
        with CaptureQueriesContext(connection) as queries:
            admin.get(BOARD)
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_an_answer_in_words_reaches_the_table(admin: Client, phone: Client, table: Table) -> None:
    call = call_admin(table)
    asked = phone.get(f"{CALL}?open={call.pk}", headers=HTMX)
    assert asked.status_code == 204
    assert answer(admin, call, answer="Play the hand out").status_code == 303
    page = phone.get(f"{CALL}?open={call.pk}", headers=HTMX).content.decode()
    assert "Admin answered at" in page
    assert "Play the hand out" in page
    assert "Play the hand out" in phone.get(TABLE).content.decode()


def test_a_ruling_stands_on_the_sheet_and_at_the_table(admin: Client, phone: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3})
    call = call_admin(table)
    response = answer(admin, call, **{"answer": "Ann held a heart", "points-NS": "", "points-EW": "2"})
    assert response.headers["Location"] == BOARD
    facts = DealRecord.objects.get(position=2).facts["ruling"]
    assert facts == {"points": {"EW": 2}, "reason": "Ann held a heart", "by": "Admin"}
    for page in (phone.get(CALL, headers=HTMX), phone.get(TABLE)):
        assert "East–West +2" in page.content.decode().partition('id="call"')[2]
    assert "East–West +2" in admin.get(BOARD).content.decode()


def test_an_answer_without_anything_in_it_is_asked_for(admin: Client, table: Table) -> None:
    response = answer(admin, call_admin(table), answer="")
    assert response.status_code == 422
    assert "Say what you decided" in response.content.decode()


def test_points_need_a_reason(admin: Client, table: Table) -> None:
    response = answer(admin, call_admin(table), **{"points-EW": "2"})
    assert response.status_code == 422
    assert "reason" in response.context["form"].errors
    assert not table.records.exists()


def test_a_hand_saved_meanwhile_is_shown_before_the_ruling_is_sent_again(admin: Client, table: Table) -> None:
    call = call_admin(table)
    sent = {"key": "a", "position": "1", "points-EW": "2", "reason": "Renege"}
    record(table, {"maker": "N", "tricks": 3})
    response = admin.post(f"/events/tuesday/calls/{call.pk}/", sent)
    assert response.status_code == 409
    form = response.context["form"]
    assert (form["position"].value(), form["points-EW"].value(), form["reason"].value()) == ("2", "2", "Renege")
    again = sent | {"key": form["key"].value(), "position": "2"}
    assert admin.post(f"/events/tuesday/calls/{call.pk}/", again).status_code == 303
    assert Call.objects.get().ruling == DealRecord.objects.get(position=2)


def test_who_comes_second_sees_the_first_answer(admin: Client, table: Table) -> None:
    call = call_admin(table)
    answer(admin, call, answer="Play on")
    late = admin.post(f"/events/tuesday/calls/{call.pk}/", {"key": "z", "position": "1", "answer": "Stop"}, follow=True)
    page = late.content.decode()
    assert "answered already" in page
    assert "Play on" in page
    assert Call.objects.get().answer == "Play on"


def test_where_time_was_called_no_ruling_is_offered(admin: Client, table: Table) -> None:
    call = call_admin(table)
    Table.objects.update(time_called=True)
    page = admin.get(f"/events/tuesday/calls/{call.pk}/")
    assert page.context["form"].side_fields == []
    assert answer(admin, call, answer="It stays").status_code == 303


def test_a_silent_table_is_pointed_out(admin: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3})
    assert admin.get(BOARD).context["tables"][0]["silent"] == ""
    later = timezone.now() + timedelta(minutes=16)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("league.web.board.timezone.now", lambda: later)
        page = admin.get(BOARD)
    assert page.context["tables"][0]["silent"] == "16 minutes"
    assert "nothing entered for 16 minutes" in page.content.decode()


def test_the_event_page_leads_admins_to_the_board_and_counts_the_calls(
    admin: Client, scorer: Client, table: Table
) -> None:
    call_admin(table)
    page = admin.get("/events/tuesday/").content.decode()
    assert f'href="{BOARD}"' in page
    assert "1 call" in page
    assert BOARD not in scorer.get("/events/tuesday/").content.decode()


def test_what_the_sides_say_differently_stands_beside_the_call(admin: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3})
    facts = {"maker": "N", "tricks": 2}
    about = table.records.get()
    Claim.objects.create(table=table, position=1, about=about, side="EW", facts=facts, key="c", source="link")
    call = call_admin(table)
    page = admin.get(f"/events/tuesday/calls/{call.pk}/")
    ((name, words),) = page.context["differences"]
    assert name == "Hand 1"
    assert [who for who, _said in words] == ["without a side", "East–West"]
    assert "Tricks taken by the makers: 2" in page.content.decode()


def test_the_log_tells_what_was_called_for_and_answered(admin: Client, table: Table) -> None:
    answer(admin, call_admin(table), answer="Play on")
    page = " ".join(admin.get("/leagues/riverside/log/").content.decode().split())
    assert "<strong>Admin called</strong>: A renege is disputed" in page
    assert "<strong>Call answered</strong>: A renege is disputed · Play on" in page
