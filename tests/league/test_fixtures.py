"""Fixtures of seven teams over weeks: home and away, free days, days put off, withdrawals, a team that joins late."""

from __future__ import annotations

import datetime
from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import EventPlan, League, Match
from league.selectors.fixtures import FixtureState, find_next_day, list_fixtures_of, list_match_days
from league.services.faults import RefusedError
from league.services.fixed_entries import return_entry, withdraw_entry
from league.services.fixture_plans import FixtureWishes, propose_fixtures, take_fixtures
from league.services.fixtures import postpone_day, postpone_match
from league.services.plans import PlanChangedError
from league.services.team_entries import (
    NewDivision,
    enter_teams,
    remove_entry,
    set_divisions,
    set_team_rules,
)
from scoring.team_rules import TeamRules
from tests.league.fixture_season import FIRST_DAY, FixtureSeason

WEEK = datetime.timedelta(days=7)


@pytest.fixture
def season(league: League, admin: User) -> FixtureSeason:
    return FixtureSeason(league, admin, teams=7)


def list_meetings(season: FixtureSeason) -> Counter[tuple[str, str]]:
    matches = season.event.matches.filter(second__isnull=False)
    return Counter(matches.values_list("first__name", "second__name"))


def test_seven_teams_home_and_away(season: FixtureSeason) -> None:
    easter = FIRST_DAY + 3 * WEEK
    season.take(legs=2, left_out=(easter,))
    assert set(list_meetings(season).values()) == {1}
    assert len(list_meetings(season)) == 7 * 6
    days = list_match_days(season.event)
    assert [len(day.fixtures) for day in days] == [4] * 14
    assert [day.day for day in days] == [FIRST_DAY + number * WEEK for number in range(15) if number != 3]
    free = Counter(
        fixture.match.first for day in days for fixture in day.fixtures if fixture.state == FixtureState.FREE
    )
    assert set(free.values()) == {2}
    for team in season.teams:
        fixtures = [each for each in list_fixtures_of(team, [season.event]) if each.match.second]
        assert sum(each.match.first is not None and each.match.first.team == team for each in fixtures) == 6
        assert [each.match.round_number for each in fixtures] == sorted(each.match.round_number for each in fixtures)


def test_what_is_proposed_says_how_it_treats_each_team(season: FixtureSeason) -> None:
    proposal = propose_fixtures(season.event, FixtureWishes(legs=1))
    assert {(count.home, count.away, count.free) for count in proposal.teams} == {(3, 3, 1)}
    assert (proposal.kept, proposal.breaks, season.event.matches.count()) == (0, 0, 0)


def test_divisions_play_on_the_same_days(season: FixtureSeason) -> None:
    upper, lower = set_divisions(season.event, [NewDivision(name="One"), NewDivision(name="Two")], **season.by)
    enter_teams(season.event, season.teams[:4], division=upper, **season.by)
    enter_teams(season.event, season.teams[4:], division=lower, **season.by)
    season.take(legs=1)
    assert Counter(Match.objects.values_list("round_number", flat=True)) == {1: 4, 2: 4, 3: 4}
    for first, second in list_meetings(season):
        assert season.entry(first).division == season.entry(second).division
    assert [number for _round, number in Match.objects.values_list("round_number", "number")] == [1, 2, 3, 4] * 3


@pytest.mark.parametrize(
    ("wishes", "field"),
    [({"legs": 0}, "legs"), ({"legs": 5}, "legs"), ({"every": 0}, "every"), ({"every": 400}, "every")],
)
def test_wishes_that_cannot_be(season: FixtureSeason, wishes: dict[str, Any], field: str) -> None:
    with pytest.raises(RefusedError) as refused:
        propose_fixtures(season.event, FixtureWishes(**wishes))
    assert list(refused.value.messages) == [field]


def test_taken_only_as_shown_and_changed_only_with_a_reason(season: FixtureSeason) -> None:
    wishes = FixtureWishes(legs=1, first_day=FIRST_DAY)
    shown = propose_fixtures(season.event, wishes)
    take_fixtures(season.event, wishes, seen=shown.stamp, **season.by)
    with pytest.raises(PlanChangedError):
        take_fixtures(season.event, wishes, seen=shown.stamp, **season.by)
    with pytest.raises(RefusedError, match="Say why"):
        season.take(legs=2)
    season.take(legs=2, reason="There is time")
    assert len(list_meetings(season)) == 42
    versions = EventPlan.objects.order_by("version")
    assert [len(plan.options["fixtures"]) for plan in versions] == [28, 56]


def test_a_match_put_off_and_back(season: FixtureSeason) -> None:
    season.take()
    match = season.event.matches.filter(second__isnull=False)[0]
    later = FIRST_DAY + datetime.timedelta(days=9)
    postpone_match(match, to=later, reason="Flood", **season.by)
    match.refresh_from_db()
    assert (match.held_on, match.postponed_from) == (later, FIRST_DAY)
    postpone_match(match, to=None, **season.by)
    match.refresh_from_db()
    assert (match.held_on, match.postponed_from) == (None, FIRST_DAY)
    assert list_match_days(season.event)[0].day == FIRST_DAY
    postpone_match(match, to=FIRST_DAY, **season.by)
    match.refresh_from_db()
    assert (match.held_on, match.postponed_from) == (FIRST_DAY, None)


