"""Two phones at one table, opened by its link: one confirms what the other entered, or both enter blind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from league.link_codes import show_code, sign_link
from league.models import Claim, DealRecord, League, Table, TableLink
from league.models.people import EntryWay
from league.services.links import make_link
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.conftest import open_phone
from tests.browser.test_accessibility import check_keys, check_page

#: The key that says so of what the other side entered.
RIGHT = re.compile("^Right")
PAGE = "/events/tuesday/round/1/table/1/"


@pytest.fixture
def table(account: User) -> Table:
    league = create_league("Riverside", by=account, source="web", is_public=False)
    players = add_players(league, ["Ann", "Bob", "Cyd", "Dee"], by=account, source="web").added
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    seats = dict(zip("NESW", players, strict=True))
    return seat_table(event, round_number=1, number=1, seats=seats, by=account, source="web")


@pytest.fixture
def link(table: Table) -> TableLink:
    return make_link(table, by=None, source="web")


@pytest.fixture
def phones(browser: Browser, live_server: LiveServer) -> Iterator[tuple[Page, Page]]:
    """Two phones."""
    first, second = open_phone(browser, live_server), open_phone(browser, live_server)
    yield next(first), next(second)
    for phone in (first, second):
        next(phone, None)


def set_way(way: EntryWay) -> None:
    League.objects.update(entry_way=way)


def sit_down(phone: Page, link: TableLink, players: str) -> None:
    """Scan the sheet and say whose phone it is."""
    phone.goto(f"/t/{sign_link(link)}/")
    phone.get_by_role("button", name=players).tap()
    phone.wait_for_url(f"**{PAGE}")


def enter(phone: Page, maker: str, tricks: int) -> None:
    """Press a hand and save it."""
    phone.get_by_role("radio", name=maker).first.tap()
    phone.locator(f"[name=tricks][value='{tricks}']").tap()
    phone.locator("#save").tap()


def wait_for_news(phone: Page, action: Callable[[], None]) -> None:
    """Do something that brings this page news, and wait until its part with the form is another."""
    phone.locator("#play").evaluate("play => { play.dataset.before = ''; }")
    action()
    expect(phone.locator("#play[data-before]")).to_have_count(0)


def record_march(table: Table, position: int) -> None:
    """A hand of the other side."""
    facts = {"maker": "N", "tricks": 5}
    record_deal(table, facts, position=position, key=str(position), by=None, source="link", side="NS")


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


def test_what_answers_a_tap_stays_until_the_next_one(phones: tuple[Page, Page], link: TableLink) -> None:
    """Through the news that the tap itself brings, and through those of the other side."""
    set_way(EntryWay.CONFIRM)
    north, east = phones
    sit_down(north, link, "Ann & Cyd")
    sit_down(east, link, "Bob & Dee")
    wait_for_news(east, lambda: enter(north, "Ann", 5))
    wait_for_news(east, lambda: east.get_by_role("button", name=RIGHT).tap())
    assert east.get_by_text("Hand 1: Both say the same now.").is_visible()
    wait_for_news(east, lambda: enter(north, "Ann", 4))
    assert east.get_by_role("button", name=RIGHT).is_visible()
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
    Claim.objects.create(table=link.table, position=1, side="EW", facts=other, key="c", source="link", link=link)
    check_page(phone, page)


def test_the_keys_of_two_sides_are_as_large_as_a_thumb(phone: Page, link: TableLink) -> None:
    set_way(EntryWay.CONFIRM)
    sit_down(phone, link, "Bob & Dee")
    for position in (1, 2):
        facts = {"maker": "N", "tricks": 4}
        record_deal(link.table, facts, position=position, key=str(position), by=None, source="link", side="NS")
    phone.goto(PAGE)
    check_keys(phone)
