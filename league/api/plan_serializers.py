"""What the API says and reads of the plan of an event's rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast, get_args

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from league.api.fields import Body, TextField, WholeField, WholesField, WordField, refuse
from league.models import EventPlan
from league.models.planning import Format
from league.plan_options import MOST_GAMES, MOST_SEED, TIES
from league.plan_words import word_warnings
from league.selectors.plans import PlannedRound
from league.selectors.round_winners import read_side
from league.selectors.upcoming import Upcoming
from scoring.ladder import LADDERS, OTHER_SIDE, Side
from scoring.movement_limits import MOST_ROUNDS
from scoring.movement_report import Goal
from scoring.values import check_list, wrong_type

_SEATS = {"type": "object", "additionalProperties": {"type": "integer"}}
_OBJECT = {"type": "object", "additionalProperties": True}
_COUPLES = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}}
_MOVERS = {
    "type": "object",
    "propertyNames": {"pattern": "^[0-9]{1,5}$"},
    "additionalProperties": {"type": "string", "enum": list(OTHER_SIDE)},
}

#: A number of a table has so many digits at most.
LONGEST_NUMBER = 5
#: More players or couples than any event has are a mistake.
MOST_NAMED = 1000


@extend_schema_field(_SEATS)
class SeatsField(serializers.DictField):
    """Seat -> the player's id."""


@extend_schema_field(_OBJECT)
class ObjectField(serializers.DictField):
    """An object whose keys the documentation of plans says."""


@extend_schema_field(_COUPLES)
class CouplesField(serializers.Field):
    """Couples, each a list of two ids of players."""

    default_error_messages = WholeField.default_error_messages

    def to_internal_value(self, data: object) -> tuple[tuple[int, ...], ...]:
        """The couples; raises ValidationError, with the place in the list where one is wrong."""
        refuse(check_list(data, most=MOST_NAMED))
        read = WholesField(most=2, length=2)
        faults, couples = {}, []
        for place, couple in enumerate(cast(list[object], data)):
            try:
                couples.append(read.to_internal_value(couple))
            except ValidationError as wrong:
                faults[str(place)] = wrong.detail
        if faults:
            raise ValidationError(faults)
        return tuple(couples)

    def to_representation(self, value: Sequence[Sequence[int]]) -> list[list[int]]:
        """The couples as JSON has them."""
        return [list(couple) for couple in value]


@extend_schema_field(_MOVERS)
class MoversField(serializers.Field):
    """Table -> the side that moves as if it had won."""

    default_error_messages = WholeField.default_error_messages

    def to_internal_value(self, data: object) -> dict[int, Side]:
        """The sides by table; raises ValidationError."""
        if not isinstance(data, dict):
            refuse([wrong_type("", data, wanted="an object")])
        sides: dict[int, Side] = {}
        for table, text in cast(dict[str, object], data).items():
            side = read_side(str(text))
            if side is None or not (table.isascii() and table.isdecimal() and len(table) <= LONGEST_NUMBER):
                message = _('Say a side by the number of a table, such as {"2": "NS"}.')
                raise ValidationError([ErrorDetail(message, code="wrong_value")])
            sides[int(table)] = side
        return sides

    def to_representation(self, value: Mapping[int, Side]) -> dict[str, Side]:
        """The sides as JSON has them."""
        return {str(table): side for table, side in value.items()}


class MeetingsSerializer(serializers.Serializer):
    """One way in which people meet."""

    repeats = serializers.IntegerField(help_text="meetings of two people who had met so before")
    bound = serializers.IntegerField(help_text="how many of these cannot be avoided, by counting")
    most = serializers.IntegerField(help_text="how often the two meet who meet most")
    most_bound = serializers.IntegerField(help_text="what that is at best, by counting")
    met = serializers.IntegerField(help_text="pairs of people who meet at all")
    pairs = serializers.IntegerField(help_text="pairs of people that there are")


class SitOutsSerializer(serializers.Serializer):
    """How often somebody sits out."""

    least = serializers.IntegerField()
    most = serializers.IntegerField()
    too_early = serializers.IntegerField(help_text="how often somebody did who was not due")


class ReportSerializer(serializers.Serializer):
    """How fair all rounds are together: meetings and sit-outs are counted over `rounds_played` and `rounds`."""

    players = serializers.IntegerField(help_text="who plays in the rounds to come")
    rounds = serializers.IntegerField(help_text="rounds to come")
    rounds_played = serializers.IntegerField(help_text="rounds opened before, which every count here includes")
    tables = serializers.IntegerField(help_text="tables in each round to come")
    goal = serializers.ChoiceField(choices=get_args(Goal))
    perfect = serializers.BooleanField()
    partners = MeetingsSerializer()
    opponents = MeetingsSerializer()
    tablemates = MeetingsSerializer()
    sit_outs = SitOutsSerializer()


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
    fault = serializers.CharField(allow_blank=True, help_text="why nobody can be seated by the plan")
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
    report = ReportSerializer(allow_null=True)
    before = ReportSerializer(allow_null=True, help_text="how fair it would be by the plan that stands")
    warnings = serializers.ListField(child=serializers.CharField())


class OpenedSerializer(serializers.Serializer):
    """The tables of a round that was opened, by their ids."""

    tables = serializers.ListField(child=serializers.IntegerField())


class PlanOptionsBody(Body):
    """The settings of a plan for single players; what is left out is as usual. Players are said by their ids."""

    rounds = WholeField(low=1, high=MOST_ROUNDS, required=False, help_text="rounds to come")
    games = WholeField(low=1, high=MOST_GAMES, required=False, help_text="games in each round")
    ladder = WordField(choices=LADDERS, required=False, help_text="who moves, in a ladder")
    ties = WordField(choices=TIES, required=False, help_text="where a table is level, in a ladder")
    seed = WholeField(low=0, high=MOST_SEED, required=False, help_text="what lots are drawn by")
    apart = CouplesField(required=False, help_text="couples who are never partners")
    apart_tables = CouplesField(required=False, help_text="couples who are never at one table")
    together = CouplesField(required=False, help_text="couples who are always partners")
    players = WholesField(most=MOST_NAMED, required=False, help_text="who plays; else whoever is here")


class ProposalBody(Body):
    """How the rounds should go: a format and its settings.

    Nothing is taken over from the plan that stands: couples, games and the ladder's settings are sent again (they are
    the `options` of its version), and what is not sent has its default. Only who is here, who cannot move and what was
    played count without being sent.
    """

    format = TextField()
    options = PlanOptionsBody(required=False)


class TakeBody(ProposalBody):
    """The same, with what the proposal said was seen; `reason` where another plan stands."""

    seen_version = WholeField(low=0)
    seen_round = WholeField(low=1)
    reason = TextField(required=False)


class OpenBody(Body):
    """The round to open; `winners` says by table which side moves where the games do not tell: {"2": "NS"}."""

    number = WholeField(low=1)
    winners = MoversField(required=False)


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
        "fault": upcoming.fault,
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
