"""The plan of the rounds on paper: the chart for the wall and a card for each player, read back."""

from __future__ import annotations

from collections import Counter

import pytest
from django.contrib.auth.models import User
from django.utils.translation import override

from league.models import League
from league.models.planning import Format
from league.printing.plan_sheets import build_cards, build_chart
from league.printing.typesetting import typeset_plan
from league.services.editing import rename_player
from tests.league.nights import Night
from tests.printing.paper import read_pages

#: So many that the rows reach the foot of the page.
ROUNDS = 14


@pytest.fixture
def night(league: League, admin: User) -> Night:
    """Six tables of four, and one who sits out."""
    night = Night(league, admin, 25)
    night.plan(Format.ROTATION, rounds=ROUNDS)
    return night


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_chart_has_everybody_in_every_round_and_cuts_no_round(night: Night, language: str) -> None:
    with override(language):
        pages = read_pages(typeset_plan(build_chart(night.event, paper="a4")))
    names = [[word.text for word in page if word.text.startswith("P")] for page in pages]
    assert Counter(name for page in names for name in page) == {player.name: ROUNDS for player in night.players}
    # Three tables stand side by side, and with the lower three stands who sits out: 12 or 13 people in a row.
    whole = {12 * upper + 13 * lower for upper in range(ROUNDS + 1) for lower in range(ROUNDS + 1)}
    assert {len(page) for page in names} <= whole


def test_a_card_says_each_round_of_its_player(night: Night) -> None:
    pages = read_pages(typeset_plan(build_cards(night.event, paper="a4")))
    words = Counter(word.text for page in pages for word in page)
    # Each card names its player once, and in each round the partner and two opponents, or that he sits out.
    sat_out = sum(len(each.sit_out) for each in build_chart(night.event, paper="a4").rounds)
    named = sum(words[player.name] for player in night.players)
    assert named == 25 + 3 * (25 * ROUNDS - sat_out)
    assert words["sits"] == sat_out


def test_a_long_name_on_a_card_breaks_before_it_gets_too_small_to_read(night: Night) -> None:
    long = ("Alexander", "Featherstonhaugh")
    rename_player(night.players[0], name=" ".join(long), by=None, source="web")
    page = [word for each in read_pages(typeset_plan(build_cards(night.event, paper="a4"))) for word in each]
    usual = min(word.bottom - word.top for word in page if word.text == night.players[1].name)
    heights = [word.bottom - word.top for word in page if word.text in long]
    assert len(heights) >= 2 * ROUNDS
    assert min(heights) >= 0.8 * usual
