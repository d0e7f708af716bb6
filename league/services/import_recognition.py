"""Tables of a file that are in the event already under another name: an evening exported in two forms is one evening.

A score sheet has an id and no place, a row of a table has a place and no id, so that the two are not found by each
other's name. Two games of the same people in the same seats with the very same hands do not happen.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from msgspec import structs

from league.models import DealRecord
from league.selectors.import_state import ImportState, StoredTable
from league.selectors.sheets import build_sheet
from league.services.incoming import Incoming
from rules.game import Game
from scoring.reading import read_entry, write_entry
from scoring.sheet import Unread

#: How a sheet is called that was exported from a table without an id of its own: event, round, table.
_EXPORTED_ID = re.compile(r".+/(\d{1,5})/(\d{1,5})")


def recognize_tables(incoming: Iterable[Incoming], state: ImportState, *, own: Collection[int] = ()) -> list[Incoming]:
    """The tables of a file; those that are stored under another name come under the name that they have there.

    `own` are stored tables that cannot be meant: earlier parts of the same file made them.
    """
    tables = list(incoming)
    claimed = {*own, *(state.find(table.asked) for table in tables if not state.is_unknown(table.asked))}
    found: list[Incoming] = []
    for table in tables:
        stored = _find_same(table, state, claimed) if state.is_unknown(table.asked) else None
        if stored is not None:
            claimed.add(stored.table.pk)
            place = (stored.table.round.number, stored.table.number)
            table = structs.replace(table, source_id=stored.table.source_id, round=place[0], number=place[1])
        found.append(table)
    return found


def is_same_entry(record: DealRecord, facts: Mapping[str, Any], game: Game) -> bool:
    """Whether a stored entry says what a file says, in whatever spelling."""
    if record.facts == facts:
        return True
    entry, _faults = read_entry(game, record.facts)
    return not isinstance(entry, Unread) and write_entry(entry) == facts


def _find_same(table: Incoming, state: ImportState, claimed: set[int | None]) -> StoredTable | None:
    for pk in state.by_names.get(table.asked.names, ()):
        if pk not in claimed and _is_same_table(table, state.stored[pk], table.sheet.game):
            return state.stored[pk]
    return None


def _is_same_table(table: Incoming, stored: StoredTable, game: Game) -> bool:
    """Whether a stored table with the same seats holds the same game.

    Where the id of a sheet names the table's place, one may have more hands than the other. Elsewhere all hands must
    be the same, and there must be some: a sheet without hands is like any other of the same people. Rows that name
    another place are only compared with tables whose place came from no file.
    """
    here = stored.table
    if table.source_id is None:
        if here.source_id is None:
            return False
        is_named = _read_place(here.source_id) == (table.round, table.number)
    else:
        is_named = here.source_id is None and _read_place(table.source_id) == (here.round.number, here.number)
    return _agrees(table, stored, game) if is_named else _has_same_hands(table, stored, game)


def _read_place(source_id: str) -> tuple[int, int] | None:
    named = _EXPORTED_ID.fullmatch(source_id)
    return (int(named[1]), int(named[2])) if named else None


def _has_same_hands(table: Incoming, stored: StoredTable, game: Game) -> bool:
    places = {record.position for record in stored.records}
    return len(places) == len(table.facts) > 0 and _agrees(table, stored, game)


def _agrees(table: Incoming, stored: StoredTable, game: Game) -> bool:
    """Whether each hand that both have is, or once was, the same; without one, whether they begin in the same way."""
    places = {record.position for record in stored.records}
    shared = [(place, facts) for place, facts in enumerate(table.facts, start=1) if place in places]
    if not shared:
        return table.sheet.first_dealer == stored.table.first_dealer and has_same_warned(table, stored)
    return all(facts is not None and _was_recorded(stored, place, facts, game) for place, facts in shared)


def has_same_warned(table: Incoming, stored: StoredTable) -> bool:
    """Whether a sheet names those warned before as the table does, with or without those that are carried to it."""
    if table.sheet.warned == set(stored.table.warned):
        return True
    return table.sheet.warned == build_sheet(stored.table, records=[], seats=[*stored.seats.values()]).warned


def _was_recorded(stored: StoredTable, position: int, facts: Mapping[str, Any], game: Game) -> bool:
    revisions = (record for record in stored.records if record.position == position)
    return any(is_same_entry(record, facts, game) for record in revisions)
