"""Waiting hands of every game, of phones without an account, over plain http, and over a server that starts anew."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.fixtures import Settings
from pytest_django.live_server_helper import LiveServer

from config.network import choose_hall_addresses, read_interface_addresses
from league.link_codes import sign_link
from league.models import League, Table
from league.models.people import EntryWay
from league.models.record import Source
from league.services.claims import enter_word
from league.services.links import make_link, revoke_link
from league.services.seating import seat_table
from league.services.setup import add_players, create_event
from league.web.lookup import Writer
from tests.browser.offline.waiting import (
    URL,
    choose,
    enter,
    expect_score,
    expect_waiting,
    keep_page,
    log_in,
    open_table,
    read_stored,
    wake,
)
from tests.browser.offline.wire import Wire

NAMES = ("Eve", "Flo", "Gus")


#: Game -> what is pressed (name and value of a key) or typed, what the phone says of it, and the facts that are stored.
GAMES: dict[str, tuple[dict[str, str], str, dict[str, object]]] = {
    "euchre": ({"maker": "E", "tricks": "4"}, "Who made trump? Bob", {"maker": "E", "tricks": 4}),
    "partnership-whist": (
        {"tricks-NS": "9"},
        "Tricks, North–South first: 9–4",
        {"tricks": {"NS": 9, "EW": 4}},
    ),
    "grand": (
        {"play": "euchre", "bidder": "N", "bid": "20", "tricks": "3", "suit": "H"},
        "Which game was named? Euchre · Who won the bidding? Ann",
        {"bidder": "N", "bid": 20, "play": "euchre", "tricks": 3, "suit": "H"},
    ),
    "seven-handed-euchre": (
        {"bidder": "B", "bid": "3", "partners": "D F", "tricks": "4"},
        "Partners: Dee, Flo",
        {"bid": 3, "bidder": "B", "partners": ["D", "F"], "tricks": 4},
    ),
    "yukon": (
        {"points-NS": "40"},
        "Points of each side: North–South 40",
        {"points": {"NS": 40, "EW": 85}},
    ),
}


def fill_in(page: Page, pressed: dict[str, str]) -> None:
    for name, value in pressed.items():
        if page.locator(f"[name={name}][type=number]").count():
            page.locator(f"#entry [name={name}]").fill(value)
        else:
            for one in value.split():
                page.locator(f"[name={name}][value='{one}']").tap()


@pytest.mark.parametrize("game", GAMES)
def test_hands_of_every_game_wait(game: str, phone: Page, wire: Wire, table: Table, account: User) -> None:
    league = table.event.league
    add_players(league, NAMES, by=account, source="web")
    event = create_event(league, name="Friday", game=game, by=account, source="web")
    seats = dict(zip(event.make_rules(None).seats, league.players.order_by("pk"), strict=False))
    other = seat_table(event, round_number=1, number=1, seats=seats, by=account, source="web")
    pressed, words, facts = GAMES[game]
    open_table(phone, "/events/friday/round/1/table/1/")
    wire.cut()
    for number in (1, 2):
        fill_in(phone, pressed)
        phone.locator("#save").tap()
        expect(phone.locator("[data-facts]")).to_have_count(number)
    expect(phone.locator("[data-facts]")).to_contain_text([words, words])
    wire.join()
    wake(phone)
    expect_waiting(phone)
    assert [record.facts for record in other.records.all()] == [facts, facts]


@pytest.fixture
def lan_address() -> str:
    addresses = choose_hall_addresses(read_interface_addresses())
    if not addresses:
        pytest.skip("this machine has no address on a local network, so no page of it is without a secure context")
    return addresses[0]


@pytest.fixture
def plain_wire(live_server: LiveServer, lan_address: str, settings: Settings) -> Iterator[Wire]:
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, lan_address]
    wire = Wire(live_server.url, host=lan_address)
    yield wire
    wire.close()


def test_over_plain_http_hands_wait_too_and_the_page_says_what_it_cannot(
    browser: Browser, plain_wire: Wire, table: Table, account: User
) -> None:
    context = browser.new_context(base_url=plain_wire.url, viewport={"width": 390, "height": 844}, has_touch=True)
    log_in(context, plain_wire.url, account)
    page = context.new_page()
    open_table(page)
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator, Boolean(crypto.randomUUID)]") == [False] * 3
    expect(page.get_by_text("is opened again with network")).to_be_visible()
    expect(page.get_by_text("This page also opens without network")).to_be_hidden()
    plain_wire.cut()
    enter(page, "Cyd", 3)
    enter(page, "Bob", 5)
    expect_waiting(page, "Hand 2", "Hand 3")
    plain_wire.join()
    page.close()
    page = context.new_page()
    open_table(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]
    context.close()


@pytest.fixture
def guest(browser: Browser, wire: Wire, table: Table) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=wire.url, viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB"
    )
    context.set_default_timeout(15_000)
    yield context
    context.close()


def test_a_phone_whose_code_ran_out_keeps_its_hands_until_the_new_code(
    guest: BrowserContext, wire: Wire, table: Table
) -> None:
    League.objects.update(entry_way=EntryWay.CONFIRM)
    link = make_link(table, by=None, source="web")
    page = guest.new_page()
    page.goto(f"/t/{sign_link(link)}/")
    page.locator("button[name=side][value=NS]").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    keep_page(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    revoke_link(link, by=None, source="web")
    wire.join()
    wake(page)
    expect(page.locator("[data-told]")).to_contain_text("Open the table again by its code")
    # The page asks for news, and is not led away by the answer.
    with page.expect_response("**/words/*"):
        pass
    expect_waiting(page, "Hand 2")
    assert len(read_stored(table)) == 1

    page.goto(f"/t/{sign_link(make_link(table, by=None, source='web'))}/")
    if page.locator("button[name=side][value=NS]").count():
        page.locator("button[name=side][value=NS]").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    expect_waiting(page)
    record = table.records.get(position=2)
    assert (record.source, record.side) == (Source.LINK, "NS")


def test_a_live_hand_of_a_phone_whose_code_ran_out_is_kept(guest: BrowserContext, table: Table) -> None:
    link = make_link(table, by=None, source="web")
    page = guest.new_page()
    page.goto(f"/t/{sign_link(link)}/")
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    choose(page, "Who made trump?", "Cyd")
    choose(page, "Tricks the makers took", "3")
    expect(page.locator("#preview .gain")).to_be_visible()
    revoke_link(link, by=None, source="web")
    page.locator("#save").tap()
    expect(page.get_by_text("has run out or was revoked")).to_be_visible()
    expect(page.locator("#waits b")).to_have_text("1")
    page.goto(f"/t/{sign_link(make_link(table, by=None, source='web'))}/")
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_the_word_of_a_side_that_was_away_meets_the_other_ones(guest: BrowserContext, wire: Wire, table: Table) -> None:
    """Both sides enter every hand: what waited is this side's word, and a difference is said."""
    League.objects.update(entry_way=EntryWay.BOTH)
    link = make_link(table, by=None, source="web")
    page = guest.new_page()
    page.goto(f"/t/{sign_link(link)}/")
    page.locator("button[name=side][value=NS]").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()
    first = int(page.locator("#play").get_attribute("data-position") or 0)
    wire.cut()
    for maker in ("Ann", "Cyd", "Bob")[first - 1 :]:
        enter(page, maker, 3)
    other = Writer(by=None, source=Source.LINK, link=link, side="EW")
    for position, maker, tricks in ((1, "N", 3), (2, "S", 3), (3, "E", 5)):
        if position > 1 or first == 1:
            enter_word(
                Table.objects.get(),
                {"maker": maker, "tricks": tricks},
                position=position,
                key=f"ew-{position}",
                **other,
            )
    wire.join()
    wake(page)
    expect_waiting(page)
    words = {(claim.position, claim.facts.get("tricks")) for claim in table.claims.filter(side="NS")}
    assert {(2, 3), (3, 3)} <= words
    expect(page.locator("#queue [data-news]")).to_contain_text("Hand 3")


