"""Two people who settle one tie at once, one this way and one that: one of them is told what the other decided."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Event, League, Season
from league.selectors.event_ranking import rank_event
from league.selectors.season_ranking import rank_season
from league.selectors.tied_places import list_hand_ties, list_tied
from league.services.event_decisions import TieDecidedError
from league.services.season_decisions import settle_season_tie
from league.services.setup import add_players, create_league
from league.services.tie_decisions import settle_tie
from tests.league.evenings import BY, make_evening, make_season, play_game

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]


@pytest.fixture
def event(scorers: list[User]) -> Event:
    """An evening on which two pairs have beaten each other, in a season of its own."""
    league: League = create_league("Race", by=scorers[0], source="web")
    players = add_players(league, ["Ann", "Bob", "Cyd", "Dee"], **BY).added
    event = make_evening(make_season(league), 3, kind="pair")
    for round_number, hands in enumerate(("N", "E"), start=1):
        play_game(event, players, hands, round_number=round_number)
    return event


def settle(event: Event, order: list[int], key: str) -> object:
    fresh = Event.objects.get(pk=event.pk)
    return settle_tie(fresh, order, way="lots", reason="Drawn", seen=0, key=key, **BY)


def settle_season(season: Season, order: list[int]) -> object:
    fresh = Season.objects.get(pk=season.pk)
    return settle_season_tie(fresh, order, way="lots", reason="Drawn", seen=season.revision, **BY)


def test_of_two_who_settle_a_tie_of_an_event_one_is_told(race: Race, event: Event) -> None:
    [tied] = list_tied(rank_event(event))
    order = list(tied.entries)
    outcomes = race(partial(settle, event, order, "one"), partial(settle, event, order[::-1], "other"))
    assert sum(isinstance(outcome, TieDecidedError) for outcome in outcomes) == 1, outcomes
    kept = event.tie_decisions.get().order
    assert kept == (order[::-1] if isinstance(outcomes[0], TieDecidedError) else order)


def test_of_two_who_settle_a_tie_of_a_season_one_is_told(race: Race, event: Event) -> None:
    season = Season.objects.get()
    order = list(list_hand_ties(rank_season(season).ranking)[0])
    outcomes = race(partial(settle_season, season, order), partial(settle_season, season, order[::-1]))
    assert sum(isinstance(outcome, TieDecidedError) for outcome in outcomes) == 1, outcomes
    assert season.tie_decisions.count() == 1
