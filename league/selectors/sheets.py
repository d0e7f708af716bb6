"""A table's facts as a score sheet, and that sheet folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from league.models import DealRecord, Event, Seat, Table
from league.selectors.carried_warnings import TeamAt, find_carried
from rules.game import Game
from scoring.declared import PLAYERS
from scoring.fold import fold_sheet
from scoring.reading import read_entry, write_entry
from scoring.sheet import Folded, Sheet, Unread

#: Who gave a ruling, for readers who are told no names. A word of the sheet, the same in every language.
RULED_BY_ROLE = "admin"


class BrokenFactsError(Exception):
    """Stored facts that the rules refuse: somebody changed the database by hand."""


def list_records(table: Table) -> list[DealRecord]:
    """Everything ever entered at a table, superseded revisions too, in the order of the sheet."""
    return list(table.records.select_related("recorded_by").order_by("position", "revision"))


def select_before(records: Iterable[DealRecord], position: int | None) -> list[DealRecord]:
    """The records of the places before one; all of them where it is None."""
    return [record for record in records if position is None or record.position < position]


def select_standing(records: Iterable[DealRecord]) -> list[DealRecord]:
    """The records that stand: the highest revision of each position, unless it takes the entry off."""
    latest = {record.position: record for record in records}
    return [record for record in latest.values() if not record.void]


def find_next_position(records: Iterable[DealRecord]) -> int:
    """The place of the next entry on the sheet."""
    return max((record.position for record in select_standing(records)), default=0) + 1


def list_facts(records: Iterable[DealRecord]) -> dict[int, dict[str, Any]]:
    """The facts that stand, by position."""
    return {record.position: record.facts for record in select_standing(records)}


def name_table(table: Table) -> str:
    """The id of a table's sheet: what an imported file called it, else its event, round and number."""
    return table.source_id or f"{table.event.slug}/{table.round.number}/{table.number}"


def build_sheet(
    table: Table,
    *,
    records: list[DealRecord] | None = None,
    seats: list[Seat] | None = None,
    game: Game | None = None,
    warned: Iterable[TeamAt] | None = None,
) -> Sheet:
    """The table's sheet from the records that stand. Raises BrokenFactsError.

    Who stands warned is what the table says and what the house rules carry from earlier tables; `warned` are the
    event's warned teams, for whoever builds many sheets.
    """
    game = game or table.rules
    seats = list(table.seats.select_related("player")) if seats is None else seats
    standing = select_standing(list_records(table) if records is None else records)
    entries = []
    for record in standing:
        entry, violations = read_entry(game, record.facts)
        if isinstance(entry, Unread):
            raise BrokenFactsError(f"record {record.pk}: {violations}")
        entries.append(entry)
    return Sheet(
        id=name_table(table),
        game=game,
        preset=table.event.preset,
        entries=tuple(entries),
        positions=tuple(record.position for record in standing),
        names={seat.seat: seat.player.name for seat in seats},
        first_dealer=table.first_dealer,
        warned=frozenset((*table.warned, *(each.side for each in find_carried(table, game, seats, warned=warned)))),
        finished=table.time_called,
    )


def fold_table(table: Table, *, records: list[DealRecord] | None = None) -> Folded:
    """The table's sheet folded. Raises BrokenFactsError."""
    folded, faults = fold_sheet(build_sheet(table, records=records))
    if faults:
        raise BrokenFactsError(f"table {table.pk}: {faults}")
    return folded


def leave_out_name(facts: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's facts for readers without the right `read_names`: a ruling is by RULED_BY_ROLE."""
    ruling = facts.get("ruling")
    if not isinstance(ruling, Mapping) or not ruling.get("by"):
        return dict(facts)
    return {**facts, "ruling": {**ruling, "by": RULED_BY_ROLE}}


def write_sheet(table: Table, *, shows_names: bool = True, before: int | None = None) -> dict[str, Any]:
    """The table as a score sheet, version 1, that gives the same result when it is read again.

    `before`: only with the entries before that position.
    """
    sheet = build_sheet(table, records=select_before(list_records(table), before))
    return write_facts(sheet, table.event, shows_names=shows_names)


def write_facts(sheet: Sheet, event: Event, *, shows_names: bool = True) -> dict[str, Any]:
    """A table's sheet as it is written out, with the names of the event's house rules.

    `shows_names` tells who ruled; without it rulings are by RULED_BY_ROLE.
    """
    written: dict[str, Any] = {"id": sheet.id, "game": event.game, "preset": event.preset}
    if event.options:
        written["options"] = event.options
    if sheet.game.player_counts:
        written[PLAYERS] = len(sheet.game.seats)
    written["seats"] = {seat: sheet.names[seat] for seat in sheet.game.seats if seat in sheet.names}
    written["first_dealer"] = sheet.first_dealer
    if sheet.warned:
        written["warned"] = sorted(sheet.warned)
    if sheet.finished:
        written["finished"] = True
    deals = [write_entry(entry) for entry in sheet.entries if not isinstance(entry, Unread)]
    written["deals"] = deals if shows_names else [leave_out_name(facts) for facts in deals]
    return written
