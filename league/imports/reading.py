"""A file of any format that is imported, taken apart: the content says which format it is, its name only helps."""

from __future__ import annotations

from msgspec import structs

from league.imports.decoding import UndecodableError, decode
from league.imports.raw import RawFile
from league.imports.rows import DELIMITERS, Rows, collect_rows
from league.imports.sheets import read_sheet_file
from league.imports.tables import group_rows, read_table_file
from league.imports.workbooks import is_workbook, read_workbook
from league.services.incoming import FileFault
from rules.game import Game


def read_file(content: bytes, *, name: str, kind: type[Game]) -> RawFile:
    """Take a file apart into tables of the game `kind`. What is wrong with its form is in its faults."""
    try:
        if is_workbook(content):
            return group_rows(collect_rows(read_workbook(content), kind=kind, found=Rows()), kind=kind)
        decoded = decode(content)
    except UndecodableError as error:
        return RawFile(tables=(), faults=(FileFault(message=str(error)),))
    if is_json(decoded.text, name=name):
        file = read_sheet_file(decoded.text)
    else:
        file = read_table_file(decoded.text, kind=kind)
    return structs.replace(file, notes=(decoded.note,) if decoded.note else ())


def is_json(text: str, *, name: str) -> bool:
    """Whether a text is meant as score sheets and not as a table.

    No table begins with a bracket. A text that a name calls JSON is a table where its first line has several cells.
    """
    start = text.lstrip()
    if start[:1] in ("{", "["):
        return True
    heading = start.partition("\n")[0]
    return name.lower().endswith((".json", ".jsonl")) and not any(delimiter in heading for delimiter in DELIMITERS)


def count_rows(content: bytes) -> int:
    """About how many entries a file has, without reading it: lines of a table, braces of score sheets.

    A workbook is packed: an empty one takes five thousand bytes, and a row of it some twenty or more.
    """
    if is_workbook(content):
        return max(len(content) - 5_000, 0) // 20
    is_table = content.lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n")[:1] not in (b"{", b"[")
    return max(content.count(b"\n"), content.count(b"\r")) if is_table else content.count(b"{")
