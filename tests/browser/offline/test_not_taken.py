"""What the site does not take is shown with its words, and nothing is dropped."""

from __future__ import annotations

import re

from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Table
from league.services.editing import close_event, reopen_event
from league.services.recording import record_deal
from tests.browser.offline.waiting import choose, enter, expect_waiting, log_in, open_table, read_stored, wake
from tests.browser.offline.wire import Wire


def test_another_phone_was_first_and_nothing_is_dropped(phone: Page, wire: Wire, table: Table, account: User) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    enter(page, "Bob", 5)
    record_deal(table, {"maker": "W", "tricks": 2}, position=2, key="elsewhere", by=account, source="web")
    wire.join()
    wake(page)
    expect(page.locator("[data-told]").first).to_contain_text(re.compile(r"Maria saved another hand here .* Yours: "))
    expect_waiting(page, "Hand 2", "Hand 3")
    expect(page.locator("[data-state]")).to_contain_text("Look at Hand 2")
    expect(page.locator("#save")).to_have_text("Save this hand")
    assert len(read_stored(table)) == 2

    page.get_by_role("button", name="Open it, to send as the next hand: Hand 2").tap()
    expect(page.get_by_role("group", name="Who made trump?").get_by_role("radio", name="Cyd")).to_be_checked()
    choose(page, "Tricks the makers took", "4")
    page.get_by_role("button", name="Save the change").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "W", 2), (3, "S", 4), (4, "E", 5)]


def test_a_hand_that_lost_its_place_may_be_dropped_and_the_rest_goes_on(
    phone: Page, wire: Wire, table: Table, account: User
) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    enter(page, "Bob", 5)
    record_deal(table, {"maker": "W", "tricks": 2}, position=2, key="elsewhere", by=account, source="web")
    wire.join()
    wake(page)
    expect(page.locator("[data-told]").first).to_be_visible()
    page.once("dialog", lambda dialog: dialog.dismiss())
    page.get_by_role("button", name="Drop it: Hand 2").tap()
    expect_waiting(page, "Hand 2", "Hand 3")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Drop it: Hand 2").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "W", 2), (3, "E", 5)]


def test_the_same_hand_from_another_phone_stands_once_and_is_said(
    phone: Page, wire: Wire, table: Table, account: User
) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    enter(page, "Bob", 5)
    record_deal(table, {"maker": "S", "tricks": 3}, position=2, key="elsewhere", by=account, source="web")
    wire.join()
    wake(page)
    expect(page.locator("#queue [data-news]")).to_contain_text("Maria saved this very hand")
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]


def test_a_hand_that_the_rules_refuse_stops_the_rest_until_it_is_put_right(
    phone: Page, wire: Wire, table: Table
) -> None:
    page = phone
    open_table(page)
    wire.cut()
    choose(page, "Who made trump?", "Cyd")
    page.locator("#save").tap()
    expect_waiting(page, "Hand 2")
    enter(page, "Bob", 5)
    wire.join()
    wake(page)
    expect(page.locator("[data-told]").first).to_contain_text("Say how many tricks the makers took")
    assert read_stored(table) == [(1, "N", 3)]
    page.get_by_role("button", name="Open in the form: Hand 2").tap()
    choose(page, "Tricks the makers took", "3")
    page.get_by_role("button", name="Save the change").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]


def test_another_account_does_not_send_them_as_its_own(phone: Page, wire: Wire, table: Table, account: User) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.goto("about:blank")
    wire.join()
    boss = User.objects.create_superuser("boss", first_name="Boris")
    log_in(page.context, wire.url, boss)
    open_table(page)
    expect(page.locator("[data-told]")).to_contain_text("entered for Maria", timeout=15_000)
    expect(page.locator("#save")).to_have_text("Save this hand")
    assert read_stored(table) == [(1, "N", 3)]
    page.get_by_role("button", name="Send it as Boris: Hand 2").tap()
    expect_waiting(page)
    assert table.records.get(position=2).recorded_by == boss


def test_who_is_logged_out_keeps_the_hand_and_is_told(phone: Page, wire: Wire, table: Table, account: User) -> None:
    page = phone
    open_table(page)
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    enter(page, "Cyd", 3)
    expect(page.locator("[data-told]")).to_contain_text("Open the table again by its code, or log in")
    expect_waiting(page, "Hand 2")
    log_in(page.context, wire.url, account)
    page.get_by_role("button", name="Send now").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_a_hand_refused_by_a_closed_event_is_sent_once_the_event_is_open_again(
    phone: Page, wire: Wire, table: Table, account: User
) -> None:
    page = phone
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    close_event(table.event, by=account, source="web")
    wire.join()
    wake(page)
    expect(page.locator("[data-told]")).to_contain_text("this table is closed")
    page.get_by_role("button", name="Send now").tap()
    expect(page.locator("[data-told]")).to_contain_text("this table is closed")
    reopen_event(table.event, by=account, source="web")
    page.get_by_role("button", name="Send now").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
