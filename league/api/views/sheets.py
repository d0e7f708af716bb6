"""A table's whole score sheet, out and in."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import has_right, name_right
from league.api.examples import show_sheets
from league.api.json_body import SheetBodyParser
from league.api.objects import demand_right, find_hidden, get_actor, get_table, get_table_to_record
from league.api.openapi import SheetSerializer
from league.api.responses import READS, WRITES, document
from league.api.table_serializers import SheetStoredSerializer
from league.api.table_state import read_state, write_running
from league.imports.one_sheet import check_sheet, store_sheet
from league.models.record import Source
from league.selectors.sheets import write_sheet


class SheetView(APIView):
    """The score sheet of a table, version 1: what goes out can come in again, here or as a file."""

    parser_classes = (SheetBodyParser,)

    @extend_schema(operation_id="get_sheet", responses=document({200: SheetSerializer}, *READS))
    def get(self, request: Request, number: int) -> Response:
        """Answer the sheet."""
        table = get_table(request.user, number)
        shows_names = has_right(request.user, "read_names", league=table.event.league)
        return Response(write_sheet(table, shows_names=shows_names, before=find_hidden(request.user, table)))

    @extend_schema(
        operation_id="put_sheet",
        request=SheetSerializer,
        examples=show_sheets(),
        responses=document({201: SheetStoredSerializer, 200: SheetStoredSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Store the entries that the table does not have yet, all of them or none: 201, or 200 where none is new.

        What stands already must be the same; the same sheet sent again changes nothing.
        """
        table = get_table_to_record(request.user, number)
        checked = check_sheet(table, request.data, by=get_actor(request), source=Source.API)
        demand_right(request.user, name_right(checked.new_facts), league=table.event.league)
        report = store_sheet(checked)
        table.refresh_from_db()
        answer = {"added": report.hands_new, **write_running(read_state(table))}
        return Response(answer, status=201 if report.changes_anything else 200)
