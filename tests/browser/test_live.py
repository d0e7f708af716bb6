"""Pages that move by themselves: by a stream from the real live process, and by asking where there is none."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from config.network import find_free_port
from config.probing import wait_for_answer
from league.models import Event, League, Player, Round, Table
from league.services.clock import pause_clock, start_clock
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.worker import ROOT, describe_test_database

EVENT = "/events/tuesday/"
PROJECTOR = f"{EVENT}projector/"
BOARD = f"{EVENT}board/"


@pytest.fixture
def tables(account: User) -> list[Table]:
    """Two tables in play, of a league of the account's."""
    league = create_league("Riverside", by=account, source="web")
    players = add_players(league, ("Ann", "Bob", "Cyd", "Dee", "Eve", "Фёдор", "Gus", "Hal"), by=account, source="web")
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    return [
        seat_table(
            event,
            round_number=1,
            number=number,
            seats=dict(zip("NESW", players.added[start : start + 4], strict=True)),
            by=account,
            source="web",
        )
        for number, start in ((1, 0), (2, 4))
    ]


@contextlib.contextmanager
def run_live_process() -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """The live process on the database of the tests, and its address."""
    port = find_free_port()
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": describe_test_database()}
    command = (
        sys.executable, "-m", "granian", "config.live:application", "--interface", "asgi", "--host", "127.0.0.1",
        "--port", str(port), "--no-ws", "--log-level", "error", "--workers-kill-timeout", "1",
    )  # fmt: skip
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        assert wait_for_answer(f"http://127.0.0.1:{port}/healthz", seconds=60, give_up=lambda: False)
        yield process, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture(scope="module")
def live_address(django_db_setup: None) -> Iterator[str]:
    """The live process of all tests of this file: it takes longer to start than most of them take."""
    with run_live_process() as (_process, address):
        yield address


@pytest.fixture
def live_process(live_address: str, live_server: LiveServer, settings: Settings) -> None:
    """Pages listen to the live process."""
    listen_to(live_address, settings)


def listen_to(address: str, settings: Settings) -> None:
    settings.LIVE_URL = address
    policy = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    sources = [*policy["connect-src"], address]
    settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": policy | {"connect-src": sources}}


def record(table: Table, position: int, **facts: Any) -> None:
    hand = {"maker": "N", "tricks": 3} | facts
    record_deal(table, hand, position=position, key=f"{table.pk}-{position}", by=None, source="web")


def count_polls(page: Page) -> list[str]:
    polls: list[str] = []
    page.on("request", lambda request: polls.append(request.url) if "/news/" in request.url else None)
    return polls


def wait_for_stream(page: Page) -> None:
    expect(page.locator("[data-live]:not([data-listening])")).to_have_count(0, timeout=15_000)


def test_without_a_stream_the_page_asks_and_shows_what_was_saved(phone: Page, tables: list[Table]) -> None:
    phone.goto(EVENT)
    expect(phone.locator("text=not begun")).to_have_count(2)
    record(tables[0], 1)
    expect(phone.locator(f"#live-table-{tables[0].pk}")).to_contain_text("1 hand")
    record(tables[0], 2)
    expect(phone.locator(f"#live-table-{tables[0].pk}")).to_contain_text("2 hands")


def test_a_league_that_is_made_private_is_said_on_open_pages_and_they_ask_no_more(
    phone: Page, tables: list[Table]
) -> None:
    phone.goto(f"{EVENT}round/1/table/1/")
    League.objects.update(is_public=False)
    expect(phone.get_by_text("This page is closed to you now")).to_be_visible()
    polls = count_polls(phone)
    phone.wait_for_timeout(2500)
    assert polls == []


