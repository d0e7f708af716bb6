"""Every page in both themes: no fault that axe finds, nothing wider than a phone, keys as large as a thumb."""

from __future__ import annotations

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page

from league.models import Event
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league

PAGES = (
    "/",
    "/accounts/login/",
    "/accounts/password/change/",
    "/leagues/new/",
    "/leagues/riverside/",
    "/leagues/riverside/players/",
    "/leagues/riverside/events/new/",
    "/leagues/riverside/log/",
    "/leagues/none/",
    "/events/tuesday/",
    "/events/tuesday/rounds/new/",
    "/events/tuesday/import/",
    "/events/tuesday/round/1/table/1/",
    "/events/tuesday/round/1/table/2/",
    "/games/",
    "/games/land-grant-euchre/?event=tuesday",
)

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

#: The smallest that a key on the page of a table may be, in CSS pixels.
THUMB = 48

LONG_NAMES = ("Konstantinos Papadopoulos", "Benedict O’Shaughnessy-Featherstonehaugh", "Юлия Константинопольская", "Li")


@pytest.fixture
def evening(account: User) -> Event:
    league = create_league("Riverside", by=account, source="web")
    names = [*LONG_NAMES, "Ann", "Bob", "Cyd", "Dee"]
    players = list(add_players(league, names, by=account, source="web").added)
    event = create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")
    for number in (1, 2):
        seats = dict(zip("NESW", players[4 * number - 4 :], strict=False))
        table = seat_table(event, round_number=1, number=number, seats=seats, by=account, source="web")
        for position in range(1, 6 if number == 2 else 3):
            facts = {"maker": "N", "tricks": 5}
            record_deal(table, facts, position=position, key=str(position), by=account, source="web")
    return event


@pytest.mark.parametrize("path", PAGES)
def test_page_can_be_read_and_pressed_by_everybody(path: str, signed_in_phone: Page, evening: Event) -> None:
    page = signed_in_phone
    if path == "/accounts/login/":
        page.context.clear_cookies()
    page.goto(path)
    open_drawers(page)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        results = Axe().run(page)
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
    for language in ("en", "ru"):
        page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": page.url}])
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == language
        open_drawers(page)
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{language}, {width}"


def open_drawers(page: Page) -> None:
    """Open everything that is folded away, whatever lies inside another first."""
    for summary in page.locator("main summary").all():
        summary.tap()


def test_keys_are_as_large_as_a_thumb(signed_in_phone: Page, evening: Event) -> None:
    signed_in_phone.goto("/events/tuesday/round/1/table/1/")
    open_drawers(signed_in_phone)
    kinds = "button:not(.unseen), select, input:not([type=hidden]), summary"
    keys = signed_in_phone.locator(f"main :is({kinds}):visible").all()
    sizes = {key.evaluate("e => e.outerHTML.slice(0, 80)"): key.bounding_box() for key in keys}
    small = {name: box for name, box in sizes.items() if box and min(box["width"], box["height"]) < THUMB}
    assert len(sizes) > 20
    assert not small
