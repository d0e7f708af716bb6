"""The page on which a hand is corrected: what it shows before, what it saves, and whom it lets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import DealRecord, Event, League, Player, Table
from league.selectors.sheets import fold_table, list_facts, list_records
from league.services.corrections import correct_sheet
from league.services.recording import call_time, record_deal
from rules.catalog import GAMES
from tests.printing.played import ELDEST, PLAYED, play_yukon
from tests.web.conftest import HTMX, record
from tests.web.playing import address, open_table
from tests.web.pressing import read_inputs

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
POINT: dict[str, Any] = {"maker": "N", "tricks": 3}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
LONER: dict[str, Any] = {"maker": "E", "alone": True, "tricks": 5}
RULING: dict[str, Any] = {"ruling": {"points": {"NS": 1}, "reason": "cards exposed", "by": "Pat"}}
MISDEAL: dict[str, Any] = {"misdeal": True}

LogIn = Callable[[str], Client]


def page_of(table: Table, position: int, more: str = "") -> str:
    return f"{address(table)}hands/{position}/{more}"


def press(client: Client, url: str, *, action: str = "save", without: Any = (), **pressed: Any) -> Any:
    """Send the form of the page with these inputs pressed; `__` in a name stands for the hyphen of the page."""
    sent = read_inputs(client.get(url).content.decode(), has="seen")
    sent |= {name.replace("__", "-"): value for name, value in pressed.items()}
    return client.post(url, {**{name: value for name, value in sent.items() if name not in without}, "action": action})


def read_text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def list_standing(table: Table) -> dict[int, Any]:
    return list_facts(list_records(table))


@pytest.mark.parametrize("key", sorted(GAMES))
def test_every_entry_of_every_game_opens_filled_and_untouched_changes_nothing(
    key: str, league: League, players: list[Player], scorer: Client, admin: Client
) -> None:
    table = open_table(league, players, game=key)
    played = PLAYED.get(key) or play_yukon(table.rules.sides)
    record(table, *played)
    for position in list_standing(table):
        response = press(admin, page_of(table, position), reason="to see")
        assert response.status_code == 422
        assert "Nothing is changed" in read_text(response)
    assert DealRecord.objects.filter(table=table).count() == len(played)


def test_a_correction_is_saved_with_its_reason(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE, MARCH)
    response = press(scorer, page_of(table, 1), maker="E", reason="the slip says Bob")
    assert (response.status_code, response.url) == (303, address(table))
    assert list_standing(table)[1] == {"maker": "E", "tricks": 5}
    newest = DealRecord.objects.get(table=table, position=1, revision=2)
    assert (newest.reason, newest.recorded_by and newest.recorded_by.username) == ("the slip says Bob", "scorer")
    assert "Corrected." in read_text(scorer.get(address(table)))


def test_without_a_reason_nothing_is_saved_and_nothing_lost(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    response = press(scorer, page_of(table, 1), maker="E", reason=" ")
    assert response.status_code == 422
    assert "Say why this is changed" in read_text(response)
    assert read_inputs(response.content.decode(), has="seen")["maker"] == ["E"]
    assert DealRecord.objects.filter(table=table).count() == 2


def test_a_preview_says_what_changes_and_saves_nothing(table: Table, scorer: Client) -> None:
    record(table, *[MARCH] * 5)
    response = press(scorer, page_of(table, 1), action="preview", maker="E")
    text = read_text(response)
    for words in ("North–South win 10–0", "in play", "8–2", "East–West +2", "games won"):
        assert words in text, words
    assert DealRecord.objects.filter(table=table).count() == 5
    assert fold_table(table).winner == "NS"


def test_under_htmx_only_the_effects_come(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    sent = read_inputs(scorer.get(page_of(table, 1)).content.decode(), has="seen")
    response = scorer.post(page_of(table, 1), {**sent, "maker": "E", "action": "preview"}, headers=HTMX)
    text = read_text(response)
    assert response.status_code == 200
    assert "<form" not in text
    assert "East–West +2" in text


def test_faults_of_the_new_facts_are_told_at_their_inputs(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    response = press(scorer, page_of(table, 1), without=("tricks",), reason="x")
    assert response.status_code == 422
    assert response.context["form"].errors["tricks"]
    assert "Not saved" in read_text(response)


def test_a_hand_is_taken_off(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE, LONER)
    assert "North–South +2" in read_text(scorer.get(page_of(table, 1, "?off")))
    assert press(scorer, page_of(table, 1, "?off"), reason="never played").status_code == 303
    assert list_standing(table) == {2: EUCHRE, 3: LONER}


@pytest.mark.parametrize(
    ("before", "pressed", "after"),
    [
        (MARCH, {"kind": "misdeal"}, MISDEAL),
        (MISDEAL, {"kind": "hand", "maker": "E", "tricks": "3"}, {"maker": "E", "tricks": 3}),
        (MARCH, {"dealer": "S"}, {**MARCH, "dealer": "S"}),
        ({**MARCH, "dealer": "S"}, {"maker": "E"}, {"maker": "E", "tricks": 5, "dealer": "S"}),
        (MISDEAL, {"dealer": "W"}, {**MISDEAL, "dealer": "W"}),
    ],
)
def test_a_hand_becomes_a_misdeal_and_back(
    before: dict[str, Any], pressed: dict[str, str], after: dict[str, Any], table: Table, scorer: Client
) -> None:
    record(table, before, MARCH)
    assert press(scorer, page_of(table, 1), reason="x", **pressed).status_code == 303
    assert list_standing(table)[1] == after


def test_the_misdeal_key_of_the_form_shows_what_a_misdeal_would_change(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    response = press(scorer, page_of(table, 1), action="misdeal")
    assert read_inputs(response.content.decode(), has="seen")["kind"] == ["misdeal"]
    assert "misdeal" in read_text(response)
    assert DealRecord.objects.filter(table=table).count() == 2


def test_a_ruling_is_corrected_by_an_admin_and_stays_the_ruling_of_whoever_gave_it(
    table: Table, scorer: Client, admin: Client
) -> None:
    record(table, RULING, MARCH)
    assert scorer.get(page_of(table, 1)).status_code == 403
    assert press(admin, page_of(table, 1), ruling__points__NS="-2", reason="misread").status_code == 303
    assert list_standing(table)[1] == {"ruling": {"points": {"NS": -2}, "reason": "cards exposed", "by": "Pat"}}


def test_a_scorer_makes_no_ruling_of_a_hand(table: Table, scorer: Client) -> None:
    record(table, MARCH, MARCH)
    response = press(scorer, page_of(table, 1), kind="ruling", ruling__points__NS="9", ruling__reason="x", reason="x")
    assert response.status_code == 422
    assert list_standing(table)[1] == MARCH


def test_later_hands_after_the_end_are_taken_off_in_the_same_go(table: Table, scorer: Client) -> None:
    record(table, EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT)
    refused = press(scorer, page_of(table, 1), tricks="5", reason="misread")
    assert refused.status_code == 422
    text = read_text(refused)
    assert text.count("Hand 6 is not possible then") == 2
    assert "All later hands stay as they are." not in text
    assert "All other later hands stay as they are." in text
    assert "The game had ended before this hand" in text
    assert "Enter again" not in text
    assert DealRecord.objects.filter(table=table).count() == 6
    assert press(scorer, page_of(table, 1), tricks="5", reason="misread", later__6="off").status_code == 303
    assert fold_table(table).winner == "NS"
    assert sorted(list_standing(table)) == [1, 2, 3, 4, 5]


def test_all_that_is_no_longer_possible_is_taken_off_at_once(table: Table, scorer: Client) -> None:
    record(table, EUCHRE, EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT, POINT)
    shown = press(scorer, page_of(table, 1), action="preview", maker="W", tricks="0")
    assert "Take off all hands" in read_text(shown)
    pressed = {"maker": "W", "tricks": "0", "reason": "misread", "later__all": "off"}
    response = press(scorer, page_of(table, 1), **pressed)
    assert response.status_code == 303, read_text(response)
    assert sorted(list_standing(table)) == [1, 2, 3, 4, 5, 6]
    assert fold_table(table).winner == "NS"


def test_what_was_chosen_for_another_correction_changes_nothing(table: Table, scorer: Client) -> None:
    record(table, EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT)
    press(scorer, page_of(table, 1), tricks="1", reason="misread", later__6="off")
    assert sorted(list_standing(table)) == [1, 2, 3, 4, 5, 6]


def test_a_later_hand_that_hangs_on_the_dealer_is_entered_again_in_the_same_go(
    league: League, players: list[Player], scorer: Client
) -> None:
    """The eldest hand may lead Hearts without a bid only in its turn: another dealer makes another hand the eldest."""
    table = open_table(league, players, game="grand")
    Table.objects.update(first_dealer="E")
    record(Table.objects.get(), *ELDEST)
    refused = press(scorer, page_of(table, 2), kind="misdeal", reason="it was one")
    text = read_text(refused)
    assert refused.status_code == 422
    assert "Enter again" in text
    again = {
        "later__4": "again", "again__4__play": "whist", "again__4__bidder": "E", "again__4__bid": "25",
        "again__4__suit": "C", "again__4__tricks": "9",
    }  # fmt: skip
    shown = press(scorer, page_of(table, 2), action="preview", kind="misdeal", **again)
    assert shown.context["choices"][0].chosen == "again"
    response = press(scorer, page_of(table, 2), kind="misdeal", reason="it was one", **again)
    assert response.status_code == 303, read_text(response)
    assert list_standing(table)[4] == {"bidder": "E", "bid": 25, "play": "whist", "suit": "C", "tricks": 9}


def test_faults_of_a_hand_entered_again_are_told_at_it(league: League, players: list[Player], scorer: Client) -> None:
    table = open_table(league, players, game="grand")
    Table.objects.update(first_dealer="E")
    record(Table.objects.get(), *ELDEST)
    again = {"later__4": "again", "again__4__play": "whist", "again__4__bidder": "E", "again__4__bid": "25"}
    response = press(scorer, page_of(table, 2), kind="misdeal", reason="it was one", **again)
    assert response.status_code == 422
    assert response.context["choices"][0].form.errors["tricks"]
    assert DealRecord.objects.filter(table=table).count() == 4


def test_a_forgotten_hand_is_put_in_before_another(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    url = page_of(table, 2, "before/")
    shown = read_text(press(scorer, url, action="preview", maker="E", tricks="3"))
    assert "not on the sheet" in shown
    assert press(scorer, url, maker="E", tricks="3", reason="forgotten").status_code == 303
    assert list_standing(table) == {1: MARCH, 2: {"maker": "E", "tricks": 3}, 3: EUCHRE}
    assert press(scorer, page_of(table, 4, "before/"), maker="W", tricks="3", reason="forgotten").status_code == 303
    assert list_standing(table)[4] == {"maker": "W", "tricks": 3}


def test_a_hand_that_moves_behind_the_end_of_the_game_is_taken_off(table: Table, scorer: Client) -> None:
    record(table, EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT, POINT)
    url = page_of(table, 1, "before/")
    refused = read_text(press(scorer, url, maker="N", tricks="5", reason="forgotten"))
    assert "Hand 7 is not possible then" in refused
    response = press(scorer, url, maker="N", tricks="5", reason="forgotten", later__8="off", later__7="off")
    assert response.status_code == 303, read_text(response)
    assert list_standing(table) == {1: MARCH, 2: EUCHRE, 3: MARCH, 4: MARCH, 5: MARCH, 6: MARCH}


def test_who_was_slower_is_told_by_whom_and_keeps_what_he_pressed(table: Table, scorer: Client, admin: Client) -> None:
    record(table, MARCH, EUCHRE)
    url = page_of(table, 1)
    sent = {**read_inputs(scorer.get(url).content.decode(), has="seen"), "maker": "W", "reason": "slip"}
    press(admin, page_of(table, 2), tricks="3", reason="quicker")
    told = scorer.post(url, {**sent, "action": "save"})
    assert told.status_code == 409
    assert "Admin changed this sheet" in read_text(told)
    assert list_standing(table)[1] == MARCH
    again = {**read_inputs(told.content.decode(), has="seen"), "action": "save"}
    assert scorer.post(url, again).status_code == 303
    assert list_standing(table)[1] == {"maker": "W", "tricks": 5}


def test_a_form_sent_twice_saves_once(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    url = page_of(table, 1)
    sent = {**read_inputs(scorer.get(url).content.decode(), has="seen"), "maker": "W", "reason": "slip"}
    assert [scorer.post(url, {**sent, "action": "save"}).status_code for _tap in range(2)] == [303, 303]
    assert DealRecord.objects.filter(table=table).count() == 3
    told = scorer.post(url, {**sent, "maker": "S", "action": "save"})
    assert told.status_code == 409
    assert "had already saved" in read_text(told)


def test_the_place_can_vanish_meanwhile(table: Table, scorer: Client, admin: Client) -> None:
    record(table, MARCH, EUCHRE)
    url = page_of(table, 2)
    sent = {**read_inputs(scorer.get(url).content.decode(), has="seen"), "maker": "W", "reason": "slip"}
    press(admin, url, kind="off", reason="quicker")
    assert scorer.post(url, {**sent, "action": "save"}).status_code in (303, 404)
    assert list_standing(table) == {1: MARCH}


def test_rights_follow_the_stage(table: Table, scorer: Client, admin: Client) -> None:
    record(table, MARCH, EUCHRE)
    url = page_of(table, 1)
    assert scorer.get(url).status_code == 200
    now = timezone.now()
    Event.objects.update(is_open=False, published_at=now, final_at=now + timedelta(hours=1))
    assert scorer.get(url).status_code == 403
    assert press(admin, url, maker="E", reason="slip").status_code == 303
    Event.objects.update(final_at=now)
    assert "reopen the results first" in read_text(admin.get(url))
    assert admin.post(url, {"action": "save"}).status_code == 409


def test_a_published_game_is_not_put_back_in_play_and_the_preview_says_so(table: Table, admin: Client) -> None:
    record(table, *[MARCH] * 5)
    now = timezone.now()
    Event.objects.update(is_open=False, published_at=now, final_at=now + timedelta(hours=1))
    for action, status in (("preview", 200), ("save", 422)):
        answer = press(admin, page_of(table, 5), action=action, kind="off", reason="slip")
        assert answer.status_code == status
        assert "First open them again on the page “Results”" in read_text(answer)
    assert table.records.count() == 5


def test_links_to_change_are_for_those_who_may(table: Table, log_in: LogIn) -> None:
    record(table, MARCH, RULING)
    changes = {who: log_in(who).get(address(table)).content.decode() for who in ("nobody", "player", "scorer", "admin")}
    counts = {who: page.count('class="change-link"') for who, page in changes.items()}
    assert counts == {"nobody": 0, "player": 0, "scorer": 1, "admin": 2}


@pytest.mark.parametrize("position", [0, 3, 9999])
def test_a_place_that_is_not_on_the_sheet_is_not_found(position: int, table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    assert scorer.get(page_of(table, position)).status_code == 404


def test_time_called_does_not_stop_a_correction(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE, MARCH)
    call_time(table, called=True, by=None, source="web")
    assert press(scorer, page_of(table, 1), maker="E", reason="slip").status_code == 303
    assert fold_table(Table.objects.get(pk=table.pk)).state.totals == {"NS": 2, "EW": 4}


@pytest.mark.parametrize("junk", [{"seen": "x"}, {"kind": "all"}, {"dealer": "Q"}, {"key": ""}, {"later-9": "what"}])
def test_junk_is_refused_with_the_form(junk: dict[str, str], table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    sent = read_inputs(scorer.get(page_of(table, 1)).content.decode(), has="seen")
    response = scorer.post(page_of(table, 1), {**sent, **junk, "reason": "x", "action": "save"})
    assert response.status_code == 422
    assert DealRecord.objects.filter(table=table).count() == 2


def test_an_action_of_no_form_is_refused(table: Table, scorer: Client) -> None:
    record(table, MARCH, EUCHRE)
    assert scorer.post(page_of(table, 1), {"action": "destroy"}).status_code == 400


def test_the_mark_stands_where_the_result_is_shown(table: Table, admin: Client) -> None:
    record(table, *[MARCH] * 5)
    event_page = f"/events/{table.event.slug}/"
    assert "corrected " not in read_text(admin.get(event_page))
    seen = table.records.count()
    correct_sheet(table, {1: {**MARCH, "suit": "H"}}, seen=seen, key="c", reason="slip", by=None, source="web")
    page = read_text(admin.get(event_page))
    assert page.count("tag--corrected") == 3, "two lines of the standings and the card"
    assert f'href="/events/{table.event.slug}/history/">corrected ' in page
    assert f'href="{address(table)}history/">corrected ' in read_text(admin.get(address(table)))


def test_a_hand_put_in_by_position_next_needs_no_gap(table: Table, scorer: Client) -> None:
    record(table, MARCH)
    assert scorer.get(page_of(table, 2, "before/")).status_code == 200
    assert scorer.get(page_of(table, 3, "before/")).status_code == 404
    record_deal(table, MARCH, position=2, key="hand-2", by=None, source="web")
    assert scorer.get(page_of(table, 3, "before/")).status_code == 200
