"""The desk on a phone: taps, a new name, somebody leaves, somebody stands in, and the 23rd player walks in."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Event
from league.services.attendance import check_in_many
from league.services.setup import add_players, create_event, create_league
from tests.browser.conftest import log_in

pytestmark = pytest.mark.browser
DESK = "/events/tuesday/check-in/"


@pytest.fixture
def event(account: User) -> Event:
    league = create_league("Riverside", by=account, source="web")
    names = ["Ann", "Bob", "Cyd", "Dee", "Eve", "Фёдор", "Gus", *(f"Player {number}" for number in range(8, 27))]
    players = add_players(league, names, by=account, source="web").added
    event = create_event(
        league, name="Tuesday", game="land-grant-euchre", entry_kind="player", by=account, source="web"
    )
    check_in_many(event, players[7:], by=account, source="web")
    return event


def spell(first: str, second: str) -> re.Pattern[str]:
    """What a button is called whose second half is only heard."""
    return re.compile(f"^{first} ?: {second}$")


def take_picture(page: Page, name: str) -> None:
    if folder := os.environ.get("TEST_PICTURES"):
        page.screenshot(path=Path(folder) / f"check-in-{name}.png", full_page=True)


def test_an_evening_at_the_desk(signed_in_phone: Page, event: Event) -> None:
    page = signed_in_phone
    page.goto(DESK)
    figure = page.locator(".figure--here b")
    expect(figure).to_have_text("19")
    for place, name in enumerate(("Ann", "Bob", "Cyd"), start=20):
        page.get_by_role("button", name=spell(name, "check in")).tap()
        expect(figure).to_have_text(str(place))
    expect(page.locator("#live-counts")).to_contain_text("5 tables of 4, 2 sit out")
    page.get_by_role("button", name=spell("Undo", "Cyd")).first.tap()
    expect(figure).to_have_text("21")
    page.get_by_role("button", name=spell("Cyd", "check in")).tap()
    expect(figure).to_have_text("22")
    take_picture(page, "phone")
    # The 23rd player walks in, whom nobody knows.
    page.get_by_label("Name").fill("Win")
    expect(page.get_by_role("button", name=spell("Dee", "check in"))).to_be_hidden()
    page.get_by_label("Name").fill("Winifred")
    page.get_by_label("Name").press("Enter")
    expect(figure).to_have_text("23")
    expect(page.locator(".desk-said")).to_contain_text("Winifred is new in the league, and here.")
    expect(page.get_by_label("Name")).to_have_value("")
    expect(page.get_by_role("button", name=spell("Dee", "check in"))).to_be_visible()
    expect(page.locator("#live-counts")).to_contain_text("1 more fills another table.")
    # Bob has to go, Eve stands in for him.
    page.get_by_role("link", name=spell("More", "Bob")).tap()
    page.get_by_role("button", name="Leaves", exact=True).tap()
    page.get_by_role("link", name="Check-in").first.tap()
    page.get_by_role("link", name=spell("More", "Eve")).tap()
    page.get_by_label("Takes the place of").select_option(label="Bob")
    take_picture(page, "person")
    page.get_by_role("button", name="Stands in", exact=True).tap()
    expect(page.locator(".sub").first).to_have_text(re.compile("here · stands in for Bob"))
    page.goto("/events/tuesday/rounds/new/")
    assert page.locator("fieldset.panel").count() == 5
    take_picture(page, "round")


def test_a_second_device_sees_it(signed_in_phone: Page, event: Event) -> None:
    page = signed_in_phone
    page.goto(DESK)
    other = page.context.new_page()
    other.goto(DESK)
    other.get_by_label("Name").fill("An")
    page.get_by_role("button", name=spell("Ann", "check in")).tap()
    expect(other.locator(".figure--here b")).to_have_text("20")
    expect(other.locator("#live-here")).to_contain_text("Ann")
    expect(other.get_by_role("button", name=spell("Bob", "check in"))).to_be_hidden()
    other.close()


def test_without_scripts_it_works_too(phone_without_scripts: Page, event: Event) -> None:
    page = phone_without_scripts
    log_in(page)
    page.goto(DESK)
    page.get_by_role("button", name=spell("Ann", "check in")).tap()
    page.get_by_label("Name").fill("Winifred")
    page.get_by_role("button", name="Check in", exact=True).tap()
    expect(page.locator(".figure--here b")).to_have_text("21")
