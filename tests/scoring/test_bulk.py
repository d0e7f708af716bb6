"""Scoring in bulk: the same lines as sheet by sheet, in the same order, with the faults in their places."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import bulk
from scoring.bulk import cut_up, score_lines, score_sheets
from scoring.files import JsonLines, list_sheets, read_json_file
from scoring.result import score_sheet
from tests.scoring.sheets import climb, make_sheet, play
from tests.scoring.test_strict import changed_sheets
from tests.strategies import sheets

GOOD = make_sheet(play("N", 3), id="good")
FORMLESS = make_sheet(play("N", 6), id="formless")
LATE = make_sheet(*climb(NS=9), play("N", 5), play("N", 3), id="late")


def write_lines(*sheets: Any) -> bytes:
    return "".join(json.dumps(sheet) + "\n" for sheet in sheets).encode()


def score(text: bytes, *, processes: int = 1, source: str = "") -> tuple[bytes, bool]:
    scored = list(score_sheets(read_json_file(text), processes=processes, source=source))
    return b"".join(part.lines for part in scored), any(part.has_faults for part in scored)


def score_one_by_one(text: bytes) -> bytes:
    """What scoring sheet by sheet says, each result encoded by itself."""
    results = [msgspec.json.encode(score_sheet(raw)) for raw in list_sheets(read_json_file(text))]
    return b"".join(result + b"\n" for result in results)


@given(st.lists(sheets() | changed_sheets(), max_size=4))
def test_bulk_says_what_sheet_by_sheet_says(several: list[Any]) -> None:
    text = b"".join(json.dumps(sheet).encode() + b"\n" for sheet in several) + write_lines(GOOD, GOOD)
    lines, has_faults = score(text)
    assert lines == score_one_by_one(text)
    assert has_faults == any("errors" in json.loads(line) for line in lines.splitlines())


def test_the_cases_of_every_game_are_scored_alike(shared_folder: Path) -> None:
    for path in sorted((shared_folder / "cases").glob("*.jsonl")):
        text = write_lines(*(json.loads(line)["sheet"] for line in path.read_text(encoding="utf-8").splitlines()))
        assert score(text)[0] == score_one_by_one(text)
        assert score(text, processes=2)[0] == score_one_by_one(text)


def test_faults_stand_between_the_others_with_the_numbers_of_their_lines() -> None:
    text = b"".join([write_lines(GOOD), b"\n", b"{broken\r\n", b"  \n", write_lines(FORMLESS, LATE), b"[1]\n{"])
    lines, has_faults = score(text)
    results = [json.loads(line) for line in lines.splitlines()]
    assert has_faults
    assert [result["id"] for result in results] == ["good", None, "formless", "late", None, None]
    assert [[fault["field"] for fault in result.get("errors", [])] for result in results] == [
        [],
        ["line 3"],
        ["tricks"],
        ["deal"],
        ["sheet"],
        ["line 8"],
    ]
    assert results[3]["errors"][0]["code"] == "game_over"
    assert results[5]["errors"][0]["message"].startswith("This is not JSON: at line 8, column 2 ")


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_the_order_is_that_of_the_file(processes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk, "PIECE", 1000)
    wrong = {400: b"{\n", 401: b"\n", 1300: write_lines(LATE)}
    text = b"".join(wrong.get(number, write_lines({**GOOD, "id": str(number)})) for number in range(1500))
    lines, has_faults = score(text, processes=processes)
    results = [json.loads(line) for line in lines.splitlines()]
    expected = [str(number) for number in range(1500) if number != 401]
    expected[400], expected[1299] = None, "late"  # type: ignore[call-overload]
    assert [result["id"] for result in results] == expected
    assert results[400]["errors"][0]["field"] == "line 401"
    assert has_faults
    assert score(write_lines(*[GOOD] * 100), processes=processes)[1] is False


def test_a_text_that_is_no_sheet_is_named_by_its_file() -> None:
    for text in (b'{"id": 1}\n{\n', b"{"):
        results = [json.loads(line) for line in score(text, source="a.json")[0].splitlines()]
        assert results[-1]["errors"][0]["field"].startswith("a.json: ")
    result = json.loads(score(write_lines(FORMLESS), source="a.json")[0])
    assert result["errors"][0]["field"] == "tricks"


def test_half_characters_are_escaped() -> None:
    lines, _has_faults = score(write_lines({**GOOD, "id": "\ud800 é"}, GOOD))
    assert lines.startswith(b'{"id": "\\ud800 \\u00e9"')
    assert [json.loads(line)["id"] for line in lines.splitlines()] == ["\ud800 é", "good"]


def test_a_document_that_is_a_list_has_a_line_for_each_sheet() -> None:
    text = json.dumps([GOOD, FORMLESS], indent=1).encode()
    assert score(text) == (score_one_by_one(text), True)
    assert len(score(text)[0].splitlines()) == 2


def test_pieces_are_whole_lines_and_know_their_numbers() -> None:
    assert cut_up(b"", size=3) == []
    assert [(piece.begin, piece.end, piece.number) for piece in cut_up(b"a\nbcd\n\n\nef\ng", size=2)] == [
        (0, 6, 1),
        (6, 11, 3),
        (11, 12, 6),
    ]


@given(st.lists(st.sampled_from([b"", b"\n", b"ab", b"cdefg\n", b"\n\n"])), st.integers(1, 9))
def test_pieces_put_together_are_the_text(parts: list[bytes], size: int) -> None:
    text = b"".join(parts)
    pieces = cut_up(text, size=size)
    assert b"".join(text[piece.begin : piece.end] for piece in pieces) == text
    for piece in pieces:
        assert piece.number == text.count(b"\n", 0, piece.begin) + 1
        assert piece.end == len(text) or text[piece.end - 1 : piece.end] == b"\n"
        assert piece.end - piece.begin > size or piece.end == len(text)


def test_lines_are_counted_from_where_they_stand() -> None:
    scored = score_lines([b"", b"{"], first=11)
    assert json.loads(scored.lines)["errors"][0]["field"] == "line 12"
    assert scored.has_faults
    assert score_lines([b"", b" "], first=1) == bulk.Scored(b"", False)


def test_a_file_of_json_lines_is_not_read_before_it_is_scored() -> None:
    assert read_json_file(write_lines(GOOD, GOOD)) == JsonLines(write_lines(GOOD, GOOD))


@pytest.mark.parametrize("was_on", [True, False])
def test_the_collector_is_left_as_it_was(was_on: bool) -> None:
    try:
        (gc.enable if was_on else gc.disable)()
        assert score(write_lines(GOOD, GOOD))[0]
        assert gc.isenabled() is was_on
    finally:
        gc.enable()


def test_the_collector_rests_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(bulk, "read_strictly", lambda _line: seen.append(gc.isenabled()))
    score(write_lines(GOOD, GOOD))
    assert seen == [False, False, False]


def test_a_fault_is_not_forgotten_over_right_sheets_that_are_read_slowly() -> None:
    right = rb'{"id": "\u003a", "game": "grand", "deals": []}'
    assert score_lines([right], first=1).has_faults is False
    for lines in ([write_lines(FORMLESS), right], [right, write_lines(FORMLESS), right], [write_lines(FORMLESS)]):
        assert score_lines(lines, first=1).has_faults is True
