"""An event as files: a table (CSV, XLSX) or score sheets (JSON Lines). Imported again, they give the same sheets."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

from xlsxwriter import Workbook

from league.models import Event, Table
from league.selectors.event_tables import list_sheets
from league.selectors.sheets import BrokenFactsError, leave_out_name, write_facts
from rules.game import Game
from scoring.cells import write_cell
from scoring.columns import NOTE_COLUMNS, list_columns, map_columns
from scoring.fold import fold_sheet
from scoring.reading import write_entry
from scoring.rows import write_row
from scoring.sheet import Sheet

#: Without it, Excel takes the letters of UTF-8 for Windows ones.
MARK = "\ufeff"


def write_table(event: Event, *, shows_names: bool = True, hidden: Mapping[int, int] | None = None) -> Iterator[str]:
    """The event in the table form, in pieces: a heading, then one row an entry. Raises BrokenFactsError.

    Without `shows_names` rulings are by RULED_BY_ROLE. `hidden`: table -> the first position that is left out.
    """
    kind = type(event.rules)
    columns = [*(column.name for column in list_columns(kind) if column.is_used), *NOTE_COLUMNS]
    yield MARK + _join(columns, [dict(zip(columns, columns, strict=True))])
    for table, sheet in list_sheets(event, hidden=hidden):
        rows = _list_rows(event, table, sheet, kind, shows_names=shows_names)
        yield _join(columns, list(rows))


def write_workbook(event: Event, *, shows_names: bool = True, hidden: Mapping[int, int] | None = None) -> bytes:
    """The event in the table form as a workbook: the cells of the CSV, whole numbers as numbers, never a formula.

    Without `shows_names` rulings are by RULED_BY_ROLE. `hidden`: table -> the first position that is left out.
    Raises BrokenFactsError.
    """
    kind = type(event.rules)
    columns = [column for column in list_columns(kind) if column.is_used]
    content = io.BytesIO()
    with Workbook(content, {"constant_memory": True}) as workbook:
        sheet = workbook.add_worksheet()
        sheet.freeze_panes(1, 0)
        bold = workbook.add_format({"bold": True})
        for place, name in enumerate([*(column.name for column in columns), *NOTE_COLUMNS]):
            sheet.write_string(0, place, name, bold)
        rows = (
            row
            for table, each in list_sheets(event, hidden=hidden)
            for row in _list_rows(event, table, each, kind, shows_names=shows_names)
        )
        for line, row in enumerate(rows, start=1):
            for place, column in enumerate(columns):
                text = row.get(column.name, "")
                if text and column.kind == "whole" and not column.is_list:
                    sheet.write_number(line, place, int(text))
                elif text:
                    sheet.write_string(line, place, text)
            for place, name in enumerate(NOTE_COLUMNS, start=len(columns)):
                sheet.write_string(line, place, row.get(name, ""))
    return content.getvalue()


def write_sheets(event: Event, *, shows_names: bool = True, hidden: Mapping[int, int] | None = None) -> Iterator[str]:
    """The event as score sheets, one a line.

    Without `shows_names` rulings are by RULED_BY_ROLE. `hidden`: table -> the first position that is left out.
    Raises BrokenFactsError.
    """
    for _table, sheet in list_sheets(event, hidden=hidden):
        yield json.dumps(write_facts(sheet, event, shows_names=shows_names), ensure_ascii=False) + "\n"


def _list_rows(
    event: Event, table: Table, sheet: Sheet, kind: type[Game], *, shows_names: bool
) -> Iterator[dict[str, str]]:
    """The rows of a table; what holds for all of it stands on the first. A table without hands has that one alone."""
    place = {
        "event": write_cell(map_columns(kind)["event"], event.name),
        "round": str(table.round.number),
        "table": str(table.number),
    }
    shared = write_row(kind, write_facts(sheet, event), scope="sheet") | _note_state(event, table)
    folded, faults = fold_sheet(sheet)
    if faults:
        raise BrokenFactsError(f"table {table.pk}: {faults}")
    for step in folded.steps:
        number = {} if step.number is None else {"deal": str(step.number)}
        facts = write_entry(step.entry) if shows_names else leave_out_name(write_entry(step.entry))
        yield {**place, **number, **write_row(kind, facts, scope="entry"), **shared}
        shared = {}
    if not folded.steps:
        yield {**place, **shared}


def _note_state(event: Event, table: Table) -> dict[str, str]:
    """How far the results have come, and whether this one was corrected: a row taken out of a draft says so."""
    times = {
        "published_at": event.published_at,
        "final_at": event.final_at,
        "corrected_at": table.corrected_at,
    }
    return {
        "stage": str(event.stage),
        **{name: time.isoformat(timespec="seconds") for name, time in times.items() if time},
    }


def _join(columns: list[str], rows: list[dict[str, Any]]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\r\n")
    writer.writerows(rows)
    return text.getvalue()
