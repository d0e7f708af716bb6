"""Two admins who make the event of the next season at once make one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Event, League
from league.services.editing import close_event
from league.services.promotion import NextEventExistsError, make_next_event
from league.services.setup import create_league
from league.services.team_entries import NewDivision, enter_teams, set_divisions
from tests.league.fixture_season import FixtureSeason

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]


@pytest.fixture
def ended(scorers: list[User]) -> FixtureSeason:
    """A season that has ended, in one division."""
    season = FixtureSeason(create_league("Race", by=scorers[0], source="web"), scorers[0], teams=2)
    [division] = set_divisions(season.event, [NewDivision(name="One")], **season.by)
    enter_teams(season.event, season.teams, division=division, **season.by)
    close_event(season.event, **season.by)
    return season


def make(ended: FixtureSeason, key: str) -> Event:
    return make_next_event(Event.objects.get(pk=ended.event.pk), name="Next", season=None, key=key, **ended.by)


def test_one_form_sent_twice_at_once_makes_one_event(race: Race, ended: FixtureSeason) -> None:
    outcomes = race(*[partial(make, ended, "k") for _press in range(3)])
    assert {outcome.pk for outcome in outcomes} == {ended.event.followed_by.get().pk}


def test_of_two_browsers_one_makes_the_event(race: Race, ended: FixtureSeason) -> None:
    outcomes = race(*[partial(make, ended, key) for key in ("first", "second")])
    assert sum(isinstance(outcome, NextEventExistsError) for outcome in outcomes) == 1, outcomes
    assert League.objects.get().events.count() == 2
