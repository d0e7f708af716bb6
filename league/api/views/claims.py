"""An admin's word on what two sides say, and on a finished table's result."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.fields import read_body
from league.api.objects import demand_right, get_actor, get_table
from league.api.responses import KEY_PARAMETER, READS, WRITES, document
from league.api.table_serializers import DealBody
from league.api.views.tables import read_key
from league.models import Table
from league.models.record import Source
from league.selectors.agreement import HandState, read_agreement
from league.services.claims import confirm_result, say_word


class HandAgreementSerializer(serializers.Serializer):
    """How far an entry is agreed: entered by one side, said differently by another, or agreed."""

    position = serializers.IntegerField()
    state = serializers.ChoiceField(choices=[(state.value, state.value) for state in HandState])


class AgreementSerializer(serializers.Serializer):
    """How far the sides of a table agree, and since when its result is confirmed."""

    confirmed_at = serializers.DateTimeField(allow_null=True)
    entries = HandAgreementSerializer(many=True)


class ClaimListView(APIView):
    """What is said of the entries of a table."""

    @extend_schema(operation_id="get_agreement", responses=document({200: AgreementSerializer}, *READS))
    def get(self, request: Request, number: int) -> Response:
        """Answer how far the sides agree."""
        return Response(_write(get_table(request.user, number)))

    @extend_schema(
        operation_id="say_word",
        parameters=[KEY_PARAMETER],
        request=DealBody,
        responses=document({201: AgreementSerializer, 200: AgreementSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, number: int) -> Response:
        """Say as an admin what the entry at a position was: 201, or 200 where that was said before.

        Where it is what stands, the entry is agreed by it, whatever a side says. Where it is not, the two differ until
        the entry is corrected.
        """
        table = get_table(request.user, number)
        demand_right(request.user, "confirm", league=table.event.league)
        key = read_key(request)
        body = read_body(DealBody, request.data)
        said = say_word(table, **body, key=key, by=get_actor(request), source=Source.API)
        return Response(_write(get_table(request.user, number)), status=201 if said.is_new else 200)


class ConfirmView(APIView):
    """Confirming a table's result."""

    @extend_schema(
        operation_id="confirm_result",
        request=None,
        responses=document({200: AgreementSerializer}, 401, 403, 404, 409, 422, 429),
    )
    def post(self, request: Request, number: int) -> Response:
        """Confirm a finished result as it stands, in place of the sides. A repeated request changes nothing."""
        table = get_table(request.user, number)
        demand_right(request.user, "confirm", league=table.event.league)
        confirm_result(table, by=get_actor(request), source=Source.API)
        return Response(_write(get_table(request.user, number)))


def _write(table: Table) -> dict[str, object]:
    hands = read_agreement(table).hands
    entries = [{"position": hand.position, "state": hand.state.value} for hand in hands]
    return dict(AgreementSerializer({"confirmed_at": table.confirmed_at, "entries": entries}).data)
