"""Right sheets of every game, spoilt: each spoilt value is named where it stands, and nothing is scored beside it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES
from scoring.columns import list_columns
from scoring.json_text import read_json
from scoring.reading import read_entry, read_sheet
from scoring.result import score_sheet
from scoring.rows import join_cells, read_cells
from scoring.values import RepeatedKeys
from tests.scoring.test_faults import check_answer, list_places, put
from tests.strategies import junk, make_sheet_game, of_each_game, sheets

Path = tuple[Any, ...]

every_game = pytest.mark.parametrize("key", sorted(GAMES))


def draw_sheet(data: st.DataObject, key: str) -> dict[str, Any]:
    """A right sheet with something of everything: names, and a ruling and a misdeal among the deals."""
    sheet: dict[str, Any] = data.draw(sheets(key))
    game = make_sheet_game(sheet)
    ruling = {"points": {game.sides[0]: 0}, "reason": "Late", "by": "Ann"}
    names = {seat: f"Player {seat}" for seat in game.seats}
    return {**sheet, "seats": names, "deals": [{"ruling": ruling}, *sheet["deals"]]}


def list_leaves(sheet: dict[str, Any]) -> list[Path]:
    """The places of everything that is no list and no object, but for the game, without which nothing can be read."""
    return [path for path in list_places(sheet) if path != ("game",) and not isinstance(take(sheet, path), dict | list)]


def take(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value


def locate(path: Path) -> tuple[int | None, str]:
    """How a fault says where it is: the deal's place from 1, and the way to the field in it."""
    if path[0] == "deals" and len(path) > 1:
        return path[1] + 1, ".".join(map(str, path[2:])) or "deal"
    return None, ".".join(map(str, path))


def list_disguises(value: Any) -> list[Any]:
    """The value in other clothes, none of which is right: a number as text or with a fraction, true as 1, in a list."""
    others: list[Any] = [None, [value], {"value": value}, [], {}, 0.5, float("nan"), float("inf")]
    if isinstance(value, bool):
        return [*others, int(value), str(value).lower()]
    if isinstance(value, int):
        return [*others, str(value), float(value), bool(value)]
    return [*others, 1, True]


def read_places(result: dict[str, Any]) -> set[tuple[int | None, str]]:
    check_answer(result)
    return {(fault["deal"], fault["field"]) for fault in result.get("errors", [])}


@every_game
@of_each_game
@given(data=st.data())
def test_every_value_in_a_wrong_dress_is_named(key: str, data: st.DataObject) -> None:
    sheet = draw_sheet(data, key)
    assert "errors" not in score_sheet(sheet)
    path = data.draw(st.sampled_from(list_leaves(sheet)))
    for disguise in list_disguises(take(sheet, path)):
        assert locate(path) in read_places(score_sheet(put(sheet, path, disguise))), disguise


@every_game
@of_each_game
@given(data=st.data())
def test_all_of_several_faults_are_named(key: str, data: st.DataObject) -> None:
    """Values of a wrong type, keys that do not exist, entries that are none or say nothing: whatever else is wrong.

    Not the number of players: while that is unclear nobody knows which seats there are.
    """
    sheet = draw_sheet(data, key)
    leaves = st.sampled_from([path for path in list_leaves(sheet) if path != ("players",)])
    spoilt, expected = copy.deepcopy(sheet), set()
    for path in data.draw(st.lists(leaves, unique=True, min_size=2, max_size=6)):
        spoilt = put(spoilt, path, data.draw(st.sampled_from([None, 0.5, ["x"]])))
        expected.add(locate(path))
    for path in data.draw(st.lists(st.sampled_from(list_objects(spoilt)), unique=True, max_size=3)):
        spoilt = put(spoilt, (*path, "colour"), "red") if path else {**spoilt, "colour": "red"}
        expected.add(locate((*path, "colour")))
    spoilt["deals"] = [{}, *spoilt["deals"], 5, {"ruling": {"points": {}}}, {}]
    expected = {(place and place + 1, field) for place, field in expected}
    last = len(spoilt["deals"])
    found = read_places(score_sheet(spoilt))
    assert expected | {(last - 2, "deal"), (last - 1, "ruling.reason")} <= found
    if not any(field.startswith(("options", "preset")) for _place, field in expected):
        assert {1, last} <= {place for place, _field in found}  # refused under these house rules, perhaps not under any


