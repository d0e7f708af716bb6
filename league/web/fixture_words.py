"""Fixtures in words, for every page that shows them."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Match, Team
from league.models.planning import MatchEnd
from league.selectors.fixtures import Fixture, FixtureState, MatchDay
from league.selectors.team_entries import is_withdrawn
from league.wording import join_totals


def describe_fixture(fixture: Fixture, *, seen_by: Team | None = None) -> dict[str, Any]:
    """A fixture as a line: who, when, where, the score, and how far it has come. `seen_by` says for whom it was won."""
    match = fixture.match
    home, away = match.first, match.second
    return {
        "match": match,
        "day_number": match.round_number,
        "home": home.name if home else "",
        "away": away.name if away else "",
        "held_on": match.held_on,
        "planned_on": match.postponed_from,
        "is_postponed": fixture.is_postponed,
        "venue": home.team.venue if home and home.team else "",
        "division": home.division.name if home and home.division else "",
        "event": match.event,
        "state": fixture.state,
        "state_words": word_state(fixture),
        "score": join_totals(fixture.games) if has_score(fixture) else "",
        "outcome": _word_outcome(fixture, seen_by) if seen_by else "",
        "is_free": fixture.state == FixtureState.FREE,
        "can_move": fixture.state == FixtureState.TO_COME,
        "url": "" if fixture.state == FixtureState.FREE else find_url(match),
    }


def describe_day(day: MatchDay) -> dict[str, Any]:
    """A match day with its fixtures; free days come last."""
    return {
        "number": day.number,
        "day": day.day,
        "is_done": day.is_done,
        "fixtures": [describe_fixture(fixture) for fixture in day.fixtures if fixture.state != FixtureState.FREE],
        "free": [str(fixture.match.first) for fixture in day.fixtures if fixture.state == FixtureState.FREE],
        "can_move": any(fixture.state == FixtureState.TO_COME for fixture in day.fixtures),
    }


def find_url(match: Match) -> str:
    """The page of a fixture."""
    return reverse("league:match-night", args=[match.event.slug, match.round_number, match.number])


def has_score(fixture: Fixture) -> bool:
    """Whether any game of it has come to something."""
    return any((*fixture.games, fixture.drawn)) and fixture.state in (FixtureState.OPEN, FixtureState.PLAYED)


def word_state(fixture: Fixture) -> str:
    """How far a fixture has come; nothing for one that is simply to come."""
    match = fixture.match
    if fixture.state == FixtureState.FREE:
        return _("free")
    if fixture.state == FixtureState.OPEN:
        return _("in play")
    if fixture.state == FixtureState.GIVEN_UP:
        return _word_end(match)
    if fixture.state == FixtureState.OFF:
        gone = [str(each) for each in (match.first, match.second) if each and is_withdrawn(each, match.round_number)]
        return _("%(team)s has been withdrawn") % {"team": ", ".join(gone)}
    if fixture.is_postponed and match.held_on is None:
        return _("put off, new date open")
    return ""


def _word_end(match: Match) -> str:
    if match.end == MatchEnd.FIRST_FORFEITS:
        return _("given up by %(team)s") % {"team": match.first}
    if match.end == MatchEnd.SECOND_FORFEITS:
        return _("given up by %(team)s") % {"team": match.second}
    return str(MatchEnd(match.end).label)


def _word_outcome(fixture: Fixture, team: Team) -> str:
    if fixture.state != FixtureState.PLAYED:
        return ""
    is_home = fixture.match.first is not None and fixture.match.first.team_id == team.pk
    ours, theirs = fixture.games if is_home else fixture.games[::-1]
    return _("won") if ours > theirs else _("lost") if ours < theirs else _("drawn")
