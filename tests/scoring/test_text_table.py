"""How a table is laid out in letters of one width."""

from __future__ import annotations

import pytest

from scoring.text_table import Column, lay_out, measure, measure_table, pad, shorten, wrap_text


@pytest.mark.parametrize(
    ("text", "width"), [("", 0), ("ab", 2), ("a\u0301", 1), ("a\u20dd", 1), ("a\u200d", 1), ("漢", 2), ("Ａ", 2)]
)
def test_how_wide_letters_are(text: str, width: int) -> None:
    assert measure(text) == width


def test_a_text_is_filled_up_or_left() -> None:
    assert pad("a", 3) == "a  "
    assert pad("a", 3, to_the_right=True) == "  a"
    assert pad("漢", 3) == "漢 "
    assert pad("abcd", 3) == "abcd"


@pytest.mark.parametrize(
    ("text", "width", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("漢漢", 4, "漢漢"), ("漢漢漢", 4, "漢…"), ("ab", 1, "…")],
)
def test_a_text_is_cut(text: str, width: int, short: str) -> None:
    assert shorten(text, width) == short


def test_a_table() -> None:
    columns = [
        Column(heading="Hand", cells=["1", "10"], is_figures=True),
        Column(heading="Points of NS", cells=["x", "yes"]),
        Column(heading="", cells=[]),
    ]
    assert measure_table(columns) == 4 + 2 + 6 + 2 + 0
    assert list(lay_out(columns, below=[["  why"], []])) == [
        "      Points",
        "Hand  of NS",
        "----  ------  ",
        "   1  x",
        "  why",
        "  10  yes",
    ]


def test_a_table_with_room_below_for_every_row() -> None:
    assert list(lay_out([Column(heading="A", cells=["1"])])) == ["A", "-", "1"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [" "]),
        ("one two three", [" one", "   two", "   three"]),
        ("a b c d e f", [" a b c", "   d e", "   f"]),
        ("overlong a", [" overlong", "   a"]),
        ("2 × 3 is six", [" 2 × 3", "   is", "   six"]),
    ],
)
def test_lines_of_a_width(text: str, lines: list[str]) -> None:
    assert list(wrap_text(text, 6, indent=1, hanging=2)) == lines
