"""A table's page without scripts: a hand is entered, previewed, refused in words, taken off, ruled on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import DealRecord, Event, Table
from tests.web.conftest import read_form, record

URL = "/events/tuesday/round/1/table/1/"

MARCH = {"maker": "N", "tricks": 5}
POINT = {"maker": "N", "tricks": 3}
LONER = {"maker": "N", "tricks": 5, "alone": True}


def send(client: Client, hand: dict[str, str], *, action: str = "save") -> tuple[int, str]:
    """Fill in the form as it stands and send it; answers the status and the page that a browser then shows."""
    response = client.post(URL, read_form(client, URL) | hand | {"action": action}, follow=True)
    status = response.redirect_chain[0][1] if response.redirect_chain else response.status_code
    return status, response.content.decode()


def test_a_hand_is_saved_and_the_form_moves_on(scorer: Client, table: Table) -> None:
    status, page = send(scorer, {"maker": "N", "tricks": "5", "alone": "on"})
    assert status == 303
    assert "Hand 1 is saved." in page
    assert "Save hand 2" in page
    assert "Loner: the lone player took all 5 tricks" in page
    assert "4–0" in page
    stored = DealRecord.objects.get()
    assert stored.facts == {"maker": "N", "alone": True, "tricks": 5}
    assert stored.recorded_by is not None
    assert stored.source == "web"


def test_no_tricks_at_all_is_a_fact(scorer: Client, table: Table) -> None:
    assert send(scorer, {"maker": "E", "tricks": "0"})[0] == 303
    assert DealRecord.objects.get().facts == {"maker": "E", "tricks": 0}


def test_sending_the_same_form_twice_stores_one_hand(scorer: Client, table: Table) -> None:
    hand = read_form(scorer, URL) | {"maker": "N", "tricks": "3"}
    assert [scorer.post(URL, hand).status_code for _tap in range(2)] == [303, 303]
    assert DealRecord.objects.count() == 1


def test_the_same_form_with_another_hand_changes_nothing(scorer: Client, table: Table) -> None:
    form = read_form(scorer, URL)
    scorer.post(URL, form | {"maker": "N", "tricks": "3"})
    response = scorer.post(URL, form | {"maker": "E", "tricks": "5"})
    assert response.status_code == 409
    assert "This form had already saved a hand" in response.content.decode()
    assert DealRecord.objects.get().facts == {"maker": "N", "tricks": 3}


def test_who_comes_second_is_told_who_was_first(scorer: Client, admin: Client, table: Table) -> None:
    late = read_form(admin, URL)
    send(scorer, {"maker": "N", "tricks": "3"})
    response = admin.post(URL, late | {"maker": "E", "tricks": "5"})
    page = response.content.decode()
    assert response.status_code == 409
    assert re.search(r"Scorer saved another hand here at \d\d:\d\d\. Yours was not saved\.", page)
    assert "Saved: Maker: Ann; Tricks taken by the makers: 3" in page
    assert "Yours: Maker: Bob; Tricks taken by the makers: 5" in page
    assert DealRecord.objects.count() == 1


def test_two_who_save_the_same_hand_are_told_that_it_stands(scorer: Client, admin: Client, table: Table) -> None:
    late = read_form(admin, URL)
    hand = {"maker": "N", "infractions-0-kind": "renege", "infractions-0-offender": "S"}
    send(scorer, hand)
    response = admin.post(URL, late | hand)
    assert response.status_code == 409
    assert "Scorer saved this very hand" in response.content.decode()


def test_a_form_that_is_ahead_of_the_sheet_is_told_so(scorer: Client, table: Table) -> None:
    record(table, MARCH)
    ahead = read_form(scorer, URL)
    send(scorer, {"reason": "wrong table", "position": "1"}, action="undo")
    response = scorer.post(URL, ahead | {"maker": "N", "tricks": "3"})
    assert response.status_code == 409
    assert "The sheet has changed meanwhile" in response.content.decode()


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ({}, ["Say who made trump", "Say how many tricks the makers took"]),
        ({"maker": "N"}, ["Say how many tricks the makers took"]),
        ({"maker": "N", "tricks": "7"}, ["Select a valid choice"]),
        ({"maker": "Q", "tricks": "3"}, ["Select a valid choice"]),
        ({"maker": "N", "infractions-1-kind": "renege"}, ["Say whose infraction it was."]),
        ({"maker": "N", "infractions-0-offender": "E"}, ["Say which infraction it was."]),
        (
            {"maker": "N", "alone": "on", "infractions-0-kind": "renege", "infractions-0-offender": "S"},
            ["The lone player&#x27;s partner plays no cards"],
        ),
        (
            {"maker": "N", "tricks": "3", "infractions-0-kind": "renege", "infractions-0-offender": "E"},
            ["The penalty ended the hand: leave out the tricks."],
        ),
    ],
)
def test_faults_stand_at_their_fields_and_nothing_is_stored(
    hand: dict[str, str], words: list[str], scorer: Client, table: Table
) -> None:
    status, page = send(scorer, hand)
    assert status == 422
    for word in words:
        assert word in page
    assert not DealRecord.objects.exists()


def test_a_refused_form_keeps_what_was_pressed(scorer: Client, table: Table) -> None:
    response = scorer.post(URL, read_form(scorer, URL) | {"maker": "E", "infractions-0-kind": "table_talk"})
    form = response.context["form"]
    assert form["maker"].value() == "E"
    assert form["infractions-0-kind"].value() == "table_talk"
    assert '<details class="drawer" open>' in response.content.decode()


def test_preview_shows_the_points_and_stores_nothing(scorer: Client, table: Table) -> None:
    status, page = send(scorer, {"maker": "S", "tricks": "5"}, action="preview")
    assert status == 200
    assert "North–South +2" in page
    assert "March: the makers took all 5 tricks" in page
    assert not DealRecord.objects.exists()


def test_reasons_name_players(scorer: Client, table: Table) -> None:
    hand = {"maker": "N", "infractions-0-kind": "renege", "infractions-0-offender": "S"}
    _status, page = send(scorer, hand)
    assert "Renege by Cyd: 2 points to the opponents" in page
    _status, page = send(
        scorer, {"maker": "N", "tricks": "3", "infractions-0-kind": "table_talk", "infractions-0-offender": "W"}
    )
    assert "Table talk by Dee: warning, no points" in page


def test_a_misdeal_leaves_the_dealer_and_the_hand_number(scorer: Client, table: Table) -> None:
    status, page = send(scorer, {"maker": "N", "tricks": "3"}, action="misdeal")
    assert status == 303
    assert DealRecord.objects.get().facts == {"misdeal": True}
    assert "Ann deals again" in page
    assert "The misdeal is saved." in page
    assert "Save hand 1" in page


def test_the_last_hand_is_taken_off_with_a_reason(scorer: Client, table: Table) -> None:
    record(table, MARCH, POINT)
    form = scorer.get(URL).context["undo_form"]
    sent = {"action": "undo", "key": form["key"].value(), "position": str(form["position"].value())}
    refused = scorer.post(URL, sent | {"reason": " "})
    assert refused.status_code == 422
    assert "Say why the hand is taken off" in refused.content.decode()
    page = scorer.post(URL, sent | {"reason": "wrong table"}, follow=True).content.decode()
    assert "2–0" in page
    assert "3–0" not in page
    assert DealRecord.objects.get(void=True).reason == "wrong table"


def test_undoing_what_is_no_longer_last_is_refused(scorer: Client, table: Table) -> None:
    record(table, MARCH)
    form = scorer.get(URL).context["undo_form"]
    sent = {"action": "undo", "key": form["key"].value(), "position": str(form["position"].value()), "reason": "x"}
    record(table, POINT)
    assert scorer.post(URL, sent).status_code == 409
    assert not DealRecord.objects.filter(void=True).exists()


def test_the_form_goes_when_the_game_is_won_and_comes_back_with_undo(scorer: Client, table: Table) -> None:
    record(table, LONER, LONER)
    hand = read_form(scorer, URL)
    status, page = send(scorer, {"maker": "N", "tricks": "5"})
    assert status == 303
    assert "North–South win 10–0" in page
    assert "Who made trump?" not in page
    late = scorer.post(URL, hand | {"key": "another", "position": "4", "maker": "N", "tricks": "5"})
    assert late.status_code == 409
    assert "this game has ended" in late.content.decode()
    form = scorer.get(URL).context["undo_form"]
    undo = {"action": "undo", "key": form["key"].value(), "position": "3", "reason": "miscounted"}
    assert "Who made trump?" in scorer.post(URL, undo, follow=True).content.decode()


def test_time_called_finishes_the_game_and_can_be_taken_back(scorer: Client, table: Table) -> None:
    record(table, POINT)
    hand = read_form(scorer, URL) | {"maker": "N", "tricks": "3"}
    page = scorer.post(URL, {"action": "time"}, follow=True).content.decode()
    assert "North–South win 1–0" in page
    assert "time called" in page
    closed = scorer.post(URL, hand)
    assert closed.status_code == 409
    assert "this table is closed" in closed.content.decode()
    page = scorer.post(URL, {"action": "go-on"}, follow=True).content.decode()
    assert "Save hand 2" in page


def test_time_called_with_level_scores_is_a_draw(scorer: Client, table: Table) -> None:
    assert "Drawn" in scorer.post(URL, {"action": "time"}, follow=True).content.decode()


def test_an_admin_rules(admin: Client, scorer: Client, table: Table) -> None:
    form = admin.get(URL).context["ruling_form"]
    sent = {"action": "ruling", "key": form["key"].value(), "position": str(form["position"].value())}
    refused = admin.post(URL, sent | {"points-EW": "2", "reason": ""})
    assert refused.status_code == 422
    assert refused.context["ruling_form"].errors["reason"]
    page = admin.post(URL, sent | {"points-EW": "-1", "reason": "cards shown"}, follow=True).content.decode()
    assert "Ruling: cards shown" in page
    assert "0 : −1" in page
    assert DealRecord.objects.get().facts["ruling"]["by"] == "Admin"
    assert "Ruling by an admin" not in scorer.get(URL).content.decode()


def test_a_closed_event_takes_no_hands(scorer: Client, table: Table) -> None:
    hand = read_form(scorer, URL) | {"maker": "N", "tricks": "3"}
    Event.objects.update(is_open=False)
    assert "This event is closed" in scorer.get(URL).content.decode()
    assert scorer.post(URL, hand).status_code == 409
    assert scorer.post(URL, {"action": "time"}).status_code == 409


@pytest.mark.parametrize("who", ["nobody", "outsider", "player"])
def test_the_public_reads_without_forms(who: str, log_in: Callable[[str], Client], table: Table, owner: User) -> None:
    record(table, MARCH, by=owner)
    page = log_in(who).get(URL).content.decode()
    assert "March: the makers took all 5 tricks" in page
    assert "2–0" in page
    assert 'name="maker"' not in page
    assert "Take it off" not in page
    assert "Olga" not in page, "who keeps score is no business of the public"


def test_names_are_escaped(scorer: Client, table: Table) -> None:
    player = table.seats.get(seat="N").player
    player.name = "<script>alert(1)</script>"
    player.save()
    record(table, MARCH)
    page = scorer.get(URL).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_a_ruling_for_both_sides_gives_its_reason_once(scorer: Client, table: Table) -> None:
    record(table, {"ruling": {"points": {"NS": 1, "EW": -1}, "reason": "late start", "by": "Olga"}})
    assert scorer.get("/events/tuesday/round/1/table/1/").content.decode().count("late start") == 1
