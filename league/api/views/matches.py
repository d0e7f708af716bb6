"""The matches of an event."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.match_serializers import MatchSerializer
from league.api.objects import get_event
from league.api.responses import READS, document
from league.selectors.matches import list_matches


class MatchListView(APIView):
    """The matches of an event by round and number, with how each stands; nothing where no entries meet."""

    @extend_schema(operation_id="list_matches", responses=document({200: MatchSerializer(many=True)}, *READS))
    def get(self, request: Request, slug: str) -> Response:
        """Answer all of them: who meets in an elimination follows from the matches before."""
        event = get_event(request.user, slug)
        return Response(MatchSerializer(list_matches(event), many=True).data)
