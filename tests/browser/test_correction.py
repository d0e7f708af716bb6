"""A hand is corrected on a phone after both games have ended: it changes who won the game and who leads the evening."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Event, Table
from league.selectors.sheets import list_facts, list_records
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.conftest import log_in

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
EAST: dict[str, Any] = {"maker": "E", "tricks": 5}
LONER: dict[str, Any] = {"maker": "E", "alone": True, "tricks": 5}

#: 10–8 at table 1; had hand 2 been East's, it would have ended 6–10 with hand 7.
FIRST = (MARCH, MARCH, MARCH, MARCH, LONER, EAST, EAST, MARCH)
#: 10–9 at table 2.
SECOND = (MARCH, MARCH, MARCH, MARCH, LONER, LONER, {"maker": "E", "tricks": 3}, MARCH)


@pytest.fixture
def evening(account: User) -> Event:
    league = create_league("Riverside", by=account, source="web")
    names = ["Ann", "Bob", "Cyd", "Dee", "Eve", "Flo", "Gus", "Hal"]
    players = add_players(league, names, by=account, source="web").added
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    for number, hands in ((1, FIRST), (2, SECOND)):
        seats = dict(zip("NESW", players[4 * number - 4 :], strict=False))
        table = seat_table(event, round_number=1, number=number, seats=seats, by=account, source="web")
        for position, facts in enumerate(hands, start=1):
            record_deal(table, facts, position=position, key=str(position), by=account, source="web")
    return event


def choose(page: Page, group: str, option: str) -> None:
    page.get_by_role("group", name=group).get_by_role("radio", name=option).first.tap()


def expect_leader(page: Page, name: str) -> None:
    expect(page.locator(".standings tbody tr").first).to_contain_text(name)


def test_a_correction_changes_the_winner_of_a_game_and_of_the_evening(signed_in_phone: Page, evening: Event) -> None:
    page = signed_in_phone
    page.goto(f"/events/{evening.slug}/")
    expect_leader(page, "Ann & Cyd")
    page.get_by_role("link", name="Table 1").tap()
    page.locator(".hands > li").filter(has=page.locator(".no", has_text="2")).get_by_role("link", name="Change").tap()
    expect(page.get_by_role("heading", name="Change: Hand 2")).to_be_visible()

    choose(page, "Who made trump?", "Bob")
    effects = page.locator("#effects")
    for words in (
        "North–South win 10–8", "East–West win 10–6", "Hand 8 is not possible then", "North–South +2", "East–West +2",
    ):  # fmt: skip
        expect(effects).to_contain_text(words)
    expect(effects.locator(".moves > li").first).to_contain_text("Bob & Dee")
    expect(effects.locator(".moves > li").first.locator("b").first).to_have_text("1")
    assert list_records(Table.objects.get(number=1))[-1].revision == 1, "a preview saves nothing"

    page.get_by_label("Why is it changed?").fill("The slip says Bob made it")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.get_by_text("Not saved: something on the sheet would not be possible.")).to_be_visible()
    choose(page, "Hand 8", "Take off: Hand 8")
    page.get_by_role("button", name="Save the correction").tap()

    expect(page.get_by_text("East–West win 10–6")).to_be_visible()
    expect(page.get_by_role("link", name="corrected")).to_be_visible()
    page.get_by_role("link", name="To the standings").tap()
    expect_leader(page, "Bob & Dee")
    expect(page.locator(".tablecard").first).to_contain_text("corrected")
    page.locator(".standings tbody tr").first.get_by_role("link", name="corrected").tap()

    told = page.locator(".log > li").filter(has_text="Corrected")
    for words in (
        "Maker: Ann; Tricks taken by the makers: 5", "Maker: Bob; Tricks taken by the makers: 5", "taken off",
        "Why: The slip says Bob made it", "Maria", "web page", "10–8", "6–10",
    ):  # fmt: skip
        expect(told).to_contain_text(words)
    expect(page.locator(".log > li").filter(has_text="Hand recorded").first).to_be_visible()


def test_a_correction_without_scripts(phone_without_scripts: Page, evening: Event, account: User) -> None:
    page = phone_without_scripts
    log_in(page)
    page.goto(f"/events/{evening.slug}/round/1/table/1/hands/2/")
    choose(page, "Who made trump?", "Bob")
    page.locator(".no-script-only").get_by_role("button", name="Show what changes").tap()
    expect(page.locator("#effects")).to_contain_text("East–West win 10–6")
    choose(page, "Hand 8", "Take off: Hand 8")
    page.get_by_label("Why is it changed?").fill("The slip says Bob made it")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.get_by_text("East–West win 10–6")).to_be_visible()
    facts = list_facts(list_records(Table.objects.get(number=1)))
    assert sorted(facts) == [1, 2, 3, 4, 5, 6, 7]
    assert facts[2] == EAST
