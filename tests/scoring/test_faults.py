"""Faults of a sheet: every one at once, each with its place, field, code and a sentence; never an exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.result import score_sheet
from tests.scoring.sheets import read_faults
from tests.strategies import junk, sheets

#: One of everything that a sheet can say.
RICH = {
    "id": "rich",
    "game": "land-grant-euchre",
    "preset": "fair-renege",
    "options": {"loss_of_bid": "hand_over", "loner_renege_by_defender": 2, "warning_scope": "player_per_game"},
    "seats": {"N": "Ann", "E": "Bob", "S": "Фёдор", "W": "Dee"},
    "first_dealer": "W",
    "finished": True,
    "warned": ["N"],
    "deals": [
        {"maker": "N", "alone": True, "tricks": 3, "suit": "H", "round": 2, "turned_down": "S", "dealer": "S"},
        {"maker": "E", "infractions": [{"kind": "renege", "offender": "E"}]},
        {"misdeal": True, "dealer": "N"},
        {"ruling": {"points": {"NS": 1, "EW": -1}, "reason": "Late", "by": "Ann"}},
        {"maker": "S", "tricks": 5, "infractions": [{"kind": "table_talk", "offender": "S"}]},
    ],
}

JUNK: list[Any] = [
    None, True, False, 0, 1, -1, 6, 10**30, -(10**5000), 0.5, 3.0, float("inf"), "", "N", "NS", "x" * 1000, "\ud800",
    "\0", [], [None], ["N"], [[]], {}, {"": None}, {"NS": 1}, {"kind": "renege"},
]  # fmt: skip


def list_places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from list_places(value[key], (*path, key))


def put(sheet: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of the sheet that says something else at one place."""
    if not path:
        return value
    changed = copy.deepcopy(sheet)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def check_answer(result: dict[str, Any]) -> None:
    """Either a whole score or faults with all they need, and JSON either way."""
    json.loads(json.dumps(result, allow_nan=False))
    if "errors" in result:
        assert list(result) == ["id", "errors"]
        assert result["errors"]
        for fault in result["errors"]:
            assert list(fault) == ["deal", "field", "code", "message"]
            assert fault["deal"] is None or fault["deal"] >= 1
            assert fault["field"]
            assert fault["code"]
            assert fault["message"].endswith((".", "…"))
    else:
        assert sum(result["totals"].values()) == sum(sum(deal["points"].values()) for deal in result["deals"])


def test_the_rich_sheet_is_right() -> None:
    assert "errors" not in score_sheet(RICH)


@pytest.mark.parametrize("path", [*list_places(RICH)], ids=lambda path: ".".join(map(str, path)) or "sheet")
def test_junk_at_every_place(path: tuple[Any, ...]) -> None:
    for value in JUNK:
        check_answer(score_sheet(put(RICH, path, value)))


@given(st.data())
def test_junk_anywhere(data: st.DataObject) -> None:
    sheet: Any = data.draw(sheets("land-grant-euchre"))
    for _change in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(list(list_places(sheet))))
        sheet = put(sheet, path, data.draw(junk))
    check_answer(score_sheet(sheet))


@given(junk)
def test_junk_as_a_sheet(value: Any) -> None:
    result = score_sheet(value)
    check_answer(result)
    assert "errors" in result


@pytest.mark.parametrize(
    ("path", "faults"),
    [
        ((), [(None, "sheet", "wrong_type")]),
        (("id",), [(None, "id", "wrong_type")]),
        (("game",), [(None, "game", "wrong_type")]),
        (("preset",), [(None, "preset", "wrong_type")]),
        (("options",), [(None, "options", "wrong_type")]),
        (("options", "loss_of_bid"), [(None, "options.loss_of_bid", "wrong_type")]),
        (("seats",), [(None, "seats", "wrong_type")]),
        (("seats", "S"), [(None, "seats.S", "wrong_type")]),
        (("first_dealer",), [(None, "first_dealer", "wrong_type")]),
        (("finished",), [(None, "finished", "wrong_type")]),
        (("warned",), [(None, "warned", "wrong_type")]),
        (("warned", 0), [(None, "warned.0", "wrong_type")]),
        (("deals",), [(None, "deals", "wrong_type")]),
        (("deals", 0), [(1, "deal", "wrong_type")]),
        (("deals", 0, "maker"), [(1, "maker", "wrong_type")]),
        (("deals", 0, "alone"), [(1, "alone", "wrong_type")]),
        (("deals", 0, "tricks"), [(1, "tricks", "wrong_type")]),
        (("deals", 0, "suit"), [(1, "suit", "wrong_type")]),
        (("deals", 0, "round"), [(1, "round", "wrong_type")]),
        (("deals", 0, "turned_down"), [(1, "turned_down", "wrong_type")]),
        (("deals", 0, "dealer"), [(1, "dealer", "wrong_type")]),
        (("deals", 1, "infractions"), [(2, "infractions", "wrong_type")]),
        (("deals", 1, "infractions", 0), [(2, "infractions.0", "wrong_type")]),
        (("deals", 1, "infractions", 0, "kind"), [(2, "infractions.0.kind", "wrong_type")]),
        (("deals", 1, "infractions", 0, "offender"), [(2, "infractions.0.offender", "wrong_type")]),
        (("deals", 2, "misdeal"), [(3, "misdeal", "wrong_type")]),
        (("deals", 2, "dealer"), [(3, "dealer", "wrong_type")]),
        (("deals", 3, "ruling"), [(4, "ruling", "wrong_type")]),
        (("deals", 3, "ruling", "points"), [(4, "ruling.points", "wrong_type")]),
        (("deals", 3, "ruling", "points", "NS"), [(4, "ruling.points.NS", "wrong_type")]),
        (("deals", 3, "ruling", "reason"), [(4, "ruling.reason", "wrong_type")]),
        (("deals", 3, "ruling", "by"), [(4, "ruling.by", "wrong_type")]),
    ],
    ids=lambda value: ".".join(map(str, value)) if isinstance(value, tuple) else "",
)
@pytest.mark.parametrize("value", [None, 0.5], ids=["null", "fraction"])
def test_null_and_fractions_are_the_wrong_type_everywhere(
    path: tuple[Any, ...], faults: list[tuple[int | None, str, str]], value: Any
) -> None:
    assert read_faults(score_sheet(put(RICH, path, value))) == faults
