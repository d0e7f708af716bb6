"""JSON and JSON Lines into raw score sheets, with the line on which each begins."""

from __future__ import annotations

import json
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _

from league.imports.raw import MOST_ROWS, RawFile, RawTable
from league.services.incoming import FileFault, Locate, word_violation
from scoring.files import read_json_sheets
from scoring.sheet import Fault


def read_sheet_file(text: str) -> RawFile:
    """Read a file of score sheets. A sheet that is no JSON is a fault; the others are read."""
    contents = list(read_json_sheets(text.encode("utf-8", "surrogatepass")))
    lines = find_lines(text, count=len(contents))
    tables: list[RawTable] = []
    faults: list[FileFault] = []
    is_list = text.lstrip().startswith("[")
    for number, (content, line) in enumerate(zip(contents, lines, strict=True), start=1):
        if isinstance(content, Fault):
            faults.append(FileFault(line=_find_line(content, line), message=word_violation(content.violation)))
        else:
            tables.append(RawTable(sheet=content, locate=_make_locate(line, number if is_list else None)))
    rows = sum(_count_entries(table.sheet) for table in tables)
    if rows > MOST_ROWS:
        message = _("A file may have at most %(most)s rows: split it.") % {"most": intcomma(MOST_ROWS)}
        return RawFile(tables=(), faults=(FileFault(message=message),))
    if not contents:
        faults.append(FileFault(message=_("There are no score sheets in this file.")))
    return RawFile(
        tables=tuple(tables),
        faults=tuple(faults),
        rows=rows,
        event_name="",
    )


def find_lines(text: str, *, count: int) -> list[int]:
    """The line on which each of `count` sheets begins: those of a list, or those of JSON Lines, one a line."""
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] == "[":
        found = _find_elements(text, start)
    else:
        found = [number for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    first = text.count("\n", 0, start) + 1
    return found if len(found) == count else [first] * count


def _find_elements(text: str, start: int) -> list[int]:
    """The lines on which the elements of a list begin."""
    decoder = json.JSONDecoder()
    found: list[int] = []
    place, counted, line = start + 1, 0, 1
    try:
        while True:
            while text[place] in " \t\r\n,":
                place += 1
            if text[place] == "]":
                return found
            line += text.count("\n", counted, place)
            counted = place
            found.append(line)
            _value, place = decoder.raw_decode(text, place)
    except (ValueError, IndexError, RecursionError):
        return found


def _find_line(fault: Fault, line: int) -> int:
    """The line that the reader of the sheets names where it names one."""
    named = fault.violation.values.get("line")
    return named if isinstance(named, int) else line


def _make_locate(line: int, number: int | None) -> Locate:
    """Where the things of a sheet stand; those of a list, which may be on one line, by `number` too."""

    def locate(position: int | None, field: str) -> tuple[int | None, str]:
        sheet = "" if number is None else _("sheet %(number)s") % {"number": number}
        deal = "" if position is None else _("deal %(position)s") % {"position": position}
        return line, ", ".join(filter(None, (sheet, deal, "" if sheet and field == "sheet" else field)))

    return locate


def _count_entries(sheet: Any) -> int:
    deals = sheet.get("deals") if isinstance(sheet, dict) else None
    return len(deals) if isinstance(deals, list) else 0
