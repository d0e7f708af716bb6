"""The catalogue of games: what there is to fill in, from the declared fields of each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.catalog import make_game
from rules.game import Game
from scoring.declared import Field, list_fields, list_house_rules, list_seatings
from scoring.json_schema import write_sheet_schema


def write_words(words: Mapping[Any, str]) -> list[dict[str, Any]]:
    """Values with their words in the reader's language, in order."""
    return [{"value": value, "title": gettext(title)} for value, title in words.items()]


@extend_schema_field({"type": ["string", "integer"]})
class ValueField(serializers.Field):
    """A value of a choice: a text or a whole number."""

    def to_representation(self, value: int | str) -> int | str:
        """The value itself."""
        return value


@extend_schema_field({})
class AnyField(serializers.Field):
    """A value of any kind."""

    def to_representation(self, value: Any) -> Any:
        """The value itself."""
        return value


class WordSerializer(serializers.Serializer):
    """A value and what it is called."""

    value = ValueField()
    title = serializers.CharField()


class PartSerializer(serializers.Serializer):
    """A declared field.

    `kind`: whole, flag, choice, text, seat, side, seats, records, sides (a number for each side) or side_records (a
    record for each side).
    """

    name = serializers.CharField()
    kind = serializers.CharField()
    title = serializers.SerializerMethodField()
    required = serializers.BooleanField()  # type: ignore[assignment]
    default = AnyField()
    low = serializers.IntegerField(allow_null=True)
    high = serializers.IntegerField(allow_null=True)
    choices = serializers.SerializerMethodField()

    def get_title(self, field: Field) -> str:
        """Its name for people."""
        return gettext(field.title)

    @extend_schema_field(WordSerializer(many=True))
    def get_choices(self, field: Field) -> list[dict[str, Any]]:
        """The values of a choice, in the order declared."""
        return write_words({choice: field.words.get(choice, str(choice)) for choice in field.choices})


class FieldSerializer(PartSerializer):
    """A declared field; `fields` are those of each record."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """The fields of a part, and its own parts (a serializer's own `fields` is in the way of the plain form)."""
        return {**super().get_fields(), "fields": PartSerializer(many=True)}


class PresetSerializer(serializers.Serializer):
    """A named set of house rules."""

    key = serializers.CharField()
    title = serializers.CharField()
    options = serializers.DictField()


class SeatingSerializer(serializers.Serializer):
    """Who sits and scores where that many play: the seats in the order of play, the sides with their seats."""

    players = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.CharField())
    sides = serializers.DictField(child=serializers.ListField(child=serializers.CharField()))


class GameSerializer(serializers.Serializer):
    """A game of the catalogue. The first preset is the default."""

    key = serializers.CharField()
    title = serializers.SerializerMethodField()
    seats = serializers.SerializerMethodField()
    sides = serializers.SerializerMethodField()
    seatings = serializers.SerializerMethodField()
    presets = serializers.SerializerMethodField()
    house_rules = serializers.SerializerMethodField()
    deal_fields = serializers.SerializerMethodField()
    counts = serializers.SerializerMethodField()
    sheet_schema = serializers.SerializerMethodField()

    def get_title(self, kind: type[Game]) -> str:
        """Its name for people."""
        return gettext(kind.title)

    def get_seats(self, kind: type[Game]) -> list[str]:
        """The seats in the order of play."""
        return list(make_game(kind.key).seats)

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}})
    def get_sides(self, kind: type[Game]) -> dict[str, list[str]]:
        """The sides with their seats."""
        return _write_sides(make_game(kind.key))

    @extend_schema_field(SeatingSerializer(many=True))
    def get_seatings(self, kind: type[Game]) -> list[dict[str, Any]]:
        """Each number of players that the game is played with; `seats` and `sides` are those of the usual number."""
        return [
            {"players": len(game.seats), "seats": list(game.seats), "sides": _write_sides(game)}
            for game in sorted(list_seatings(kind), key=lambda game: len(game.seats))
        ]

    @extend_schema_field(PresetSerializer(many=True))
    def get_presets(self, kind: type[Game]) -> list[dict[str, Any]]:
        """The named sets of house rules."""
        return [
            {"key": key, "title": gettext(kind.preset_titles[key]), "options": dict(options)}
            for key, options in kind.presets.items()
        ]

    @extend_schema_field(FieldSerializer(many=True))
    def get_house_rules(self, kind: type[Game]) -> list[dict[str, Any]]:
        """The house rules with their values."""
        return list(FieldSerializer(list_house_rules(kind), many=True).data)

    @extend_schema_field(FieldSerializer(many=True))
    def get_deal_fields(self, kind: type[Game]) -> list[dict[str, Any]]:
        """The facts of a hand."""
        return list(FieldSerializer(list_fields(kind.Deal), many=True).data)

    @extend_schema_field(WordSerializer(many=True))
    def get_counts(self, kind: type[Game]) -> list[dict[str, Any]]:
        """What is counted beside the points."""
        return write_words(kind.tally_titles)

    @extend_schema_field({"type": "object", "additionalProperties": True})
    def get_sheet_schema(self, kind: type[Game]) -> dict[str, Any]:
        """JSON Schema of a score sheet of this game."""
        return write_sheet_schema(make_game(kind.key), translate=gettext)


def _write_sides(game: Game) -> dict[str, list[str]]:
    return {side: list(game.seats_of(side)) for side in game.sides}
