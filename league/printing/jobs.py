"""Jobs for the printer: the sheets of a table, a round or an event, in documents that typst can take at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from league.models import Event, Table
from league.printing.sheet import Document, TallySheet
from league.printing.tally import build_blank_sheet, build_document, build_recorded_sheet, build_spare_sheet
from league.selectors.table_folds import fold_tables

#: Typst keeps a whole document in memory, about a megabyte a page: longer jobs are cut.
MOST_PAGES = 500
#: A sheet with more lines than this may need another page. A reason this long takes a line more.
LINES_ON_A_PAGE = 20
LETTERS_ON_A_LINE = 100


def list_table_sheets(tables: QuerySet[Table], *, is_blank: bool) -> tuple[TallySheet, ...]:
    """A sheet for each table, in order of round and number: empty, or with what was recorded."""
    folds = fold_tables(tables)
    if is_blank:
        return tuple(build_blank_sheet(fold.table, fold.sheet) for fold in folds)
    return tuple(build_recorded_sheet(fold.table, fold.sheet, fold.folded) for fold in folds)


def list_spare_sheets(event: Event, *, copies: int) -> tuple[TallySheet, ...]:
    """Sheets for tables that are not seated yet."""
    return (build_spare_sheet(event),) * copies


def build_jobs(event: Event, sheets: Sequence[TallySheet], *, paper: str) -> list[Document]:
    """The documents that the sheets come to, of MOST_PAGES pages at most each."""
    return [build_document(event, part, paper=paper) for part in cut_sheets(sheets)]


def cut_sheets(sheets: Sequence[TallySheet]) -> Iterator[tuple[TallySheet, ...]]:
    """The sheets in order, in parts that come to MOST_PAGES pages at most."""
    part: list[TallySheet] = []
    pages = 0
    for sheet in sheets:
        needed = count_pages(sheet)
        if part and pages + needed > MOST_PAGES:
            yield tuple(part)
            part, pages = [], 0
        part.append(sheet)
        pages += needed
    if part:
        yield tuple(part)


def count_pages(sheet: TallySheet) -> int:
    """The pages that a sheet needs at most."""
    letters = [max(len(row.says), len(row.cells[-1].text)) for row in sheet.rows]
    lines = sum(1 + length // LETTERS_ON_A_LINE for length in letters)
    return 1 + max(lines - 1, 0) // LINES_ON_A_PAGE
