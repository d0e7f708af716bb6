"""Hands of a table that is gone or closed to this phone are seen, copied and dropped; no table gets another one's."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models import Table
from league.services.seating import seat_table
from tests.browser.offline.waiting import choose, enter, expect_waiting, open_table, read_stored
from tests.browser.offline.wire import Wire


@pytest.mark.parametrize("loss", ["removed", "closed to this phone"])
def test_hands_of_a_lost_table_are_shown_and_can_be_copied_or_dropped(
    loss: str, phone: Page, wire: Wire, table: Table
) -> None:
    page = phone
    open_table(page)
    wire.cut()
    for maker in ("Cyd", "Bob"):
        enter(page, maker, 3)
    expect_waiting(page, "Hand 2", "Hand 3")
    if loss == "removed":
        Table.objects.update(number=9)
    else:
        page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    wire.join()
    page.goto("/games/")
    page.locator("#waits a").tap()
    hands = page.locator("#waiting-hands li")
    expect(hands).to_have_count(2)
    expect(hands.first).to_contain_text("Who made trump? Cyd · Tricks the makers took: 3")
    page.get_by_text("As text", exact=True).tap()
    text = page.get_by_role("textbox", name="As text").input_value()
    assert "Tuesday: round 1, table 1" in text
    assert "Hand 3; Who made trump? Bob · Tricks the makers took: 3; Maria; entered at " in text
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Drop it: Hand 2").tap()
    expect(hands).to_have_count(1)
    places = page.evaluate("oddtrick.store.listAll().then((all) => all.map((entry) => entry.position))")
    assert places == [2], "what followed it moves up"
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Drop it: Hand 3").tap()
    expect(page.get_by_text("None: all that was saved here is with the site.")).to_be_visible()
    expect(page.locator("#waits")).to_be_hidden()


def test_what_was_entered_in_round_1_goes_to_its_own_table_in_round_2(
    phone: Page, wire: Wire, table: Table, account: User
) -> None:
    page = phone
    seats = {seat.seat: seat.player for seat in table.seats.all()}
    turned = dict(zip("NESW", [seats[seat] for seat in "ESWN"], strict=True))
    second = seat_table(table.event, round_number=2, number=1, seats=turned, by=account, source="web")
    open_table(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.goto("about:blank")
    wire.join()
    open_table(page, "/events/tuesday/round/2/table/1/")
    expect(page.locator("#save")).to_have_text("Save hand 1")
    expect(page.locator("#waiting")).to_be_hidden()
    enter(page, "Dee", 4)
    expect(page.locator("#save")).to_have_text("Save hand 2")
    assert read_stored(second) == [(1, "S", 4)]
    assert read_stored(table) == [(1, "N", 3)]
    choose(page, "Who made trump?", "Ann")
    page.locator("#waits a").tap()
    page.get_by_role("link", name="Tuesday: round 1, table 1").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
    assert read_stored(second) == [(1, "S", 4)]