@every_game
@of_each_game
@given(data=st.data())
def test_every_key_said_twice_is_named(key: str, data: st.DataObject) -> None:
    sheet = draw_sheet(data, key)
    path = data.draw(st.sampled_from([path for path in list_objects(sheet) if take(sheet, path)]))
    plain = take(sheet, path)
    twice = RepeatedKeys(plain)
    twice.repeated = (data.draw(st.sampled_from(sorted(plain))),)
    assert read_places(score_sheet(put(sheet, path, twice))) == {locate((*path, *twice.repeated))}


@every_game
@of_each_game
@given(data=st.data())
def test_what_is_added_to_a_right_sheet_is_refused_or_scored_whole(key: str, data: st.DataObject) -> None:
    """Entries moved, doubled, dropped or mixed: an answer with faults only, or the score of just that sheet."""
    sheet = draw_sheet(data, key)
    deals = data.draw(
        st.permutations(sheet["deals"] + data.draw(st.lists(st.sampled_from(sheet["deals"]), max_size=3)))
    )
    merged = {**deals[0], **deals[-1]}
    changed = {**sheet, "deals": [*deals, merged][: data.draw(st.integers(0, len(deals) + 1))]}
    result = score_sheet(changed)
    check_answer(result)
    if "errors" not in result:
        assert len(result["deals"]) == len(changed["deals"])
        read, faults = read_sheet(changed)
        assert read is not None
        assert not faults


@every_game
@of_each_game
@given(data=st.data())
def test_junk_anywhere(key: str, data: st.DataObject) -> None:
    sheet: Any = draw_sheet(data, key)
    for _change in range(data.draw(st.integers(1, 4))):
        places = list(list_places(sheet))
        sheet = put(sheet, data.draw(st.sampled_from(places)), data.draw(junk))
    check_answer(score_sheet(sheet))


@every_game
@of_each_game
@given(data=st.data())
def test_brackets_without_end_anywhere(key: str, data: st.DataObject) -> None:
    """As deep as parsed JSON can be, at any place; and no place is too deep for the next sheet to be read."""
    sheet = draw_sheet(data, key)
    path = data.draw(st.sampled_from(list_leaves(sheet)))
    opening, closing = data.draw(st.sampled_from(["[]", ('{"a":', "}")]))
    marked = json.dumps(put(sheet, path, "HERE"))
    nested = read_json(marked.replace('"HERE"', opening * 800 + "1" + closing * 800))
    assert locate(path) in read_places(score_sheet(nested))


@every_game
@of_each_game
@given(data=st.data())
def test_junk_in_cells(key: str, data: st.DataObject) -> None:
    """Whatever a spreadsheet has in a row, it becomes an entry or a fault and never an exception."""
    kind = GAMES[key]
    game = make_sheet_game({"game": key})
    names = [column.name for column in list_columns(kind) if column.scope == "entry"]
    texts = st.text(max_size=6) | st.sampled_from(
        ["x", "+", "B+C", "N", "4", "-1", "4.0", "yes", "♥", "9" * 400, "=A1"]
    )
    cells = data.draw(st.dictionaries(st.sampled_from(names), texts, max_size=8))
    values, _faults = read_cells(kind, cells, scope="entry")
    facts, _faults = join_cells(kind, values)
    read_entry(game, facts)


def list_objects(sheet: Any) -> list[Path]:
    return [path for path in list_places(sheet) if isinstance(take(sheet, path), dict)]
