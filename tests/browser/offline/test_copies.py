"""Pages that open without network, and for how long they do."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from league.models import Table
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
