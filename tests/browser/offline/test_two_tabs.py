"""One table in two tabs of one phone: what one of them saves never moves the other one's form on in silence."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from league.models import Table
from tests.browser.offline.waiting import (
    URL,
    choose,
    enter,
    expect_waiting,
    keep_page,
    open_table,
    read_stored,
    wake,
)
from tests.browser.offline.wire import Wire


def press(page: Page, maker: str, tricks: int) -> None:
    choose(page, "Who made trump?", maker)
    choose(page, "Tricks the makers took", str(tricks))


def open_second(page: Page) -> Page:
    open_table(page)
    other = page.context.new_page()
    open_table(other)
    return other


def test_the_same_hand_pressed_in_two_tabs_waits_once(phone: Page, wire: Wire, table: Table) -> None:
    other = open_second(phone)
    wire.cut()
    press(other, "Cyd", 3)
    enter(phone, "Cyd", 3)
    expect_waiting(other, "Hand 2")
    expect(other.locator("#queue [data-news]")).to_contain_text(
        "Hand 2 was saved in another tab of this phone, just the same"
    )
    expect(other.get_by_role("radio", checked=True)).to_have_count(0)
    other.locator("#save").tap()
    expect_waiting(other, "Hand 2")
    wire.join()
    wake(phone)
    expect_waiting(other)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_another_hand_pressed_in_a_second_tab_is_the_next_one_only_if_somebody_says_so(
    phone: Page, wire: Wire, table: Table
) -> None:
    other = open_second(phone)
    wire.cut()
    press(other, "Bob", 5)
    enter(phone, "Cyd", 3)
    expect(other.locator("[data-moved]")).to_contain_text("Hand 2 was saved in another tab")
    expect(other.locator("#save")).to_have_text("Save this hand")
    other.locator("#save").tap()
    other.wait_for_timeout(300)
    expect_waiting(other, "Hand 2")
    other.get_by_role("button", name="Save it as hand 3").tap()
    expect_waiting(other, "Hand 2", "Hand 3")
    expect(other.locator("[data-moved]")).to_be_hidden()
    wire.join()
    wake(phone)
    expect_waiting(other)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]


def test_a_hand_that_is_on_its_way_in_another_tab_is_not_followed_by_the_same(phone: Page, table: Table) -> None:
    """With network: the other tab's hand waits for its answer while this one is saved."""
    other = open_second(phone)
    phone.route(f"**{URL}", lambda route: None if route.request.method == "POST" else route.continue_())
    press(other, "Cyd", 3)
    enter(phone, "Cyd", 3)
    other.wait_for_timeout(500)
    other.locator("#save").tap()
    other.wait_for_timeout(500)
    places = other.evaluate(f"oddtrick.store.list('{URL}').then((entries) => entries.map((entry) => entry.position))")
    assert places == [2]


def test_a_tab_stops_saying_that_a_hand_waits_when_another_has_sent_it(phone: Page, wire: Wire, table: Table) -> None:
    other = open_second(phone)
    wire.cut()
    enter(other, "Cyd", 3)
    expect(other.locator("#queue [data-news]")).to_have_text("Hand 2 waits on this phone.")
    wire.join()
    wake(phone)
    expect_waiting(other)
    expect(other.locator("#queue [data-news]")).not_to_contain_text("Hand 2 waits")
    expect(other.locator("#save")).to_have_text("Save hand 3")


def test_a_copy_that_is_opened_twice_gives_two_hands(phone: Page, wire: Wire, table: Table) -> None:
    open_table(phone)
    keep_page(phone)
    wire.cut()
    open_table(phone)
    enter(phone, "Cyd", 3)
    expect_waiting(phone, "Hand 2")
    open_table(phone)
    enter(phone, "Bob", 5)
    expect_waiting(phone, "Hand 2", "Hand 3")
    wire.join()
    wake(phone)
    expect_waiting(phone)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]
