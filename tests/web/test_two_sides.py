"""Two phones at one table: one confirms what the other entered, or both enter blind; and what an admin decides."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Claim, DealRecord, League, Player, Table
from league.models.people import EntryWay
from league.selectors.agreement import HandState
from league.services.links import make_link
from league.services.recording import call_time
from league.services.seating import seat_table
from league.services.setup import create_event
from tests.web.conftest import HTMX, read_form
from tests.web.phones import FIVE, FOUR, MARCH, PAGE, WORDS, press, save, see, state_of
from tests.web.two_phones import set_way, sit_down

# --- One enters, the other confirms -----------------------------------------------------------------


def test_the_other_side_sees_what_was_entered_and_says_right(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    save(north, FIVE)
    assert see(north)["waiting_for"] == ["Hand 1"]
    assert see(north)["result_tag"][0] == "waiting"
    page = east.get(PAGE).content.decode()
    assert "Is this right?" in page
    assert "+2" in page
    (hand,) = see(east)["awaiting"]
    assert press(east, "accept", hand).headers["Location"] == PAGE
    assert state_of(table) == HandState.AGREED
    assert not see(east)["awaiting"]
    assert not see(north)["waiting_for"]


def test_a_double_tap_on_right_says_it_once(confirming: tuple[Client, Client]) -> None:
    north, east = confirming
    save(north, FIVE)
    (hand,) = see(east)["awaiting"]
    assert [press(east, "accept", hand).status_code for _tap in range(3)] == [303] * 3
    assert Claim.objects.count() == 1


def test_all_right_up_to_the_last_hand(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    for _hand in range(3):
        save(north, FOUR)
    page = east.get(PAGE)
    assert "All right up to: Hand 3" in page.content.decode()
    context = see(east)
    last = {"position": 2, "seen": context["seen"]}
    press(east, "accept-all", last)
    assert [state_of(table, position) for position in (1, 2, 3)] == [
        HandState.AGREED, HandState.AGREED, HandState.ENTERED
    ]  # fmt: skip


def test_not_right_opens_the_form_with_what_was_entered(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    save(north, FIVE)
    (hand,) = see(east)["awaiting"]
    page = east.get(hand["say_url"])
    form = page.context["form"]
    assert (form["maker"].value(), form["tricks"].value()) == ("N", 5)
    assert east.post(hand["say_url"], {**FOUR, "key": "k", "position": "1"}).headers["Location"] == PAGE
    assert state_of(table) == HandState.DIFFERS
    assert DealRecord.objects.count() == 1
    for phone in (north, east):
        text = phone.get(PAGE).content.decode()
        assert "Hand 1: they differ" in text
        assert "Theirs is right" in text
        assert see(phone)["result_tag"][0] == "differs"
        assert f'href="{PAGE}call/"' in text


@pytest.mark.parametrize("who", ["north", "east"])
def test_either_side_can_give_in(who: str, confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    save(north, FIVE)
    east.post(f"{PAGE}say/1/", {**FOUR, "key": "k", "position": "1"})
    phone = north if who == "north" else east
    (difference,) = see(phone)["differences"]
    (theirs,) = [version for version in difference["versions"] if not version["is_own"]]
    for _tap in range(2):
        assert press(phone, "accept", {**difference, **theirs}).status_code == 303
    assert state_of(table) == HandState.AGREED
    assert table.seats.get(seat="N").result.points == (1 if who == "north" else 2)
    assert DealRecord.objects.count() == (2 if who == "north" else 1)


def test_a_side_comes_round_to_the_others_word_by_typing_it(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    save(east, FIVE)
    north.post(f"{PAGE}say/1/", {**FOUR, "key": "k1", "position": "1"})
    answer = east.post(f"{PAGE}say/1/", {**FOUR, "key": "k2", "position": "1"}, follow=True)
    text = answer.content.decode()
    assert "Hand 1: both say the same." in text
    assert "they differ" not in text
    assert state_of(table) == HandState.AGREED
    assert table.seats.get(seat="N").result.points == 1


def test_taking_the_newest_word_of_who_entered_changes_the_hand(
    confirming: tuple[Client, Client], table: Table
) -> None:
    north, east = confirming
    save(north, {"maker": "N", "tricks": "3"})
    east.post(f"{PAGE}say/1/", {**FIVE, "key": "k1", "position": "1"})
    north.post(f"{PAGE}say/1/", {**FOUR, "key": "k2", "position": "1"})
    (difference,) = see(east)["differences"]
    _left, theirs, _own = difference["versions"]
    assert [version["who"] for version in difference["versions"]] == ["on the sheet", "Ann & Cyd", "Bob & Dee"]
    (own_of_north,) = [version for version in see(north)["differences"][0]["versions"] if version["is_own"]]
    assert own_of_north["text"] == theirs["text"]
    answer = press(east, "accept", {**difference, **theirs}, follow=True)
    assert "Both say the same now." in answer.content.decode()
    assert state_of(table) == HandState.AGREED
    assert DealRecord.objects.latest("pk").facts == {"maker": "N", "tricks": 4}


def test_what_both_say_and_cannot_stand_is_told_in_a_sentence(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    for hand in (FOUR, MARCH, MARCH, FOUR):
        save(north, hand)
    east.post(f"{PAGE}say/1/", {**MARCH, "key": "k1", "position": "1"})
    answer = north.post(f"{PAGE}say/1/", {**MARCH, "key": "k2", "position": "1"}, follow=True)
    text = answer.content.decode()
    assert "Hand 1: both say the same, but the sheet cannot be changed to it." in text
    assert "Later hands would not be possible then" in text
    assert state_of(table) == HandState.DIFFERS


def test_both_entering_the_same_hand_at_once_agree_by_it(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    forms = [read_form(phone, PAGE) for phone in confirming]
    assert north.post(PAGE, {**FIVE, **forms[0]}).status_code == 303
    assert east.post(PAGE, {**FIVE, **forms[1]}).status_code == 303
    assert state_of(table) == HandState.AGREED
    assert DealRecord.objects.count() == 1


def test_faults_of_another_word_are_shown_and_nothing_is_lost(confirming: tuple[Client, Client]) -> None:
    north, east = confirming
    save(north, FIVE)
    answer = east.post(f"{PAGE}say/1/", {"maker": "E", "key": "k", "position": "1"})
    assert answer.status_code == 422
    assert answer.context["form"]["maker"].value() == "E"
    assert not Claim.objects.exists()


def test_a_misdeal_can_be_said_against_a_hand(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    save(north, FIVE)
    east.post(f"{PAGE}say/1/", {**FIVE, "key": "k", "position": "1", "action": "misdeal"})
    assert state_of(table) == HandState.DIFFERS
    assert "misdeal" in north.get(PAGE).content.decode()


@pytest.mark.parametrize("way", ["page", "htmx"])
def test_right_said_too_late_changes_nothing_and_says_so(
    way: str, confirming: tuple[Client, Client], table: Table
) -> None:
    north, east = confirming
    save(north, FIVE)
    (hand,) = see(east)["awaiting"]
    undo = {"position": "1", "key": "u", "reason": "wrong", "action": "undo"}
    assert north.post(PAGE, undo).status_code == 303
    save(north, FOUR)
    answer = press(east, "accept", hand, headers=HTMX if way == "htmx" else {})
    if way == "page":
        answer = east.get(answer.headers["Location"])
    else:
        assert answer.status_code == 409
    assert "has changed meanwhile" in answer.content.decode()
    assert state_of(table) == HandState.ENTERED


def test_a_finished_game_is_confirmed_by_the_other_side(confirming: tuple[Client, Client], table: Table) -> None:
    north, east = confirming
    for _hand in range(3):
        save(north, MARCH)
    assert see(north)["result_tag"][0] == "waiting"
    press(east, "accept-all", {"position": 3, "seen": see(east)["seen"]})
    table.refresh_from_db()
    assert table.confirmed_at is not None
    for phone in (north, east, Client()):
        assert see(phone)["result_tag"][0] == "confirmed"
    answer = east.post(f"{PAGE}say/1/", {**FOUR, "key": "k", "position": "1"}, follow=True)
    assert "The result is confirmed" in answer.content.decode()
    table.refresh_from_db()
    assert table.confirmed_at is not None


# --- Each side enters, blind --------------------------------------------------------------------------


def test_what_the_other_side_entered_is_hidden_until_this_side_has_entered_it(
    both: tuple[Client, Client], table: Table
) -> None:
    north, east = both
    save(north, FIVE)
    page = east.get(PAGE)
    text = page.content.decode()
    assert page.context["rows"] == []
    assert [side["total"] for side in page.context["sides"]] == [0, 0]
    assert page.context["hand_number"] == 1
    assert page.context["form"]["position"].value() == 1
    assert 'class="hands' not in text
    assert "sheet.pdf" not in text
    assert not page.context["undo_form"]
    for path in (WORDS, f"{WORDS}?seen=x"):
        assert "+2" not in east.get(path, headers=HTMX).content.decode()
    assert east.get(f"{PAGE}say/1/").headers["Location"] == PAGE
    preview = east.post(PAGE, {**FOUR, **read_form(east, PAGE), "action": "preview"}, headers=HTMX)
    assert "+1" in preview.content.decode()
    assert see(north)["hand_number"] == 2


def test_equal_entries_move_the_score_on_for_both(both: tuple[Client, Client], table: Table) -> None:
    north, east = both
    save(north, FIVE)
    answer = save(east, FIVE, headers=HTMX)
    assert "Hand 1: both say the same." in answer.content.decode()
    assert state_of(table) == HandState.AGREED
    for phone in both:
        assert [side["total"] for side in see(phone)["sides"]] == [2, 0]
        assert see(phone)["hand_number"] == 2


def test_different_entries_are_shown_side_by_side_on_both(both: tuple[Client, Client], table: Table) -> None:
    north, east = both
    save(north, FIVE)
    answer = save(east, FOUR, headers=HTMX)
    assert "Hand 1: the two sides say different things." in answer.content.decode()
    for phone in both:
        (difference,) = see(phone)["differences"]
        assert sorted(version["who"] for version in difference["versions"]) == ["Ann & Cyd", "Bob & Dee"]
        assert [gain.points for version in difference["versions"] for gain in version["gains"]] == [2, 1]
    assert state_of(table) == HandState.DIFFERS


def test_a_double_tap_of_either_side_counts_once(both: tuple[Client, Client]) -> None:
    for phone in both:
        form = {**FIVE, **read_form(phone, PAGE)}
        assert [phone.post(PAGE, form).status_code for _tap in range(3)] == [303] * 3
    assert (DealRecord.objects.count(), Claim.objects.count()) == (1, 1)


def test_a_side_that_is_ahead_is_caught_up_with_hand_by_hand(both: tuple[Client, Client], table: Table) -> None:
    north, east = both
    for _hand in range(3):
        save(north, MARCH)
    assert see(north)["form"] is None
    for number in (1, 2, 3):
        assert see(east)["hand_number"] == number
        table.refresh_from_db()
        assert table.confirmed_at is None
        save(east, MARCH)
    table.refresh_from_db()
    assert table.confirmed_at is not None
    assert see(east)["form"] is None


def test_once_time_is_called_nothing_is_hidden_and_right_can_be_said(both: tuple[Client, Client], table: Table) -> None:
    north, east = both
    save(north, FIVE)
    call_time(table, called=True, by=None, source="web")
    assert [side["total"] for side in see(east)["sides"]] == [2, 0]
    (hand,) = see(east)["awaiting"]
    press(east, "accept", hand)
    table.refresh_from_db()
    assert table.confirmed_at is not None


def test_a_third_who_keeps_score_with_an_account_sees_all(both: tuple[Client, Client], scorer: Client) -> None:
    north, _east = both
    save(north, FIVE)
    assert [side["total"] for side in see(scorer)["sides"]] == [2, 0]
    assert not see(scorer)["awaiting"]


def test_faults_leave_the_hand_of_this_side_on_the_page(both: tuple[Client, Client]) -> None:
    north, east = both
    save(north, FIVE)
    answer = save(east, {"maker": "E"})
    assert answer.status_code == 422
    assert answer.context["form"]["maker"].value() == "E"
    assert answer.context["rows"] == []


def test_three_sides_each_with_a_phone(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Yukon", game="yukon", by=None, source="web")
    seats = dict(zip("ABC", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, players=3, by=None, source="web")
    set_way(table, EntryWay.BOTH)
    link = make_link(table, by=None, source="web")
    page = "/events/yukon/round/1/table/1/"
    hand = {"how": "points", "points-A": "40", "points-B": "50", "points-C": "35"}
    phones = [sit_down(link, side) for side in "ABC"]
    for phone in phones[:2]:
        assert save(phone, hand, page=page).status_code == 303
    assert state_of(table) == HandState.AGREED
    assert phones[2].get(page).context["hand_number"] == 2


# --- News, rights, admins -------------------------------------------------------------------------


def test_the_sides_are_told_news_and_nothing_where_there_is_none(confirming: tuple[Client, Client]) -> None:
    north, east = confirming
    stamp = see(east)["words_stamp"]
    assert east.get(f"{WORDS}?seen={stamp}", headers=HTMX).status_code == 204
    save(north, FIVE)
    news = east.get(f"{WORDS}?seen={stamp}", headers=HTMX)
    assert news.status_code == 200
    assert "Is this right?" in news.content.decode()
    assert "table-news" in news.headers["HX-Trigger"]
    assert "no-store" in news.headers["Cache-Control"]
    assert east.get(WORDS).headers["Location"] == PAGE


def test_an_answer_brings_score_and_hands_and_takes_off_what_was_told_before(
    both: tuple[Client, Client], table: Table
) -> None:
    north, east = both
    save(north, FIVE)
    told = save(east, FOUR, headers=HTMX).content.decode()
    assert 'id="notice"' in told
    stamp = see(east)["words_stamp"]
    (difference,) = see(north)["differences"]
    (theirs,) = [version for version in difference["versions"] if not version["is_own"]]
    answers = [
        press(north, "accept", {**difference, **theirs}, headers=HTMX),
        east.get(f"{WORDS}?seen={stamp}", headers=HTMX),
    ]
    for answer in answers:
        text = answer.content.decode()
        assert '<section id="score" hx-swap-oob="true"' in text
        assert '<div id="hands" hx-swap-oob="true">' in text
        assert ('<div id="notice" hx-swap-oob="delete">' in text) == (answer is answers[0]), "news leave it there"
        assert [side["total"] for side in answer.context["sides"]] == [1, 0]
        assert "they differ" not in text
        assert 'id="entry"' not in text
    assert "hx-swap-oob" not in east.get(PAGE).content.decode().split('id="entry"')[0]
