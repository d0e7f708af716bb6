"""Scoring without storing: the same answers as `manage.py score --json`, whatever is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from rest_framework.test import APIClient

from league.api.json_body import LONGEST_BODY
from league.api.views.score import MOST_ENTRIES
from scoring.files import read_json_sheets
from scoring.result import score_sheet, work_out, write_worked_out
from tests.api.conftest import Ask, list_codes
from tests.api.contract import ContractClient

pytestmark = pytest.mark.django_db

GAME = "land-grant-euchre"
MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
SHEET: dict[str, Any] = {"id": "a", "game": GAME, "deals": [MARCH, {"misdeal": True}]}

#: A sheet at fault in each way that there is, and some in several.
FAULTY: list[Any] = [
    {},
    {"game": "whist", "deals": []},
    {"game": GAME},
    {"game": GAME, "deals": {}},
    {"game": GAME, "deals": [], "extra": 1},
    {"game": GAME, "deals": [], "id": 7},
    {"game": GAME, "deals": [], "id": True},
    {"game": GAME, "deals": [], "id": [1]},
    {"game": GAME, "deals": [], "preset": "none", "options": {"warning_scope": 1, "nothing": 2}},
    {"game": GAME, "deals": [], "options": []},
    {"game": GAME, "deals": [], "players": 4, "warned": ["N"], "first_dealer": "Q", "finished": 1},
    {"game": GAME, "deals": [], "seats": {"N": 5, "Q": "x", "S": "a\x00b", "E": "x" * 501}},
    {"game": GAME, "deals": [7, None, [], "x", True]},
    {"game": GAME, "deals": [{}, {"maker": "N"}, {"tricks": 5}, {"maker": "Q", "tricks": -1}]},
    {"game": GAME, "deals": [{"maker": True, "tricks": 2.0, "alone": 1, "suit": "c", "round": None}]},
    {"game": GAME, "deals": [{"maker": "N", "tricks": 10**50}, {"maker": "N", "tricks": 1e300}]},
    {"game": GAME, "deals": [{"maker": "N", "tricks": 5, "trump": "S", "\ud800": 1, "x" * 300: 1}]},
    {"game": GAME, "deals": [{"maker": "N", "tricks": 5, "infractions": "renege"}]},
    {"game": GAME, "deals": [{"maker": "N", "infractions": [{"kind": "x"}, 5, {"offender": "N", "who": 1}]}]},
    {"game": GAME, "deals": [{"misdeal": 1}, {"misdeal": True, "maker": "N"}]},
    {"game": GAME, "deals": [{"ruling": {}}, {"ruling": 1}, {"ruling": {"points": {"N": 1}, "reason": ""}}]},
    {"game": GAME, "deals": [{"ruling": {"points": {"NS": True, "EW": 10**6}, "reason": "a\x00"}, "maker": "N"}]},
    {"game": GAME, "deals": [*[{"maker": "N", "alone": True, "tricks": 5}] * 3, MARCH]},
    5,
    "x",
    None,
    True,
    [],
]


@pytest.mark.parametrize("sheet", FAULTY, ids=range(len(FAULTY)))
def test_every_fault_is_that_of_the_command(sheet: Any, ask: Ask) -> None:
    expected = json.loads(json.dumps(score_sheet(sheet)))
    (answer,) = ask("POST", "score", body=[sheet]).json()
    assert answer == expected
    assert answer["errors"]
    assert all(set(fault) == {"deal", "field", "code", "message"} for fault in answer["errors"])


@pytest.mark.parametrize("sheet", [sheet for sheet in FAULTY if isinstance(sheet, dict) and sheet], ids=repr)
def test_one_sheet_at_fault_is_a_422(sheet: Any, ask: Ask) -> None:
    answer = ask("POST", "score", body=sheet)
    assert answer.status_code == 422
    assert answer.json() == json.loads(json.dumps(score_sheet(sheet)))


@pytest.mark.parametrize("text", ["", "a\x00b", "half \ud800", "x" * 5000, "\u2028", "Ф♠"])
def test_an_id_may_be_any_text(text: str, ask: Ask) -> None:
    assert ask("POST", "score", body={**SHEET, "id": text}).json()["id"] == text


def test_one_sheet_gives_its_result(ask: Ask) -> None:
    answer = ask("POST", "score", body=SHEET)
    assert (answer.status_code, answer.json()) == (200, score_sheet(SHEET))
    assert APIClient().post("/api/v1/score/", SHEET, format="json").json() == answer.json()


def test_a_list_gives_a_list_in_order(ask: Ask) -> None:
    answer = ask("POST", "score", body=[SHEET, {}, {**SHEET, "id": "b"}])
    assert answer.status_code == 200
    assert answer.json() == [score_sheet(SHEET), score_sheet({}), score_sheet({**SHEET, "id": "b"})]
    assert ask("POST", "score", body=[]).json() == []


def test_the_agreed_cases_come_out_as_expected(shared_folder: Path, ask: Ask) -> None:
    """Reads ../shared/cases, which may lie beside this checkout."""
    for name in ("worked", "random"):
        lines = (shared_folder / "cases" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
        sheets = [case["sheet"] for case in map(json.loads, lines) if case["sheet"]["game"] == GAME]
        assert sheets
        for start in range(0, len(sheets), 100):
            part = sheets[start : start + 100]
            expected = [score_sheet(sheet) for sheet in part]
            assert ask("POST", "score", body=part).json() == json.loads(json.dumps(expected))


def test_the_real_final_is_scored(shared_folder: Path) -> None:
    """Reads ../shared/real, which may lie beside this checkout."""
    content = (shared_folder / "real" / "euchre-final.sheet.json").read_bytes()
    answer = ContractClient().generic("POST", "/api/v1/score", content, content_type="application/json")
    assert (answer.json()["totals"], answer.json()["winner"]) == ({"NS": 8, "EW": 10}, "EW")
    (sheet,) = read_json_sheets(content)
    assert answer.json() == write_worked_out(work_out(sheet))


def test_a_key_that_stands_twice_is_a_fault() -> None:
    content = b'{"game": "land-grant-euchre", "deals": [{"maker": "N", "tricks": 3, "tricks": 4}]}'
    answer = ContractClient().generic("POST", "/api/v1/score", content, content_type="application/json")
    assert list_codes(answer) == [("tricks", "repeated_key")]


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"{", 400, "not_json"),
        (b"", 400, "not_json"),
        (b'{"game": NaN}', 400, "not_json"),
        (b"[" * 100_000, 400, "not_json"),
        (b'{"a":' * 30_000, 400, "not_json"),
        (b'"\xff"', 400, "not_json"),
        (b'{"id": "\x00"}', 400, "not_json"),
        (b'{"game": "land-grant-euchre", "deals": [' + b"9" * 10_000 + b"]}", 422, "wrong_type"),
        (b" " * (LONGEST_BODY + 1), 413, "too_large"),
    ],
)
def test_what_cannot_be_read_is_explained(content: bytes, status: int, code: str) -> None:
    answer = ContractClient().generic("POST", "/api/v1/score", content, content_type="application/json")
    assert answer.status_code == status
    assert code in {fault["code"] for fault in answer.json()["errors"]}


def test_a_body_beyond_every_limit_is_not_read_at_all() -> None:
    content = b" " * (settings.UPLOAD_MAX_BYTES + 100_000)
    answer = ContractClient().generic("POST", "/api/v1/score", content, content_type="application/json")
    assert (answer.status_code, list_codes(answer)) == (413, [(None, "too_large")])


def test_only_json_is_taken() -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        answer = ContractClient().generic("POST", "/api/v1/score", b"x", content_type=kind)
        assert (answer.status_code, list_codes(answer)) == (415, [(None, "unsupported_media_type")]), kind


def test_too_many_entries_are_sent_in_parts(ask: Ask) -> None:
    sheet = {**SHEET, "deals": [{"misdeal": True}] * (MOST_ENTRIES // 2)}
    assert ask("POST", "score", body=[sheet, sheet]).status_code == 200
    answer = ask("POST", "score", body=[sheet, sheet, SHEET])
    assert (answer.status_code, list_codes(answer)) == (413, [(None, "too_large")])


def test_a_logged_in_browser_needs_no_csrf_token_here(admin_user: User) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(admin_user)
    assert client.post("/api/v1/score", SHEET, format="json").status_code == 200


def test_one_address_can_ask_only_so_often(ask: Ask) -> None:
    cache.clear()
    statuses = [ask("POST", "score", body=[]).status_code for _ in range(61)]
    assert statuses == [200] * 60 + [429]
    answer = ask("POST", "score", body=[])
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert list_codes(answer) == [(None, "throttled")]
