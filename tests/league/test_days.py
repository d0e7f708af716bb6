"""A year that nobody can mean is refused wherever a date can be given, and nothing of it is stored."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.days import FIRST_DAY, LAST_DAY
from league.models import AuditRow, League
from league.services.editing import edit_event
from league.services.faults import RefusedError
from league.services.fixture_plans import FixtureWishes, propose_fixtures
from league.services.fixtures import postpone_day, postpone_match
from league.services.season_rules import edit_season
from league.services.setup import create_event, create_season
from league.services.squads import join_squad, leave_squad, sign_players
from tests.league.fixture_season import FixtureSeason

Day = datetime.date
Give = Callable[[FixtureSeason, Day], Any]

WAYS: dict[str, tuple[str, Give]] = {
    "a new season begins": (
        "starts_on",
        lambda season, day: create_season(season.league, name="N", starts_on=day, **season.by),
    ),
    "a new season ends": (
        "ends_on",
        lambda season, day: create_season(season.league, name="N", ends_on=day, **season.by),
    ),
    "a season is changed": (
        "starts_on",
        lambda season, day: edit_season(season.season, name="N", starts_on=day, **season.by),
    ),
    "a new event": (
        "held_on",
        lambda season, day: create_event(season.league, name="N", game="euchre", held_on=day, **season.by),
    ),
    "an event is changed": (
        "held_on",
        lambda season, day: edit_event(season.event, name="N", held_on=day, **season.by),
    ),
    "a match is put off": (
        "to",
        lambda season, day: postpone_match(season.event.matches.get(number=1), to=day, **season.by),
    ),
    "a match day is put off": ("to", lambda season, day: postpone_day(season.event, 1, to=day, **season.by)),
    "fixtures": ("first_day", lambda season, day: propose_fixtures(season.event, FixtureWishes(first_day=day))),
    "days without fixtures": (
        "left_out",
        lambda season, day: propose_fixtures(season.event, FixtureWishes(left_out=(day,))),
    ),
    "somebody joins": (
        "on",
        lambda season, day: join_squad(season.teams[0], [season.player("Bees 1")], season=None, on=day, **season.by),
    ),
    "somebody signs": (
        "on",
        lambda season, day: sign_players(season.teams[0], ["New"], season=None, on=day, **season.by),
    ),
    "somebody leaves": (
        "on",
        lambda season, day: leave_squad(
            season.teams[0], season.player("Ants 1"), season=season.season, on=day, **season.by
        ),
    ),
}


@pytest.fixture
def season(league: League, admin: User) -> FixtureSeason:
    made = FixtureSeason(league, admin, teams=2)
    made.take()
    return made


@pytest.mark.parametrize("day", [Day(1, 1, 1), FIRST_DAY - datetime.timedelta(1), LAST_DAY + datetime.timedelta(1)])
@pytest.mark.parametrize("way", WAYS)
def test_a_year_that_nobody_can_mean_is_refused(season: FixtureSeason, way: str, day: Day) -> None:
    field, give = WAYS[way]
    written = AuditRow.objects.count()
    with pytest.raises(RefusedError) as refused:
        give(season, day)
    assert refused.value.messages == {field: ["Give a year from 1900 to 2199."]}
    assert AuditRow.objects.count() == written


def test_match_days_end_before_the_last_day_that_can_be_given(season: FixtureSeason) -> None:
    wishes = FixtureWishes(first_day=LAST_DAY, legs=4, every=7)
    with pytest.raises(RefusedError) as refused:
        propose_fixtures(season.event, wishes)
    assert list(refused.value.messages) == ["every"]


@pytest.mark.parametrize("day", [FIRST_DAY, LAST_DAY])
def test_the_first_and_the_last_day_can_be_given(season: FixtureSeason, day: Day) -> None:
    edit_event(season.event, name="N", held_on=day, **season.by)
    season.event.refresh_from_db()
    assert season.event.held_on == day
