"""A workbook (XLSX) as rows of cells, each with its number: from there on it is a table like any other."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Iterator

from django.utils.translation import gettext as _
from python_calamine import CalamineError, CalamineWorkbook

from league.imports.decoding import UndecodableError

#: Every workbook of today is a ZIP archive.
MARK = b"PK\x03\x04"

#: Bytes that a workbook may hold unpacked: many times what the longest file needs. A small archive can hide gigabytes.
MOST_UNPACKED = 400 * 1024 * 1024
_CHUNK = 1024 * 1024

Cell = bool | int | float | str | datetime.date | datetime.time | datetime.timedelta


def is_workbook(content: bytes) -> bool:
    """Whether a file is meant as a workbook, or is another archive."""
    return content.startswith(MARK)


def read_workbook(content: bytes) -> list[tuple[int, list[str]]]:
    """The rows of the one sheet with something in it: (number from 1, cells as text).

    Raises UndecodableError where there are several such sheets, or the file is no workbook.
    """
    _check_size(content)
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheets = {
            name: workbook.get_sheet_by_name(name).to_python(skip_empty_area=False) for name in workbook.sheet_names
        }
    except CalamineError as error:
        raise UndecodableError(_("This is no workbook that can be read: save it again as XLSX, or as CSV.")) from error
    filled = {name: rows for name, rows in sheets.items() if any(cell != "" for row in rows for cell in row)}
    if len(filled) > 1:
        text = _("This workbook has several sheets with something in them (%(names)s): send one of them by itself.")
        raise UndecodableError(text % {"names": ", ".join(filled)})
    return [(number, [write_cell_text(cell) for cell in row]) for number, row in enumerate(_first(filled), start=1)]


def write_cell_text(cell: Cell) -> str:
    """A cell as it would stand in a CSV file. Spreadsheets keep every number as a fraction: 5 is 5.0."""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _first(sheets: dict[str, list[list[Cell]]]) -> list[list[Cell]]:
    return next(iter(sheets.values()), [])


def _check_size(content: bytes) -> None:
    """Refuse an archive that unpacks to far more than a workbook does, whatever it says about itself."""
    unpacked = 0
    try:
        for size in _unpack(content):
            unpacked += size
            if unpacked > MOST_UNPACKED:
                raise UndecodableError(_("This workbook is far too large: split it."))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise UndecodableError(_("This is no workbook that can be read: save it again as XLSX, or as CSV.")) from error


def _unpack(content: bytes) -> Iterator[int]:
    """How many bytes come out of an archive, piece by piece; a part that says too little of itself is broken."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for part in archive.infolist():
            with archive.open(part) as unpacked:
                while piece := unpacked.read(_CHUNK):
                    yield len(piece)
