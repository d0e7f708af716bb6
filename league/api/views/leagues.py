"""Leagues and their players."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView, RetrieveAPIView

from league.access import find_leagues
from league.api.objects import get_league
from league.api.responses import READS, document
from league.api.serializers import LeagueSerializer, PlayerSerializer
from league.models import League, Player


@extend_schema_view(
    get=extend_schema(operation_id="list_leagues", responses=document({200: LeagueSerializer(many=True)}, *READS))
)
class LeagueListView(ListAPIView):
    """The leagues that the user may see: the public ones and his own."""

    serializer_class = LeagueSerializer

    def get_queryset(self) -> QuerySet[League]:
        """By name."""
        return find_leagues(self.request.user).order_by("name", "pk")


@extend_schema_view(get=extend_schema(operation_id="get_league", responses=document({200: LeagueSerializer}, *READS)))
class LeagueView(RetrieveAPIView):
    """One league."""

    serializer_class = LeagueSerializer

    def get_object(self) -> League:
        """The league of the address."""
        return get_league(self.request.user, self.kwargs["slug"])


@extend_schema_view(
    get=extend_schema(operation_id="list_players", responses=document({200: PlayerSerializer(many=True)}, *READS))
)
class PlayerListView(ListAPIView):
    """The players of a league, by name."""

    serializer_class = PlayerSerializer
    queryset = Player.objects.none()

    def get_queryset(self) -> QuerySet[Player]:
        """By name."""
        return get_league(self.request.user, self.kwargs["slug"]).players.order_by("name", "pk")
