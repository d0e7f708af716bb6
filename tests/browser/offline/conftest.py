"""A phone at the end of a wire that can be cut, at a table at which one hand is recorded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

from league.models import Table
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.offline.waiting import log_in
from tests.browser.offline.wire import Wire

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
