"""What answers a tap stays on the page until the next one, whatever news come meanwhile, before or late."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from league.models import TableLink
from league.models.people import EntryWay
from tests.browser.two_phones import (
    RIGHT,
    enter,
    link,
    phones,
    record_march,
    set_way,
    sit_down,
    table,
    wait_for_news,
)

__all__ = ["link", "phones", "table"]


def test_what_answers_a_tap_stays_until_the_next_one(phones: tuple[Page, Page], link: TableLink) -> None:
    """Through the news that the tap itself brings, and through those of the other side."""
    set_way(EntryWay.CONFIRM)
    north, east = phones
    sit_down(north, link, "Ann & Cyd")
    sit_down(east, link, "Bob & Dee")
    wait_for_news(east, lambda: enter(north, "Ann", 5))
    wait_for_news(east, lambda: east.get_by_role("button", name=RIGHT).tap())
    # News may come before the tap's own answer does: both are waited for.
    expect(east.get_by_text("Hand 1: Both say the same now.")).to_be_visible()
    wait_for_news(east, lambda: enter(north, "Ann", 4))
    expect(east.get_by_role("button", name=RIGHT)).to_be_visible()
    assert east.get_by_text("Hand 1: Both say the same now.").is_visible()
    expect(north.get_by_text("Hand 2 is saved.")).to_be_visible()
    wait_for_news(north, lambda: east.get_by_role("button", name=RIGHT).tap())
    expect(east.get_by_text("Hand 2: Both say the same now.")).to_be_visible()
    expect(east.get_by_text("Hand 1: Both say the same now.")).to_have_count(0)
    assert north.get_by_text("Hand 2 is saved.").is_visible()
    enter(north, "Ann", 3)
    expect(north.get_by_text("Hand 3 is saved.")).to_be_visible()
    expect(north.get_by_text("Hand 2 is saved.")).to_have_count(0)


def test_news_that_come_late_take_nothing_newer_away(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    east = phones[0]
    sit_down(east, link, "Bob & Dee")
    wait_for_news(east, lambda: record_march(link.table, 1))
    held: list[Route] = []
    east.route(re.compile(r"/words/\?seen="), lambda route: held.append(route))
    with east.expect_request(re.compile(r"/words/\?seen=")):
        pass
    record_march(link.table, 2)
    with east.expect_event("requestfailed", lambda request: request == held[0].request):
        east.get_by_role("button", name=RIGHT).first.tap()
    expect(east.get_by_text("Hand 1: Both say the same now.")).to_be_visible()
    expect(east.locator(".score--NS b")).to_have_text("4")


def test_news_that_come_while_a_tap_is_sent_do_not_lose_its_answer(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    east = phones[0]
    sit_down(east, link, "Bob & Dee")
    wait_for_news(east, lambda: record_march(link.table, 1))
    held: list[Route] = []
    east.route(re.compile("/words/$"), lambda route: held.append(route))
    east.get_by_role("button", name=RIGHT).tap()
    with east.expect_response(lambda response: "seen=" in response.url and response.status == 200):
        record_march(link.table, 2)
    held[0].continue_()
    expect(east.get_by_text("Hand 1: Both say the same now.")).to_be_visible()
    expect(east.locator(".score--NS b")).to_have_text("4")


def test_a_refusal_stays_until_the_next_tap(phones: tuple[Page, Page], link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    east = phones[0]
    sit_down(east, link, "Bob & Dee")
    wait_for_news(east, lambda: record_march(link.table, 1))
    east.route("**/words/", lambda route: route.fulfill(status=403))
    east.get_by_role("button", name=RIGHT).tap()
    refused = east.get_by_text("The site refused this")
    expect(refused).to_be_visible()
    for _poll in range(2):
        with east.expect_event("requestfinished", lambda request: "seen=" in request.url):
            pass
    assert refused.is_visible()
    east.unroute("**/words/")
    east.get_by_role("button", name=RIGHT).tap()
    expect(refused).to_be_hidden()
