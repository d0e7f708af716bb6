"""A match night on a phone: the pairs are chosen, the tables opened, and a game is one tap away."""

from __future__ import annotations

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.services.setup import create_league
from tests.league.fixture_season import FixtureSeason


def test_the_tables_of_a_match_are_opened(signed_in_phone: Page, account: User) -> None:
    season = FixtureSeason(create_league("Riverside", by=account, source="web"), account, teams=3)
    season.take()
    match = season.event.matches.get(round_number=1, number=1)
    lent = next(team.name for team in season.teams if team.name not in {str(match.first), str(match.second)})
    signed_in_phone.goto(f"/events/{season.event.slug}/")
    signed_in_phone.get_by_role("link", name="Fixtures").tap()
    signed_in_phone.get_by_role("link", name=f"{match.first} – {match.second}").tap()
    signed_in_phone.get_by_role("group", name=f"{match.first}, pair 2").get_by_label("with").select_option(f"{lent} 3")
    signed_in_phone.get_by_role("button", name="Open the tables").tap()
    expect(signed_in_phone.locator(".tablecard")).to_have_count(4)
    expect(signed_in_phone.get_by_text(f"{lent} 3 (lent)")).to_have_count(2)
    signed_in_phone.locator(".tablecard").first.tap()
    expect(signed_in_phone.get_by_role("button", name="Save")).to_be_visible()


def test_the_heading_of_the_second_game_stands_apart_from_the_tables_of_the_first(phone: Page, account: User) -> None:
    season = FixtureSeason(create_league("Riverside", by=account, source="web"), account, teams=2)
    season.take()
    season.open(season.event.matches.get())
    phone.goto(f"/events/{season.event.slug}/fixtures/1/1/")
    heading = phone.get_by_role("heading", name="Game 2").bounding_box()
    above = phone.locator(".tablecard").nth(1).bounding_box()
    assert heading is not None
    assert above is not None
    assert heading["y"] - above["y"] - above["height"] >= 16
