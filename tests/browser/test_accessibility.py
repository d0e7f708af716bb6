"""Every page in both themes: no fault that axe finds, nothing wider than a phone, keys as large as a thumb."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page
from pytest_django.fixtures import Settings

from config.authority import prepare_certificate
from league.models import Event
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league

PAGES = (
    "/",
    "/accounts/login/",
    "/accounts/password/change/",
    "/accounts/email/",
    "/accounts/reauthenticate/",
    "/accounts/sessions/",
    "/accounts/signup/",
    "/accounts/2fa/webauthn/",
    "/account/",
    "/leagues/new/",
    "/leagues/riverside/",
    "/leagues/riverside/players/",
    "/leagues/riverside/events/new/",
    "/leagues/riverside/log/",
    "/leagues/riverside/members/",
    "/leagues/riverside/edit/",
    "/leagues/riverside/seasons/new/",
    "/leagues/riverside/players/PLAYER/",
    "/leagues/riverside/infractions/",
    "/leagues/none/",
    "/install/",
    "/offline/",
    "/events/tuesday/",
    "/events/tuesday/results/",
    "/events/tuesday/board/",
    "/events/tuesday/round/1/table/1/call/",
    "/events/tuesday/round/1/clock/",
    "/events/tuesday/projector/",
    "/events/tuesday/rounds/new/",
    "/events/tuesday/import/",
    "/events/tuesday/edit/",
    "/events/tuesday/round/1/table/3/seats/",
    "/events/tuesday/paper/",
    "/events/tuesday/round/1/table/1/paper/",
    "/events/tuesday/round/1/table/2/paper/",
    "/events/tuesday/round/1/table/1/",
    "/events/tuesday/round/1/table/2/",
    "/events/tuesday/round/1/table/2/hands/1/",
    "/events/tuesday/round/1/table/2/hands/1/before/",
    "/events/tuesday/round/1/table/2/history/",
    "/events/tuesday/history/",
    "/events/tuesday/links/",
    "/open/",
    "/games/",
    "/games/land-grant-euchre/?event=tuesday",
    "/games/grand/",
    "/games/yukon/",
)

#: Game -> how many sit at its table, and a hand of it.
HANDS: dict[str, tuple[int, dict[str, Any]]] = {
    "grand": (4, {"bidder": "N", "bid": 20, "play": "euchre", "tricks": 3, "suit": "H"}),
    "yukon": (5, {"points": {"A": 30, "B": 22, "C": 41, "D": 5, "E": 27}, "ace_of_spades": "A"}),
    "seven-handed-euchre": (7, {"bidder": "A", "bid": 6, "partners": ["B", "C", "D"], "tricks": 6, "suit": "D"}),
    "euchre": (4, {"maker": "N", "tricks": 5, "alone": True, "suit": "H"}),
    "partnership-whist": (4, {"tricks": {"NS": 9, "EW": 4}, "suit": "H"}),
}

#: Pages of an event of another game.
GAME_PAGES = ("", "round/1/table/1/", "round/1/table/1/hands/1/", "round/1/table/1/paper/", "rounds/new/")

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")

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


@pytest.mark.parametrize("path", PAGES)
def test_page_can_be_read_and_pressed_by_everybody(path: str, signed_in_phone: Page, evening: Event) -> None:
    page = signed_in_phone
    if path == "/accounts/login/":
        page.context.clear_cookies()
    check_page(page, path.replace("PLAYER", str(evening.league.players.order_by("pk").values_list("pk", flat=True)[0])))


def make_evening(account: User, game: str, *, is_finished: bool) -> None:
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
    if is_finished:
        call_time(table, called=True, by=account, source="web")


@pytest.mark.parametrize("path", GAME_PAGES)
@pytest.mark.parametrize("game", HANDS)
def test_page_of_every_game_can_be_read_and_pressed(game: str, path: str, signed_in_phone: Page, account: User) -> None:
    make_evening(account, game, is_finished=False)
    check_page(signed_in_phone, f"/events/friday/{path}")


@pytest.mark.parametrize("game", ["grand", "seven-handed-euchre"])
def test_a_finished_game_can_be_read(game: str, signed_in_phone: Page, account: User) -> None:
    make_evening(account, game, is_finished=True)
    check_page(signed_in_phone, "/events/friday/round/1/table/1/")
    check_page(signed_in_phone, f"/leagues/riverside/events/new/?game={game}")


def check_page(page: Page, path: str) -> None:
    """No fault that axe finds in either theme, and nothing wider than a phone in either language."""
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
    check_keys(signed_in_phone)


#: What is pressed so that as many keys as can be show.
SHOWING = {"grand": ("play", "hearts"), "yukon": ("how", "cards")}


@pytest.mark.parametrize("game", HANDS)
def test_keys_of_every_game_are_as_large_as_a_thumb(game: str, signed_in_phone: Page, account: User) -> None:
    make_evening(account, game, is_finished=False)
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
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        results = Axe().run(page)
        assert results.violations_count == 0, f"{scheme}: {results.generate_report()}"
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    check_keys(page)


def test_the_page_of_the_certificate_can_be_read_and_pressed(
    signed_in_phone: Page, settings: Settings, tmp_path: Path
) -> None:
    made = prepare_certificate(tmp_path, address="192.168.1.5")
    settings.AUTHORITY_FILE, settings.HTTPS_IN_HALL = made.authority, True
    settings.SITE_URL = "https://192.168.1.5:8443"
    check_page(signed_in_phone, "/install/")
