"""A phone that can keep nothing says so, and no hand is said to wait on it; what is entered stays in the form."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from league.models import Table
from tests.browser.offline.waiting import URL, choose, enter, expect_waiting, open_table, read_stored, wake
from tests.browser.offline.wire import Wire

NOTHING = "This phone keeps nothing without network"

#: What a full phone does to whatever a page writes down. Room is there again once the page says so.
NO_ROOM = """
window.isFull = true;
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...args) {
  const request = put.apply(this, args);
  if (window.isFull) this.transaction.abort();
  return request;
};
null;
"""

#: Private windows of some browsers have no database, or one that does not open.
NO_DATABASE = (
    "Object.defineProperty(window, 'indexedDB', { value: undefined });",
    "IDBFactory.prototype.open = () => { throw new DOMException('not here', 'SecurityError'); };",
)


def press_save(page: Page) -> None:
    choose(page, "Who made trump?", "Cyd")
    choose(page, "Tricks the makers took", "3")
    page.locator("#save").tap()


def expect_kept_in_form(page: Page) -> None:
    expect(page.get_by_role("group", name="Who made trump?").get_by_role("radio", name="Cyd")).to_be_checked()
    expect(page.locator("#save")).to_have_text("Save hand 2")
    expect(page.locator("#waits")).to_be_hidden()
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.get_by_text("Go on recording")).to_be_hidden()
    expect(page.get_by_text("No connection", exact=True)).to_be_visible()


@pytest.mark.parametrize("script", NO_DATABASE)
def test_without_a_database_no_hand_is_said_to_wait(script: str, phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    page.add_init_script(script)
    page.goto(URL)
    expect(page.get_by_text(NOTHING)).to_be_visible()
    for line in ("secure", "plain"):
        expect(page.locator(f"[data-kept={line}]")).to_be_hidden()
    wire.cut()
    press_save(page)
    expect_kept_in_form(page)
    wire.join()
    wake(page)
    page.locator("#save").tap()
    expect(page.locator("#save")).to_have_text("Save hand 3")
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_a_full_phone_keeps_the_hand_in_the_form_and_says_so(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    page.add_init_script(NO_ROOM)
    open_table(page)
    expect(page.get_by_text(NOTHING)).to_be_visible()
    wire.cut()
    press_save(page)
    expect(page.locator("#preview")).to_contain_text("Hand 2 is not saved, and this phone cannot keep it")
    expect_kept_in_form(page)
    page.evaluate("window.isFull = false")
    page.locator("#save").tap()
    expect_waiting(page, "Hand 2")
    expect(page.get_by_text(NOTHING)).to_be_hidden()
    expect(page.get_by_text("Go on recording")).to_be_visible()
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_what_waits_is_sent_though_the_phone_is_full_by_now(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    enter(page, "Bob", 5)
    expect_waiting(page, "Hand 2", "Hand 3")
    page.evaluate(NO_ROOM)
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]
