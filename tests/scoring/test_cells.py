"""What people and spreadsheets write into a cell, and what comes back."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.cells import is_blank, read_cell, write_cell
from scoring.columns import Column


def make_column(kind: str, *choices: int | str, scope: str = "entry", is_list: bool = False) -> Column:
    return Column(name="cell", path=("cell",), kind=kind, scope=scope, choices=choices, is_list=is_list)


WHOLE = make_column("whole")
FLAG = make_column("flag")
TEXT = make_column("text")
SUIT = make_column("choice", "C", "D", "H", "S")
SEATS = make_column("choice", "N", "E", "S", "W", is_list=True)

NO_NUMBER = "“{}” is no whole number."
NO_FLAG = "“{}” is neither yes nor no: write one of them."
NO_PART = "Something is missing beside a + here: “{}”."


@pytest.mark.parametrize(
    ("column", "texts", "value"),
    [
        (WHOLE, ["4", " 4 ", "4.0", "4,00", "4.", "+4"], 4),
        (WHOLE, ["-4", "−4", "-4.0"], -4),
        (WHOLE, ["0", "x", "X", "х", "Х"], 0),
        (WHOLE, ["9" * 12], 10**12 - 1),
        (FLAG, ["yes", "TRUE", "1", "да", "Истина", "x", "X", "х", " Yes "], True),
        (FLAG, ["no", "False", "0", "нет", "ЛОЖЬ"], False),
        (SUIT, ["H", "h", "♥", "♥\ufe0f", "♥\ufe0e", "♡", "Н", "н", " h "], "H"),
        (SUIT, ["C", "c", "♣", "♧", "С", "с"], "C"),
        (SUIT, ["♠", "♤", "Ѕ"], "S"),
        (SUIT, ["♦", "♢"], "D"),
        (make_column("choice", *"ABEKMHOPCTX"), ["А", "а"], "A"),
        (make_column("choice", "B", "E", "K"), ["В"], "B"),
        (make_column("choice", "hand_over", "fair-renege"), ["hand_over", "Hand over", "hand - over"], "hand_over"),
        (
            make_column("choice", "hand_over", "fair-renege"),
            ["fair-renege", "FAIR_RENEGE", "fair renege"],
            "fair-renege",
        ),
        (make_column("choice", 2, 4), ["4", "4.0", "4,0"], 4),
        (make_column("choice", "xmas", "x"), ["XMAS"], "xmas"),
        (TEXT, ["=1", "'=1"], "=1"),
        (TEXT, ["''=1"], "'=1"),
        (TEXT, ["'a"], "'a"),
        (TEXT, [" a "], " a "),
        (TEXT, ["x"], "x"),
        (SEATS, ["N+S", " n + s "], ["N", "S"]),
        (SEATS, ["N"], ["N"]),
    ],
)
def test_what_a_cell_says(column: Column, texts: list[str], value: Any) -> None:
    for text in texts:
        read, fault = read_cell(column, text)
        assert (read, fault) == (value, None)
        assert type(read) is type(value)


@pytest.mark.parametrize(
    ("column", "text", "sentence"),
    [
        (WHOLE, "four", NO_NUMBER),
        (WHOLE, "4.5", NO_NUMBER),
        (WHOLE, "9" * 13, NO_NUMBER),
        (make_column("whole", scope="place"), "x", NO_NUMBER),
        (FLAG, "maybe", NO_FLAG),
        (SEATS, "N+", NO_PART),
        (SEATS, "+", NO_PART),
        (make_column("whole", is_list=True), "4+four", NO_NUMBER.replace("{}", "four")),
    ],
)
def test_what_a_cell_cannot_say(column: Column, text: str, sentence: str) -> None:
    value, fault = read_cell(column, text)
    assert value == text
    assert fault is not None
    assert (fault.field, fault.code, fault.message) == ("cell", "unreadable_cell", sentence.format(text))


@pytest.mark.parametrize("text", ["Z", "♥♥", "+4", "x"])
def test_a_choice_that_there_is_not_stays_as_it_is_written(text: str) -> None:
    assert read_cell(SUIT, text) == (text, None)


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        (WHOLE, -4, "-4"),
        (FLAG, True, "yes"),
        (FLAG, False, "no"),
        (SUIT, "H", "H"),
        (SEATS, ["N", "S"], "N+S"),
        (SEATS, ("N", "S"), "N+S"),
        (TEXT, "plain", "plain"),
        (TEXT, "=1", "'=1"),
        (TEXT, "-1", "'-1"),
        (TEXT, "+1", "'+1"),
        (TEXT, "@a", "'@a"),
        (TEXT, "\ta", "'\ta"),
        (TEXT, "'=1", "''=1"),
        (TEXT, "'a", "'a"),
    ],
)
def test_what_is_written_into_a_cell(column: Column, value: object, text: str) -> None:
    assert write_cell(column, value) == text


def test_a_cell_that_says_nothing() -> None:
    assert is_blank("")
    assert is_blank(" \t")
    assert not is_blank("0")
