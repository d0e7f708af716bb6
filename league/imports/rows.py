"""The text of a CSV file (or the cells of a workbook) into rows by column, with the line on which each begins."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from league.imports.raw import MOST_ROWS
from league.services.incoming import FileFault
from rules.game import Game
from scoring.cells import is_blank
from scoring.columns import NOTE_COLUMNS, map_columns
from scoring.values import shorten

DELIMITERS = ",;\t"

#: Excel writes this above the heading to say which delimiter follows.
_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n?", re.IGNORECASE)

# The csv module's own limit of a cell (131,072 letters) stays as it is: a quotation mark that is never closed then
# ends in a fault and not in a cell of many megabytes. What a cell may hold is checked with the entry.


class Row(Struct, frozen=True, kw_only=True):
    """One row that says something: the line on which it begins and its cells by column, without the blank ones."""

    line: int
    cells: dict[str, str]


class Rows(Struct, kw_only=True):
    """The rows of a file.

    `untold` are lines whose faults are told in full, `nameless` the places of
    columns without a heading. `heading_is_faulty`: not all columns are known.
    """

    columns: tuple[str, ...] = ()
    rows: list[Row] = []
    faults: list[FileFault] = []
    untold: set[int] = set()
    nameless: set[int] = set()
    heading_is_faulty: bool = False


def read_rows(text: str, *, kind: type[Game]) -> Rows:
    """Read the rows of a CSV text in the form of the game `kind`. Wholly empty rows are passed over."""
    found = Rows()
    return collect_rows(_split(text, kind=kind, found=found), kind=kind, found=found)


def collect_rows(numbered: Iterable[tuple[int, list[str]]], *, kind: type[Game], found: Rows) -> Rows:
    """Rows of cells, each with its line, as rows by column: added to `found`, with what is wrong with them."""
    heading: tuple[str | None, ...] | None = None
    for line, cells in numbered:
        if all(map(is_blank, cells)):
            continue
        if heading is None:
            heading = _read_heading(cells, line=line, kind=kind, found=found)
            if not any(heading):
                return found
        elif len(found.rows) == MOST_ROWS:
            message = _("A file may have at most %(most)s rows: split it.") % {"most": intcomma(MOST_ROWS)}
            found.faults.append(FileFault(line=line, message=message))
            break
        else:
            found.rows.append(_read_row(cells, line=line, heading=heading, found=found))
    if not found.rows and not found.faults:
        found.faults.append(FileFault(message=_("There are no rows in this file.")))
    return found


def find_delimiter(heading: str, *, kind: type[Game]) -> str:
    """The delimiter by which the heading falls into the most columns that are known."""
    known = {name.casefold() for name in map_columns(kind)}

    def count(delimiter: str) -> int:
        return sum(cell.strip(' "').casefold() in known for cell in heading.split(delimiter))

    return max(DELIMITERS, key=count)


def _split(text: str, *, kind: type[Game], found: Rows) -> Iterator[tuple[int, list[str]]]:
    """The cells of each row with its line; a row that cannot be split becomes a fault."""
    marked = _SEPARATOR_LINE.match(text)
    body = text[marked.end() :] if marked else text
    heading = next((line for line in body.splitlines() if line.strip(DELIMITERS + " ")), "")
    delimiter = marked[1] if marked else find_delimiter(heading, kind=kind)
    reader = csv.reader(io.StringIO(body, newline=""), delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + (2 if marked else 1)
        try:
            yield line, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            found.untold.add(line)
            found.faults.append(FileFault(line=line, message=_explain(error)))


def _explain(error: csv.Error) -> str:
    if "limit" in str(error):
        return _("A cell here is far too long: look for a quotation mark that is never closed.")
    return _(
        "The quotation marks do not match here. A cell with a quotation mark in it stands in quotation marks, "
        "and the mark itself is written twice."
    )


def _read_heading(cells: list[str], *, line: int, kind: type[Game], found: Rows) -> tuple[str | None, ...]:
    """The columns of the heading; None for one that is not known and is not read."""
    known = {name.casefold(): name for name in map_columns(kind)}
    words = [cell.strip().strip("\ufeff\u200b") for cell in cells]
    heading = [known.get(word.casefold()) for word in words]
    if not any(heading):
        message = _("The first row must name the columns: %(columns)s.") % {"columns": ", ".join([*known.values()][:9])}
        found.faults.append(FileFault(line=line, message=message))
        return ()
    counts = Counter(filter(None, heading))
    for place, (word, name) in enumerate(zip(words, heading, strict=True)):
        if not word:
            found.nameless.add(place)
        elif name is None and word.casefold() not in NOTE_COLUMNS:
            found.faults.append(FileFault(line=line, column=shorten(word), message=_explain_column(word, known)))
        elif name is not None and name in heading[:place]:
            message = _("This column stands here %(count)s times: leave only the one that is right.")
            found.faults.append(FileFault(line=line, column=name, message=message % {"count": counts[name]}))
    found.heading_is_faulty = bool(found.faults)
    found.columns = tuple(dict.fromkeys(filter(None, heading)))
    return tuple(name if name not in heading[:place] else None for place, name in enumerate(heading))


def _explain_column(word: str, known: dict[str, str]) -> str:
    near = get_close_matches(word.casefold(), known, n=1)
    if near:
        text = _("There is no column “%(word)s”; perhaps “%(near)s” is meant.")
        return text % {"word": shorten(word), "near": known[near[0]]}
    text = _("There is no column “%(word)s”. Possible are: %(known)s.")
    return text % {"word": shorten(word), "known": ", ".join(known.values())}


def _read_row(cells: list[str], *, line: int, heading: tuple[str | None, ...], found: Rows) -> Row:
    if len(cells) != len(heading):
        found.untold.add(line)
        message = ngettext(
            "This row has %(found)s cell and the heading %(wanted)s: look for a missing or extra delimiter.",
            "This row has %(found)s cells and the heading %(wanted)s: look for a missing or extra delimiter.",
            len(cells),
        )
        found.faults.append(FileFault(line=line, message=message % {"found": len(cells), "wanted": len(heading)}))
    named = {name: cell for name, cell in zip(heading, cells, strict=False) if name is not None and not is_blank(cell)}
    for place in sorted(found.nameless):
        if place < len(cells) and not is_blank(cells[place]):
            found.nameless.remove(place)
            message = _("Column %(place)s has something in it and no heading: name it, or empty it.")
            found.faults.append(FileFault(line=line, message=message % {"place": place + 1}))
    return Row(line=line, cells=named)
