"""A phone at the table calls the admin, the board on a desk shows it at once, the admin rules, the phone sees it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.link_codes import sign_link
from league.models import Call, Event, Table
from league.services.links import make_link
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league

TABLE = "/events/tuesday/round/1/table/1/"
BOARD = "/events/tuesday/board/"

#: The board asks every two seconds; a little more for the answer to arrive.
SOON = 4_000


@pytest.fixture
def table(account: User) -> Table:
    league = create_league("Riverside", by=account, source="web")
    players = add_players(league, ["Ann", "Bob", "Cyd", "Dee"], by=account, source="web").added
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    seats = dict(zip("NESW", players, strict=True))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=account, source="web")
    record_deal(table, {"maker": "N", "tricks": 3}, position=1, key="1", by=account, source="web")
    return table


@pytest.fixture
def desk(browser: Browser, live_server: LiveServer, account: User) -> Iterator[Page]:
    """A desktop at which the admin is logged in."""
    client = Client()
    client.force_login(account)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=live_server.url, locale="en-GB")
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


def open_table(phone: Page, table: Table) -> None:
    """Scan the link of a table."""
    phone.goto(f"/t/{sign_link(make_link(table, by=None, source='web'))}/")
    phone.goto(TABLE)


def test_from_the_call_at_the_table_to_the_ruling_on_the_phone(phone: Page, desk: Page, table: Table) -> None:
    desk.goto(BOARD)
    expect(desk.get_by_text("Nobody is calling.")).to_be_visible()
    open_table(phone, table)
    phone.get_by_text("Call the admin", exact=True).tap()
    phone.get_by_label("A renege is disputed").tap()
    phone.get_by_label("In a few words").fill("Hand 1")
    phone.get_by_role("button", name="Call the admin to this table").tap()
    expect(phone.get_by_text("The admin has been called at")).to_be_visible()

    expect(desk.get_by_text("A renege is disputed: Hand 1")).to_be_visible(timeout=SOON)
    desk.get_by_role("link", name="Answer or rule").click()
    desk.get_by_label("What you decided").fill("Ann held a heart")
    desk.get_by_label("Points for East–West").fill("2")
    desk.get_by_role("button", name="Answer the call").click()
    expect(desk.get_by_text("The call is answered.")).to_be_visible()
    expect(desk.get_by_text("Nobody is calling.")).to_be_visible()

    expect(phone.get_by_text("Maria answered at")).to_be_visible(timeout=SOON)
    expect(phone.locator("#call").get_by_text("East–West +2")).to_be_visible()
    phone.get_by_role("link", name="Show it on the sheet").tap()
    expect(phone.locator(".hands").get_by_text("Ruling: Ann held a heart")).to_be_visible()


def test_a_call_is_withdrawn_and_leaves_the_board(phone: Page, desk: Page, table: Table) -> None:
    open_table(phone, table)
    phone.get_by_text("Call the admin", exact=True).tap()
    phone.get_by_role("button", name="Call the admin to this table").tap()
    desk.goto(BOARD)
    expect(desk.get_by_text("No words: the table only calls.")).to_be_visible()
    phone.get_by_role("button", name="Settled: withdraw the call").tap()
    expect(phone.get_by_text("Call the admin", exact=True)).to_be_visible()
    expect(desk.get_by_text("Nobody is calling.")).to_be_visible(timeout=SOON)
    expect(desk.get_by_text("withdrawn")).to_be_visible()


def test_without_scripts_a_call_works_too(phone_without_scripts: Page, table: Table) -> None:
    phone = phone_without_scripts
    open_table(phone, table)
    phone.get_by_text("Call the admin", exact=True).tap()
    phone.get_by_label("The score is wrong").tap()
    phone.get_by_role("button", name="Call the admin to this table").tap()
    expect(phone.get_by_text("The admin has been called at")).to_be_visible()
    assert Call.objects.get().text == "The score is wrong"


def test_the_prices_of_penalties_follow_the_keys(phone: Page, table: Table) -> None:
    open_table(phone, table)
    phone.get_by_text("Penalty or misdeal").tap()
    prices = phone.locator("#prices")
    expect(prices).to_contain_text("Lead out of turn by Ann or Cyd: 2 points to the opponents")
    phone.locator("[name=maker][value=N]").tap()
    phone.locator("[name=alone]").tap()
    expect(prices).to_contain_text("Lead out of turn by Ann: 4 points to the opponents", timeout=SOON)
    assert Event.objects.get().tables.get().records.count() == 1
