"""An evening's end: the admin publishes a draft, everybody sees it, and it is opened again with a reason."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import Event
from league.models.event import Stage
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from league.services.stages import publish_event, reopen_results
from tests.browser.conftest import log_in, open_phone
from tests.browser.test_accessibility import check_page

EVENT = "/events/tuesday/"


@pytest.fixture
def evening(account: User) -> Event:
    """One finished game, entered by somebody who cannot confirm it."""
    league = create_league("Riverside", by=account, source="web")
    players = add_players(league, ["Ann", "Bob", "Cyd", "Dee"], by=account, source="web").added
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    seats = dict(zip("NESW", players, strict=True))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=account, source="web")
    for position in range(1, 6):
        facts = {"maker": "N", "tricks": 5}
        record_deal(table, facts, position=position, key=str(position), by=None, source="web")
    return event


@pytest.fixture
def spectator(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """The phone of somebody who is not logged in."""
    yield from open_phone(browser, live_server)


def publish(page: Page) -> None:
    """Publish for half an hour, with the one result confirmed along with it."""
    page.goto(EVENT)
    page.get_by_role("link", name="Results", exact=True).tap()
    expect(page.get_by_text("These results are not confirmed")).to_be_visible()
    page.get_by_label("Confirm these results as they stand").tap()
    page.get_by_label("30 minutes").tap()
    page.get_by_role("button", name="Publish the results").tap()
    expect(page.get_by_text("The results are published.")).to_be_visible()


def test_a_draft_is_published_and_opened_again(signed_in_phone: Page, spectator: Page, evening: Event) -> None:
    spectator.goto(EVENT)
    expect(spectator.locator(".panel").first.get_by_text("provisional")).to_be_visible()
    publish(signed_in_phone)
    expect(spectator.get_by_text(re.compile(r"Draft: can be corrected until .*\d\d:\d\d"))).to_be_visible()
    expect(spectator.get_by_text("draft", exact=True)).to_be_visible()
    expect(spectator.locator(".tablecard").get_by_text("confirmed")).to_be_visible()
    expect(spectator.get_by_role("link", name="Results", exact=True)).to_have_count(0)

    admin = signed_in_phone
    admin.get_by_role("button", name="Open the results again").tap()
    expect(admin.get_by_text("Say why the results are opened again")).to_be_visible()
    admin.get_by_label("Why?").fill("Table 1 was typed wrong")
    admin.get_by_role("button", name="Open the results again").tap()
    expect(admin.get_by_text("The results are open again.")).to_be_visible()
    expect(
        spectator.get_by_text(re.compile("Reopened on .* by (admin|owner): Table 1 was typed wrong"))
    ).to_be_visible()
    expect(spectator.get_by_text("provisional")).to_be_visible()
    assert Event.objects.get().stage == Stage.CLOSED


def test_publishing_needs_no_scripts(phone_without_scripts: Page, evening: Event) -> None:
    page = phone_without_scripts
    log_in(page)
    publish(page)
    page.get_by_role("button", name="Make them final now").tap()
    expect(page.get_by_text("Final since")).to_be_visible()
    assert Event.objects.get().stage == Stage.FINAL


def test_every_form_of_the_page_can_be_read_and_pressed(signed_in_phone: Page, evening: Event, account: User) -> None:
    check_page(signed_in_phone, f"{EVENT}results/")
    publish_event(evening, window=30, force_unconfirmed=True, by=account, source="web")
    check_page(signed_in_phone, f"{EVENT}results/")
    check_page(signed_in_phone, EVENT)
    reopen_results(evening, reason="A very long reason " * 20, by=account, source="web")
    check_page(signed_in_phone, EVENT)
