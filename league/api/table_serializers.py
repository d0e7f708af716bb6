"""What the API shows of tables and their hands, and the bodies with which hands are entered."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import Body, FactsField, TextField, WholeField
from league.api.serializers import PlayerSerializer
from league.api.table_state import write_deals
from league.models import Seat, Table
from league.models.record import Source
from league.models.result import Outcome
from scoring.result import write_outcome

#: A position is a small number; what is larger is refused before the sheet is looked at.
LAST_POSITION = 9_999


class FiguresField(serializers.DictField):
    """A whole number for each side."""

    child = serializers.IntegerField()


class LineSerializer(serializers.Serializer):
    """Points for a side with their reason."""

    side = serializers.CharField()
    points = serializers.IntegerField()
    code = serializers.CharField()
    text = serializers.CharField()


class StepSerializer(serializers.Serializer):
    """What an entry brings. `number` counts hands played and is null for a misdeal and a ruling."""

    number = serializers.IntegerField(allow_null=True)
    dealer = serializers.CharField(allow_null=True)
    points = FiguresField()
    setbacks = FiguresField(required=False)
    totals = FiguresField()
    lines = LineSerializer(many=True)


class RecordSerializer(serializers.Serializer):
    """An entry as it was written. Who wrote it is told to people who may write."""

    position = serializers.IntegerField()
    revision = serializers.IntegerField()
    facts = FactsField()
    source = serializers.ChoiceField(choices=Source.choices)  # type: ignore[assignment]
    recorded_by = serializers.CharField(allow_null=True)
    recorded_at = serializers.DateTimeField()


class DealSerializer(RecordSerializer, StepSerializer):
    """An entry of a table's sheet and what it brought."""


class OutcomeSerializer(serializers.Serializer):
    """Where a game stands, with what its rules name besides, such as `high_scores`."""

    totals = FiguresField()
    setbacks = FiguresField(required=False)
    finished = serializers.BooleanField()
    winner = serializers.CharField(allow_null=True)

    def to_representation(self, instance: dict[str, Any]) -> dict[str, Any]:
        """The outcome as the score sheet format has it."""
        return instance


class RunningSerializer(serializers.Serializer):
    """Where a game stands and what comes next."""

    next_position = serializers.IntegerField()
    next_dealer = serializers.CharField()
    result = OutcomeSerializer()


class RecordedSerializer(RunningSerializer):
    """The answer to an entry; `deal` is null where a repeated request finds it taken off since."""

    deal = DealSerializer(allow_null=True)


class SheetStoredSerializer(RunningSerializer):
    """What came of a sheet: how many entries were new."""

    added = serializers.IntegerField()


class PreviewSerializer(serializers.Serializer):
    """What an entry would bring."""

    deal = StepSerializer()
    result = OutcomeSerializer()


class SeatSerializer(serializers.ModelSerializer):
    """Who sits where, in whose stead, with whom by turns, and the running points of that seat's side."""

    player = PlayerSerializer()
    stands_in_for = PlayerSerializer(allow_null=True)
    shared_with = PlayerSerializer(allow_null=True)
    side = serializers.CharField(source="result.side")
    points = serializers.IntegerField(source="result.points")
    outcome = serializers.ChoiceField(choices=Outcome.choices, source="result.outcome")

    class Meta:
        model = Seat
        fields = ("seat", "side", "player", "stands_in_for", "shared_with", "borrowed", "points", "outcome")


class TableSerializer(serializers.ModelSerializer):
    """A table: one game in one round."""

    event: serializers.Field = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    number = serializers.IntegerField()
    round = serializers.IntegerField(source="round.number")
    warned = serializers.ListField(child=serializers.CharField())
    seats = serializers.SerializerMethodField()

    @extend_schema_field(SeatSerializer(many=True))
    def get_seats(self, table: Table) -> list[dict[str, Any]]:
        """Its seats in the order of play."""
        order = table.rules.seats
        seats = sorted(table.seats.all(), key=lambda seat: order.index(seat.seat))
        return list(SeatSerializer(seats, many=True).data)

    class Meta:
        model = Table
        fields: tuple[str, ...] = (
            "id", "event", "round", "number", "first_dealer", "warned", "time_called", "corrected_at", "seats",
        )  # fmt: skip


class TableDetailSerializer(TableSerializer):
    """A table with its sheet. The context has its `state` and `shows_writer`."""

    game = serializers.CharField(source="event.game")
    is_open = serializers.BooleanField(source="event.is_open")
    next_position = serializers.SerializerMethodField()
    next_dealer = serializers.SerializerMethodField()
    seen = serializers.SerializerMethodField()
    result = serializers.SerializerMethodField()
    deals = serializers.SerializerMethodField()

    class Meta(TableSerializer.Meta):
        fields = (
            *TableSerializer.Meta.fields,
            "game",
            "is_open",
            "next_position",
            "next_dealer",
            "seen",
            "result",
            "deals",
        )

    def get_next_position(self, table: Table) -> int:
        """The place of the next entry."""
        return self.context["state"].next_position

    def get_next_dealer(self, table: Table) -> str:
        """The seat that deals next."""
        return self.context["state"].folded.state.dealer

    def get_seen(self, table: Table) -> int:
        """How many entries and changes were ever stored here: what a correction says as `seen`."""
        return self.context["state"].seen

    @extend_schema_field(OutcomeSerializer)
    def get_result(self, table: Table) -> dict[str, Any]:
        """Where the game stands."""
        return write_outcome(self.context["state"].folded)

    @extend_schema_field(DealSerializer(many=True))
    def get_deals(self, table: Table) -> list[dict[str, Any]]:
        """Every entry that stands."""
        return write_deals(self.context["state"], shows_writer=self.context["shows_writer"])


class DealBody(Body):
    """A new entry, and the place on the sheet that its writer saw as next."""

    position = WholeField(low=1, high=LAST_POSITION)
    facts = FactsField()


class PreviewBody(Body):
    """An entry to try."""

    facts = FactsField()


class UndoBody(Body):
    """Why the entry is taken off."""

    reason = TextField()
