"""What the API says and reads of the plan of an event's rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import Body, FactsField, TextField, WholeField
from league.models import EventPlan
from league.models.planning import Format
from league.plan_words import word_warnings
from league.selectors.plans import PlannedRound
from league.selectors.upcoming import Upcoming

_SEATS = {"type": "object", "additionalProperties": {"type": "integer"}}
_OBJECT = {"type": "object", "additionalProperties": True}


@extend_schema_field(_SEATS)
class SeatsField(serializers.DictField):
    """Seat -> the player's id."""


@extend_schema_field(_OBJECT)
class ObjectField(serializers.DictField):
    """An object whose keys the documentation of plans says."""


class PlannedTableSerializer(serializers.Serializer):
    """A table of a round to come."""

    table = serializers.IntegerField()
    seats = SeatsField(help_text="seat -> the player's id")


class PlannedRoundSerializer(serializers.Serializer):
    """A round to come; `sit_out` are ids of players."""

    round = serializers.IntegerField(help_text="the number of the round in the plan")
    tables = PlannedTableSerializer(many=True)
    sit_out = serializers.ListField(child=serializers.IntegerField())


class NextRoundSerializer(serializers.Serializer):
    """The round that comes next; `seating` is null where the plan is over or who moves is not decided."""

    number = serializers.IntegerField()
    game = serializers.IntegerField(help_text="which game of the plan's round it is")
    seating = PlannedRoundSerializer(allow_null=True)
    undecided = serializers.ListField(
        child=serializers.IntegerField(), help_text="tables of the last round of which `winners` has to say a side"
    )
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="seated, but not here")
    left_out = serializers.ListField(child=serializers.IntegerField(), help_text="here, but not in the plan")


class PlanVersionSerializer(serializers.Serializer):
    """A plan that was taken; the highest version stands. `made_by` is null for who may not read names."""

    version = serializers.IntegerField()
    format = serializers.ChoiceField(choices=Format.values)
    options = ObjectField()
    first_round = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    made_by = serializers.CharField(allow_null=True)
    made_at = serializers.DateTimeField()
    warnings = serializers.ListField(child=serializers.CharField())


class PlanSerializer(serializers.Serializer):
    """All versions, what comes next, and the rounds planned after those that were opened."""

    versions = PlanVersionSerializer(many=True)
    next = NextRoundSerializer(allow_null=True)
    rounds = PlannedRoundSerializer(many=True)


class ProposalSerializer(serializers.Serializer):
    """A plan to look at; nothing is stored. `report` and `before` are null where rounds follow from results."""

    seen_version = serializers.IntegerField()
    seen_round = serializers.IntegerField()
    options = ObjectField()
    rounds = PlannedRoundSerializer(many=True)
    report = ObjectField(allow_null=True)
    before = ObjectField(allow_null=True, help_text="how fair it would be by the plan that stands")
    warnings = serializers.ListField(child=serializers.CharField())


class OpenedSerializer(serializers.Serializer):
    """The tables of a round that was opened, by their ids."""

    tables = serializers.ListField(child=serializers.IntegerField())


class ProposalBody(Body):
    """How the rounds should go: a format and its settings."""

    format = TextField()
    options = FactsField(required=False)


class TakeBody(ProposalBody):
    """The same, with what the proposal said was seen; `reason` where another plan stands."""

    seen_version = WholeField(low=0)
    seen_round = WholeField(low=1)
    reason = TextField(required=False)


class OpenBody(Body):
    """The round to open; `winners` says by table which side moves where the games do not tell: {"2": "NS"}."""

    number = WholeField(low=1)
    winners = FactsField(required=False)


def write_planned(rounds: Sequence[PlannedRound]) -> list[dict[str, Any]]:
    """Rounds as the API says them."""
    return [
        {
            "round": each.number,
            "tables": [{"table": table.number, "seats": dict(table.seats)} for table in each.tables],
            "sit_out": list(each.sit_out),
        }
        for each in rounds
    ]


def write_next(upcoming: Upcoming) -> dict[str, Any]:
    """What comes next."""
    return {
        "number": upcoming.number,
        "game": upcoming.game,
        "seating": write_planned([upcoming.round])[0] if upcoming.round else None,
        "undecided": [each.number for each in upcoming.undecided],
        "missing": list(upcoming.missing),
        "left_out": list(upcoming.left_out),
    }


def write_version(plan: EventPlan, *, shows_names: bool) -> Mapping[str, Any]:
    """A plan that was taken."""
    return {
        "version": plan.version,
        "format": plan.format,
        "options": plan.options,
        "first_round": plan.first_round,
        "reason": plan.reason,
        "made_by": str(plan.made_by) if shows_names and plan.made_by else None,
        "made_at": plan.made_at,
        "warnings": word_warnings(plan.report),
    }
