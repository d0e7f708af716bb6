"""A tab that was opened by one and is still open when another has logged in: its hands go out for the first one."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import BrowserContext, Page, expect

from league.link_codes import sign_link
from league.models import League, Table
from league.models.people import EntryWay
from league.services.links import make_link
from tests.browser.offline.waiting import choose, enter, expect_waiting, log_in, open_table, read_stored
from tests.browser.offline.wire import Wire


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("boss", first_name="Boris")


def test_a_hand_of_an_old_tab_waits_for_its_account(
    phone: Page, wire: Wire, table: Table, account: User, boss: User
) -> None:
    page = phone
    open_table(page)
    log_in(page.context, wire.url, boss)
    enter(page, "Cyd", 3)
    expect(page.locator("[data-told]")).to_contain_text("entered for Maria, and this browser is now open for Boris")
    expect_waiting(page, "Hand 2")
    expect(page.locator("#entry").get_by_role("radio", checked=True)).to_have_count(0)
    assert read_stored(table) == [(1, "N", 3)]
    log_in(page.context, wire.url, account)
    page.get_by_role("button", name="Send now").tap()
    expect_waiting(page)
    assert table.records.get(position=2).recorded_by == account


def test_it_is_taken_over_if_somebody_says_so_and_the_next_one_is_asked_about_again(
    phone: Page, wire: Wire, table: Table, boss: User
) -> None:
    page = phone
    open_table(page)
    log_in(page.context, wire.url, boss)
    enter(page, "Cyd", 3)
    page.get_by_role("button", name="Send it as Boris: Hand 2").tap()
    expect_waiting(page)
    assert table.records.get(position=2).recorded_by == boss
    enter(page, "Bob", 5)
    expect(page.locator("[data-told]")).to_contain_text("entered for Maria")
    assert len(read_stored(table)) == 2


def test_a_hand_of_one_side_is_not_sent_as_the_other_ones(phone: Page, wire: Wire, table: Table) -> None:
    League.objects.update(entry_way=EntryWay.CONFIRM)
    context: BrowserContext = phone.context
    context.clear_cookies()
    link = make_link(table, by=None, source="web")
    page = context.new_page()
    page.goto(f"/t/{sign_link(link)}/")
    page.locator("button[name=side][value=NS]").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    other = context.new_page()
    other.goto("/events/tuesday/round/1/table/1/side/")
    other.locator("button[name=side][value=EW]").tap()
    choose(page, "Who made trump?", "Cyd")
    choose(page, "Tricks the makers took", "3")
    page.locator("#save").tap()
    expect(page.locator("[data-told]")).to_contain_text("Ann & Cyd (North–South)")
    assert len(read_stored(table)) == 1
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Drop it: Hand 2").tap()
    expect_waiting(page)
    assert len(read_stored(table)) == 1
