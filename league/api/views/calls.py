"""Calls for the admin: the list of an event, raising one, answering one."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import find_events
from league.api.call_serializers import AnswerBody, CallBody, CallSerializer
from league.api.fields import read_body
from league.api.objects import demand_right, get_actor, get_event, get_table
from league.api.responses import KEY_PARAMETER, READS, WRITES, document
from league.api.views.tables import read_key
from league.models import Call
from league.models.record import Source
from league.services.calls import answer_call, raise_call

_OPEN = OpenApiParameter("open", bool, description="`true`: only the calls that wait for an answer.")


@extend_schema_view(
    get=extend_schema(
        operation_id="list_calls",
        parameters=[_OPEN],
        responses=document({200: CallSerializer(many=True)}, *READS, 403),
    )
)
class CallListView(ListAPIView):
    """The calls of an event, those that have waited longest first; for who may rule."""

    serializer_class = CallSerializer
    permission_classes = (IsAuthenticated,)
    queryset = Call.objects.none()

    def get_queryset(self) -> QuerySet[Call]:
        """By when they were raised. Raises Http404 or PermissionDenied."""
        event = get_event(self.request.user, self.kwargs["slug"])
        demand_right(self.request.user, "rule", league=event.league)
        calls = event.calls.select_related("table__round", "answered_by", "ruling").order_by("raised_at", "pk")
        return calls.filter(answered_at__isnull=True) if self.request.query_params.get("open") == "true" else calls


class RaiseCallView(APIView):
    """Calling the admin to a table."""

    @extend_schema(
        operation_id="raise_call",
        parameters=[KEY_PARAMETER],
        request=CallBody,
        responses=document({201: CallSerializer, 200: CallSerializer}, *WRITES),
    )
    def post(self, request: Request, number: int) -> Response:
        """Call: 201, or 200 where the same request came before. A table has one open call at a time."""
        table = get_table(request.user, number)
        demand_right(request.user, "call", league=table.event.league)
        key = read_key(request)
        text = read_body(CallBody, request.data).get("text", "")
        raised = raise_call(table, text=text, key=key, by=get_actor(request), source=Source.API)
        return Response(CallSerializer(raised.call).data, status=201 if raised.is_new else 200)


class AnswerView(APIView):
    """Answering a call."""

    @extend_schema(
        operation_id="answer_call",
        parameters=[KEY_PARAMETER],
        request=AnswerBody,
        responses=document({200: CallSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Answer with words or a ruling, both at once or neither. A repeated request changes nothing."""
        calls = Call.objects.filter(event__in=find_events(request.user)).select_related("event__league", "table")
        call = get_object_or_404(calls, pk=number)
        demand_right(request.user, "rule", league=call.event.league)
        key, actor = read_key(request), get_actor(request)
        body = read_body(AnswerBody, request.data)
        ruling: dict[str, Any] | None = body.get("ruling")
        answered = answer_call(
            call,
            answer=body.get("answer", ""),
            ruling=None if ruling is None else {"ruling": {"by": actor.get_full_name() or actor.username, **ruling}},
            position=body.get("position", 0),
            key=key,
            by=actor,
            source=Source.API,
        )
        return Response(CallSerializer(answered).data)