def test_a_whole_day_put_off_leaves_what_was_played(season: FixtureSeason) -> None:
    season.take()
    played, *others = season.event.matches.filter(round_number=1, second__isnull=False)
    season.play(played, won=[True] * 4)
    moved = postpone_day(season.event, 1, to=FIRST_DAY + 20 * WEEK, **season.by)
    assert [match.pk for match in moved] == [match.pk for match in others]
    with pytest.raises(RefusedError, match="has begun"):
        postpone_match(played, to=None, **season.by)
    free = season.event.matches.get(round_number=1, second__isnull=True)
    with pytest.raises(RefusedError, match="free day"):
        postpone_match(free, to=None, **season.by)
    assert find_next_day(list_match_days(season.event), FIRST_DAY + WEEK).number == 2  # type: ignore[union-attr]


def test_a_withdrawn_team_keeps_what_it_played(season: FixtureSeason) -> None:
    season.take()
    ants = season.entry("Ants")
    played = next(match for match in season.event.matches.all() if ants in (match.first, match.second) and match.second)
    season.play(played, won=[True] * 4)
    with pytest.raises(RefusedError, match="Say why"):
        withdraw_entry(ants, from_round=4, reason=" ", **season.by)
    withdraw_entry(ants, from_round=played.round_number + 1, reason="Moved away", **season.by)
    states = Counter(each.state for each in list_fixtures_of(season.teams[0], [season.event]) if each.match.second)
    assert states == {FixtureState.PLAYED: 1, FixtureState.OFF: 5}
    return_entry(ants, reason="Back again", **season.by)
    assert FixtureState.OFF not in {each.state for each in list_fixtures_of(season.teams[0], [season.event])}
    with pytest.raises(RefusedError, match="withdraw it"):
        remove_entry(ants, **season.by)


def test_a_team_that_joins_late_meets_everybody(season: FixtureSeason) -> None:
    season.take(legs=2)
    for match in season.event.matches.filter(round_number__lte=2, second__isnull=False):
        season.play(match, won=[True, True, False, True])
    put_off = season.event.matches.filter(round_number=9, second__isnull=False)[0]
    postpone_match(put_off, to=FIRST_DAY + 30 * WEEK, **season.by)
    before = {match.pk for match in season.event.matches.filter(round_number__lte=2)} | {put_off.pk}
    enter_teams(season.event, [season.make_team("Hares")], **season.by)
    season.take(legs=2, reason="Hares join", first_day=FIRST_DAY + 3 * WEEK)
    assert before <= {match.pk for match in season.event.matches.all()}
    assert {match.round_number for match in season.event.matches.all()} == set(range(1, 17))
    meetings = list_meetings(season)
    assert len(meetings) == 8 * 7
    assert set(meetings.values()) == {1}


def test_entries_without_fixtures_can_go(season: FixtureSeason) -> None:
    remove_entry(season.entry("Gulls"), **season.by)
    assert season.event.entries.count() == 6
    with pytest.raises(RefusedError, match="No more pairs can be demanded"):
        set_team_rules(season.event, TeamRules(pairs=2, fewest_pairs=3), **season.by)


@pytest.mark.parametrize(
    ("divisions", "words"),
    [
        ([("One", 0, 2), ("Two", 1, 0)], "make both the same"),
        ([("One", 1, 1), ("Two", 1, 0)], "Nobody goes up from the highest division: write 0 for One"),
        ([("One", 0, 1), ("Two", 1, 1)], "Nobody goes down from the lowest division: write 0 for Two"),
        ([("One", 1, 0)], "Nobody goes up from the highest"),
        ([("One", 0, 0), ("One", 0, 0)], "cannot both be called"),
        ([(" ", 0, 0)], "Give it a name"),
    ],
)
def test_divisions_that_cannot_be(season: FixtureSeason, divisions: list[tuple[str, int, int]], words: str) -> None:
    made = [NewDivision(name=name, promoted=up, relegated=down) for name, up, down in divisions]
    with pytest.raises(RefusedError, match=words):
        set_divisions(season.event, made, **season.by)


def test_a_division_with_teams_is_not_dropped(season: FixtureSeason) -> None:
    _upper, lower = set_divisions(season.event, [NewDivision(name="One"), NewDivision(name="Two")], **season.by)
    enter_teams(season.event, season.teams[:1], division=lower, **season.by)
    with pytest.raises(RefusedError, match="Two has teams"):
        set_divisions(season.event, [NewDivision(name="One")], **season.by)
    with pytest.raises(RefusedError, match="one team alone"):
        propose_fixtures(season.event, FixtureWishes())
