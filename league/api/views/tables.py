"""A table, and the entries of its sheet one by one."""

from __future__ import annotations

from django.db.models import prefetch_related_objects
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import has_right, name_right
from league.api.examples import show_deals
from league.api.fields import read_body
from league.api.objects import demand_right, find_hidden, get_actor, get_table, get_table_to_record
from league.api.refusals import KEY_HEADER, RequestRefusedError
from league.api.responses import KEY_PARAMETER, READS, WRITES, document
from league.api.table_serializers import (
    DealBody,
    PreviewBody,
    PreviewSerializer,
    RecordedSerializer,
    RunningSerializer,
    TableDetailSerializer,
    UndoBody,
)
from league.api.table_state import read_state, write_points, write_recorded, write_running
from league.models.record import Source
from league.selectors.blind_hands import make_shown_results
from league.selectors.tables import show_instead
from league.services.corrections import undo_last
from league.services.faults import RefusedError
from league.services.recording import check_key, preview_deal, record_deal
from scoring.result import write_outcome


class TableView(APIView):
    """One table with its seats, its running result and every entry of its sheet."""

    @extend_schema(operation_id="get_table", responses=document({200: TableDetailSerializer}, *READS))
    def get(self, request: Request, number: int) -> Response:
        """Answer the table."""
        table = get_table(request.user, number)
        prefetch_related_objects(
            [table], "seats__player", "seats__stands_in_for", "seats__shared_with", "seats__result"
        )
        shows_writer = has_right(request.user, "read_names", league=table.event.league)
        hidden = find_hidden(request.user, table)
        show_instead([table], make_shown_results(table.event, {} if hidden is None else {table.pk: hidden}))
        context = {"state": read_state(table, before=hidden), "shows_writer": shows_writer}
        return Response(TableDetailSerializer(table, context=context).data)


class DealListView(APIView):
    """The entries of a table's sheet."""

    @extend_schema(
        operation_id="record_deal",
        parameters=[KEY_PARAMETER],
        request=DealBody,
        examples=show_deals(with_position=True),
        responses=document({201: RecordedSerializer, 200: RecordedSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Enter the next hand, misdeal or ruling: 201, or 200 where the same request came before."""
        table = get_table_to_record(request.user, number)
        key = read_key(request)
        body = read_body(DealBody, request.data)
        demand_right(request.user, name_right([body["facts"]]), league=table.event.league)
        recorded = record_deal(table, **body, key=key, by=get_actor(request), source=Source.API)
        return Response(write_recorded(table, recorded.record), status=201 if recorded.is_new else 200)


class PreviewView(APIView):
    """What an entry would bring."""

    @extend_schema(
        operation_id="preview_deal",
        request=PreviewBody,
        examples=show_deals(with_position=False),
        responses=document({200: PreviewSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Check the next entry and work out its points; nothing is stored."""
        table = get_table_to_record(request.user, number)
        facts = read_body(PreviewBody, request.data)["facts"]
        demand_right(request.user, name_right([facts]), league=table.event.league)
        step, folded = preview_deal(table, facts)
        return Response({"deal": write_points(step, folded), "result": write_outcome(folded)})


class UndoView(APIView):
    """Taking the last entry off a sheet."""

    @extend_schema(
        operation_id="undo_deal",
        parameters=[KEY_PARAMETER],
        request=UndoBody,
        responses=document({200: RunningSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int, position: int) -> Response:
        """Take the last entry off; the history keeps it with the reason. A repeated request changes nothing."""
        table = get_table_to_record(request.user, number)
        key = read_key(request)
        body = read_body(UndoBody, request.data)
        may_rule = has_right(request.user, "rule", league=table.event.league)
        undo_last(
            table, position=position, key=key, **body, may_rule=may_rule, by=get_actor(request), source=Source.API
        )
        return Response(write_running(read_state(table)))


def read_key(request: Request) -> str:
    """The request's key. Raises RequestRefusedError where there is none."""
    key = request.headers.get(KEY_HEADER, "")
    try:
        check_key(key)
    except RefusedError as error:
        raise RequestRefusedError(400, code="missing", field=KEY_HEADER, message=error.messages["key"][0]) from error
    return key