@pytest.mark.parametrize("status", [502, 503, 504, 429, 500])
def test_a_server_that_cannot_now_is_asked_again(
    status: int, browser: Browser, wire: Wire, table: Table, account: User
) -> None:
    context = browser.new_context(base_url=wire.url, service_workers="block", has_touch=True)
    log_in(context, wire.url, account)
    page = context.new_page()
    open_table(page)
    page.route(
        f"**{URL}",
        lambda route: route.fulfill(status=status, body="no") if route.request.method == "POST" else route.continue_(),
    )
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.unroute(f"**{URL}")
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
    context.close()


def test_a_page_that_is_not_this_sites_is_no_answer(browser: Browser, wire: Wire, table: Table, account: User) -> None:
    """A wifi that wants a log-in answers everything with its own page, and with status 200."""
    context = browser.new_context(base_url=wire.url, service_workers="block", has_touch=True)
    log_in(context, wire.url, account)
    page = context.new_page()
    open_table(page)
    wire.cut()
    # Before anything is sent: a try that is on its way would still reach the site.
    page.route(f"**{URL}", lambda route: route.fulfill(status=200, body="<html><body>Welcome to the hotel"))
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    wire.join()
    wake(page)
    page.wait_for_timeout(500)
    expect_waiting(page, "Hand 2")
    page.unroute(f"**{URL}")
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]
    context.close()


def test_a_new_worker_keeps_what_waits(phone: Page, wire: Wire, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    before = page.evaluate("caches.keys()")
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    monkeypatch.setattr("league.web.offline.OTHER_FILES", ("django_htmx/htmx-2.min.js", "django_htmx/htmx-2.js"))
    page.goto("about:blank")
    wire.join()
    page.route(f"**{URL}", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    open_table(page)
    page.evaluate(
        """async (before) => {
            const isNew = async () => (await caches.keys()).some((name) => !before.includes(name));
            while (!(await isNew())) await new Promise((done) => setTimeout(done, 50));
        }""",
        before,
    )
    expect_waiting(page, "Hand 2")
    wire.cut()
    page.reload()
    expect_waiting(page, "Hand 2")
    page.unroute(f"**{URL}")
    wire.join()
    wake(page)
    expect_waiting(page)
    expect_score(page, "2–0")
