"""Standings with a column for every tie-break that was asked, on a screen of a laptop: no figure is out of sight."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from playwright.sync_api import Page

from league.models import Event
from league.services.setup import add_players, create_event, create_league
from league.services.standing_rules import set_standing_rules
from scoring.standing_rules import StandingRules
from tests.league.standing import WHO, play_game

NAMES = ("Alexander Petrov", "Ann", "Екатерина Севастьянова", "Bob", "Maximilian Featherston", "Cyd")
TIE_BREAKS = (
    "head_to_head",
    "head_to_head_difference",
    "games_won",
    "difference",
    "points_for",
    "loners_made",
    "marches",
    "strength",
    "high_game",
)


def play_a_ring(account: User) -> Event:
    """An event "Friday" in which three pairs have beaten each other, so that every tie-break is asked."""
    league = create_league("Riverside", by=account, source="web")
    people = add_players(league, NAMES, by=account, source="web").added
    event = create_event(league, name="Friday", game="land-grant-euchre", by=account, source="web")
    a, b, c = people[:2], people[2:4], people[4:]
    for round_number, (one, other) in enumerate(((a, b), (b, c), (c, a)), start=1):
        play_game(event, [one[0], other[0], one[1], other[1]], (2, 0), round_number=round_number)
    set_standing_rules(event, StandingRules(tie_breaks=TIE_BREAKS), reason="x", despite_results=True, **WHO)
    return event


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("width", [1024, 1280])
def test_no_column_is_cut_off(width: int, language: str, signed_in_phone: Page, account: User) -> None:
    play_a_ring(account)
    signed_in_phone.set_viewport_size({"width": width, "height": 800})
    signed_in_phone.goto("/")
    cookie = {"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": signed_in_phone.url}
    signed_in_phone.context.add_cookies([cookie])  # type: ignore[list-item]
    signed_in_phone.goto("/events/friday/")
    assert signed_in_phone.locator(".standings thead th").count() > 10
    wrap = signed_in_phone.locator(".table-wrap:has(.standings)")
    assert wrap.evaluate("wrap => wrap.scrollWidth - wrap.clientWidth") <= 0
