"""How each view documents what it answers beside its result: which refusals there are, in their one shape."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema_field
from rest_framework import serializers

from league.api.refusals import KEY_HEADER
from league.api.table_serializers import RecordSerializer


class FaultSerializer(serializers.Serializer):
    """One fault."""

    deal = serializers.IntegerField(allow_null=True, help_text="place in a sheet's `deals`, from 1")
    field = serializers.CharField(allow_null=True, help_text="path, such as `infractions.0.offender`")
    code = serializers.CharField(help_text="for programs; it does not change with the language")
    message = serializers.CharField(help_text="for people: what is wrong and what to do")


class RefusalSerializer(serializers.Serializer):
    """Everything that is wrong with a request."""

    errors = FaultSerializer(many=True)  # type: ignore[assignment]


class StandingEntriesSerializer(serializers.Serializer):
    """What stands where something else was to go, and the position that is next."""

    expected = serializers.IntegerField()
    standing = RecordSerializer(many=True)


class ConflictSerializer(RefusalSerializer):
    """A refusal because of what somebody else entered, with that."""

    conflict = StandingEntriesSerializer(required=False)


@extend_schema_field({"type": ["string", "integer", "boolean", "null"]})
class EchoField(serializers.Field):
    """What a faulty sheet has as its id, where that can be said back."""


class FaultySheetSerializer(RefusalSerializer):
    """Every fault of a sheet that cannot be scored. `id` is the sheet's."""

    id = EchoField()


#: status -> when it is answered.
_REASONS = {
    400: "The request cannot be read: no JSON, or a header is missing.",
    401: "There is no valid log-in.",
    403: "It may be seen and not changed by this user.",
    404: "There is no such thing, or this user may not see it.",
    409: "Somebody else was first, or nothing can be entered here any more.",
    413: "The request is too large.",
    415: "The request is not JSON.",
    422: "The request can be read, and what it says is wrong.",
    429: "Too many requests; `Retry-After` says how long to wait.",
}

READS = (401, 404, 429)
WRITES = (400, 401, 403, 404, 413, 415, 422, 429)


def document(result: dict[int, Any], *statuses: int) -> dict[int, Any]:
    """The responses of a view: its own by status, and refusals."""
    return {
        **result,
        **{
            status: OpenApiResponse(ConflictSerializer if status == 409 else RefusalSerializer, _REASONS[status])
            for status in statuses
        },
    }


KEY_PARAMETER = OpenApiParameter(
    KEY_HEADER,
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="1 to 100 characters, new for each entry and the same when the request is repeated.",
)
