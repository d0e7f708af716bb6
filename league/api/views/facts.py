"""The facts of an event that stand beside its hands."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.fact_serializers import FactsSerializer
from league.api.objects import get_event
from league.api.responses import READS, document
from league.selectors.event_facts import write_event_facts


class FactsView(APIView):
    """What the standings of an event count beside its hands."""

    @extend_schema(operation_id="get_facts", responses=document({200: FactsSerializer}, *READS))
    def get(self, request: Request, slug: str) -> Response:
        """Whose place each seat is, who sat out, what was given or taken, and by which rules all of it ranks."""
        return Response(write_event_facts(get_event(request.user, slug)))
