"""Hold an event with its tables. Always in this order: tables first, then the event, as when a hand is recorded."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connection
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Event, Table
from league.services.faults import RefusedError

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


def lock_tables(which: Q) -> list[Table]:
    """Tables as they are now, held until the transaction ends: always in the order of their numbers.

    They are read, with their events, only once they are held.
    """
    list(Table.objects.select_for_update(of=("self",)).filter(which).order_by("pk").values_list("pk"))
    return list(Table.objects.filter(which).select_related("event__league", "round").order_by("pk"))


def lock_event(event: Event) -> None:
    """Bring an event up to date and hold it until the transaction ends."""
    event.refresh_from_db(from_queryset=Event.objects.select_for_update(no_key=True))


def lock_event_and_tables(event: Event) -> None:
    """Hold an event and all its tables: whoever records a hand is done before, or sees afterwards what became of it.

    Raises RefusedError where a table was opened at that very moment.
    """
    held = list(Table.objects.select_for_update().filter(event=event).order_by("pk").values_list("pk", flat=True))
    lock_event(event)
    if held != list(Table.objects.filter(event=event).order_by("pk").values_list("pk", flat=True)):
        raise RefusedError({"": [_("Somebody has just opened another table: look at the event and try again.")]})
