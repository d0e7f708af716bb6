"""One row of a table and one entry of a score sheet: the same facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.game import Game, Violation, gettext_noop
from scoring.cells import is_blank, read_cell, write_cell
from scoring.columns import Column, list_columns, map_columns


def read_cells(
    kind: type[Game], cells: Mapping[str, str], *, scope: str
) -> tuple[dict[str, Any], tuple[Violation, ...]]:
    """The values of a row's cells of one scope, by column, and what is wrong with them. A blank cell has none.

    A cell that cannot be read has its text as its value, so that nothing takes it for absent.
    """
    columns = map_columns(kind)
    values: dict[str, Any] = {}
    faults: list[Violation] = []
    for name, text in cells.items():
        if columns[name].scope != scope or is_blank(text):
            continue
        values[name], fault = read_cell(columns[name], text)
        if fault is not None:
            faults.append(fault)
    return values, tuple(faults)


def join_cells(kind: type[Game], values: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[Violation, ...]]:
    """The facts of an entry (or of the sheet) from values by column, and where columns do not fit together."""
    columns = map_columns(kind)
    facts: dict[str, Any] = {}
    faults: list[Violation] = []
    for name, value in values.items():
        _put(facts, columns[name].path, value)
    for name in {columns[name].path[0] for name in values if columns[name].is_record}:
        facts[name] = _join_records(kind, name, facts[name], faults)
    if facts.get("misdeal") is False:
        del facts["misdeal"]
    return facts, tuple(faults)


def write_row(kind: type[Game], facts: Mapping[str, Any], *, scope: str) -> dict[str, str]:
    """The cells of an entry (or of the sheet), by column; `read_cells` and `join_cells` read them back."""
    cells = {}
    for column in list_columns(kind):
        if column.scope == scope:
            value = _take_parts(facts, column) if column.is_record else take_value(facts, column.path)
            if value is not None and value != []:
                cells[column.name] = write_cell(column, value)
    return cells


def _put(facts: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    *parents, last = path
    for key in parents:
        facts = facts.setdefault(key, {})
    facts[last] = value


def take_value(facts: Any, path: tuple[str, ...]) -> Any:
    """What stands in facts under a path of names; None where nothing does."""
    for key in path:
        if not isinstance(facts, Mapping) or key not in facts:
            return None
        facts = facts[key]
    return facts


def _take_parts(facts: Mapping[str, Any], column: Column) -> list[Any]:
    name, part = column.path
    return [record[part] for record in facts.get(name, ())]


def _join_records(kind: type[Game], name: str, parts: dict[str, Any], faults: list[Violation]) -> object:
    """Lists of kinds and of offenders into a list of both. Where their numbers differ, that is a fault."""
    columns = [column for column in list_columns(kind) if column.is_record and column.path[0] == name]
    lists = {column.path[1]: parts.get(column.path[1], []) for column in columns}
    if any(not isinstance(values, list) for values in lists.values()):
        return parts
    most = max(len(values) for values in lists.values())
    for column in columns:
        found = len(lists[column.path[1]])
        if found != most and found:
            template = gettext_noop("This names {found} where the cell beside it names {most}: join as many with +.")
            values = {"found": found, "most": most}
            faults.append(Violation(field=column.name, code="uneven", template=template, values=values))
    return [{part: values[place] for part, values in lists.items() if place < len(values)} for place in range(most)]
