"""A hand was stored, its answer was lost, and it was changed on the phone: the stored one is corrected, or the change
dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect

from league.link_codes import sign_link
from league.models import League, Table
from league.models.people import EntryWay
from league.services.links import make_link
from tests.browser.offline.waiting import choose, enter, expect_waiting, open_table, read_stored, wake
from tests.browser.offline.wire import Wire


def lose_answer(page: Page, wire: Wire, table: Table) -> None:
    """Hand 2 is stored, and the phone does not know."""
    wire.is_deaf = True
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.wait_for_function("() => true")
    wire.cut()
    assert (2, "S", 3) in read_stored(table)


def change(page: Page, wire: Wire) -> None:
    page.get_by_role("button", name="Open in the form: Hand 2").tap()
    choose(page, "Tricks the makers took", "5")
    page.get_by_role("button", name="Save the change").tap()
    enter(page, "Bob", 4)
    expect_waiting(page, "Hand 2", "Hand 3")
    wire.join()
    wake(page)
    told = page.locator("[data-told]").first
    expect(told).to_contain_text("This hand was stored before you changed it", timeout=15_000)
    expect(told).to_contain_text(re.compile(r"Stored: .*3.*Your change: .*5"))


def test_an_account_corrects_the_stored_one_on_the_page_of_corrections(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    lose_answer(page, wire, table)
    change(page, wire)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
    page.get_by_role("button", name="Correct the stored one: Hand 2").tap()
    expect(page.get_by_role("heading", name="Change: Hand 2")).to_be_visible()
    expect(page.locator("#effects")).to_contain_text("This game")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    expect_waiting(page)
    standing = {position: (maker, tricks) for position, maker, tricks in read_stored(table)}
    assert standing == {1: ("N", 3), 2: ("S", 5), 3: ("E", 4)}


def test_the_change_is_dropped_and_what_follows_goes_on(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    lose_answer(page, wire, table)
    change(page, wire)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Drop it: Hand 2").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 4)]


@pytest.fixture
def guest(browser: Browser, wire: Wire) -> Iterator[Page]:
    context = browser.new_context(base_url=wire.url, viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(15_000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("way", [EntryWay.SCORER, EntryWay.CONFIRM])
def test_a_phone_without_an_account_corrects_it_its_way(
    way: EntryWay, guest: Page, wire: Wire, table: Table, account: User
) -> None:
    """The only phone takes the stored one off and sends its own; the phone of a side says it anew."""
    League.objects.update(entry_way=way)
    page = guest
    page.goto(f"/t/{sign_link(make_link(table, by=account, source='web'))}/")
    if way == EntryWay.CONFIRM:
        page.locator("button[name=side][value=NS]").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    lose_answer(page, wire, table)
    change(page, wire)
    page.get_by_role("button", name="Correct the stored one: Hand 2").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    expect_waiting(page)
    stored = read_stored(table)
    assert stored[-1] == (3, "E", 4)
    if way == EntryWay.CONFIRM:
        assert table.claims.get(side="NS").facts["tricks"] == 5
    else:
        assert [each for each in stored if each[0] == 2] == [(2, "S", 3), (2, "S", 5)]
