"""JSON Schema of score sheets and their entries, made from the declared fields of a game.

It says what `scoring.reading` takes; faults that depend on the deal or on the score so far only the rules find.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import structs

from rules.game import Game
from scoring.declared import (
    PLAYERS,
    Field,
    find_field,
    list_all_seats,
    list_all_sides,
    list_fields,
    list_house_rules,
)
from scoring.values import LONGEST_TEXT, WIDEST
from scoring.wording import Translate, keep_english

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string", "maxLength": LONGEST_TEXT}
_JSON_TYPES: Mapping[type, str] = {str: "string", int: "integer", type(None): "null"}
_REQUIRED_TEXT: Schema = {**_TEXT, "pattern": r"\S"}


def write_sheet_schema(game: Game, *, entry: Schema | None = None, translate: Translate = keep_english) -> Schema:
    """The schema of a sheet of one game. `entry` may stand for that of its entries, such as a reference to it."""
    rules = list_house_rules(type(game))
    properties: Schema = {
        "id": {"type": "string"},
        "game": {"type": "string", "const": game.key},
        "preset": _write_choice(game.presets),
        "options": _write_object({rule.name: _write_field(rule, game, translate) for rule in rules}),
    }
    players = find_field(type(game), PLAYERS)
    if players is not None:
        properties[PLAYERS] = _write_field(players, game, translate)
    seats, sides = list_all_seats(type(game)), list_all_sides(type(game))
    properties |= {
        "seats": _write_object(dict.fromkeys(seats, _TEXT)),
        "first_dealer": _write_choice(seats),
        "finished": {"type": "boolean", "default": False},
    }
    if game.carries_warnings:
        properties["warned"] = {"type": "array", "items": _write_choice(dict.fromkeys((*sides, *seats)))}
    entry = entry or write_entry_schema(game, translate=translate)
    properties["deals"] = {"type": "array", "items": entry}
    return _write_object(properties, required=("game", "deals"))


def write_entry_schema(game: Game, *, translate: Translate = keep_english) -> Schema:
    """The schema of one entry: a deal, a misdeal or a ruling."""
    return {"oneOf": [_write_deal(game, translate), _write_misdeal(game), _write_ruling(game)]}


def _write_deal(game: Game, translate: Translate) -> Schema:
    fields = list_fields(game.Deal)
    properties: Schema = {"dealer": _write_seat(game), "misdeal": {"type": "boolean", "const": False}}
    properties |= {field.name: _write_field(field, game, translate) for field in fields}
    return _write_object(properties, required=tuple(field.name for field in fields if field.required))


def _write_misdeal(game: Game) -> Schema:
    return _write_object(
        {"misdeal": {"type": "boolean", "const": True}, "dealer": _write_seat(game)}, required=("misdeal",)
    )


def _write_ruling(game: Game) -> Schema:
    figure = {"type": "integer", "minimum": -WIDEST, "maximum": WIDEST}
    figures = _write_object(dict.fromkeys(list_all_sides(type(game)), figure))
    properties: Schema = {"points": figures}
    if game.counts_setbacks:
        properties["setbacks"] = figures
    properties |= {"reason": _REQUIRED_TEXT, "by": _TEXT}
    return _write_object({"ruling": _write_object(properties, required=("reason",))}, required=("ruling",))


def _write_field(field: Field, game: Game, translate: Translate) -> Schema:
    schema = _write_kind(field, game, translate)
    schema["title"] = translate(field.title)
    if field.default not in (None, ()):
        schema["default"] = field.default
    return schema


def _write_kind(field: Field, game: Game, translate: Translate) -> Schema:
    if field.kind == "whole":
        bounds = {"minimum": field.low, "maximum": field.high}
        return {"type": "integer", **{name: bound for name, bound in bounds.items() if bound is not None}}
    if field.kind == "flag":
        return {"type": "boolean"}
    if field.kind == "choice":
        return _write_choice(field.choices)
    if field.kind == "seat":
        return _write_seat(game)
    if field.kind == "side":
        return _write_side(game)
    if field.kind == "seats":
        return {"type": "array", "items": _write_seat(game)}
    if field.kind == "records":
        return {"type": "array", "items": _write_record(field, game, translate)}
    if field.kind == "sides":
        figure = _write_kind(structs.replace(field, kind="whole"), game, translate)
        return _write_object(dict.fromkeys(list_all_sides(type(game)), figure))
    if field.kind == "side_records":
        return _write_object(dict.fromkeys(list_all_sides(type(game)), _write_record(field, game, translate)))
    return dict(_TEXT)


def _write_record(field: Field, game: Game, translate: Translate) -> Schema:
    parts = {part.name: _write_field(part, game, translate) for part in field.fields}
    return _write_object(parts, required=tuple(part.name for part in field.fields if part.required))


def _write_choice(values: Iterable[int | str | None]) -> Schema:
    values = list(values)
    types = list(dict.fromkeys(_JSON_TYPES[type(value)] for value in values))
    return {"type": types if len(types) > 1 else types[0], "enum": values}


def _write_seat(game: Game) -> Schema:
    return _write_choice(list_all_seats(type(game)))


def _write_side(game: Game) -> Schema:
    return _write_choice(list_all_sides(type(game)))


def _write_object(properties: Mapping[str, Schema], *, required: tuple[str, ...] = ()) -> Schema:
    schema: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def write_result_schema(game: Game) -> Schema:
    """The schema of a sheet's result; a game's own honours, such as high scores, stand beside what is named here."""
    seats, sides = list_all_seats(type(game)), list_all_sides(type(game))
    required = () if game.player_counts else sides
    figures = _write_object({side: {"type": "integer"} for side in sides}, required=required)
    setbacks = {"setbacks": figures} if game.counts_setbacks else {}
    line: Schema = {
        "side": _write_choice(sides),
        "points": {"type": "integer"},
        "code": {"type": "string"},
        "text": {"type": "string"},
    }
    deal: Schema = {
        "number": {"type": ["integer", "null"]},
        "dealer": _write_choice((*seats, None)),
        "points": figures,
        **setbacks,
    }
    deal |= {"totals": figures, "lines": {"type": "array", "items": _write_object(line, required=tuple(line))}}
    properties: Schema = {
        "id": {"type": ["string", "null"]},
        "game": {"type": "string", "const": game.key},
        "preset": _write_choice(game.presets),
        "deals": {"type": "array", "items": _write_object(deal, required=tuple(deal))},
        "totals": figures,
        **setbacks,
        "finished": {"type": "boolean"},
        "winner": _write_choice((*sides, None)),
    }
    return {**_write_object(properties, required=tuple(properties)), "additionalProperties": True}
