"""An evening on a phone: from log-in to the final standing, all by tapping."""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import DealRecord, SeatResult, Table
from league.services.recording import record_deal
from tests.browser.conftest import log_in


def set_up_evening(page: Page) -> None:
    """Make a league, its players, an event and its first round; ends on the page of table 1."""
    page.get_by_role("link", name="New league").tap()
    page.get_by_label("Name of the league").fill("Riverside")
    page.get_by_role("button", name="Make the league").tap()
    page.get_by_label("Names to add").fill("Ann\nBob\nCyd\nDee\nann\n")
    page.get_by_role("button", name="Check the list first").tap()
    expect(page.get_by_text("4 new players")).to_be_visible()
    page.get_by_role("button", name="Add 4 players").tap()
    page.get_by_role("link", name="New event").tap()
    page.get_by_label("Name of the event").fill("Tuesday")
    page.get_by_role("button", name="Make the event").tap()
    page.get_by_role("link", name="New round").tap()
    page.get_by_role("button", name="Open round 1").tap()
    page.get_by_role("link", name="Table 1").tap()
    expect(page.get_by_text("Who made trump?")).to_be_visible()


def choose(page: Page, group: str, option: str) -> None:
    page.get_by_role("group", name=group).get_by_role("radio", name=option).first.tap()


def enter(page: Page, maker: str, tricks: int, *, alone: bool = False, preview: str, score: str) -> None:
    """Enter a hand by tapping, see its points before saving, and the score after."""
    choose(page, "Who made trump?", maker)
    if alone:
        page.get_by_role("checkbox", name="Went alone").tap()
    choose(page, "Tricks the makers took", str(tricks))
    expect(page.locator("#preview .gain")).to_have_text(preview)
    page.get_by_role("button", name=re.compile("Save hand")).tap()
    expect_score(page, score)


def expect_score(page: Page, score: str) -> None:
    """The big figures; North–South are Ann and Bob, as the suggestion fills a table side by side."""
    expect(page.locator(".scoreboard b")).to_have_text(score.split("–"))


def test_a_whole_game_at_phone_width(phone: Page, account: User) -> None:
    page = phone
    log_in(page)
    set_up_evening(page)
    enter(page, "Ann", 5, preview="North–South +2", score="2–0")
    enter(page, "Cyd", 3, preview="East–West +1", score="2–1")
    enter(page, "Bob", 2, preview="East–West +2", score="2–3")

    page.get_by_text("Penalty or misdeal").tap()
    page.get_by_role("button", name=re.compile("^Misdeal: .* deals again")).tap()
    expect(page.locator(".hands").get_by_text("Misdeal", exact=True)).to_be_visible()
    expect_score(page, "2–3")

    choose(page, "Who made trump?", "Dee")
    page.get_by_text("Penalty or misdeal").tap()
    choose(page, "Infraction", "Renege")
    page.get_by_role("group", name="Who", exact=True).get_by_role("radio", name="Cyd").tap()
    expect(page.locator("#preview")).to_contain_text("Renege by Cyd: 2 points to the opponents")
    page.get_by_role("button", name="Save hand 4").tap()
    expect_score(page, "4–3")

    enter(page, "Ann", 5, alone=True, preview="North–South +4", score="8–3")
    page.get_by_text("Undo hand 5").tap()
    page.get_by_label("Why?").fill("It was Bob")
    page.get_by_role("button", name="Take it off").tap()
    expect_score(page, "4–3")
    enter(page, "Bob", 5, alone=True, preview="North–South +4", score="8–3")

    enter(page, "Dee", 1, preview="North–South +2", score="10–3")
    expect(page.get_by_text("North–South win 10–3")).to_be_visible()
    expect(page.get_by_text("Who made trump?")).to_have_count(0)

    page.get_by_role("link", name="To the standings").tap()
    rows = page.locator(".standings tbody tr")
    expect(rows.nth(0)).to_contain_text("Ann & Bob")
    expect(rows.nth(0).locator(".key-figure")).to_have_text("10")
    expect(rows.nth(1)).to_contain_text("Cyd & Dee")
    expect(page.locator(".tablecard")).to_contain_text("confirmed")

    assert DealRecord.objects.filter(void=False).count() == 8
    assert set(SeatResult.objects.values_list("side", "points", "outcome")) == {("NS", 10, "won"), ("EW", 3, "lost")}
    assert {record.recorded_by for record in DealRecord.objects.all()} == {account}


def test_two_taps_store_one_hand(phone: Page, account: User) -> None:
    page = phone
    log_in(page)
    set_up_evening(page)
    choose(page, "Who made trump?", "Ann")
    choose(page, "Tricks the makers took", "3")
    page.get_by_role("button", name="Save hand 1").dblclick()
    expect_score(page, "1–0")
    expect(page.get_by_role("button", name="Save hand 2")).to_be_visible()
    assert DealRecord.objects.count() == 1


def test_no_network_is_told_and_loses_nothing(phone: Page, account: User) -> None:
    page = phone
    log_in(page)
    set_up_evening(page)
    choose(page, "Who made trump?", "Ann")
    choose(page, "Tricks the makers took", "4")
    expect(page.locator("#preview .gain")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("button", name="Save hand 1").tap()
    expect(page.get_by_text("No network", exact=True)).to_be_visible()
    expect(page.get_by_text("Hand 1 waits on this phone.")).to_be_visible()
    page.context.set_offline(False)
    expect_score(page, "1–0")
    expect(page.get_by_text("No network", exact=True)).to_be_hidden()
    assert DealRecord.objects.count() == 1


def test_the_event_page_follows_by_itself(phone: Page, account: User) -> None:
    page = phone
    log_in(page)
    set_up_evening(page)
    page.goto("/events/tuesday/")
    card = page.locator(".tablecard b")
    expect(card).to_have_text(["0", "0"])
    facts = {"maker": "N", "tricks": 5}
    record_deal(Table.objects.get(), facts, position=1, key="elsewhere", by=account, source="web")
    expect(card).to_have_text(["2", "0"], timeout=8_000)


def test_a_hand_is_saved_without_scripts(phone_without_scripts: Page, account: User) -> None:
    page = phone_without_scripts
    log_in(page)
    set_up_evening(page)
    choose(page, "Who made trump?", "Ann")
    page.get_by_role("checkbox", name="Went alone").tap()
    choose(page, "Tricks the makers took", "5")
    page.get_by_role("button", name="Show the points").tap()
    expect(page.locator("#preview .gain")).to_have_text("North–South +4")
    assert not DealRecord.objects.exists()
    page.get_by_role("button", name="Save hand 1").tap()
    expect_score(page, "4–0")
    assert DealRecord.objects.get().facts == {"maker": "N", "alone": True, "tricks": 5}
