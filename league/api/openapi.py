"""What drf-spectacular cannot see by itself: entries, sheets and results of each game, and who may ask.

Importing this module registers everything in it; `league.api.urls` does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from drf_spectacular.extensions import (
    OpenApiAuthenticationExtension,
    OpenApiSerializerExtension,
    OpenApiSerializerFieldExtension,
)
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction
from rest_framework import serializers

from league.api.fields import LARGEST_ID, TextField, WholeField, WholesField, WordField
from league.api.responses import FaultySheetSerializer
from rules.catalog import GAMES, make_game
from rules.game import Game
from scoring.json_schema import write_entry_schema, write_result_schema, write_sheet_schema
from scoring.values import LONGEST_TEXT

Schema = dict[str, Any]


class SheetSerializer(serializers.Serializer):
    """A score sheet, version 1, of any game. Its schema is made for each game; `scoring.reading` reads it."""


class ResultSerializer(serializers.Serializer):
    """A score sheet's result, of any game."""


class SheetsSerializer(serializers.Serializer):
    """One score sheet, or a list of them."""


class AnswersSerializer(serializers.Serializer):
    """A result, or a list with a result or faults for each sheet."""


def refer_entry(auto_schema: AutoSchema, game: Game) -> Schema:
    """A reference to the schema of a game's entry, which is registered on the way."""
    return _register(auto_schema, f"{type(game).__name__}Entry", lambda: write_entry_schema(game))


def refer_sheet(auto_schema: AutoSchema, game: Game) -> Schema:
    """A reference to the schema of a game's sheet."""
    entry = refer_entry(auto_schema, game)
    return _register(auto_schema, f"{type(game).__name__}Sheet", lambda: write_sheet_schema(game, entry=entry))


def refer_result(auto_schema: AutoSchema, game: Game) -> Schema:
    """A reference to the schema of a result of a game."""
    return _register(auto_schema, f"{type(game).__name__}Result", lambda: write_result_schema(game))


def _register(auto_schema: AutoSchema, name: str, write: Callable[[], Schema]) -> Schema:
    component = ResolvedComponent(name=name, type=ResolvedComponent.SCHEMA, object=name)
    if component not in auto_schema.registry:
        component.schema = write()
        auto_schema.registry.register(component)
    return component.ref


def _write_union(auto_schema: AutoSchema, refer: Callable[[AutoSchema, Game], Schema]) -> Schema:
    """One of the games' schemas, told apart by `game`."""
    refs = {key: refer(auto_schema, make_game(key)) for key in GAMES}
    mapping = {key: ref["$ref"] for key, ref in refs.items()}
    return {"oneOf": list(refs.values()), "discriminator": {"propertyName": "game", "mapping": mapping}}


class SheetExtension(OpenApiSerializerExtension):
    """Any game's sheet."""

    target_class = SheetSerializer

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """The same both ways: what goes out comes in again."""
        return "Sheet"

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """One of the games' sheets."""
        return _write_union(auto_schema, refer_sheet)


class ResultExtension(OpenApiSerializerExtension):
    """Any game's result."""

    target_class = ResultSerializer

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """One of the games' results."""
        return _write_union(auto_schema, refer_result)


class SheetsExtension(OpenApiSerializerExtension):
    """One sheet or many."""

    target_class = SheetsSerializer

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """A sheet, or a list of sheets."""
        sheet = auto_schema.resolve_serializer(SheetSerializer, direction).ref
        return {"oneOf": [sheet, {"type": "array", "items": sheet}]}


class AnswersExtension(OpenApiSerializerExtension):
    """One result, or what came of each of many sheets."""

    target_class = AnswersSerializer

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """A result, or a list of results and refusals."""
        result = auto_schema.resolve_serializer(ResultSerializer, direction).ref
        refusal = auto_schema.resolve_serializer(FaultySheetSerializer, direction).ref
        return {"oneOf": [result, {"type": "array", "items": {"oneOf": [result, refusal]}}]}


class StandingExtension(OpenApiSerializerExtension):
    """A line of the standings with the counts of its game."""

    target_class = "league.api.serializers.StandingSerializer"

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """The line's own fields; `games/` names the counts that stand beside them."""
        return {**super().map_serializer(auto_schema, direction), "additionalProperties": {"type": "integer"}}


class OutcomeExtension(OpenApiSerializerExtension):
    """An outcome with what its game names besides."""

    target_class = "league.api.table_serializers.OutcomeSerializer"

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """The fields that every game has."""
        return {**super().map_serializer(auto_schema, direction), "additionalProperties": True}


class FactsExtension(OpenApiSerializerFieldExtension):
    """An entry of the game that is played at the table."""

    target_class = "league.api.fields.FactsField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """Any game's entry: the table says which."""
        return {"anyOf": [refer_entry(auto_schema, make_game(key)) for key in GAMES]}


class ChangesExtension(OpenApiSerializerFieldExtension):
    """Entries of the game that is played at the table, by place."""

    target_class = "league.api.correction_serializers.ChangesField"

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """A place is a whole number from 1; null takes its entry off."""
        facts = [refer_entry(auto_schema, make_game(key)) for key in GAMES]
        return {
            "type": "object",
            "minProperties": 1,
            "propertyNames": {"pattern": "^[1-9][0-9]{0,3}$"},
            "additionalProperties": {"anyOf": [*facts, {"type": "null"}]},
        }


class WholeExtension(OpenApiSerializerFieldExtension):
    """A bounded whole number."""

    target_class = "league.api.fields.WholeField"
    target: WholeField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """Its bounds."""
        return {"type": "integer", "minimum": self.target.low, "maximum": self.target.high}


class WordExtension(OpenApiSerializerFieldExtension):
    """One of a few words."""

    target_class = "league.api.fields.WordField"
    target: WordField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """The words."""
        return {"type": "string", "enum": list(self.target.choices)}


class WholesExtension(OpenApiSerializerFieldExtension):
    """A list of whole numbers."""

    target_class = "league.api.fields.WholesField"
    target: WholesField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """How many there may be, and their bounds."""
        items = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}
        return {"type": "array", "maxItems": self.target.most, "items": items}


class TextExtension(OpenApiSerializerFieldExtension):
    """A text that is not empty."""

    target_class = "league.api.fields.TextField"
    target: TextField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> Schema:
        """Its length."""
        return {"type": "string", "pattern": r"\S", "maxLength": LONGEST_TEXT}


class BrowserScheme(OpenApiAuthenticationExtension):
    """The log-in of the pages."""

    target_class = "league.api.authentication.BrowserAuthentication"
    name = "cookieAuth"

    def get_security_definition(self, auto_schema: AutoSchema) -> Schema:
        """The session's cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
