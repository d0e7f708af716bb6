"""Lay out a table in plain text for a terminal: columns aligned, wide characters counted as two."""

from __future__ import annotations

import re
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


#: A space at which a line may end: not beside a sign of multiplication.
BREAK = re.compile("(?<!×) (?!×)")


class Column(Struct, frozen=True, kw_only=True):
    """One column: its heading (a line ends where it says so), its cells from the top, whether figures stand in it."""

    heading: str
    cells: Sequence[str]
    is_figures: bool = False


def lay_out(columns: Sequence[Column], *, below: Sequence[Sequence[str]] = ()) -> Iterator[str]:
    """The lines of a table: headings over several lines where they are long, a rule, the rows.

    `below` has the lines that stand under each row.
    """
    headings = [_wrap_heading(column) for column in columns]
    widths = _measure_columns(columns)
    depth = max(len(heading) for heading in headings)
    on_one_line = [[""] * (depth - len(heading)) + heading for heading in headings]
    yield from _lay_rows(zip(*on_one_line, strict=True), columns, widths)
    yield GAP.join("-" * width for width in widths)
    rows = _lay_rows(zip_longest(*(column.cells for column in columns), fillvalue=""), columns, widths)
    for row, lines in zip_longest(rows, below, fillvalue=()):
        yield str(row)
        yield from lines


def measure_table(columns: Sequence[Column]) -> int:
    """How many places a table takes on a line."""
    widths = _measure_columns(columns)
    return sum(widths) + len(GAP) * (len(widths) - 1)


def _measure_columns(columns: Sequence[Column]) -> list[int]:
    return [max(map(measure, [*_wrap_heading(column), *column.cells]), default=0) for column in columns]


def _wrap_heading(column: Column) -> list[str]:
    parts = column.heading.split("\n")
    return [line for part in parts for line in wrap(part, WIDEST_HEADING, break_long_words=False)]


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


def wrap_text(text: str, width: int, *, indent: int = 0, hanging: int = 0) -> Iterator[str]:
    """The text in lines of a width at most, all indented, those after the first by `hanging` more.

    A word that is too long for a line has one to itself.
    """
    line = " " * indent
    start = True
    for word in BREAK.split(text):
        longer = f"{line}{word}" if start else f"{line} {word}"
        if start or measure(longer) <= width:
            line, start = longer, False
        else:
            yield line
            line = " " * (indent + hanging) + word
    yield line


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
