"""Two phones at one table that was opened by its link, and what is done with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from league.link_codes import sign_link
from league.models import League, Table, TableLink
from league.models.people import EntryWay
from league.services.links import make_link
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.conftest import open_phone

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
    """Press a hand, see its points and save it."""
    phone.get_by_role("radio", name=maker).first.tap()
    phone.locator(f"[name=tricks][value='{tricks}']").tap()
    # As people do, who look at the points first: nothing moves any more under the finger then.
    expect(phone.locator("#preview .gain")).to_be_visible()
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
