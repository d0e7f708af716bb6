"""The network goes away in mid-game: hands wait on the phone, and each is stored once when it is back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.models import DealRecord, Table
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.wire import Wire

URL = "/events/tuesday/round/1/table/1/"
NAMES = ("Ann", "Bob", "Cyd", "Dee")
HAND = {"maker": "N", "tricks": 3}


@pytest.fixture
def table(account: User) -> Table:
    """A table of Land Grant Euchre at which one hand is recorded: North–South lead 1–0."""
    league = create_league("Riverside", by=account, source="web")
    players = add_players(league, NAMES, by=account, source="web").added
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    seats = dict(zip("NESW", players, strict=True))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=account, source="web")
    record_deal(table, HAND, position=1, key="first", by=account, source="web")
    return table


@pytest.fixture
def wire(live_server: LiveServer) -> Iterator[Wire]:
    wire = Wire(live_server.url)
    yield wire
    wire.close()


@pytest.fixture
def phone(browser: Browser, wire: Wire, account: User) -> Iterator[Page]:
    """A phone at the end of the wire, logged in as Maria."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, base_url=wire.url, has_touch=True, is_mobile=True, locale="en-GB"
    )
    context.set_default_timeout(15_000)
    log_in(context, wire.url, account)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert not faults


def log_in(context: BrowserContext, url: str, user: User) -> None:
    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": url}])


def read_stored(table: Table) -> list[tuple[int, str, int]]:
    """Place, maker and tricks of every hand that stands."""
    records = table.records.filter(void=False).order_by("position", "revision")
    return [(record.position, record.facts.get("maker", ""), record.facts.get("tricks", -1)) for record in records]


def choose(page: Page, group: str, option: str) -> None:
    page.get_by_role("group", name=group).get_by_role("radio", name=option).first.tap()


def enter(page: Page, maker: str, tricks: int) -> None:
    choose(page, "Who made trump?", maker)
    choose(page, "Tricks the makers took", str(tricks))
    page.locator("#save").tap()


def expect_waiting(page: Page, *labels: str) -> None:
    """The hands that the page lists as waiting, and their count in its head."""
    expect(page.locator("[data-entries] [data-label]")).to_have_text(list(labels))
    if labels:
        expect(page.locator("#waits b")).to_have_text(str(len(labels)))
        expect(page.locator("#waits")).to_be_visible()
    else:
        expect(page.locator("#waits")).to_be_hidden()


def expect_score(page: Page, score: str) -> None:
    expect(page.locator(".scoreboard b")).to_have_text(score.split("–"))


def open_table(page: Page, url: str = URL) -> None:
    """Open the table, and wait until the phone can do without network."""
    page.goto(url)
    expect(page.locator("#queue[data-ready]")).to_be_attached()


def keep_page(page: Page) -> None:
    """Wait until the page has its copy on the phone."""
    page.evaluate(
        """async (url) => {
            await navigator.serviceWorker.ready;
            while (!(await (await caches.open("pages")).match(url))) await new Promise((done) => setTimeout(done, 50));
        }""",
        URL,
    )


def wake(page: Page) -> None:
    """What a phone tells its pages when somebody takes it up again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


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


def test_a_browser_that_ends_while_a_hand_is_in_the_air_loses_nothing(phone: Page, wire: Wire, table: Table) -> None:
    """The hand is written down before it is sent."""
    page = phone
    open_table(page)
    page.route(f"**{URL}", lambda route: None if route.request.method == "POST" else route.continue_())
    enter(page, "Cyd", 3)
    page.wait_for_timeout(300)
    context = page.context
    page.close()
    other = context.new_page()
    other.clock.install()
    open_table(other)
    other.clock.fast_forward(25_000)
    wake(other)
    expect_waiting(other)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


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
    expect(page.locator("[data-news]")).to_contain_text("Maria saved this very hand")
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
    expect(page.locator("[data-news]")).to_contain_text("drop it from the list above")
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
    expect(page.locator("[data-told]")).to_contain_text("under another account")
    assert read_stored(table) == [(1, "N", 3)]
    page.get_by_role("button", name="Send it as mine: Hand 2").tap()
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


def test_other_pages_say_how_many_wait_and_where(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    wire.cut()
    enter(page, "Cyd", 3)
    expect_waiting(page, "Hand 2")
    page.goto("/games/")
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    expect(page.locator("#waits b")).to_have_text("1")
    page.locator("[data-tables] a").tap()
    expect_waiting(page, "Hand 2")
    wire.join()
    page.goto("/games/")
    expect(page.get_by_role("heading", name="No network")).to_have_count(0)
    page.locator("#waits a").tap()
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3)]


def test_the_copy_of_the_page_is_as_new_as_the_last_hand(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    enter(page, "Cyd", 3)
    expect(page.locator("#save")).to_have_text("Save hand 3")
    page.wait_for_timeout(300)
    wire.cut()
    page.reload()
    expect(page.locator("#save")).to_have_text("Save hand 3")
    expect_score(page, "2–0")
    enter(page, "Bob", 5)
    expect_waiting(page, "Hand 3")
    wire.join()
    wake(page)
    expect_waiting(page)
    assert read_stored(table) == [(1, "N", 3), (2, "S", 3), (3, "E", 5)]


def test_copies_go_when_somebody_logs_out(phone: Page, wire: Wire, table: Table) -> None:
    page = phone
    open_table(page)
    keep_page(page)
    page.reload()
    page.get_by_role("button", name="Log out").tap()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    wire.cut()
    page.goto(URL)
    expect(page.get_by_role("heading", name="No network")).to_be_visible()
    expect(page.get_by_text("None yet")).to_be_visible()


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
