"""Hold an event with its tables. Always in this order: tables first, then the event, as when a hand is recorded."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import Event, Table
from league.services.faults import RefusedError


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
