"""The same sheet, or its result, played one seat further round the table. Where sides are pairs they change places."""

from __future__ import annotations

from typing import Any

from rules.game import Game
from scoring.declared import Field, list_fields


def turn_sheet(sheet: dict[str, Any], game: Game) -> dict[str, Any]:
    """A sheet with every seat and side moved on by one seat; suits and kinds of infraction stay what they are."""
    moved = _list_moves(game)
    turned = {**sheet, "deals": [_turn_entry(entry, game, moved) for entry in sheet["deals"]]}
    for key in ("first_dealer", "warned", "seats"):
        if key in sheet:
            turned[key] = _move(sheet[key], moved)
    return turned


def turn_result(result: dict[str, Any], game: Game) -> dict[str, Any]:
    """A result with every seat and side moved on by one seat."""
    moved = _list_moves(game)
    return {key: value if key in ("id", "game", "preset") else _move(value, moved) for key, value in result.items()}


def drop_order(value: Any) -> Any:
    """A result without its sentences, which name seats, and without the order of sides, which turning changes."""
    if isinstance(value, dict):
        return {key: drop_order(inner) for key, inner in sorted(value.items()) if key != "text"}
    if isinstance(value, list):
        inner = [drop_order(part) for part in value]
        is_deals = any(isinstance(part, dict) and "lines" in part for part in inner)
        return inner if is_deals else sorted(inner, key=repr)
    return value


def _list_moves(game: Game) -> dict[str, str]:
    seats = {seat: game.seat_after(seat) for seat in game.seats}
    return {side: game.side_of(seats[game.seats_of(side)[0]]) for side in game.sides} | seats


def _move(value: Any, moved: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {moved.get(key, key): _move(inner, moved) for key, inner in value.items()}
    if isinstance(value, list):
        return [_move(inner, moved) for inner in value]
    return moved.get(value, value) if isinstance(value, str) else value


def _turn_entry(entry: dict[str, Any], game: Game, moved: dict[str, str]) -> dict[str, Any]:
    if "ruling" in entry:
        ruling = entry["ruling"]
        figures = {key: _move(ruling[key], moved) for key in ("points", "setbacks") if key in ruling}
        return {"ruling": {**ruling, **figures}}
    turned = _turn_facts(entry, list_fields(game.Deal), moved)
    return {**turned, "dealer": moved[entry["dealer"]]} if "dealer" in entry else turned


def _turn_facts(facts: dict[str, Any], fields: tuple[Field, ...], moved: dict[str, str]) -> dict[str, Any]:
    turned = dict(facts)
    for field in fields:
        if field.name not in facts:
            continue
        value = facts[field.name]
        if field.kind == "records":
            turned[field.name] = [_turn_facts(record, field.fields, moved) for record in value]
        elif field.kind in ("seat", "seats", "side", "sides"):
            turned[field.name] = _move(value, moved)
        elif field.kind == "side_records":
            turned[field.name] = {moved[side]: record for side, record in value.items()}
    return turned
