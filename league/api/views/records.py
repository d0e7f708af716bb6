"""A player's record."""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import list_rights
from league.api.objects import get_player
from league.api.record_serializers import PlayerRecordSerializer
from league.api.responses import READS, document
from league.models import Player
from league.selectors.people import find_person
from league.selectors.played_games import list_played_games
from league.selectors.player_records import write_record
from league.selectors.ratings import find_rating
from league.tasks import bring_up_to_date
from rules.catalog import GAMES

_SEASON = OpenApiParameter("season", str, description="Only the events of the season with this slug.")
_GAME = OpenApiParameter("game", str, enum=list(GAMES), description="Only the events of this game.")


class PlayerRecordView(APIView):
    """What a player's finished games come to, in all and by partner, opponent and evening.

    Two players who are one person (`also`) have one record.
    """

    @extend_schema(
        operation_id="get_player_record",
        parameters=[_SEASON, _GAME],
        responses=document({200: PlayerRecordSerializer}, *READS),
    )
    def get(self, request: Request, number: int) -> Response:
        """Answer the record, of all seasons and games or of one."""
        player = find_person(get_player(request.user, number))
        season, game = (request.query_params.get(name, "") for name in ("season", "game"))
        if "\0" in season or game not in ("", *GAMES):
            raise Http404
        rights = list_rights(request.user, league=player.league)
        played = list_played_games(player, season=season, game=game, rights=rights)
        record = write_record(played, shows_offences="record" in rights)
        people = {"player": player, "also": player.duplicates.all(), "rating": _read_rating(player)}
        return Response(PlayerRecordSerializer({**record, **people}).data)


def _read_rating(player: Player) -> dict[str, float] | None:
    if not player.league.has_ratings:
        return None
    bring_up_to_date(player.league)
    rating = find_rating(player)
    if rating is None:
        return None
    return {"shown": rating.shown, "strength": rating.mean, "spread": rating.spread, "games": rating.games}
