"""The schemas of sheets, entries and results, written out piece by piece."""

from __future__ import annotations

from typing import Any

from rules.catalog import make_game
from scoring.json_schema import write_entry_schema, write_result_schema, write_sheet_schema

LAND_GRANT = make_game("land-grant-euchre")
GRAND = make_game("grand")
SEVEN = make_game("seven-handed-euchre")
YUKON = make_game("yukon")

SEAT = {"type": "string", "enum": ["N", "E", "S", "W"]}
SUIT = {"type": "string", "enum": ["C", "D", "H", "S"]}
TEXT = {"type": "string", "maxLength": 500}
FIGURE = {"type": "integer", "minimum": -9999, "maximum": 9999}


def make_object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**schema, "required": list(required)} if required else schema


def make_figures(figure: dict[str, Any], *required: str) -> dict[str, Any]:
    return make_object({"NS": figure, "EW": figure}, *required)


def without_titles(schema: Any) -> Any:
    """A schema without its headings, which tests of the games and of their words are about."""
    if isinstance(schema, dict):
        return {
            key: without_titles(value) for key, value in schema.items() if key != "title" or isinstance(value, dict)
        }
    return [without_titles(value) for value in schema] if isinstance(schema, list) else schema


MISDEAL = make_object({"misdeal": {"type": "boolean", "const": True}, "dealer": SEAT}, "misdeal")


def make_ruling(figures: dict[str, Any]) -> dict[str, Any]:
    reason = {**TEXT, "pattern": r"\S"}
    return make_object({"ruling": make_object({**figures, "reason": reason, "by": TEXT}, "reason")}, "ruling")


def test_an_entry_of_land_grant_euchre() -> None:
    kinds = ["renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"]
    infraction = make_object({"kind": {"type": "string", "enum": kinds}, "offender": SEAT}, "kind", "offender")
    deal = make_object(
        {
            "dealer": SEAT,
            "misdeal": {"type": "boolean", "const": False},
            "maker": SEAT,
            "alone": {"type": "boolean", "default": False},
            "tricks": {"type": "integer", "minimum": 0, "maximum": 5},
            "suit": SUIT,
            "round": {"type": "integer", "minimum": 1, "maximum": 2},
            "turned_down": SUIT,
            "infractions": {"type": "array", "items": infraction},
        }
    )
    ruling = make_ruling({"points": make_figures(FIGURE)})
    assert without_titles(write_entry_schema(LAND_GRANT)) == {"oneOf": [deal, MISDEAL, ruling]}


def test_a_ruling_where_setbacks_count() -> None:
    _deal, misdeal, ruling = write_entry_schema(GRAND)["oneOf"]
    assert misdeal == MISDEAL
    assert ruling == make_ruling({"points": make_figures(FIGURE), "setbacks": make_figures(FIGURE)})


def test_fields_of_sides_and_lists_of_seats() -> None:
    facts = write_entry_schema(YUKON)["oneOf"][0]["properties"]
    sides = ["NS", "EW", "A", "B", "C", "D", "E"]
    assert without_titles(facts["ace_of_spades"]) == {"type": "string", "enum": sides}
    assert list(facts["points"]["properties"]) == list(facts["cards"]["properties"]) == sides
    assert facts["points"]["properties"]["B"] == {"type": "integer", "minimum": 0, "maximum": 128}
    assert without_titles(facts["cards"]["properties"]["B"]["properties"]["tens"]) == {
        "type": "integer", "minimum": 0, "maximum": 4, "default": 0,
    }  # fmt: skip
    partners = write_entry_schema(SEVEN)["oneOf"][0]["properties"]["partners"]
    assert without_titles(partners) == {"type": "array", "items": {"type": "string", "enum": [*"ABCDEFG"]}}


def test_a_sheet() -> None:
    schema = write_sheet_schema(LAND_GRANT, entry={"$ref": "entry"})
    properties = schema["properties"]
    options = properties.pop("options")
    assert schema == make_object(
        {
            "id": {"type": "string"},
            "game": {"type": "string", "const": "land-grant-euchre"},
            "preset": {"type": "string", "enum": ["league", "fair-renege"]},
            "seats": make_object(dict.fromkeys("NESW", TEXT)),
            "first_dealer": SEAT,
            "finished": {"type": "boolean", "default": False},
            "warned": {"type": "array", "items": {"type": "string", "enum": ["NS", "EW", "N", "E", "S", "W"]}},
            "deals": {"type": "array", "items": {"$ref": "entry"}},
        },
        "game",
        "deals",
    )
    assert options["type"] == "object"
    assert without_titles(options["properties"]["loner_renege_by_defender"]) == {
        "type": "integer", "enum": [2, 4], "default": 2,
    }  # fmt: skip
    whole = write_sheet_schema(GRAND)["properties"]
    assert whole["deals"]["items"] == write_entry_schema(GRAND)
    assert "warned" not in whole
    assert "players" not in whole
    assert write_sheet_schema(YUKON)["properties"]["players"]["enum"] == [2, 3, 4, 5]


def make_result(preset: list[str], key: str, *, setbacks: bool) -> dict[str, Any]:
    figures = make_figures({"type": "integer"}, "NS", "EW")
    ticks = {"setbacks": figures} if setbacks else {}
    texts = {"code": {"type": "string"}, "text": {"type": "string"}}
    line = {"side": {"type": "string", "enum": ["NS", "EW"]}, "points": {"type": "integer"}, **texts}
    dealer = {"type": ["string", "null"], "enum": ["N", "E", "S", "W", None]}
    deal = {
        "number": {"type": ["integer", "null"]},
        "dealer": dealer,
        "points": figures,
        **ticks,
        "totals": figures,
        "lines": {"type": "array", "items": make_object(line, *line)},
    }
    result = {
        "id": {"type": ["string", "null"]},
        "game": {"type": "string", "const": key},
        "preset": {"type": "string", "enum": preset},
        "deals": {"type": "array", "items": make_object(deal, *deal)},
        "totals": figures,
        **ticks,
        "finished": {"type": "boolean"},
        "winner": {"type": ["string", "null"], "enum": ["NS", "EW", None]},
    }
    return {**make_object(result, *result), "additionalProperties": True}


def test_a_result() -> None:
    presets = ["league", "fair-renege"]
    assert write_result_schema(LAND_GRANT) == make_result(presets, "land-grant-euchre", setbacks=False)
    assert write_result_schema(GRAND) == make_result(["recommended", "english", "russian"], "grand", setbacks=True)
    assert "required" not in write_result_schema(YUKON)["properties"]["totals"]
