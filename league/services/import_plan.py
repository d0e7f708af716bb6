"""Compare the tables of a file with what is stored: what is new, what stands already, what says otherwise."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import DealRecord
from league.models.event import Stage
from league.names import make_name_key
from league.selectors.import_state import ImportState, StoredTable
from league.selectors.sheets import build_sheet, select_standing
from league.services.faults import word_stage_refusal
from league.services.import_recognition import has_same_warned, is_same_entry, recognize_tables
from league.services.import_seats import Sitter, Sitting
from league.services.incoming import NOTHING, FileFault, Incoming, make_hash, word_violation
from rules.game import Game
from scoring.columns import map_columns
from scoring.declared import PLAYERS
from scoring.fold import fold_sheet
from scoring.rows import write_row
from scoring.sheet import Folded

#: The code of a fault that only lies in the event or the table taking nothing any more.
CLOSED = "table_closed"


class NewEntry(Struct, frozen=True, kw_only=True):
    """An entry that is to be added to a sheet."""

    position: int
    revision: int
    facts: Mapping[str, Any]
    key: str


class PlannedTable(Struct, frozen=True, kw_only=True):
    """What is to be done for one table of a file. `stored` is None for a table that is to be made.

    `folded` is the game with what is to be added; None where nothing is.
    """

    incoming: Incoming
    round: int
    number: int
    stored: StoredTable | None = None
    sitters: Mapping[str, Sitter] = {}
    entries: tuple[NewEntry, ...] = ()
    calls_time: bool = False
    folded: Folded | None = None

    @property
    def is_unchanged(self) -> bool:
        """Whether nothing is to be stored for this table."""
        return self.stored is not None and not self.entries and not self.calls_time


class Plan(Struct, kw_only=True):
    """What an import comes to, and why it cannot be done where it cannot. `done`: tables imported just so before."""

    tables: list[PlannedTable] = []
    done: list[Incoming] = []
    faults: list[FileFault] = []


def make_plan(incoming: Iterable[Incoming], state: ImportState, *, own: Collection[int] = ()) -> Plan:
    """Compare each table with what is stored, in the order of the file.

    `own` are the tables that earlier parts of the same file have made: no other table of the file is one of them.
    """
    plan = Plan()
    sitting = Sitting(state)
    seen: dict[object, Incoming] = {}
    for table in recognize_tables(incoming, state, own=own):
        pk = state.find(table.asked)
        twin = seen.setdefault(pk or table.identity, table)
        if twin is not table:
            plan.faults.append(_refuse_twin(table, twin))
        elif pk is None:
            plan.tables.append(_plan_new(table, sitting, plan.faults))
        elif (pk, table.digest) in state.done:
            plan.done.append(table)
        else:
            plan.tables.append(_plan_stored(table, state.stored[pk], plan.faults))
    if state.stage != Stage.OPEN and not all(table.is_unchanged for table in plan.tables):
        plan.faults.append(FileFault(message=word_stage_refusal(state.stage), code=CLOSED))
    return plan


def make_key(table: Incoming, position: int, facts: Mapping[str, Any]) -> str:
    """The key of an imported record: the same whenever the same entry of the same table comes again."""
    return f"import:{make_hash([table.identity, position, facts])}"


def _refuse_twin(table: Incoming, twin: Incoming) -> FileFault:
    line, _column = twin.locate(None, "id")
    if table.sheet.id:
        text = _("This id stands on line %(line)s too: every sheet needs one of its own.")
    else:
        text = _("The same sheet stands on line %(line)s too: take one out, or give each an id.")
    return table.find_fault(None, "id", text % {"line": line})


def _plan_new(table: Incoming, sitting: Sitting, faults: list[FileFault]) -> PlannedTable:
    if table.folded is not None and not (table.facts or table.names):
        text = _("Here are neither hands nor names for a new table: leave it out.")
        faults.append(table.find_fault(None, "", text, code=NOTHING))
    round_number, number, sitters = sitting.place(table, faults)
    entries = tuple(
        NewEntry(position=position, revision=1, facts=facts, key=make_key(table, position, facts))
        for position, facts in enumerate(table.facts, start=1)
        if facts is not None
    )
    return PlannedTable(
        incoming=table, round=round_number, number=number, sitters=sitters, entries=entries,
        calls_time=table.sheet.finished, folded=table.folded,
    )  # fmt: skip


def _plan_stored(table: Incoming, stored: StoredTable, faults: list[FileFault]) -> PlannedTable:
    game = table.sheet.game
    found = [*_compare_seats(table, stored), *_compare_opening(table, stored)]
    entries = tuple(_find_new(table, stored, game, found))
    calls_time = table.sheet.finished and not stored.table.time_called
    if entries and stored.table.time_called:
        text = _("Time was called at this table: take that back on its page, then hands can be added.")
        found.append(table.find_fault(entries[0].position, "", text, code=CLOSED))
    faults.extend(found)
    folded = None
    if (entries or calls_time) and not found:
        folded = _fold_with(table, stored, entries, calls_time=calls_time, game=game, faults=faults)
    return PlannedTable(
        incoming=table, round=stored.table.round.number, number=stored.table.number, stored=stored, entries=entries,
        calls_time=calls_time, folded=folded,
    )  # fmt: skip


def _compare_seats(table: Incoming, stored: StoredTable) -> Iterator[FileFault]:
    for letter, name in table.names.items():
        sits = stored.seats[letter].player.name if letter in stored.seats else ""
        if make_name_key(sits) != make_name_key(name):
            text = _("At this table %(sits)s sits here, not %(name)s.")
            yield table.find_fault(None, f"seats.{letter}", text % {"sits": sits, "name": name})


def _compare_opening(table: Incoming, stored: StoredTable) -> Iterator[FileFault]:
    """Where the file says how many play, who dealt first or who stood warned, it must be what is stored."""
    players = table.sheet.game.seats, stored.table.rules.seats
    if players[0] != players[1]:
        text = _("At this table %(count)s play.") % {"count": len(players[1])}
        yield table.find_fault(None, PLAYERS, text)
    if table.states_first_dealer and table.sheet.first_dealer != stored.table.first_dealer:
        text = _("At this table %(dealer)s dealt first.") % {"dealer": stored.table.first_dealer}
        yield table.find_fault(None, "first_dealer", text)
    if table.states_warned and not has_same_warned(table, stored):
        warned = "+".join(sorted(stored.table.warned)) or _("nobody")
        yield table.find_fault(None, "warned", _("At this table, warned before was: %(warned)s.") % {"warned": warned})


def _find_new(table: Incoming, stored: StoredTable, game: Game, faults: list[FileFault]) -> Iterator[NewEntry]:
    """The entries that the stored table has not yet. One that stands there otherwise is a fault.

    An entry whose key is known was imported once; what became of it here since then is left as it is, unless more is
    to be added after it. A file knows no empty places: its entries are compared with those that stand, in their order.
    """
    standing = dict(enumerate(select_standing(stored.records), start=1))
    gaps = max((record.position for record in standing.values()), default=0) - len(standing)
    known = {record.key for record in stored.records}
    expected = len(standing) + 1
    moved: list[tuple[int, DealRecord | None]] = []
    for position, facts in enumerate(table.facts, start=1):
        if facts is None:
            continue
        record = standing.get(position)
        key = make_key(table, position, facts)
        if record is not None and is_same_entry(record, facts, game):
            continue
        if key in known:
            moved.append((position, record))
        elif record is not None:
            faults.append(_refuse_other(table, position, facts, record, game))
        elif moved or position != expected:
            faults.extend(_refuse_moved(table, place, was, game) for place, was in moved)
            moved = []
        else:
            expected += 1
            place = position + gaps
            revision = max((old.revision for old in stored.records if old.position == place), default=0) + 1
            yield NewEntry(position=place, revision=revision, facts=facts, key=key)


def _refuse_other(
    table: Incoming, position: int, facts: Mapping[str, Any], record: DealRecord, game: Game
) -> FileFault:
    here, there = (write_row(type(game), each, scope="entry") for each in (facts, record.facts))
    columns = map_columns(type(game))
    differing = [name for name in columns if here.get(name) != there.get(name)]
    field = ".".join(columns[differing[0]].path) if differing else ""
    text = _("Stored at this table is: %(facts)s. Correct the hand on the table's page, or put the file right.")
    return table.find_fault(position, field, text % {"facts": _word_facts(there)})


def _refuse_moved(table: Incoming, position: int, record: DealRecord | None, game: Game) -> FileFault:
    """A hand that was imported, then changed here: nothing can be added after it from a file that has the old one."""
    if record is None:
        text = _("This hand was taken off on the table's page: take it out of the file before adding more.")
        return table.find_fault(position, "", text)
    words = {"facts": _word_facts(write_row(type(game), record.facts, scope="entry"))}
    text = _("This hand was corrected on the table's page to: %(facts)s. Put the file right before adding more.")
    return table.find_fault(position, "", text % words)


def _word_facts(cells: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {cell}" for name, cell in cells.items())


def _fold_with(
    table: Incoming,
    stored: StoredTable,
    entries: tuple[NewEntry, ...],
    *,
    calls_time: bool,
    game: Game,
    faults: list[FileFault],
) -> Folded | None:
    """The stored game with the new entries; None where the rules refuse one of them."""
    stored.table.time_called = stored.table.time_called or calls_time
    added = [
        DealRecord(table=stored.table, position=entry.position, revision=entry.revision, facts=dict(entry.facts))
        for entry in entries
    ]
    records = sorted([*stored.records, *added], key=lambda record: (record.position, record.revision))
    sheet = build_sheet(stored.table, records=records, seats=list(stored.seats.values()), game=game)
    folded, found = fold_sheet(sheet)
    faults.extend(
        table.find_fault(
            fault.position, fault.violation.field, word_violation(fault.violation), code=fault.violation.code
        )
        for fault in found
    )
    return None if found else folded