def test_a_menu_closes_after_a_choice_a_press_elsewhere_and_escape(signed_in_phone: Page, tables: list[Table]) -> None:
    page = signed_in_phone
    page.goto(EVENT)
    menu, more = page.locator("details.menu"), page.locator("details.menu > summary")
    more.tap()
    expect(menu).to_have_attribute("open", "")
    page.locator("h1").tap()
    expect(menu).not_to_have_attribute("open", "")
    more.tap()
    page.keyboard.press("Escape")
    expect(menu).not_to_have_attribute("open", "")
    more.tap()
    menu.get_by_role("link", name="Edit").evaluate("(link) => { link.href = '#content'; link.click(); }")
    expect(menu).not_to_have_attribute("open", "")


def test_by_a_stream_a_saved_hand_is_there_and_the_page_asks_for_nothing(
    phone: Page, tables: list[Table], live_process: None
) -> None:
    polls = count_polls(phone)
    phone.goto(EVENT)
    wait_for_stream(phone)
    polls.clear()
    other = phone.locator(f"#live-table-{tables[1].pk}").element_handle()
    record(tables[0], 1)
    expect(phone.locator(f"#live-table-{tables[0].pk}")).to_contain_text("1 hand")
    assert other is not None
    assert other.evaluate("element => element.isConnected"), "what did not change stays as it is"
    assert phone.locator("#live").get_attribute("data-stamp") == str(Event.objects.get().revision)
    time.sleep(3)
    assert not polls


def test_when_the_stream_breaks_the_page_asks_again(phone: Page, tables: list[Table], settings: Settings) -> None:
    with run_live_process() as (process, address):
        listen_to(address, settings)
        phone.goto(EVENT)
        wait_for_stream(phone)
        process.terminate()
        process.wait(timeout=30)
        record(tables[0], 1)
        expect(phone.locator(f"#live-table-{tables[0].pk}")).to_contain_text("1 hand")


def test_a_new_table_and_a_league_of_another_frame_come_whole(
    phone: Page, tables: list[Table], live_process: None
) -> None:
    phone.goto(EVENT)
    wait_for_stream(phone)
    players = dict(zip("NESW", Player.objects.all()[:4], strict=True))
    seat_table(tables[0].event, round_number=2, number=1, seats=players, by=None, source="web")
    expect(phone.get_by_role("heading", name="Round 2")).to_be_visible()


@pytest.mark.parametrize("streamed", [True, False])
def test_what_an_admin_is_typing_and_his_focus_stay(
    streamed: bool, signed_in_phone: Page, tables: list[Table], request: pytest.FixtureRequest
) -> None:
    if streamed:
        request.getfixturevalue("live_process")
    signed_in_phone.goto(EVENT)
    if streamed:
        wait_for_stream(signed_in_phone)
    minutes = signed_in_phone.get_by_label("Minutes")
    minutes.fill("45")
    record(tables[0], 1)
    if streamed:
        expect(signed_in_phone.locator(f"#live-table-{tables[0].pk}")).to_contain_text("1 hand")
    else:
        time.sleep(3)
    expect(minutes).to_have_value("45")
    expect(minutes).to_be_focused()
    signed_in_phone.get_by_role("button", name="Start the clock").tap()
    expect(signed_in_phone.locator("[data-digits]").first).to_have_text("45:00", timeout=3000)
    expect(signed_in_phone.locator(f"#live-table-{tables[0].pk}")).to_contain_text("1 hand")


def test_a_form_that_came_by_the_stream_can_be_sent(
    signed_in_phone: Page, tables: list[Table], live_process: None
) -> None:
    signed_in_phone.goto(BOARD)
    wait_for_stream(signed_in_phone)
    start_clock(tables[0].round, minutes=20, by=None, source="web")
    signed_in_phone.get_by_role("button", name="Pause").tap()
    expect(signed_in_phone.get_by_role("button", name="Go on")).to_be_visible()
    assert Round.objects.get().seconds_left is not None


