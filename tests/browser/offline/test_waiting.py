"""Hands wait on the phone while there is no network, and each is stored once when it is back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from league.models import DealRecord, Table
from tests.browser.offline.waiting import (
    URL,
    choose,
    enter,
    expect_score,
    expect_waiting,
    keep_page,
    open_table,
    read_stored,
    wake,
)
from tests.browser.offline.wire import Wire


def test_three_hands_wait_outlive_a_reload_and_are_sent_in_order(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    expect(page.locator("#save")).to_have_text("Save hand 3")
    expect(page.get_by_text("Cyd deals", exact=True)).to_be_visible()
    enter(page, "Bob", 5)
    enter(page, "Dee", 2)
    expect_waiting(page, "Hand 2", "Hand 3", "Hand 4")
    expect(page.locator("[data-entries]")).to_contain_text("Who made trump? Cyd · Tricks the makers took: 3")
    expect(page.get_by_text("No network", exact=True)).to_be_visible()

    page.reload()
    expect_waiting(page, "Hand 2", "Hand 3", "Hand 4")
    expect(page.locator("#save")).to_have_text("Save hand 5")
    assert read_stored(table) == [(1, "N", 3)]

    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5), (4, "W", 2)]
    assert len({record.key for record in table.records.all()}) == 4
    expect(page.locator("#save")).to_have_text("Save hand 5")
    expect(page.locator("#queue [data-news]")).to_have_text("All that waited is sent.")
    expect_score(page, "4–2")
    expect(page.get_by_text("No network", exact=True)).to_be_hidden()


def test_the_switch_of_the_phone_itself_sends_them_at_once(phone: Page, table: Table) -> None:
    page = phone
    open_table(page)
    page.context.set_offline(True)
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    choose(page, "Who made trump?", "Ann")
    expect(page.locator("#preview")).to_have_text("The points show when the phone is back on the network.")
    page.context.set_offline(False)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
    expect(page.get_by_role("group", name="Who made trump?").get_by_role("radio", name="Ann")).to_be_checked()


def test_without_a_nudge_they_are_sent_by_the_clock(phone: Page, wire: Wire, table: Table) -> None:
    open_table(phone)
    wire.cut()
    enter(phone, "Cyd", 3)
    expect_waiting(phone, "Hand 2")
    wire.join()
    expect_waiting(phone)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_a_hand_whose_answer_was_lost_is_stored_once(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    wire.is_deaf = True
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
    enter(page, "Bob", 5)
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]
    assert DealRecord.objects.count() == 3
    # Known by its key, and not only by being equal to what stands there.
    expect(page.locator("#queue [data-news]")).to_have_text("All that waited is sent.")


def test_a_browser_that_ends_while_a_hand_is_in_the_air_loses_nothing(phone: Page, wire: Wire, table: Table) -> None:
    """The hand is written down before it is sent."""
    page = phone
    open_table(page)
    page.route(f"**{URL}", lambda route: None if route.request.method == "POST" else route.continue_())
    enter(page, "Cyd", 3)
    page.wait_for_timeout(300)
    states = page.evaluate(f"oddtrick.store.list('{URL}').then((entries) => entries.map((entry) => entry.state))")
    assert states == ["sending"]
    context = page.context
    page.close()
    other = context.new_page()
    other.clock.install()
    open_table(other)
    other.clock.fast_forward(25_000)
    wake(other)
    expect_waiting(other)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_a_waiting_hand_is_changed_or_dropped_before_it_is_sent(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    wire.cut()
    for maker in ("Cyd", "Bob", "Dee"):
        enter(page, maker, 3)
    expect_waiting(page, "Hand 2", "Hand 3", "Hand 4")
    page.get_by_role("button", name="Open in the form: Hand 3").tap()
    choose(page, "Tricks the makers took", "5")
    page.get_by_role("button", name="Save the change").tap()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Drop it: Hand 2").tap()
    expect(page.locator("[data-entries] li")).to_have_count(2)
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "E", 5), (3, "W", 3)]


def test_misdeal_undo_and_time_wait_too(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    wire.cut()
    page.get_by_text("Undo hand 1").tap()
    page.get_by_role("button", name="Take it off").tap()
    expect_waiting(page, "Undo of the last hand")
    page.get_by_text("Penalty or misdeal").tap()
    page.get_by_role("button", name=re.compile("^Misdeal: .* deals again")).tap()
    expect_waiting(page, "Undo of the last hand", "Misdeal")
    enter(page, "Cyd", 5)
    page.locator("summary", has_text="Time called").tap()
    page.get_by_role("button", name="Finish the game").tap()
    expect_waiting(page, "Undo of the last hand", "Misdeal", "Hand 1", "Time called")
    wire.join()
    wake(page)
    expect_waiting(page)
    table.refresh_from_db()
    assert table.time_called
    standing = {record.position: record for record in table.records.order_by("position", "revision")}
    assert [record.facts for record in standing.values()] == [{"misdeal": True}, {"maker": "S", "tricks": 5}]


def test_undo_of_a_waiting_hand_is_to_drop_it(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    page.get_by_text("Undo hand 1").tap()
    page.get_by_role("button", name="Take it off").tap()
    expect(page.locator("#queue [data-news]")).to_contain_text("drop it from the list")
    expect_waiting(page, "Hand 2")


def test_two_tabs_send_each_hand_once(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    other = page.context.new_page()
    open_table(other)
    wire.cut()
    for maker in ("Cyd", "Bob", "Dee"):
        enter(page, maker, 3)
    expect_waiting(other, "Hand 2", "Hand 3", "Hand 4")
    posts: list[str] = []
    page.context.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    wire.join()
    wake(page)
    wake(other)
    expect_waiting(page)
    expect_waiting(other)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 3), (4, "W", 3)]
    assert len(posts) == 3, "the tabs took turns"


def test_a_phone_that_slept_sends_when_it_wakes(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    session = page.context.new_cdp_session(page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    wire.join()
    session.send("Page.setWebLifecycleState", {"state": "active"})
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_the_preview_is_no_hand(phone: Page, wire: Wire, table: Table) -> None:
    """What is only shown is never stored, and an empty form is not taken for a hand."""
    page = phone
    open_table(page)
    keep_page(page)
    wire.cut()
    choose(page, "Who made trump?", "Ann")
    expect(page.locator("#preview")).to_have_text("The points show when the phone is back on the network.")
    expect_waiting(page)
    page.reload()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    page.locator("#save").tap()
    expect(page.locator("#preview")).to_contain_text("Say first how the hand went.")
    expect_waiting(page)
