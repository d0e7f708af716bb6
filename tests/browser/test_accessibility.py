"""Beside the visits of test_every_page.py: keys as large as a thumb, hands that wait, the certificate of a hall."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.fixtures import Settings

from config.authority import prepare_certificate
from league.models import Event
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.pages.checks import HEIGHT, PHONE, find_faults
from tests.browser.pages.site import HANDS

#: The smallest that a key on the page of a table may be, in CSS pixels.
THUMB = 48

LONG_NAMES = ("Konstantinos Papadopoulos", "Benedict O’Shaughnessy-Featherstonehaugh", "Юлия Константинопольская", "Li")


@pytest.fixture
def evening(account: User) -> Event:
    league = create_league("Riverside", by=account, source="web")
    names = [*LONG_NAMES, "Ann", "Bob", "Cyd", "Dee", "Eve", "Flo", "Gus", "Hal"]
    players = list(add_players(league, names, by=account, source="web").added)
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    for number in (1, 2, 3):
        seats = dict(zip("NESW", players[4 * number - 4 :], strict=False))
        table = seat_table(event, round_number=1, number=number, seats=seats, by=account, source="web")
        for position in range(1, {1: 3, 2: 6, 3: 1}[number]):
            facts = {"maker": "N", "tricks": 5}
            record_deal(table, facts, position=position, key=str(position), by=account, source="web")
    return event


def make_evening(account: User, game: str) -> None:
    """An event "Friday" of a game with one table and a hand or two, in a league of people with long names."""
    count, hand = HANDS[game]
    league = create_league("Riverside", by=account, source="web")
    names = [*LONG_NAMES, "Ann", "Bob", "Cyd", "Dee", "Eve", "Flo", "Gus", "Hal"]
    players = list(add_players(league, names, by=account, source="web").added)
    event = create_event(league, name="Friday", game=game, by=account, source="web")
    size = count if event.rules.player_counts else None
    seats = dict(zip(event.make_rules(size).seats, players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, players=size, by=account, source="web")
    for position in (1, 2):
        record_deal(table, hand, position=position, key=str(position), by=account, source="web")
    ruling = {"ruling": {"points": {next(iter(event.make_rules(size).sides)): -1}, "reason": "Cards shown"}}
    record_deal(table, ruling, position=3, key="3", by=account, source="web")


def check_page(page: Page, path: str) -> None:
    """Nothing of what holds on every page fails on this one."""
    page.goto(path)
    check_open_page(page)


def check_open_page(page: Page) -> None:
    """Nothing of what holds on every page fails on the one that is open."""
    faults = find_faults(page)
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    assert not faults, "\n".join(faults)


def open_drawers(page: Page) -> None:
    """Open everything that is folded away; what is open stays so."""
    page.evaluate("document.querySelectorAll('main details').forEach(each => { each.open = true; })")


def test_keys_are_as_large_as_a_thumb(signed_in_phone: Page, evening: Event) -> None:
    signed_in_phone.goto("/events/tuesday/round/1/table/1/")
    check_keys(signed_in_phone)


#: What is pressed so that as many keys as can be show.
SHOWING = {"grand": ("play", "hearts"), "yukon": ("how", "cards")}


@pytest.mark.parametrize("game", HANDS)
def test_keys_of_every_game_are_as_large_as_a_thumb(game: str, signed_in_phone: Page, account: User) -> None:
    make_evening(account, game)
    signed_in_phone.goto("/events/friday/round/1/table/1/")
    if game in SHOWING:
        name, value = SHOWING[game]
        signed_in_phone.locator(f"[name={name}][value={value}]").tap()
    check_keys(signed_in_phone)


def check_keys(signed_in_phone: Page) -> None:
    """Every key on the page is at least as large as a thumb."""
    open_drawers(signed_in_phone)
    kinds = "button:not(.unseen), select, input:not([type=hidden]), summary"
    keys = signed_in_phone.locator(f"main :is({kinds}):visible").all()
    sizes = {key.evaluate("e => e.outerHTML.slice(0, 80)"): key.bounding_box() for key in keys}
    small = {name: box for name, box in sizes.items() if box and min(box["width"], box["height"]) < THUMB}
    assert len(sizes) > 20
    assert not small


def test_what_waits_without_network_can_be_read_and_pressed(signed_in_phone: Page, evening: Event) -> None:
    page = signed_in_phone
    page.goto("/events/tuesday/round/1/table/1/")
    page.locator("#queue[data-ready]").wait_for(state="attached")
    page.context.set_offline(True)
    for number in (1, 2):
        page.locator("[name=maker][value=S]").tap()
        page.locator("[name=tricks][value='3']").tap()
        page.locator("#save").tap()
        page.locator(f"[data-entries] li:nth-child({number})").wait_for()
    page.get_by_role("button", name="Open in the form: Hand 4").tap()
    check_open_page(page)
    check_keys(page)


def test_the_page_of_the_certificate_can_be_read_and_pressed(
    signed_in_phone: Page, settings: Settings, tmp_path: Path
) -> None:
    made = prepare_certificate(tmp_path, address="192.168.1.5")
    settings.AUTHORITY_FILE, settings.HTTPS_IN_HALL = made.authority, True
    settings.SITE_URL = "https://192.168.1.5:8443"
    check_page(signed_in_phone, "/install/")
