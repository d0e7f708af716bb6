"""Fold everything again and compare it with what is stored. Nothing is changed, whatever is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import AuditRow, Event, Table
from league.selectors.carried_warnings import TeamAt, list_warned_teams
from league.selectors.stored_tables import TABLES_A_BATCH, StoredTable, load_stored_tables
from league.services.locking import lock_event, lock_tables
from league.services.row_checks import find_changed_audit, find_changed_rows, word_audit
from league.services.table_checks import Difference, TableCheck, check_table, differ

#: What house rules raise that were tampered with.
UNREADABLE = (KeyError, TypeError, ValueError)


class Verified(Struct, kw_only=True):
    """What was looked at, and what is not as it must be.

    `hands` are deals played; `not_covered` are records imported before there were digests, whose facts nothing in the
    log can vouch for.
    """

    events: int = 0
    tables: int = 0
    hands: int = 0
    not_covered: int = 0
    differences: list[Difference] = []


def verify_events(events: Iterable[Event] | None = None) -> Verified:
    """Check every table of these events, or of all. Never holds more than a batch of tables in memory.

    Others may write meanwhile: where something differs, the table is looked at once more with all of its event held.
    """
    tables = Table.objects.order_by("event_id", "pk")
    verified = Verified()
    if events is None:
        verified.events = Event.objects.count()
    else:
        pks = {event.pk for event in events}
        verified.events = len(pks)
        tables = tables.filter(event__in=pks)
    verified.differences.extend(_check_events(None if events is None else pks))
    suspects: dict[int, list[int]] = {}
    for table, check in _check(tables):
        verified.tables += 1
        verified.hands += check.hands
        verified.not_covered += check.not_covered
        if check.differences:
            suspects.setdefault(table.event_id, []).append(table.pk)
    for event, found in suspects.items():
        verified.differences.extend(_look_again(event, found))
    return verified


def _check(tables: QuerySet[Table]) -> Iterator[tuple[Table, TableCheck]]:
    """Tables in the order of their events, each with what it came to."""
    event, warned = 0, list[TeamAt]()
    for stored in load_stored_tables(tables):
        if stored.table.event_id != event:
            event, warned = stored.table.event_id, _list_warned(stored.table.event)
        yield stored.table, _check_one(stored, warned)


def _check_one(stored: StoredTable, warned: list[TeamAt]) -> TableCheck:
    try:
        return check_table(stored, warned=warned)
    # Whatever was put into these rows, the other tables are still to be checked.
    except Exception as broken:
        message = _("the stored rows cannot be read (%(error)s).")
        found = differ(stored.table, "unreadable", message % {"error": f"{type(broken).__name__}: {broken}"})
        return TableCheck(hands=0, not_covered=0, differences=(found,))


def _list_warned(event: Event) -> list[TeamAt]:
    """The warned teams; none where the event's house rules cannot be read, which its tables will tell."""
    try:
        return list_warned_teams(event)
    except UNREADABLE:
        return []


def _look_again(event: int, tables: list[int]) -> Iterator[Difference]:
    with transaction.atomic():
        _hold(Event.objects.get(pk=event))
        for start in range(0, len(tables), TABLES_A_BATCH):
            part = tables[start : start + TABLES_A_BATCH]
            again = Table.objects.filter(pk__in=part).order_by("round__number", "number", "pk")
            for _each, check in _check(again):
                yield from check.differences


def _check_events(pks: set[int] | None) -> Iterator[Difference]:
    """The events' own rows, and those of the log that belong to no table: of all leagues, or of some events.

    An event that seems to differ may be changing just now: it is looked at once more with the event held.
    """
    rows, events = AuditRow.objects.filter(table=None), Event.objects.all()
    if pks is not None:
        rows, events = rows.filter(event__in=pks), events.filter(pk__in=pks)
    log: dict[int, list[AuditRow]] = {}
    for row in rows.select_related("event", "league").order_by("pk").iterator():
        if row.signed and row.event_id is not None:
            log.setdefault(row.event_id, []).append(row)
        for _changed in find_changed_audit([row]):
            yield Difference(
                event=row.event.slug if row.event else "",
                code="audit_changed",
                message=f"{row.league}: {word_audit(row)}",
            )
    for event in events.order_by("pk").iterator():
        if any(find_changed_rows([event], log.get(event.pk, ()))):
            yield from _look_at_event(event)


def _look_at_event(event: Event) -> Iterator[Difference]:
    with transaction.atomic():
        lock_event(event)
        rows = AuditRow.objects.filter(table=None, event=event).order_by("pk")
        for fault in find_changed_rows([event], rows):
            yield Difference(event=event.slug, code=fault.code, message=fault.message)


def _hold(event: Event) -> None:
    """Hold the tables of an event, also of one whose house rules cannot be read."""
    try:
        lock_tables(Q(event=event), events=[event])
    except UNREADABLE:
        lock_tables(Q(event=event), events=())
