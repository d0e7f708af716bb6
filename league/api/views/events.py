"""Events, their standings and their tables."""

from __future__ import annotations

from django.db.models import F, QuerySet
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import find_events
from league.api.objects import get_event, get_league, make_event_results
from league.api.responses import READS, document
from league.api.serializers import EventSerializer, StandingsSerializer
from league.api.table_serializers import TableSerializer
from league.models import Event, Table
from league.selectors.tables import show_instead

_LEAGUE = OpenApiParameter("league", str, description="Only the events of the league with this slug.")
_IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="The `ETag` of the standings that you have."
)


@extend_schema_view(
    get=extend_schema(
        operation_id="list_events",
        parameters=[_LEAGUE],
        responses=document({200: EventSerializer(many=True)}, *READS),
    )
)
class EventListView(ListAPIView):
    """The events of all leagues that the user may see, or of one; newest first."""

    serializer_class = EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        """By date. Raises Http404 for a league that the user may not see."""
        events = find_events(self.request.user)
        slug = self.request.query_params.get("league")
        if slug is not None:
            events = events.filter(league=get_league(self.request.user, slug))
        return events.order_by(F("held_on").desc(nulls_last=True), "-pk")


@extend_schema_view(get=extend_schema(operation_id="get_event", responses=document({200: EventSerializer}, *READS)))
class EventView(RetrieveAPIView):
    """One event."""

    serializer_class = EventSerializer

    def get_object(self) -> Event:
        """The event of the address."""
        return get_event(self.request.user, self.kwargs["slug"])


class StandingsView(APIView):
    """The standings of an event. `ETag` stays the same until something changes: ask again with `If-None-Match`."""

    @extend_schema(
        operation_id="get_standings",
        parameters=[_IF_NONE_MATCH],
        responses=document({200: StandingsSerializer, 304: None}, *READS),
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Answer the standings, or 304 where the asker has them."""
        event = get_event(request.user, slug)
        instead = make_event_results(request.user, event)
        etag = f'"{event.pk}-{event.revision}-{event.stage}{"-some" if instead else ""}"'
        answer = get_conditional_response(request._request, etag=etag)
        if answer is None:
            answer = Response(StandingsSerializer(event, context={"instead": instead}).data)
        patch_cache_control(answer, no_cache=True, private=True)
        answer.headers["ETag"] = etag
        return answer


@extend_schema_view(
    get=extend_schema(operation_id="list_tables", responses=document({200: TableSerializer(many=True)}, *READS))
)
class TableListView(ListAPIView):
    """The tables of an event by round and number, with their running points."""

    serializer_class = TableSerializer
    queryset = Table.objects.none()

    def get_queryset(self) -> QuerySet[Table]:
        """By round and number."""
        event = get_event(self.request.user, self.kwargs["slug"])
        tables = event.tables.select_related("event__league", "round").prefetch_related(
            "seats__player", "seats__stands_in_for", "seats__shared_with", "seats__result"
        )
        return tables.order_by("round__number", "number")

    def paginate_queryset(self, queryset: QuerySet[Table]) -> list[Table] | None:  # type: ignore[override]
        """One page, with the points that the user may see yet."""
        page = super().paginate_queryset(queryset)
        if page:
            show_instead(page, make_event_results(self.request.user, page[0].event))
        return page
