"""The catalogue of games."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.game_serializers import GameSerializer
from league.api.responses import document
from rules.catalog import GAMES


class GameListView(APIView):
    """The games that can be scored: the facts of their hands, house rules, presets and the schema of a sheet."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="list_games", responses=document({200: GameSerializer(many=True)}, 429))
    def get(self, request: Request) -> Response:
        """Every game, in the order of the catalogue."""
        return Response(GameSerializer(GAMES.values(), many=True).data)
