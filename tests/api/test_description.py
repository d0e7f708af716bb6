"""The committed description of the API is that of the code, and is itself in order."""

from __future__ import annotations

from io import StringIO

import jsonschema  # type: ignore[import-untyped]
import pytest
import yaml
from django.core.management import call_command
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES, make_game
from rules.game import Game
from scoring.json_schema import write_entry_schema, write_result_schema, write_sheet_schema
from scoring.reading import read_entry
from scoring.result import score_sheet
from tests.api.contract import DESCRIPTION, list_operations, read_description

GAME_LIST = [make_game(key) for key in GAMES]


def test_the_committed_description_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    assert yaml.safe_load(out.getvalue()) == read_description(), (
        f"run manage.py spectacular --validate --fail-on-warn --file {DESCRIPTION.relative_to(DESCRIPTION.parents[2])}"
    )


def test_the_site_serves_the_same_description() -> None:
    served = Client().get("/api/v1/schema/", headers={"Accept": "application/json"}).json()
    assert served["paths"].keys() == read_description()["paths"].keys()
    assert served["components"]["schemas"] == read_description()["components"]["schemas"]


@pytest.mark.parametrize("lang", ["xx", "../../x", "\x00", "ru"])
def test_a_language_in_the_address_changes_nothing(lang: str) -> None:
    assert Client().get("/api/v1/schema/", {"lang": lang}).status_code == 200


def test_every_refusal_has_one_shape() -> None:
    for method, path in list_operations():
        for status, answer in read_description()["paths"][path][method.lower()]["responses"].items():
            if int(status) >= 400:
                name = answer["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                assert name in ("Refusal", "Conflict", "FaultySheet"), (method, path, status)


@pytest.mark.parametrize("game", GAME_LIST, ids=lambda game: game.key)
def test_each_game_has_schemas_of_its_own(game: Game) -> None:
    schemas = read_description()["components"]["schemas"]
    name = type(game).__name__
    assert schemas[f"{name}Entry"] == write_entry_schema(game)
    assert schemas[f"{name}Sheet"]["properties"]["game"]["const"] == game.key
    assert schemas["Sheet"]["discriminator"]["mapping"][game.key].endswith(f"/{name}Sheet")
    for schema in (write_sheet_schema(game), write_entry_schema(game), write_result_schema(game)):
        jsonschema.Draft202012Validator.check_schema(schema)


LETTERS = st.sampled_from([*"NESWCDHSQ", "NS", "EW", "renege", "table_talk", "", "x"])
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-2, 7), LETTERS)
KEYS = st.sampled_from(
    ["maker", "alone", "tricks", "suit", "round", "turned_down", "dealer", "misdeal", "infractions", "trump", "ruling"]
)
RECORDS = st.lists(st.dictionaries(st.sampled_from(["kind", "offender", "who"]), VALUES, max_size=3), max_size=2)
RULINGS = st.fixed_dictionaries(
    {"reason": st.one_of(VALUES, st.just("cards exposed"))},
    optional={"points": st.dictionaries(st.sampled_from(["NS", "EW", "N"]), VALUES, max_size=2), "by": VALUES},
)


@given(st.dictionaries(KEYS, st.one_of(VALUES, RECORDS, RULINGS), max_size=5))
def test_the_schema_takes_what_the_reader_takes(entry: dict[str, object]) -> None:
    game = make_game("land-grant-euchre")
    _read, faults = read_entry(game, entry)
    is_valid = jsonschema.Draft202012Validator(write_entry_schema(game)).is_valid(entry)
    assert is_valid == (not faults), (entry, faults)


def test_results_are_as_described() -> None:
    game = make_game("land-grant-euchre")
    sheet = {
        "game": game.key,
        "deals": [{"maker": "N", "tricks": 5}, {"misdeal": True}, {"ruling": {"points": {"EW": 2}, "reason": "late"}}],
    }
    validator = jsonschema.Draft202012Validator(write_result_schema(game))
    assert validator.is_valid(score_sheet(sheet))
    assert validator.is_valid(score_sheet({**sheet, "finished": True}))
    assert not validator.is_valid(score_sheet({**sheet, "deals": [{}]}))
