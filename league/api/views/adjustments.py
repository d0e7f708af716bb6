"""Points given and taken beside the games."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import find_events
from league.api.adjustment_serializers import AdjustmentBody, AdjustmentSerializer, CancellationBody
from league.api.fields import read_body
from league.api.objects import demand_right, get_actor, get_event
from league.api.responses import KEY_PARAMETER, READS, WRITES, document
from league.api.views.tables import read_key
from league.models import Adjustment
from league.models.record import Source
from league.services.adjustments import adjust_points, cancel_adjustment


@extend_schema_view(
    get=extend_schema(
        operation_id="list_adjustments", responses=document({200: AdjustmentSerializer(many=True)}, *READS)
    )
)
class AdjustmentListView(ListAPIView):
    """The adjustments of an event, the oldest first, with those that were taken back."""

    serializer_class = AdjustmentSerializer
    queryset = Adjustment.objects.none()

    def get_queryset(self) -> QuerySet[Adjustment]:
        """In the order in which they were made. Raises Http404."""
        event = get_event(self.request.user, self.kwargs["slug"])
        rows = event.adjustments.filter(cancels__isnull=True)
        return rows.select_related("entry", "cancelled_by").order_by("pk")

    @extend_schema(
        operation_id="adjust_points",
        parameters=[KEY_PARAMETER],
        request=AdjustmentBody,
        responses=document({201: AdjustmentSerializer, 200: AdjustmentSerializer}, *WRITES),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Give or take points: 201, or 200 where the same request came before."""
        event = get_event(request.user, slug)
        demand_right(request.user, "rule", league=event.league)
        key = read_key(request)
        body = read_body(AdjustmentBody, request.data)
        entry = get_object_or_404(event.entries, pk=body["entry"])
        made = adjust_points(
            event,
            entry,
            amount=body["amount"],
            unit=body["unit"],
            reason=body["reason"],
            key=key,
            by=get_actor(request),
            source=Source.API,
        )
        return Response(AdjustmentSerializer(made.adjustment).data, status=201 if made.is_new else 200)


class CancelAdjustmentView(APIView):
    """Taking an adjustment back."""

    @extend_schema(
        operation_id="cancel_adjustment",
        request=CancellationBody,
        responses=document({200: AdjustmentSerializer}, *WRITES),
    )
    def post(self, request: Request, number: int) -> Response:
        """Take it back, with a reason. A repeated request changes nothing."""
        rows = Adjustment.objects.filter(event__in=find_events(request.user), cancels__isnull=True)
        found = get_object_or_404(rows.select_related("event__league", "entry"), pk=number)
        assert found.event is not None
        demand_right(request.user, "rule", league=found.event.league)
        reason = read_body(CancellationBody, request.data)["reason"]
        cancel_adjustment(found, reason=reason, by=get_actor(request), source=Source.API)
        return Response(AdjustmentSerializer(rows.select_related("entry", "cancelled_by").get(pk=number)).data)
