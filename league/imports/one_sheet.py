"""A score sheet that is sent to a table of its own: it goes the way of a file with one sheet in it."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any

from django.contrib.auth.models import User
from msgspec import Struct

from league.imports.checking import check_table, pin_rules
from league.imports.raw import RawTable
from league.models import Table
from league.selectors.sheets import name_table
from league.services.importing import ImportOrder, plan_import, store_import
from league.services.incoming import FileFault, ImportRefusedError, ImportReport, Incoming


class SheetRefusedError(Exception):
    """A sheet that cannot be scored, or is none of this event's game. `line` of a fault is the place of its deal."""

    def __init__(self, faults: list[FileFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.faults = sorted(faults, key=lambda fault: fault.line or 0)


class SheetDiffersError(Exception):
    """A sheet that says otherwise than what stands at the table, or comes too late."""

    def __init__(self, table: Table, faults: list[FileFault]) -> None:
        super().__init__("; ".join(map(str, faults)))
        self.table = table
        self.faults = sorted(faults, key=lambda fault: fault.line or 0)


class CheckedSheet(Struct, frozen=True, kw_only=True):
    """A sheet without faults, and the facts in it that its table does not have yet."""

    order: ImportOrder
    table: Table
    incoming: Incoming
    new_facts: tuple[Mapping[str, Any], ...]


def check_sheet(table: Table, raw: object, *, by: User | None, source: str) -> CheckedSheet:
    """Check a sheet against the rules and against what stands at the table.

    It may leave out what its event says: house rules, how many play, seats, first dealer, who stood warned. Raises
    SheetRefusedError or SheetDiffersError with every fault.
    """
    event = table.event
    rules = pin_rules(event.game, preset=event.preset, options=event.options, players=table.players)
    incoming, faults = check_table(RawTable(sheet=_name_sheet(raw, table), locate=_keep_place), rules)
    if incoming is None or faults:
        raise SheetRefusedError(faults)
    order = ImportOrder(target=event, rules=rules, file_name=name_table(table), by=by, source=source)
    plan = plan_import(order, [incoming])
    if plan.faults:
        raise SheetDiffersError(table, plan.faults)
    new_facts = tuple(entry.facts for planned in plan.tables for entry in planned.entries)
    return CheckedSheet(order=order, table=table, incoming=incoming, new_facts=new_facts)


def store_sheet(checked: CheckedSheet) -> ImportReport:
    """Store what is new in a sheet, all of it or nothing. Raises SheetDiffersError where somebody was faster."""
    try:
        return store_import(checked.order, [checked.incoming])
    except ImportRefusedError as refused:
        raise SheetDiffersError(checked.table, refused.faults) from refused


def _name_sheet(raw: object, table: Table) -> object:
    """The sheet under its table's own id, by which it is found again; one that is no text is at fault and stays."""
    if not isinstance(raw, dict) or not isinstance(raw.get("id", ""), str):
        return raw
    named = copy(raw)
    named["id"] = name_table(table)
    return named


def _keep_place(position: int | None, field: str) -> tuple[int | None, str]:
    return position, field
