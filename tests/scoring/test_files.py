"""Files of score sheets: one JSON object, a list, or JSON Lines; whatever else they hold is one fault each."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.files import place_in_file, read_json_sheets
from scoring.sheet import Fault

A, B = '{"id": "a", "deals": []}', '{"id": "b", "deals": []}'
PRETTY = json.dumps({"id": "a", "deals": [{"maker": "N"}, {"maker": "E"}]}, indent=1)


def read(data: str | bytes) -> list[Any]:
    """The id of each sheet, or the place and code of its fault."""
    content = data.encode() if isinstance(data, str) else data
    return [
        f"{found.violation.field} {found.violation.code}" if isinstance(found, Fault) else found.get("id")  # type: ignore[attr-defined]
        for found in read_json_sheets(content)
    ]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (A, ["a"]),
        (PRETTY, ["a"]),
        (f"[{A}, {B}]", ["a", "b"]),
        (f"[\n{A},\n{B}\n]\n", ["a", "b"]),
        ("[]", []),
        (f"{A}\n{B}\n", ["a", "b"]),
        (f"\n \n{A}\r\n\t\n{B}", ["a", "b"]),
        (f"  {A}\n  {B}\n", ["a", "b"]),
        (f"\ufeff{A}", ["a"]),
        (f"\ufeff{A}\n\ufeff{B}", ["a", "b"]),
        (f"\ufeff{PRETTY}", ["a"]),
        (A.encode("utf-16"), ["a"]),
        (f"{A}\n{B}".encode("utf-16"), ["a", "b"]),
        ('{"id": "x\u2028y"}\n{"id": "x\x85y"}', ["x\u2028y", "x\x85y"]),
    ],
)
def test_sheets_in_every_form(data: str | bytes, found: list[str]) -> None:
    assert read(data) == found


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (f"{A}\n{{broken\n{B}\n", ["a", "line 2 not_json", "b"]),
        (f"{A}\nbroken\n\nbroken too\n", ["a", "line 2 not_json", "line 4 not_json"]),
        (f"broken\n{B}", ["line 1 not_json", "b"]),
        (f"{{broken\n{B}", ["line 1 not_json", "b"]),
        (f"{A},\n{B},\n", ["line 1 not_json", "line 2 not_json"]),
        (f"{A}{B}\n{B}", ["line 1 not_json", "b"]),
        ('{"id": \n{"id": "b"\n{"id"\n', ["line 1 not_json", "line 2 not_json", "line 3 not_json"]),
        (f"{A}\n[{B}", ["a", "line 2 not_json"]),
        (f"{A}\n{{NaN}}\n{B}", ["a", "line 2 not_json", "b"]),
        (f'{A}\n{{"id": NaN}}\n{B}', ["a", "line 2 not_json", "b"]),
        (f"{A}\n".encode() + b'{"id": "\xff"}\n' + B.encode(), ["a", "line 2 not_json", "b"]),
        (f"{A}\n{'[' * 100_000}\n{B}", ["a", "line 2 not_json", "b"]),
        (f"{A}\n{{\0}}", ["a", "line 2 not_json"]),
        (f"{{broken\n\n\n \n\n\n{B}", ["line 1 not_json", "b"]),
    ],
    ids=range(14),
)
def test_a_broken_line_is_one_fault_and_the_others_are_read(data: str | bytes, found: list[str]) -> None:
    assert read(data) == found


@pytest.mark.parametrize(
    "data",
    [
        PRETTY.replace(",", "", 1),
        PRETTY.replace("\n", "\r\n").replace(":", "", 1),
        PRETTY[:-1],
        "\n" + PRETTY + "\n]",
        PRETTY + PRETTY,
        f"[\n{A}\n{B}\n]",
        f"[\n{A},\n{B},\n",
        f"[\n{A},\n{B},\n]",
        '{"id": "a",\n"deals": [\n{"maker": "N"}\n{"maker": "E"}\n]}',
        '{"id": "a", "deals": [\n{"maker": "N"},\n{"maker": "E"}\n{"maker": "E"}\n]}',
        '{"id": "a"\n',
        '{"id": "a"\n"deals": []}',
        '{\n{"id": 1\n{"id": 2',
        "{",
        "[",
        "nonsense",
        "nonsense\nin lines\n",
        "\0",
        b"\xff",
        b"\xff\xfea",
        b"PK\x03\x04\n\x00\n",
        '{"id": Infinity}',
        "[" * 100_000,
        '{"a":' * 100_000,
    ],
    ids=range(24),
)
def test_a_broken_document_is_one_fault(data: str | bytes) -> None:
    (fault,) = read_json_sheets(data.encode() if isinstance(data, str) else data)
    assert isinstance(fault, Fault)
    assert fault.position is None
    assert fault.violation.code == "not_json"
    assert fault.violation.message.endswith(".")


@pytest.mark.parametrize("data", [b"", b" \r\n\t ", b"\xef\xbb\xbf", b"\xff\xfe"])
def test_nothing_at_all_is_a_fault(data: bytes) -> None:
    (fault,) = read_json_sheets(data)
    assert isinstance(fault, Fault)
    assert (fault.position, fault.violation.field, fault.violation.code) == (None, "sheet", "empty")
    placed = place_in_file(fault, "a.json")
    assert (placed.position, placed.violation.field, placed.violation.code) == (None, "a.json: sheet", "empty")


def test_a_fault_says_on_which_line_of_the_file() -> None:
    *_others, fault = read_json_sheets(f'{A}\n\n{{"id": "b",, }}'.encode())
    assert isinstance(fault, Fault)
    assert fault.violation.field == "line 3"
    assert fault.violation.message == "This is not JSON: at line 3, column 12 it cannot be read."
    (fault,) = read_json_sheets(b'{\n "id": 1\n "deals": []\n}')
    assert isinstance(fault, Fault)
    assert fault.violation.field == "sheet"
    assert fault.violation.message == "This is not JSON: at line 3, column 2 it cannot be read."


@pytest.mark.parametrize("data", ["1", '"text"', "null", "true", "[1, null]", "1.5e400"])
def test_other_json_is_handed_on(data: str) -> None:
    """It is no sheet, which is for the reader of sheets to say."""
    content = json.loads(data)
    assert list(read_json_sheets(data.encode())) == (content if isinstance(content, list) else [content])


@given(st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_no_bytes_are_an_exception(data: bytes) -> None:
    for found in read_json_sheets(data):
        assert not isinstance(found, Fault) or found.violation.message


@given(st.lists(st.integers(0, 3), max_size=6).map(tuple))
def test_each_line_gives_one_answer(kinds: tuple[int, ...]) -> None:
    """Good lines, broken lines and lines of other JSON in any order, after one good line."""
    lines = [A, *(("broken", B, "[", "null")[kind] for kind in kinds)]
    assert len(list(read_json_sheets("\n".join(lines).encode()))) == len(lines)
