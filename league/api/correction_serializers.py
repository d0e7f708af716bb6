"""Bodies and answers of corrections, and the history of a table."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from league.api.fields import Body, TextField, WholeField, refuse
from league.api.table_serializers import (
    LAST_POSITION,
    FiguresField,
    OutcomeSerializer,
    RecordSerializer,
    RunningSerializer,
    StepSerializer,
)
from scoring.values import wrong_type

#: A table has seen no more entries and changes than this.
MOST_RECORDS = 999_999


class ChangesField(serializers.Field):
    """Place on the sheet -> the new facts of that entry, or null to take it off."""

    def to_internal_value(self, data: object) -> dict[int, dict[str, Any] | None]:
        """The changes by place; raises ValidationError with every fault, each at its place."""
        if not isinstance(data, dict):
            refuse([wrong_type("", data, wanted="an object")])
        faults: dict[str, list[ErrorDetail]] = {}
        changes: dict[int, dict[str, Any] | None] = {}
        for name, facts in data.items():  # type: ignore[attr-defined]
            place = int(name) if name.isascii() and name.isdecimal() and len(name) <= len(str(LAST_POSITION)) else 0
            try:
                if not 1 <= place <= LAST_POSITION or str(place) != name:
                    refuse([wrong_type("", name, wanted="a whole number")])
                if facts is not None and not isinstance(facts, dict):
                    refuse([wrong_type("", facts, wanted="an object")])
            except ValidationError as error:
                faults[name] = error.detail  # type: ignore[assignment]
            changes[place] = facts
        if faults:
            raise ValidationError(faults)
        return changes

    def to_representation(self, value: dict[int, Any]) -> dict[str, Any]:
        """The changes by place, as JSON has them."""
        return {str(place): facts for place, facts in value.items()}


class CorrectionPreviewBody(Body):
    """Changes to try."""

    changes = ChangesField()


class CorrectionBody(CorrectionPreviewBody):
    """Changes, the reason for them, and how many records of the table their writer saw (`seen` of the table)."""

    seen = WholeField(low=0, high=MOST_RECORDS)
    reason = TextField()


class CorrectedSerializer(RunningSerializer):
    """What a correction stored, and where the game stands with it."""

    seen = serializers.IntegerField()
    records = RecordSerializer(many=True)


class EffectSerializer(serializers.Serializer):
    """An entry before and after; null where it was, or will be, no part of the sheet."""

    position = serializers.IntegerField()
    before = StepSerializer(allow_null=True)
    after = StepSerializer(allow_null=True)


class IllegalSerializer(serializers.Serializer):
    """A fault that a later entry would have: take that entry off, or enter it again, in the same request."""

    deal = serializers.IntegerField()
    field = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class PlaceSerializer(serializers.Serializer):
    """A line of the standings in short; `rank` is null for who stands apart."""

    rank = serializers.IntegerField(allow_null=True)
    tied = serializers.BooleanField()
    unresolved = serializers.BooleanField()
    decided_by = serializers.CharField()
    figures = serializers.DictField(child=serializers.CharField())
    games_won = serializers.IntegerField()
    points_for = serializers.IntegerField()


class MoveSerializer(serializers.Serializer):
    """An entry of the event whose line of the standings changes."""

    entry = serializers.CharField()
    before = PlaceSerializer()
    after = PlaceSerializer()


class OtherTableSerializer(serializers.Serializer):
    """A later table to which a warning is carried, or no longer."""

    id = serializers.IntegerField()
    points_before = FiguresField()
    points_after = FiguresField()


class EffectsSerializer(serializers.Serializer):
    """All that a correction would change. With `illegal` it cannot be saved yet."""

    changed = EffectSerializer(many=True)
    later = EffectSerializer(many=True)
    illegal = IllegalSerializer(many=True)
    result_before = OutcomeSerializer()
    result_after = OutcomeSerializer()
    standings = MoveSerializer(many=True)
    other_tables = OtherTableSerializer(many=True)
    prizes_before = serializers.ListField(child=serializers.CharField())
    prizes_after = serializers.ListField(child=serializers.CharField())


class HistorySerializer(RecordSerializer):
    """Something that was ever entered: also what was changed later or taken off (`void`), with its reason."""

    void = serializers.BooleanField()
    reason = serializers.CharField()
    side = serializers.CharField()
