"""Seasons and their standings, and the prizes of seasons and events."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import find_seasons
from league.api.objects import get_event, get_league, make_event_results
from league.api.responses import READS, document
from league.api.season_serializers import PrizesSerializer, SeasonSerializer, SeasonStandingsSerializer
from league.models import Season
from league.prize_words import write_prizes
from league.selectors.prizes import award_event_prizes
from league.selectors.season_prizes import award_season_prizes
from league.selectors.season_standings import write_season_standings


@extend_schema_view(
    get=extend_schema(operation_id="list_seasons", responses=document({200: SeasonSerializer(many=True)}, *READS))
)
class SeasonListView(ListAPIView):
    """The seasons of a league, the newest first."""

    serializer_class = SeasonSerializer
    queryset = Season.objects.none()

    def get_queryset(self) -> QuerySet[Season]:
        """By their first day. Raises Http404 for a league that the user may not see."""
        league = get_league(self.request.user, self.kwargs["slug"])
        return league.seasons.order_by("-starts_on", "name", "pk")


class SeasonStandingsView(APIView):
    """The standings of a season so far; `manage.py standings --season` gives the same."""

    @extend_schema(operation_id="get_season_standings", responses=document({200: SeasonStandingsSerializer}, *READS))
    def get(self, request: Request, slug: str, season: str) -> Response:
        """Answer the standings, best first."""
        return Response(write_season_standings(_get_season(request, slug, season)))


class SeasonPrizesView(APIView):
    """Who wins the prizes of a season, by its standings so far. Money is in cents."""

    @extend_schema(operation_id="get_season_prizes", responses=document({200: PrizesSerializer}, *READS))
    def get(self, request: Request, slug: str, season: str) -> Response:
        """Answer the prize list."""
        return Response(write_prizes(award_season_prizes(_get_season(request, slug, season))))


class EventPrizesView(APIView):
    """Who wins the prizes of an event, as it stands. Money is in cents."""

    @extend_schema(operation_id="get_event_prizes", responses=document({200: PrizesSerializer}, *READS))
    def get(self, request: Request, slug: str) -> Response:
        """Answer the prize list."""
        event = get_event(request.user, slug)
        instead = make_event_results(request.user, event)
        return Response(write_prizes(award_event_prizes(event, instead=instead or None)))


def _get_season(request: Request, league: str, slug: str) -> Season:
    """A season of a league. Raises Http404, also for what can be no slug."""
    found = get_league(request.user, league)
    return get_object_or_404(find_seasons(request.user), league=found, slug=slug)
