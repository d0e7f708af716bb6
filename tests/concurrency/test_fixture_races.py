"""Two officers of a league of teams at once: fixtures are taken once, and a match has its tables once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Table
from league.services.fixture_plans import FixtureWishes, propose_fixtures, take_fixtures
from league.services.match_nights import open_match
from league.services.setup import create_league
from tests.league.fixture_season import FIRST_DAY, FixtureSeason

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]


@pytest.fixture
def season(scorers: list[User]) -> FixtureSeason:
    """Four teams that meet on Tuesdays."""
    return FixtureSeason(create_league("Race", by=scorers[0], source="web"), scorers[0], teams=4)


@pytest.mark.parametrize("is_other", [False, True])
def test_fixtures_are_taken_once(race: Race, season: FixtureSeason, is_other: bool) -> None:
    """Both press at once: for the same fixtures, or for those of other wishes."""
    wishes = [FixtureWishes(legs=1, first_day=FIRST_DAY), FixtureWishes(legs=2 if is_other else 1, first_day=FIRST_DAY)]
    seen = [propose_fixtures(season.event, each).stamp for each in wishes]
    takes = [
        partial(take_fixtures, season.event, each, seen=stamp, **season.by)
        for each, stamp in zip(wishes, seen, strict=True)
    ]
    outcomes = race(*takes)
    refused = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert len(refused) == 1, outcomes
    matches = [(match.round_number, match.first_id, match.second_id) for match in season.event.matches.all()]
    assert len(matches) == len(set(matches))
    assert len(matches) in ({6, 12} if is_other else {6})
    assert season.event.plans.count() == 1


def test_a_match_has_its_tables_once(race: Race, season: FixtureSeason) -> None:
    season.take()
    match = season.event.matches.order_by("round_number", "number")[0]
    home, away = season.squad(match.first), season.squad(match.second)
    outcomes = race(*[partial(open_match, match, home=home, away=away, **season.by) for _press in range(3)])
    assert sum(isinstance(outcome, list) for outcome in outcomes) == 1, outcomes
    assert Table.objects.count() == len(next(outcome for outcome in outcomes if isinstance(outcome, list)))
