"""Lay out a table in plain text for a terminal: columns aligned, wide characters counted as two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from textwrap import wrap
from unicodedata import category, east_asian_width

from msgspec import Struct

WIDEST_HEADING = 7
GAP = "  "
#: Marks on the letter before, and signs that are not seen.
WITHOUT_WIDTH = ("Mn", "Me", "Cf")
#: Invisible characters that letters of some scripts and joined pictures need.
JOINERS = "\u200c\u200d"


class Column(Struct, frozen=True, kw_only=True):
    """One column: its heading, its cells from the top, and whether figures stand in it."""

    heading: str
    cells: Sequence[str]
    is_figures: bool = False


def lay_out(columns: Sequence[Column]) -> Iterator[str]:
    """The lines of a table: headings over several lines where they are long, a rule, the rows."""
    headings = [
        wrap(column.heading, WIDEST_HEADING, break_long_words=False) if column.heading else [] for column in columns
    ]
    widths = [
        max(map(measure, [*heading, *column.cells]), default=0)
        for heading, column in zip(headings, columns, strict=True)
    ]
    depth = max(len(heading) for heading in headings)
    on_one_line = [[""] * (depth - len(heading)) + heading for heading in headings]
    yield from _lay_rows(zip(*on_one_line, strict=True), columns, widths)
    yield GAP.join("-" * width for width in widths)
    yield from _lay_rows(zip_longest(*(column.cells for column in columns), fillvalue=""), columns, widths)


def _lay_rows(rows: Iterator[tuple[str, ...]], columns: Sequence[Column], widths: Sequence[int]) -> Iterator[str]:
    for row in rows:
        cells = [
            pad(cell, width, to_the_right=column.is_figures)
            for cell, width, column in zip(row, widths, columns, strict=True)
        ]
        yield GAP.join(cells).rstrip()


def measure(text: str) -> int:
    """How many places a text takes on a terminal."""
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text if category(sign) not in WITHOUT_WIDTH)


def pad(text: str, width: int, *, to_the_right: bool = False) -> str:
    """The text filled up to a width."""
    room = " " * (width - measure(text))
    return room + text if to_the_right else text + room


def shorten(text: str, width: int) -> str:
    """The text cut to a width, with a sign that something is missing."""
    if measure(text) <= width:
        return text
    kept = ""
    for sign in text:
        if measure(kept + sign) >= width:
            break
        kept += sign
    return kept + "…"


def make_printable(text: str) -> str:
    """The text without what could steer a terminal or cannot be printed; such signs stand as their codes."""
    return "".join(sign if sign.isprintable() or sign in JOINERS else _write_code(sign) for sign in text)


def _write_code(sign: str) -> str:
    return " " if sign in "\n\t" else sign.encode("unicode_escape").decode("ascii")
