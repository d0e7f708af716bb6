"""What the API shows of calls for the admin, and the bodies that raise and answer one."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import Body, FactsField, TextField, WholeField
from league.api.table_serializers import LAST_POSITION
from league.models import Call


class CalledTableSerializer(serializers.Serializer):
    """The table from which a call comes."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField()


class CallSerializer(serializers.ModelSerializer):
    """A call. `ruling` is the position of the ruling that answers it, on the sheet of its table."""

    table = CalledTableSerializer()
    state = serializers.SerializerMethodField()
    answered_by = serializers.SerializerMethodField()
    ruling = serializers.SerializerMethodField()

    class Meta:
        model = Call
        fields = ("id", "table", "side", "text", "raised_at", "state", "answered_at", "answered_by", "answer", "ruling")

    @extend_schema_field({"type": "string", "enum": ["open", "answered", "withdrawn"]})
    def get_state(self, call: Call) -> str:
        """How far it has come."""
        if call.is_open:
            return "open"
        return "withdrawn" if call.is_withdrawn else "answered"

    @extend_schema_field({"type": ["string", "null"]})
    def get_answered_by(self, call: Call) -> str | None:
        """Who answered it."""
        return (call.answered_by.get_full_name() or call.answered_by.get_username()) if call.answered_by else None

    @extend_schema_field({"type": ["integer", "null"]})
    def get_ruling(self, call: Call) -> int | None:
        """The place of the ruling."""
        return call.ruling.position if call.ruling else None


class CallBody(Body):
    """What the table wants, in a few words; it may only call."""

    text = TextField(required=False)


class AnswerBody(Body):
    """An answer: words, or a ruling as on a score sheet, or both. A ruling goes to the position that is next there."""

    answer = TextField(required=False)
    ruling = FactsField(required=False)
    position = WholeField(low=1, high=LAST_POSITION, required=False)
