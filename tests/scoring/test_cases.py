"""Agreed cases from outside this project: sheets with their results, and a real game.

They lie in a folder beside this checkout and are not part of it; where it is missing these tests are skipped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.catalog import GAMES
from scoring.result import score_sheet


def read_result(result: dict[str, Any], key: str) -> Any:
    """What a result says about a key of the expectations: `points` of each entry, `net` of a settlement."""
    if key == "points":
        return [entry["points"] for entry in result["deals"]]
    if key == "net":
        return result["settlement"]["net"]
    return result[key]


@pytest.mark.parametrize("name", ["worked", "random"])
def test_agreed_cases(shared_folder: Path, name: str) -> None:
    lines = (shared_folder / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["sheet"]["game"] in GAMES]
    assert cases
    for case in cases:
        result = score_sheet(case["sheet"])
        if "error" in case["expect"]:
            assert result["errors"], case["sheet"]["id"]
            continue
        assert "errors" not in result, case["sheet"]["id"]
        expected = case["expect"]
        assert {key: read_result(result, key) for key in expected} == expected, case["sheet"]["id"]
        if "winner" in expected:
            assert ("margin" in result, "settlement" in result) == ("margin" in expected, "margin" in expected)


def test_a_real_final(shared_folder: Path) -> None:
    sheet = json.loads((shared_folder / "real" / "euchre-final.sheet.json").read_text(encoding="utf-8"))
    result = score_sheet(sheet)
    assert result["totals"] == {"NS": 8, "EW": 10}
    assert result["winner"] == "EW"
    assert result["finished"]
    assert len(result["deals"]) == 13
    assert [deal["dealer"] for deal in result["deals"]] == [deal["dealer"] for deal in sheet["deals"]]
    from_first_dealer = {**sheet, "first_dealer": "S", "deals": [{**deal} for deal in sheet["deals"]]}
    for deal in from_first_dealer["deals"][1:4]:
        del deal["dealer"]
    assert score_sheet(from_first_dealer) == result
