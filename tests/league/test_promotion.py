"""Who goes up and down, and when nobody can say yet."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from league.models import League
from league.models.planning import MatchEnd
from league.services.editing import close_event
from league.services.event_decisions import DecisionReusedError
from league.services.faults import RefusedError
from league.services.fixed_entries import withdraw_entry
from league.services.matches import end_match
from league.services.promotion import NextEventExistsError, find_next_event, make_next_event, propose_promotion
from league.services.setup import create_season
from league.services.team_entries import NewDivision, enter_teams, set_divisions
from league.services.verification import verify_events
from tests.league.fixture_season import FixtureSeason


@pytest.fixture
def season(league: League, admin: User) -> FixtureSeason:
    """Two divisions of four and three; whoever comes first in the alphabet wins, by default."""
    made = FixtureSeason(league, admin, teams=7)
    divisions = [NewDivision(name="One", relegated=1), NewDivision(name="Two", promoted=1)]
    upper, lower = set_divisions(made.event, divisions, **made.by)
    enter_teams(made.event, made.teams[:4], division=upper, **made.by)
    enter_teams(made.event, made.teams[4:], division=lower, **made.by)
    made.take()
    return made


def decide(season: FixtureSeason, *, but: frozenset[str] = frozenset()) -> None:
    """Walkovers for whoever comes first in the alphabet; of the match of those two whom `but` names nothing is said."""
    for match in season.event.matches.filter(second__isnull=False):
        if but == {str(match.first), str(match.second)}:
            continue
        is_first = str(match.first) < str(match.second)
        end = MatchEnd.SECOND_FORFEITS if is_first else MatchEnd.FIRST_FORFEITS
        end_match(match, end, reason="Nobody came", **season.by)


def test_the_last_goes_down_and_the_first_goes_up(season: FixtureSeason) -> None:
    decide(season)
    proposal = propose_promotion(season.event)
    assert proposal.left == 0
    names = [[entry.name for entry in each.entries] for each in proposal.divisions]
    assert names == [["Ants", "Bees", "Crows", "Eels"], ["Dogs", "Foxes", "Gulls"]]
    with pytest.raises(RefusedError, match="The season goes on"):
        make_next_event(season.event, name="Next", season=None, key="k", **season.by)
    close_event(season.event, **season.by)
    season.event.refresh_from_db()
    year = create_season(season.league, name="2027", **season.by)
    made = make_next_event(season.event, name="Next", season=year, key="k", **season.by)
    assert [(entry.name, str(entry.division)) for entry in made.entries.order_by("division__number", "name")] == [
        ("Ants", "One"),
        ("Bees", "One"),
        ("Crows", "One"),
        ("Eels", "One"),
        ("Dogs", "Two"),
        ("Foxes", "Two"),
        ("Gulls", "Two"),
    ]
    assert (made.team_rules, made.options) == (season.event.team_rules, season.event.options)


def test_a_tie_across_the_line_is_named_and_refused(season: FixtureSeason) -> None:
    decide(season, but=frozenset({"Crows", "Dogs"}))
    proposal = propose_promotion(season.event)
    assert proposal.left == 1
    assert proposal.unresolved == (
        "One: Crows, Dogs are level, and the line between staying and going down runs between them.",
    )
    close_event(season.event, **season.by)
    season.event.refresh_from_db()
    with pytest.raises(RefusedError, match="Crows, Dogs are level"):
        make_next_event(season.event, name="Next", season=None, key="k", **season.by)
    assert season.league.events.count() == 1


def test_a_team_that_was_withdrawn_goes_and_stays_away(season: FixtureSeason) -> None:
    decide(season)
    withdraw_entry(season.entry("Dogs"), from_round=4, reason="Moved away", **season.by)
    proposal = propose_promotion(season.event)
    names = [[entry.name for entry in each.entries] for each in proposal.divisions]
    assert names == [["Ants", "Bees", "Crows", "Eels"], ["Foxes", "Gulls"]]
    assert [entry.name for entry in proposal.leaving] == ["Dogs"]


def test_the_next_event_is_made_once(season: FixtureSeason) -> None:
    decide(season)
    close_event(season.event, **season.by)
    made = make_next_event(season.event, name="Next", season=None, key="first", **season.by)
    assert make_next_event(season.event, name="Next", season=None, key="first", **season.by) == made
    with pytest.raises(DecisionReusedError):
        make_next_event(season.event, name="Other", season=None, key="first", **season.by)
    with pytest.raises(NextEventExistsError, match="Next has been made from this event already") as refused:
        make_next_event(season.event, name="Next", season=None, key="second", **season.by)
    assert refused.value.made == find_next_event(season.event) == made
    with pytest.raises(NextEventExistsError):
        make_next_event(season.event, name="Next", season=None, key="second", again=True, **season.by)
    assert season.league.events.count() == 2


def test_another_next_event_is_made_by_whoever_has_seen_the_first(season: FixtureSeason) -> None:
    decide(season)
    close_event(season.event, **season.by)
    first = make_next_event(season.event, name="Next", season=None, key="first", **season.by)
    again = make_next_event(
        season.event, name="Next", season=None, key="second", seen=first.pk, again=True, **season.by
    )
    assert find_next_event(season.event) == again
    with pytest.raises(NextEventExistsError):
        make_next_event(season.event, name="Next", season=None, key="third", seen=first.pk, again=True, **season.by)
    assert verify_events([first, again]).differences == []
