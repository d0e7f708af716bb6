"""A director on a phone: the 23rd player walks in after two rounds of 22, and the evening goes on."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from league.models.planning import Format
from league.selectors.plans import list_played_rounds
from league.services.attendance import check_in
from league.services.setup import add_players, create_league
from tests.browser.test_accessibility import check_open_page
from tests.league.nights import Night


@pytest.fixture
def night(account: User) -> Night:
    night = Night(create_league("Riverside", by=account, source="web"), account, 22)
    night.plan(Format.ROTATION, rounds=8)
    night.open(1)
    night.open(2)
    return night


def test_the_23rd_player_walks_in(signed_in_phone: Page, night: Night) -> None:
    page, played = signed_in_phone, list_played_rounds(night.event)
    late = next(iter(add_players(night.event.league, ["Wanda Walk-in"], **night.who).added))
    check_in(night.event, late, **night.who)
    page.goto(f"/events/{night.event.slug}/")
    page.get_by_role("link", name="Plan of the rounds").first.tap()
    expect(page.get_by_text("Here, but not in the plan")).to_be_visible()
    page.get_by_role("link", name="Plan the rounds to come anew").first.tap()
    expect(page.get_by_text("23 people are here.")).to_be_visible()
    page.get_by_role("button", name="Show the plan").tap()
    expect(page.get_by_text("23 here: 5 tables, 3 sit out each round")).to_be_visible(timeout=60_000)
    expect(page.get_by_role("columnheader", name="plan so far")).to_be_visible()
    check_open_page(page)
    page.get_by_label("Why the plan changes").fill("Wanda has come")
    page.get_by_role("button", name="Take this plan").tap()
    expect(page.get_by_role("button", name="Open round 3")).to_be_visible(timeout=60_000)
    check_open_page(page)
    page.get_by_role("button", name="Open round 3").tap()
    expect(page.get_by_role("heading", name="Round 3")).to_be_visible()
    rounds = list_played_rounds(night.event)
    assert rounds[:2] == played
    seated = {who for table in rounds[2].tables.values() for who in table.values()}
    assert seated | set(rounds[2].sit_out) == {*(player.pk for player in night.players), late.pk}
