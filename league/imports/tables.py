"""Rows into tables: which rows belong together, and each table as a score sheet.

Rows of one table stand in the order of its hands; rows of other tables may stand between them. What holds for the
whole table (names, house rules, who dealt first) may stand on any of its rows, and where it stands twice it must say
the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.translation import gettext as _
from msgspec import Struct

from league.imports.raw import RawFile, RawTable
from league.imports.rows import Row, Rows, read_rows
from league.names import make_name_key
from league.services.incoming import HIGHEST_NUMBER, FileFault, word_violation
from rules.game import Game, Violation
from scoring.cells import write_cell
from scoring.columns import find_column, map_columns
from scoring.rows import join_cells, read_cells


class _Group(Struct, kw_only=True):
    """The rows of one table. `lines`, `entries` and `numbers` go together, one an entry."""

    first_line: int
    lines: list[int] = []
    entries: list[dict[str, Any]] = []
    numbers: list[int | None] = []
    shared: dict[str, Any] = {}
    shared_lines: dict[str, int] = {}
    flawed: set[tuple[int | None, str]] = set()


def read_table_file(text: str, *, kind: type[Game]) -> RawFile:
    """Read a file in the table form: every row, with all that is wrong with its form."""
    return group_rows(read_rows(text, kind=kind), kind=kind)


def group_rows(rows: Rows, *, kind: type[Game]) -> RawFile:
    """The tables to which rows belong, each as a score sheet."""
    faults: list[FileFault] = []
    event_name = _find_event(rows.rows, kind, faults)
    groups: dict[tuple[int, int], _Group] = {}
    columns = {name for row in rows.rows for name in row.cells}
    all_placed = not rows.untold
    for row in rows.rows:
        place = _read_place(row, kind, columns, event_name, faults)
        if place is None:
            all_placed = False
        else:
            _add_row(groups.setdefault(place, _Group(first_line=row.line)), row, kind, faults)
    if all_placed:
        for group in groups.values():
            faults.extend(_check_numbers(group))
    tables = tuple(_make_table(group, place, kind, faults) for place, group in groups.items())
    return RawFile(
        tables=tables,
        faults=(*rows.faults, *(fault for fault in faults if fault.line not in rows.untold)),
        rows=len(rows.rows),
        event_name=event_name,
        untold=frozenset(rows.untold),
        columns=frozenset(rows.columns) if rows.heading_is_faulty else None,
    )


def _find_event(rows: Iterable[Row], kind: type[Game], faults: list[FileFault]) -> str:
    """The one event that the file names; rows that name another are at fault."""
    column = map_columns(kind)["event"]
    first: tuple[str, int] | None = None
    for row in rows:
        if "event" not in row.cells:
            continue
        values, _faults = read_cells(kind, {"event": row.cells["event"]}, scope="place")
        name = str(values["event"]).strip()
        first = first or (name, row.line)
        if make_name_key(name) != make_name_key(first[0]):
            text = _("This row belongs to “%(other)s” and line %(line)s to “%(first)s”: a file holds one event.")
            words = {"other": name, "line": first[1], "first": first[0]}
            faults.append(FileFault(line=row.line, column=column.name, message=text % words))
    return first[0] if first else ""


def _read_place(
    row: Row, kind: type[Game], columns: set[str], event_name: str, faults: list[FileFault]
) -> tuple[int, int] | None:
    """The round and table of a row. A column that no row fills means 1; one that only some fill is at fault there."""
    cells: dict[str, str] = {name: row.cells[name] for name in ("round", "table") if name in row.cells}
    values, violations = read_cells(kind, cells, scope="place")
    found = [FileFault(line=row.line, column=fault.field, message=word_violation(fault)) for fault in violations]
    for name, value in values.items():
        if isinstance(value, int) and not 1 <= value <= HIGHEST_NUMBER:
            message = _("This must be a whole number from 1 to %(most)s.") % {"most": intcomma(HIGHEST_NUMBER)}
            found.append(FileFault(line=row.line, column=name, message=message))
    for name in ("round", "table"):
        if name in columns and name not in values:
            found.append(FileFault(line=row.line, column=name, message=_("This is empty here and not in other rows.")))
    faults.extend(found)
    return None if found else (values.get("round", 1), values.get("table", 1))


def _add_row(group: _Group, row: Row, kind: type[Game], faults: list[FileFault]) -> None:
    _merge_shared(group, row, kind, faults)
    values, violations = read_cells(kind, row.cells, scope="entry")
    number, number_fault = _read_number(row, kind)
    if not values and number is None and number_fault is None:
        return  # the row is there for what holds for the whole table
    entry, misfits = join_cells(kind, values)
    group.lines.append(row.line)
    group.entries.append(entry)
    group.numbers.append(number)
    for fault in (*violations, *misfits, *filter(None, [number_fault])):
        group.flawed.add((len(group.lines), fault.field))
        faults.append(FileFault(line=row.line, column=fault.field, message=word_violation(fault)))


def _read_number(row: Row, kind: type[Game]) -> tuple[int | None, Violation | None]:
    values, violations = read_cells(kind, {"deal": row.cells.get("deal", "")}, scope="place")
    return (None, violations[0]) if violations else (values.get("deal"), None)


def _merge_shared(group: _Group, row: Row, kind: type[Game], faults: list[FileFault]) -> None:
    values, violations = read_cells(kind, row.cells, scope="sheet")
    for fault in violations:
        group.flawed.add((None, fault.field))
        faults.append(FileFault(line=row.line, column=fault.field, message=word_violation(fault)))
    for name, value in values.items():
        had = group.shared.setdefault(name, value)
        line = group.shared_lines.setdefault(name, row.line)
        if _make_key(name, had) != _make_key(name, value):
            text = _("This says “%(value)s” and line %(line)s “%(had)s”, for one and the same table.")
            column = map_columns(kind)[name]
            words = {"value": write_cell(column, value), "line": line, "had": write_cell(column, had)}
            faults.append(FileFault(line=row.line, column=name, message=text % words))


def _make_key(name: str, value: Any) -> Any:
    if name.startswith("name_"):
        return make_name_key(str(value))
    return sorted(map(str, value)) if isinstance(value, list) else value


def _check_numbers(group: _Group) -> Iterable[FileFault]:
    """Faults of the column `deal`: the deals of a table are numbered from 1 without a gap, or not at all.

    Misdeals and rulings are no deals: they may have no number, or that of the deal before or after them. A table
    whose rows are simply counted through, these among them, is taken as well.
    """
    if group.numbers == list(range(1, len(group.numbers) + 1)):
        return
    last = unnumbered = 0
    for line, entry, number in zip(group.lines, group.entries, group.numbers, strict=True):
        is_deal = "ruling" not in entry and "misdeal" not in entry
        if number is None:
            unnumbered += is_deal
            continue
        lowest = last + (1 if is_deal else 0)
        if not lowest <= number <= last + 1 + unnumbered:
            yield FileFault(line=line, column="deal", message=_explain_number(number, last))
        if is_deal:
            last, unnumbered = number, 0


def _explain_number(number: int, last: int) -> str:
    words = {"number": number, "next": last + 1}
    if number <= last:
        return _("Deal %(number)s comes after a deal with that number or a higher one; %(next)s was to come.") % words
    return _("Deal %(number)s comes where deal %(next)s was to come: a row is missing.") % words


def _make_table(group: _Group, place: tuple[int, int], kind: type[Game], faults: list[FileFault]) -> RawTable:
    shared, misfits = join_cells(kind, group.shared)
    for fault in misfits:
        line = group.shared_lines[fault.field]
        faults.append(FileFault(line=line, column=fault.field, message=word_violation(fault)))

    def locate(position: int | None, field: str) -> tuple[int | None, str]:
        if position is not None:
            return group.lines[position - 1], find_column(kind, field, scope="entry")
        column = find_column(kind, field, scope="sheet")
        return group.shared_lines.get(column, group.first_line), column

    return RawTable(
        sheet={**shared, "deals": group.entries},
        locate=locate,
        flawed=frozenset(group.flawed),
        round=place[0],
        number=place[1],
    )
