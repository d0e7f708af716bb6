"""Calendar files of fixtures."""

from __future__ import annotations

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.fixture_calendar import write_calendar
from league.models import Match
from league.selectors.fixtures import FixtureState, list_fixtures_of, list_match_days
from league.selectors.teams import list_team_events
from league.web.lookup import get_league
from league.web.team_lookup import get_team_event
from league.web.teams import read_season

SHOWN = frozenset({FixtureState.TO_COME, FixtureState.OPEN, FixtureState.PLAYED})


@require_safe
def send_event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """The fixtures of an event."""
    event = get_team_event(request, slug)
    fixtures = [fixture for day in list_match_days(event) for fixture in day.fixtures]
    return _send(request, [each.match for each in fixtures if each.state in SHOWN], name=event.name, stem=event.slug)


@require_safe
def send_team_calendar(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The fixtures of a team in a season."""
    league = get_league(request, slug)
    team = get_object_or_404(league.teams, pk=number)
    fixtures = list_fixtures_of(team, list_team_events(league, read_season(request, league)))
    matches = [each.match for each in fixtures if each.state in SHOWN]
    return _send(request, matches, name=team.name, stem=f"{league.slug}-team-{team.pk}")


def _send(request: HttpRequest, matches: Iterable[Match], *, name: str, stem: str) -> HttpResponse:
    text = write_calendar(matches, name=name, host=request.get_host(), stamp=timezone.now())
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer.headers["Content-Disposition"] = f'attachment; filename="{stem}.ics"'
    return answer
