"""Pages that open without network, and for how long they do."""

from __future__ import annotations

import time

import pytest
from django.contrib.auth.models import User
from django.utils.http import http_date
from playwright.sync_api import Page, expect

from league.link_codes import sign_link
from league.models import Table
from league.services.links import make_link
from league.services.seating import seat_table
from tests.browser.offline.waiting import (
    URL,
    enter,
    expect_score,
    expect_waiting,
    keep_page,
    open_table,
    read_stored,
    wake,
)
from tests.browser.offline.wire import Wire


def test_other_pages_say_how_many_wait_and_where(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.goto("/games/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    expect(page.locator("#waits b")).to_have_text("1")
    page.locator("[data-tables] a").tap()
    expect_waiting(page, "Hand 2")
    wire.join()
    page.goto("/games/")
    expect(page.get_by_role("heading", name="No network")).to_have_count(0)
    page.locator("#waits a").tap()
    page.locator("#waiting-hands h3 a").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_the_copy_of_the_page_is_as_new_as_the_last_hand(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    enter(page, "Cyd", 3)
    expect(page.locator("#save")).to_have_text("Save hand 3")
    page.wait_for_timeout(300)
    wire.cut()
    page.reload()
    expect(page.locator("#save")).to_have_text("Save hand 3")
    expect_score(page, "2–0")
    enter(page, "Bob", 5)
    expect_waiting(page, "Hand 3")
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]


def test_copies_go_when_somebody_logs_out(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    page.reload()
    page.get_by_role("button", name="Log out").tap()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    wire.cut()
    page.goto(URL)
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    expect(page.get_by_text("None yet")).to_be_visible()


def test_copies_go_when_a_table_is_opened_by_its_code_and_stay_without_network(
    phone: Page, wire: Wire, table: Table, account: User
) -> None:
    other = seat_table(
        table.event,
        round_number=2,
        number=1,
        seats={seat.seat: seat.player for seat in table.seats.all()},
        by=account,
        source="web",
    )
    code = f"/t/{sign_link(make_link(other, by=account, source='web'))}/"
    page = phone
    open_table(page)
    keep_page(page)
    page.reload()
    wire.cut()
    page.goto(code)
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    page.goto(URL)
    expect(page.locator("#save")).to_have_text("Save hand 2")
    wire.join()
    page.goto(code)
    expect(page.locator("#save")).to_have_text("Save hand 1")
    assert page.evaluate("async (url) => Boolean(await (await caches.open('pages')).match(url))", URL) is False


@pytest.mark.parametrize("days", [-365, 365])
def test_a_phone_whose_clock_is_a_year_wrong_opens_its_pages_and_sends_its_hands(
    days: int, phone: Page, wire: Wire, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser's clock stays as it is: the site's, by which it marks what may be kept, is a year off instead."""
    page = phone
    monkeypatch.setattr("league.web.offline.http_date", lambda: http_date(time.time() + days * 24 * 3600))
    open_table(page)
    keep_page(page)
    page.reload()
    wire.cut()
    page.goto(URL)
    expect(page.locator("#save")).to_have_text("Save hand 2")
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_a_clock_that_is_put_right_while_a_hand_waits_holds_nothing_back(phone: Page, wire: Wire, table: Table) -> None:
    """What was written down under a clock of next year is not under way, held, or another tab's turn for a year."""
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.evaluate(
        """async (url) => {
            const year = Date.now() + 365 * 24 * 3600_000;
            await oddtrick.store.lease(url, "a tab of next year", year - Date.now());
            await oddtrick.store.change(url, (entries) => ({
                put: entries.map((entry) => ({ ...entry, state: "sending", at: year, heldUntil: year })),
            }));
        }""",
        URL,
    )
    expect_waiting(page, "Hand 2")
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
