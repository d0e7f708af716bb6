"""Store the tables of a file: all of them in one transaction, or nothing; a long file in several, part by part.

The facts go through the same checks, records, results, audit rows and revision as a hand that is entered on a page;
only they are written many at a time (league.services.import_rows).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from time import sleep
from typing import Any

from django.contrib.auth.models import User
from django.contrib.humanize.templatetags.humanize import intcomma
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from msgspec import Struct, structs

from league.models import Event, League
from league.selectors.import_state import load_state
from league.services.audit import write_audit
from league.services.carried_warnings import LaterTableRefusedError, refold_carried
from league.services.faults import RefusedError
from league.services.import_plan import Plan, make_plan
from league.services.import_rows import store_tables
from league.services.incoming import FileFault, ImportRefusedError, ImportReport, Incoming, PinnedRules
from league.services.locking import check_still_open, lock_tables
from league.services.results import move_revision
from league.services.setup import create_event, create_league

log = logging.getLogger(__name__)

Finish = Callable[[ImportReport], None]
#: Called between two parts of a long file with how many entries of it are stored.
Between = Callable[[int], None]

#: Entries that are stored in one transaction. SQLite lets nobody else write meanwhile, and a hand that is saved at a
#: table waits 20 seconds at most: so many take about three.
ENTRIES_A_PART = 10_000

#: Seconds between two parts. Whoever waits for SQLite looks ten times a second whether it is free, and would find the
#: next part begun already.
PAUSE = 0.3


class NewEvent(Struct, frozen=True, kw_only=True):
    """An event that an import is to make. `league` None: in a new league called `league_name`."""

    league: League | None
    league_name: str
    name: str
    slug: str


class ImportOrder(Struct, frozen=True, kw_only=True):
    """Where a file goes, under which rules, and who sends it."""

    target: Event | NewEvent
    rules: PinnedRules
    file_name: str
    by: User | None
    source: str
    notes: tuple[str, ...] = ()


def plan_import(order: ImportOrder, tables: Sequence[Incoming]) -> Plan:
    """Compare the tables of a file with what is stored. Stores nothing."""
    target = order.target
    return _plan(target.league, target if isinstance(target, Event) else None, order, tables)


def store_import(
    order: ImportOrder, tables: Sequence[Incoming], *, finish: Finish | None = None, between: Between | None = None
) -> ImportReport:
    """Store what is new in the tables of a file, all of it or nothing; each part of a long file by itself.

    Every part is compared with what is stored once more, so that it can be sent again whatever became of it, and
    others write between two of them, when `between` is called. `finish` is called with the report before the last
    transaction ends. Raises ImportRefusedError where the plan has faults: here above all because somebody entered
    something while the file was being checked. It says how many entries of the parts before are stored.
    """
    total = ImportReport(notes=list(order.notes))
    stored, own = 0, set[int]()
    parts = split_tables(tables)
    for number, part in enumerate(parts, start=1):
        is_last = number == len(parts)
        try:
            _store_part(order, part, total, own, finish=finish if is_last else None)
        except ImportRefusedError as refused:
            if stored == 0:
                raise
            raise ImportRefusedError([*refused.faults, _say_stored(stored)], stored=stored) from refused
        stored += sum(len(table.facts) for table in part)
        if total.event is not None:
            order = structs.replace(order, target=total.event)
        if not is_last:
            if between is not None:
                between(stored)
            sleep(PAUSE)
    return total


def split_tables(tables: Sequence[Incoming]) -> list[Sequence[Incoming]]:
    """The tables in parts that are stored one after the other: at least one part, and no table divided."""
    parts: list[list[Incoming]] = [[]]
    entries = 0
    for table in tables:
        if entries >= ENTRIES_A_PART:
            parts.append([])
            entries = 0
        parts[-1].append(table)
        entries += len(table.facts)
    return [*parts]


def _store_part(
    order: ImportOrder, tables: Sequence[Incoming], total: ImportReport, own: set[int], *, finish: Finish | None
) -> None:
    """Store one part, and add it to the report and to the import's own tables, which are nobody else's."""
    try:
        with transaction.atomic():
            event = _prepare_event(order)
            plan = _plan(event.league, event, order, tables, own=own)
            if plan.faults:
                raise ImportRefusedError([*plan.faults, _say_changed()])
            report = make_report(order, plan)
            if any(not table.is_unchanged for table in plan.tables):
                made = store_tables(event, plan, by=order.by, source=order.source)
                own.update(made)
                refold_carried(event, by=order.by, source=order.source)
                _write_down(order, event, report)
            total.add(report, event=event)
            if finish is not None:
                finish(total)
    except LaterTableRefusedError as refused:
        raise ImportRefusedError([FileFault(message=str(refused))]) from refused
    except IntegrityError as clash:
        log.warning("import of %s: %s", order.file_name, clash)
        raise ImportRefusedError([_say_changed()]) from clash


def make_report(order: ImportOrder, plan: Plan) -> ImportReport:
    """What a plan without faults comes to, in numbers."""
    new = [table for table in plan.tables if table.stored is None]
    changed = [table for table in plan.tables if table.stored is not None and not table.is_unchanged]
    hands_new = sum(len(table.entries) for table in plan.tables)
    facts = [table.facts for table in (*plan.done, *(planned.incoming for planned in plan.tables))]
    sitters = {sitter.key for table in new for sitter in table.sitters.values() if sitter.player is None}
    return ImportReport(
        event=order.target if isinstance(order.target, Event) else None,
        event_is_new=not isinstance(order.target, Event),
        tables_new=len(new),
        tables_changed=len(changed),
        tables_unchanged=len(plan.done) + len(plan.tables) - len(new) - len(changed),
        hands_new=hands_new,
        hands_unchanged=sum(map(len, facts)) - hands_new,
        players_new=len(sitters),
        notes=list(order.notes),
    )


def _plan(
    league: League | None,
    event: Event | None,
    order: ImportOrder,
    tables: Sequence[Incoming],
    *,
    own: Collection[int] = (),
) -> Plan:
    state = load_state(league, event, [table.asked for table in tables], own=own)
    return make_plan(tables, state, own=own)


def _prepare_event(order: ImportOrder) -> Event:
    """The event, held until the transaction ends; made first where it is new.

    Tables are locked first, as when a hand is recorded; and the league so that rows which only name it can still be
    written. Any other order ends in a deadlock on PostgreSQL.
    """
    target = order.target
    if isinstance(target, Event):
        lock_tables(Q(event=target), events=[target])
        League.objects.select_for_update(no_key=True).get(pk=target.league_id)
        return Event.objects.select_related("league").get(pk=target.pk)
    game, league = order.rules.game.key, target.league
    if league is None:
        league = create_league(target.league_name, by=order.by, source=order.source)
    else:
        League.objects.select_for_update(no_key=True).get(pk=league.pk)
    twins = Event.objects.filter(slug=target.slug) if target.slug else league.events.filter(name=target.name, game=game)
    if twins.exists():
        raise ImportRefusedError([_say_changed()])
    return create_event(
        league,
        name=target.name,
        slug=target.slug,
        game=game,
        preset=order.rules.preset,
        options=order.rules.options,
        by=order.by,
        source=order.source,
    )


def _write_down(order: ImportOrder, event: Event, report: ImportReport) -> None:
    detail: dict[str, Any] = {
        "file": order.file_name,
        "tables_new": report.tables_new,
        "tables_changed": report.tables_changed,
        "hands_new": report.hands_new,
    }
    write_audit(event.league, "results_imported", by=order.by, source=order.source, event=event, detail=detail)
    move_revision(event)
    try:
        check_still_open(event)
    except RefusedError as closed:
        raise ImportRefusedError([_say_changed()]) from closed


def _say_changed() -> FileFault:
    message = _("Somebody changed this event while the file was being checked. Look at what stands there now.")
    return FileFault(message=message)


def _say_stored(stored: int) -> FileFault:
    text = _("%(count)s hands of this file are stored, the rest is not. Send the file again when it is right.")
    return FileFault(message=text % {"count": intcomma(stored)})
