"""Teams of a league, and the fixtures of an event."""

from __future__ import annotations

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.objects import get_event, get_league
from league.api.responses import READS, document
from league.api.team_serializers import FixturesSerializer, TeamsSerializer
from league.models import League, Season
from league.selectors.fixtures import list_match_days
from league.selectors.team_entries import read_team_rules
from league.selectors.teams import find_season, list_teams

_SEASON = OpenApiParameter(
    "season", str, description="The slug of a season; without it that of today, `-` for squads that belong to none."
)


class TeamListView(APIView):
    """The teams of a league with their squads of a season."""

    @extend_schema(operation_id="list_teams", parameters=[_SEASON], responses=document({200: TeamsSerializer}, *READS))
    def get(self, request: Request, slug: str) -> Response:
        """Answer the teams by name."""
        league = get_league(request.user, slug)
        season = _find_season(league, request.query_params.get("season", ""))
        teams = {"league": league.slug, "season": season.slug if season else "", "teams": list_teams(league, season)}
        return Response(TeamsSerializer(teams).data)


class FixtureListView(APIView):
    """The fixtures of an event in which teams meet; none elsewhere."""

    @extend_schema(operation_id="list_fixtures", responses=document({200: FixturesSerializer}, *READS))
    def get(self, request: Request, slug: str) -> Response:
        """Answer the fixtures by match day."""
        event = get_event(request.user, slug)
        fixtures = [fixture for day in list_match_days(event) for fixture in day.fixtures]
        listed = {
            "event": event.slug,
            "revision": event.revision,
            "starts_at": read_team_rules(event).starts_at,
            "fixtures": fixtures,
        }
        return Response(FixturesSerializer(listed).data)


def _find_season(league: League, slug: str) -> Season | None:
    """The season asked for. Raises Http404 for one that there is not."""
    if slug == "-":
        return None
    if not slug:
        return find_season(league, timezone.localdate())
    season = league.seasons.filter(slug=slug).first()
    if season is None:
        raise Http404
    return season