def test_a_clock_counts_by_the_servers_time_and_ends_in_a_word(
    phone: Page, tables: list[Table], live_process: None
) -> None:
    phone.add_init_script("const real = Date.now; Date.now = () => real() + 3_600_000")  # the phone is an hour fast
    start_clock(tables[0].round, minutes=20, by=None, source="web")
    phone.goto(EVENT)
    digits = phone.locator("[data-digits]").first
    expect(digits).to_contain_text("19:")
    Round.objects.update(ends_at=timezone.now() + timedelta(seconds=3))
    Event.objects.update(revision=10_000)
    expect(phone.locator(".clock.is-last .word").first).to_have_text("last five minutes")
    expect(digits).to_have_text("Time", timeout=10_000)
    expect(phone.get_by_role("status").filter(has_text="Round 1: time.")).to_have_count(1)


def test_a_pause_reaches_the_phone_of_a_scorer_while_a_hand_is_typed(
    signed_in_phone: Page, tables: list[Table], live_process: None
) -> None:
    start_clock(tables[0].round, minutes=20, by=None, source="web")
    signed_in_phone.goto(f"{EVENT}round/1/table/1/")
    wait_for_stream(signed_in_phone)
    signed_in_phone.locator("[name=maker][value=N]").check(force=True)
    pause_clock(tables[0].round, by=None, source="web")
    expect(signed_in_phone.locator("#clock")).to_contain_text("stands still")
    expect(signed_in_phone.locator("[name=maker][value=N]")).to_be_checked()


@pytest.fixture
def screen(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, base_url=live_server.url, locale="en-GB")
    yield context.new_page()
    context.close()


def test_the_projector_turns_stops_and_turns_back(screen: Page, tables: list[Table]) -> None:
    record(tables[0], 1)
    for position in (1, 2, 3):
        record(tables[1], position, tricks=5, alone=True)
    screen.goto(f"{PROJECTOR}?seconds=4")
    heading = screen.locator(".slide.is-shown h2")
    expect(heading).to_contain_text("Standings")
    screen.keyboard.press("ArrowRight")
    expect(heading).to_contain_text("Still playing")
    screen.keyboard.press("ArrowLeft")
    expect(heading).to_contain_text("Standings")
    expect(heading).to_contain_text("Still playing", timeout=8000)
    screen.keyboard.press("Space")
    expect(screen.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    time.sleep(5)
    expect(heading).to_contain_text("Still playing")
    record(tables[0], 2)
    expect(screen.locator(".slide.is-shown")).to_contain_text("2 hands")


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080), (3840, 2160), (1024, 768), (1080, 1920)])
def test_forty_tables_with_long_names_stay_on_the_screen(
    width: int, height: int, screen: Page, account: User, tables: list[Table]
) -> None:
    names = [f"Александра-Мария Константинопольская фон {number}" for number in range(160)]
    players = add_players(tables[0].event.league, names, by=account, source="web").added
    for number in range(40):
        four = dict(zip("NESW", players[4 * number : 4 * number + 4], strict=True))
        seat_table(tables[0].event, round_number=2, number=number + 1, seats=four, by=account, source="web")
    start_clock(Round.objects.get(number=2), minutes=100, by=None, source="web")
    screen.set_viewport_size({"width": width, "height": height})
    screen.goto(f"{PROJECTOR}?seconds=120")
    pages = screen.locator(".pages li").count()
    assert pages > 3
    seen: set[str] = set()
    for _page in range(pages):
        over = screen.evaluate(
            "[...document.querySelectorAll('.slide.is-shown [data-item]:not([hidden])')].filter((item) =>"
            " item.getBoundingClientRect().bottom > item.closest('.room').getBoundingClientRect().bottom + 1).length"
        )
        assert over == 0
        assert screen.evaluate("document.documentElement.scrollWidth <= innerWidth")
        seen |= set(screen.locator(".slide.is-shown [data-item]:visible").all_inner_texts())
        screen.keyboard.press("ArrowRight")
    assert len(seen) == screen.locator("[data-item]").count(), "every row had its turn"
