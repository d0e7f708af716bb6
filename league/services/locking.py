"""Hold tables, then events: always in this order, and each kind in the order of its numbers.

Where house rules carry warnings from table to table, a change at one writes at others that are known only on the way.
Whoever holds a table of such a scope (league.selectors.carried_warnings.find_scope) therefore holds the first table of
the scope before: within a scope one writes at a time, and it does not matter in which order the others are held.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Event, Table
from league.selectors.carried_warnings import find_scope
from league.services.faults import RefusedError, word_stage_refusal

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

#: What stands in the way of others now and then is tried so often, but not again once so many seconds are over.
TRIES = 3
LONGEST_SECONDS = 30.0

#: PostgreSQL: serialization failure, deadlock. Nothing of the transaction is stored then, and it may be tried again.
_INTERRUPTED = frozenset({"40001", "40P01"})


def repeat_interrupted(service: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """A service that is one transaction, which is run anew where the database broke it off for the sake of another one.

    Only for services that read everything once more in the transaction. Inside somebody else's transaction the service
    runs once: that whole one would have to be repeated.
    """

    @wraps(service)
    def run(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        if connection.in_atomic_block:
            return service(*args, **kwargs)
        started_at = time.monotonic()
        for _attempt in range(TRIES - 1):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                if not _was_interrupted(error) or time.monotonic() - started_at > LONGEST_SECONDS:
                    raise
        return service(*args, **kwargs)

    return run


def _was_interrupted(error: OperationalError) -> bool:
    cause = error.__cause__
    if getattr(cause, "sqlstate", None) in _INTERRUPTED:
        return True
    return str(getattr(cause, "sqlite_errorname", "")).startswith("SQLITE_BUSY")


def lock_tables(which: Q, *, events: Iterable[Event]) -> list[Table]:
    """Tables as they are now, held until the transaction ends.

    `events` are those of the tables: the first table of their scopes is held before. None are needed for tables of a
    scope that is held already. The tables are read, with their events, only once they are held: publishing holds all
    tables first, and PostgreSQL would show an event as it was before that.
    """
    wanted = which
    for scope in filter(None, map(find_scope, events)):
        wanted |= Q(pk__in=Table.objects.filter(scope).order_by("pk").values("pk")[:1])
    # Rows that only name a table can still be added by others: nobody changes its number.
    list(Table.objects.select_for_update(of=("self",), no_key=True).filter(wanted).order_by("pk").values_list("pk"))
    return list(Table.objects.filter(which).select_related("event__league", "round").order_by("pk"))


def lock_table(table: Table) -> Table:
    """The table as it is now, held until the transaction ends. On SQLite the transaction itself holds all."""
    locked = lock_tables(Q(pk=table.pk), events=[table.event])
    if not locked:
        raise Table.DoesNotExist
    return locked[0]


def lock_scope(event: Event) -> None:
    """Let nobody else write at tables between which warnings are carried from or to this event, for a new table."""
    lock_tables(Q(pk__in=()), events=[event])


def lock_event(event: Event) -> None:
    """Bring an event up to date and hold it until the transaction ends."""
    event.refresh_from_db(from_queryset=Event.objects.select_for_update(no_key=True))


def lock_events(events: Iterable[int]) -> None:
    """Hold events, by their numbers, until the transaction ends."""
    wanted = Event.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=set(events))
    list(wanted.order_by("pk").values_list("pk"))


def lock_event_and_tables(event: Event) -> None:
    """Hold an event and all its tables: whoever records a hand is done before, or sees afterwards what became of it.

    Raises RefusedError where a table was opened at that very moment.
    """
    held = [table.pk for table in lock_tables(Q(event=event), events=[event])]
    lock_event(event)
    if held != list(Table.objects.filter(event=event).order_by("pk").values_list("pk", flat=True)):
        raise RefusedError({"": [_("Somebody has just opened another table: look at the event and try again.")]})


def check_still_open(event: Event) -> None:
    """Refuse where an event was closed while this was done. Asked last, when nobody else can change the event."""
    now = Event.objects.get(pk=event.pk)
    if not now.is_open:
        raise RefusedError({"": [word_stage_refusal(now.stage)]})
