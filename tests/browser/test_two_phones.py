"""Two phones at one table, opened by its link: one confirms what the other entered, or both enter blind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from league.link_codes import show_code
from league.models import Claim, DealRecord, Table, TableLink
from league.models.people import EntryWay
from league.services.recording import call_time, record_deal
from tests.browser.test_accessibility import check_keys, check_page
from tests.browser.two_phones import PAGE, RIGHT, enter, link, phones, set_way, sit_down, table

__all__ = ["link", "phones", "table"]


def test_both_sides_enter_and_a_difference_is_settled_by_one_tap(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.BOTH)
    north, east = phones
    sit_down(north, link, "Ann & Cyd")
    sit_down(east, link, "Bob & Dee")
    enter(north, "Ann", 5)
    expect(north.get_by_text("Waiting for the other side", exact=True)).to_be_visible()
    expect(east.locator(".score--NS b")).to_have_text("0")
    enter(east, "Ann", 5)
    for phone in phones:
        expect(phone.locator(".score--NS b")).to_have_text("2")
    enter(north, "Ann", 5)
    expect(north.locator(".score--NS b")).to_have_text("4")
    enter(east, "Ann", 4)
    for phone in phones:
        expect(phone.get_by_role("heading", name="Hand 2: they differ")).to_be_visible()
    north.get_by_role("button", name="Theirs is right").tap()
    for phone in phones:
        expect(phone.get_by_role("heading", name="they differ")).to_be_hidden()
        expect(phone.locator(".score--NS b")).to_have_text("3")
    call_time(link.table, called=True, by=None, source="web")
    for phone in phones:
        expect(phone.locator(".state").get_by_text("confirmed")).to_be_visible()
    assert Table.objects.get().confirmed_at is not None


def test_the_other_side_says_right_and_not_right(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    north, east = phones
    sit_down(north, link, "Ann & Cyd")
    sit_down(east, link, "Bob & Dee")
    enter(north, "Ann", 5)
    right = east.get_by_role("button", name=RIGHT)
    expect(right).to_be_visible()
    right.tap()
    expect(east.get_by_text("Hand 1: Both say the same now.")).to_be_visible()
    expect(north.get_by_text("Waiting for the other side", exact=True)).to_be_hidden()
    enter(north, "Bob", 3)
    east.get_by_role("link", name=re.compile("^Not right")).tap()
    expect(east.locator("[name=tricks][value='3']")).to_be_checked()
    east.locator("[name=tricks][value='2']").tap()
    east.get_by_role("button", name="This is how it was").last.tap()
    east.wait_for_url(f"**{PAGE}")
    for phone in phones:
        expect(phone.get_by_role("heading", name="Hand 2: they differ")).to_be_visible()
    east.get_by_role("button", name="Theirs is right").tap()
    expect(north.get_by_role("heading", name="they differ")).to_be_hidden()
    assert DealRecord.objects.count() == 2


def test_news_of_the_other_side_leaves_a_hand_half_typed(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    north, east = phones
    sit_down(north, link, "Ann & Cyd")
    sit_down(east, link, "Bob & Dee")
    east.locator("[name=tricks][value='4']").tap()
    enter(north, "Ann", 5)
    expect(east.get_by_role("button", name=RIGHT)).to_be_visible()
    expect(east.locator("[name=tricks][value='4']")).to_be_checked()
    east.get_by_role("button", name=RIGHT).tap()
    expect(east.get_by_text("Both say the same now.")).to_be_visible()
    expect(east.locator("[name=tricks][value='4']")).to_be_checked()


def test_a_difference_is_settled_beside_a_hand_half_typed(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.BOTH)
    north, east = phones
    sit_down(north, link, "Ann & Cyd")
    sit_down(east, link, "Bob & Dee")
    enter(north, "Ann", 5)
    expect(north.get_by_text("Waiting for the other side", exact=True)).to_be_visible()
    enter(east, "Ann", 4)
    banner = east.get_by_text("Hand 1: the two sides say different things.")
    expect(banner).to_be_visible()
    for phone in phones:
        expect(phone.get_by_role("heading", name="Hand 1: they differ")).to_be_visible()
        phone.locator("[name=tricks][value='3']").tap()
    north.get_by_role("button", name="Theirs is right").tap()
    for phone in phones:
        expect(phone.locator(".score--NS b")).to_have_text("1")
        expect(phone.locator(".state").get_by_text("they differ")).to_be_hidden()
        expect(phone.locator(".hands > li .gain--NS")).to_contain_text("+1")
        expect(phone.locator("[name=tricks][value='3']")).to_be_checked()
    expect(banner).to_be_hidden()


def test_a_side_without_scripts_confirms_too(phone_without_scripts: Page, link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    record_deal(link.table, {"maker": "N", "tricks": 5}, position=1, key="1", by=None, source="link", side="NS")
    phone = phone_without_scripts
    phone.goto("/open/")
    phone.get_by_label("Code of the table").fill(show_code(link.code).lower())
    phone.get_by_role("button", name="Open the table").tap()
    phone.get_by_role("button", name="Bob & Dee").tap()
    phone.get_by_role("button", name=RIGHT).tap()
    expect(phone.get_by_text("Both say the same now.")).to_be_visible()
    assert Claim.objects.get().side == "EW"


@pytest.mark.parametrize("page", ["/open/", f"{PAGE}side/", PAGE, f"{PAGE}say/1/", "/t/nonsense/"])
def test_what_a_link_opens_can_be_read_and_pressed_by_everybody(page: str, phone: Page, link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    sit_down(phone, link, "Bob & Dee")
    for position, tricks in enumerate((5, 4, 3), start=1):
        facts = {"maker": "N", "tricks": tricks}
        record_deal(link.table, facts, position=position, key=str(position), by=None, source="link", side="NS")
    other = {"maker": "N", "tricks": 2}
    about = link.table.records.get(position=1)
    Claim.objects.create(
        table=link.table, position=1, about=about, side="EW", facts=other, key="c", source="link", link=link
    )
    check_page(phone, page)


def test_the_keys_of_two_sides_are_as_large_as_a_thumb(phone: Page, link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    sit_down(phone, link, "Bob & Dee")
    for position in (1, 2):
        facts = {"maker": "N", "tricks": 4}
        record_deal(link.table, facts, position=position, key=str(position), by=None, source="link", side="NS")
    phone.goto(PAGE)
    check_keys(phone)
