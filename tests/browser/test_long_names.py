"""Names of the greatest length, unbroken: nothing is pushed out of sight. Ordinary ones: no key breaks a word."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page

from league.models import Event
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.browser.test_accessibility import open_drawers

LONGEST = ("W" * 60, "ш" * 60)
ORDINARY = (
    "Alexander Petrov junior",
    "Alexander Petrov senior",
    "Екатерина Севастьянова",
    "Maximilian Featherston",
)

WIDTHS = (320, 390, 1280)

#: The words of a key that stand on two lines.
BROKEN_WORDS = """label => {
  const broken = [], range = document.createRange();
  const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of text.data.matchAll(/[\\p{L}]+/gu)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  return broken;
}"""


def seat(account: User, names: Sequence[str], game: str) -> Event:
    """An event "Friday" of a game, with the people of these names at one table."""
    league = create_league("Riverside", by=account, source="web")
    players = add_players(league, names, by=account, source="web").added
    event = create_event(league, name="Friday", game=game, by=account, source="web")
    seats = dict(zip(event.rules.seats, players, strict=False))
    seat_table(event, round_number=1, number=1, seats=seats, by=account, source="web")
    return event


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", ["", "rounds/new/", "round/1/table/1/"])
@pytest.mark.parametrize("game", ["seven-handed-euchre", "land-grant-euchre"])
def test_nothing_is_wider_than_the_page(game: str, path: str, width: int, signed_in_phone: Page, account: User) -> None:
    seat(account, [*LONGEST, *ORDINARY, "Li"], game)
    signed_in_phone.set_viewport_size({"width": width, "height": 800})
    signed_in_phone.goto(f"/events/friday/{path}")
    open_drawers(signed_in_phone)
    assert signed_in_phone.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_a_long_name_hides_no_points(width: int, signed_in_phone: Page, account: User) -> None:
    seat(account, [*LONGEST, *ORDINARY[:2]], "grand")
    signed_in_phone.set_viewport_size({"width": width, "height": 800})
    signed_in_phone.goto("/events/friday/")
    hidden = signed_in_phone.locator(".table-wrap").evaluate("wrap => wrap.scrollWidth - wrap.clientWidth")
    assert hidden <= 0


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("game", ["grand", "land-grant-euchre"])
def test_no_key_breaks_an_ordinary_word(game: str, language: str, signed_in_phone: Page, account: User) -> None:
    seat(account, ORDINARY, game)
    signed_in_phone.goto("/")
    url = signed_in_phone.url
    signed_in_phone.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": url}])
    signed_in_phone.goto("/events/friday/round/1/table/1/")
    if game == "grand":
        signed_in_phone.locator("[name=play][value=euchre]").tap()
    open_drawers(signed_in_phone)
    keys = signed_in_phone.locator(".keys label:visible").all()
    broken = [word for key in keys for word in key.evaluate(BROKEN_WORDS)]
    assert len(keys) > 10
    assert not broken
