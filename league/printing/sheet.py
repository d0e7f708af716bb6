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

    `boxes` holds one small box to mark for each of its `labels`, `cell` is room to write in, `score` has a small note
    above the figure, `words` takes whole sentences in small print and as much of the page's width as the others leave.
    Neighbours of one `group` stand under its heading; a heavier line parts columns where `starts_group` is set.
    Where a deal has several lines, `spans` makes one cell of them. `takes_name`: under the heading stands upright
    whose column it is.
    """

    title: str
    kind: Literal["boxes", "cell", "score", "words"]
    width: float
    labels: tuple[str, ...] = ()
    group: str = ""
    starts_group: bool = False
    is_strong: bool = False
    spans: bool = False
    takes_name: bool = False


class Cell(Struct, frozen=True, kw_only=True):
    """What is printed in a column on one line: the places of the marked boxes, a text, and a note beside it.

    A text stands in place of boxes.
    """

    marked: tuple[int, ...] = ()
    text: str = ""
    note: str = ""


class Row(Struct, frozen=True, kw_only=True):
    """One entry of the sheet, a cell for each column; `more` are its further lines, where a deal has several.

    Where `says` is given, it stands across the columns from `says_from` up to `says_to` (not included) in their
    stead: a misdeal or a ruling, which fill no boxes. `below` stands under the line, across all but the first two
    columns. `opens_cycle` marks the deal with which the dealers begin anew.
    """

    cells: tuple[Cell, ...]
    more: tuple[tuple[Cell, ...], ...] = ()
    opens_cycle: bool = False
    says: str = ""
    says_from: int = 0
    says_to: int = 0
    below: str = ""


class Name(Struct, frozen=True, kw_only=True):
    """A person's name; `script` is the language whose forms of Han characters it takes, where that can be told."""

    text: str
    script: str = ""


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


class WorkingLine(Struct, frozen=True, kw_only=True):
    """One step of what is worked out below the lines. An empty text is a dotted line to write on.

    Without heads over the columns there is one text, which takes the whole width.
    """

    label: str
    texts: tuple[str, ...]
    is_strong: bool = False


class Working(Struct, frozen=True, kw_only=True):
    """What is worked out below the lines: a settlement in a column for each side, or who takes a prize.

    `has_scores` says that the final score stands there too, so that it needs no boxes of its own.
    """

    title: str
    heads: tuple[str, ...]
    lines: tuple[WorkingLine, ...]
    has_scores: bool = False


class KeyTable(Struct, frozen=True, kw_only=True):
    """A small table of the game's own figures. The first `words` columns are read as text, the others as figures."""

    title: str
    words: int
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Code(Struct, frozen=True, kw_only=True):
    """A QR code: the address that it opens, the address to type instead, and the picture as SVG.

    `code` says what is to be typed at that address, where it asks for a code.
    """

    caption: str
    address: str
    typed: str
    picture: str
    code: str = ""


class TallySheet(Struct, frozen=True, kw_only=True):
    """One sheet: a game at a table, or room for one. `round` and `table` are empty where they are to be written.

    `players` is how many play; the form for as many has the columns. `names` stand above those that take one.
    `spare_rows` of the last rows may be left out where they would take a further page.
    """

    title: str
    league: str
    date: str
    players: int
    round: str = ""
    table: str = ""
    seats: tuple[SeatPlace, ...]
    names: tuple[Name, ...]
    rows: tuple[Row, ...]
    spare_rows: int = 0
    scores: tuple[Score, ...]
    counts: tuple[Count, ...]
    workings: tuple[Working, ...] = ()
    outcome: str = ""
    remarks: tuple[str, ...] = ()
    recorded: str = ""
    code: Code


class Form(Struct, frozen=True, kw_only=True):
    """What is the same on the sheets of all tables with as many players.

    `changes` are the single house rules that differ from those named in `house_rules`.
    """

    game: str
    house_rules: str
    changes: str
    goal: str
    columns: tuple[Column, ...]
    keys: tuple[KeyTable, ...]
    notes: tuple[str, ...]


class Document(Struct, frozen=True, kw_only=True):
    """Sheets of one event that are printed together.

    `forms` are by the number of players, as text; `words` are the template's own.
    """

    title: str
    language: str
    paper: str
    forms: Mapping[str, Form]
    words: Mapping[str, str]
    sheets: tuple[TallySheet, ...]
