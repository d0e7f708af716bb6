"""What stands on a printed tally sheet: plain figures and words that one template prints for every game.

Nothing here knows paper or fonts, and nothing asks the database. Texts are in the language that is active when a
sheet is built. Widths are in millimetres.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct


class Column(Struct, frozen=True, kw_only=True):
    """One column of the sheet.

    `boxes` holds one small box to mark for each of its `labels`, `cell` is room to write in, `words` takes whole
    sentences in small print and as much of the page's width as the others leave. Neighbours of one `group` stand
    under its heading; a heavier line parts columns where `starts_group` is set.
    """

    title: str
    kind: Literal["boxes", "cell", "words"]
    width: float
    labels: tuple[str, ...] = ()
    group: str = ""
    starts_group: bool = False
    is_strong: bool = False


class Cell(Struct, frozen=True, kw_only=True):
    """What is printed in a column on one line: the places of the marked boxes, a text, and a note beside it."""

    marked: tuple[int, ...] = ()
    text: str = ""
    note: str = ""


class Row(Struct, frozen=True, kw_only=True):
    """One line of the sheet, a cell for each column.

    Where `says` is given, it stands across the columns from `says_from` up to `says_to` (not included) in their
    stead: a misdeal or a ruling, which fill no boxes. `opens_cycle` marks the deal with which the dealers begin anew.
    """

    cells: tuple[Cell, ...]
    opens_cycle: bool = False
    says: str = ""
    says_from: int = 0
    says_to: int = 0


class SeatPlace(Struct, frozen=True, kw_only=True):
    """A seat in the drawing of the table; `name` is empty on a sheet for any table.

    Of two partnerships, one is drawn dark.
    `script` is the language whose forms of Han characters the name takes, where that can be told.
    """

    letter: str
    name: str
    is_dark: bool
    deals_first: bool
    script: str = ""


class Count(Struct, frozen=True, kw_only=True):
    """Something counted per seat or side in boxes below the lines; `texts` are empty on a blank sheet."""

    title: str
    labels: tuple[str, ...]
    texts: tuple[str, ...]


class Score(Struct, frozen=True, kw_only=True):
    """A side's final score, and what stands under its signature."""

    label: str
    signed: str
    players: str
    text: str
    has_won: bool
    script: str = ""


class KeyTable(Struct, frozen=True, kw_only=True):
    """A small table of the game's own figures. The first `words` columns are read as text, the others as figures."""

    title: str
    words: int
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Code(Struct, frozen=True, kw_only=True):
    """A QR code: the address that it opens, the same place's address to type, and the picture as SVG."""

    caption: str
    address: str
    typed: str
    picture: str


class TallySheet(Struct, frozen=True, kw_only=True):
    """One sheet: a game at a table, or room for one. `round` and `table` are empty where they are to be written."""

    title: str
    league: str
    date: str
    round: str = ""
    table: str = ""
    seats: tuple[SeatPlace, ...]
    rows: tuple[Row, ...]
    scores: tuple[Score, ...]
    counts: tuple[Count, ...]
    outcome: str = ""
    remarks: tuple[str, ...] = ()
    recorded: str = ""
    code: Code


class Document(Struct, frozen=True, kw_only=True):
    """Sheets of one event that are printed together, and what is the same on all; `words` are the template's own."""

    title: str
    language: str
    paper: str
    game: str
    house_rules: str
    goal: str
    columns: tuple[Column, ...]
    keys: tuple[KeyTable, ...]
    notes: tuple[str, ...]
    words: Mapping[str, str]
    sheets: tuple[TallySheet, ...]
