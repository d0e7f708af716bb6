"""One import from its bytes to what is stored: read, check every row, compare, store."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePath

from django.contrib.auth.models import User

from league.imports.checking import check_table, choose_rules, pin_rules
from league.imports.raw import RawFile
from league.imports.reading import read_file
from league.models import Event
from league.services.import_target import EventWish, check_game, choose_event
from league.services.importing import Between, Finish, ImportOrder, NewEvent, make_report, plan_import, store_import
from league.services.incoming import FileFault, ImportRefusedError, ImportReport, Incoming, PinnedRules
from rules.catalog import GAMES

#: Called now and then with how many entries have been checked, of how many; with all of them when all are right.
Progress = Callable[[int, int], None]

TABLES_A_REPORT = 25


def import_file(
    content: bytes,
    *,
    file_name: str,
    target: Event | EventWish,
    by: User | None,
    source: str,
    is_dry: bool = False,
    progress: Progress | None = None,
    finish: Finish | None = None,
    between: Between | None = None,
) -> ImportReport:
    """Import a file into an event, or into one that is made for it: everything, or nothing where a row is at fault.

    `is_dry` only says what would be stored. `finish` is called inside the transaction that stores (a long file: its
    last part), `between` between two parts of a long file.
    Raises ImportRefusedError with every fault of the file, RefusedError where the event itself cannot be.
    """
    if isinstance(target, EventWish):
        check_game(target.game)
    file = read_file(content, name=file_name, kind=GAMES[target.game])
    where = target if isinstance(target, Event) else _find_event(target, file, file_name)
    rules = _find_rules(where, target.game, file)
    order = ImportOrder(target=where, rules=rules, file_name=file_name, by=by, source=source, notes=file.notes)
    tables, faults = _check_tables(file, rules, progress or _show_nothing)
    plan = plan_import(order, tables)
    faults = [*file.faults, *file.select_faults([*faults, *plan.faults])]
    if faults:
        raise ImportRefusedError(faults)
    if progress is not None:
        progress(file.rows, file.rows)
    if is_dry:
        return make_report(order, plan)
    return store_import(order, tables, finish=finish, between=between)


def _show_nothing(_done: int, _total: int) -> None:
    """Nobody watches."""


def _find_event(wish: EventWish, file: RawFile, file_name: str) -> Event | NewEvent:
    return choose_event(wish, name=file.event_name, fallback=PurePath(file_name).stem.removesuffix(".sheet"))


def _find_rules(where: Event | NewEvent, game: str, file: RawFile) -> PinnedRules:
    if isinstance(where, Event):
        return pin_rules(where.game, preset=where.preset, options=where.options, players=where.players)
    return choose_rules(game, file.tables)


def _check_tables(file: RawFile, rules: PinnedRules, progress: Progress) -> tuple[list[Incoming], list[FileFault]]:
    tables: list[Incoming] = []
    faults: list[FileFault] = []
    done = 0
    for number, raw in enumerate(file.tables):
        if number % TABLES_A_REPORT == 0 and done < file.rows:
            progress(done, file.rows)
        table, found = check_table(raw, rules)
        faults.extend(found)
        if table is not None:
            tables.append(table)
            done += len(table.facts)
    return tables, faults
