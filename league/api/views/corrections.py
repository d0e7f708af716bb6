"""Corrections of a table's sheet, what they would change, and everything that was ever entered there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import Visitor, has_right, name_correction_right, name_right
from league.api.correction_serializers import (
    CorrectedSerializer,
    CorrectionBody,
    CorrectionPreviewBody,
    EffectsSerializer,
    HistorySerializer,
)
from league.api.effects import write_effects
from league.api.fields import read_body
from league.api.objects import demand_right, find_hidden, get_actor, get_table
from league.api.records import write_history, write_record
from league.api.responses import KEY_PARAMETER, READS, WRITES, document
from league.api.table_state import read_state, write_running
from league.api.views.tables import read_key
from league.models import DealRecord, Table
from league.models.record import Source
from league.selectors.replays import Changes
from league.selectors.sheets import list_facts, list_records
from league.services.correction_effects import find_effects
from league.services.corrections import correct_sheet
from league.services.faults import ChangeRefusedError, ResultsFinalError


class CorrectionView(APIView):
    """Changing entries of a table's sheet."""

    @extend_schema(
        operation_id="correct_sheet",
        parameters=[KEY_PARAMETER],
        request=CorrectionBody,
        responses=document({201: CorrectedSerializer, 200: CorrectedSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Change entries, all of them or none: 201, or 200 where the same request came before.

        The rest of the sheet is played again. What was entered before stays in the history.
        """
        table = get_table(request.user, number)
        demand_right(request.user, "correct", league=table.event.league)
        key = read_key(request)
        body = read_body(CorrectionBody, request.data)
        demand_correction(request.user, table, body["changes"])
        corrected = correct_sheet(table, **body, key=key, by=get_actor(request), source=Source.API)
        table.refresh_from_db()
        state = read_state(table)
        records = [write_record(record, shows_writer=True) for record in corrected.records]
        answer = {"seen": state.seen, "records": records, **write_running(state)}
        return Response(answer, status=201 if corrected.is_new else 200)


class CorrectionPreviewView(APIView):
    """What a correction would change."""

    @extend_schema(
        operation_id="preview_correction",
        request=CorrectionPreviewBody,
        responses=document({200: EffectsSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Work out what changes would do to hands, result, standings and prizes; nothing is stored."""
        table = get_table(request.user, number)
        demand_right(request.user, "correct", league=table.event.league)
        changes = read_body(CorrectionPreviewBody, request.data)["changes"]
        demand_correction(request.user, table, changes)
        effects = find_effects(table, changes)
        if effects.replay.refused:
            raise ChangeRefusedError(effects.replay.refused)
        return Response(write_effects(table.event, effects))


@extend_schema_view(
    get=extend_schema(operation_id="list_history", responses=document({200: HistorySerializer(many=True)}, *READS))
)
class HistoryView(ListAPIView):
    """Everything that was ever entered at a table, newest first: also what was changed or taken off since."""

    serializer_class = HistorySerializer
    queryset = DealRecord.objects.none()

    def get_queryset(self) -> QuerySet[DealRecord]:
        """Newest first."""
        table = get_table(self.request.user, self.kwargs["number"])
        hidden = find_hidden(self.request.user, table)
        records = table.records.all() if hidden is None else table.records.filter(position__lt=hidden)
        return records.select_related("recorded_by", "table__event__league").order_by("-pk")

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """One page of it."""
        table = get_table(request.user, self.kwargs["number"])
        shows_writer = has_right(request.user, "read_names", league=table.event.league)
        page: Iterable[DealRecord] = self.paginate_queryset(self.get_queryset()) or []
        return self.get_paginated_response([write_history(record, shows_writer=shows_writer) for record in page])


def demand_correction(user: Visitor, table: Table, changes: Changes) -> None:
    """Raise PermissionDenied where the user may not make these changes now, ResultsFinalError where nobody may.

    A ruling is changed, made or taken off by who may rule.
    """
    league = table.event.league
    right = name_correction_right(table.event)
    if right is None:
        raise ResultsFinalError
    demand_right(user, right, league=league)
    standing = list_facts(list_records(table))
    touched = [standing[place] for place in changes if place in standing]
    new = [facts for facts in changes.values() if facts is not None]
    if name_right([*touched, *new]) == "rule":
        demand_right(user, "rule", league=league)
