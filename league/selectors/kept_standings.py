"""Keep what was worked out for an event until something changes in it.

It is kept with the event's revision, which every change moves in its own transaction. Inside a transaction nothing is
kept: what is seen there may never come to be, and another change would have the same revision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar
from zlib import crc32

from django.core.cache import cache
from django.db import transaction
from msgspec import Struct

from league.models import Event

Made = TypeVar("Made")

KEPT_SECONDS = 3600


def keep_for_revision(event: Event, kind: type[Struct], make: Callable[[Event], Made]) -> Made:
    """What `make` gives for the event as it is now, or gave since its last change. `kind` is what it is made of.

    There is one place for each event and kind: an older revision makes room for the next. Whoever has changed the
    event in this transaction gets it worked out anew.
    """
    if transaction.get_connection().in_atomic_block:
        return make(event)
    now = Event.objects.select_related("league", "season").get(pk=event.pk)
    key = f"standings:{kind.__name__}:{_sign(kind)}:{event.pk}"
    kept: tuple[int, Made] | None = cache.get(key)
    if kept is not None and kept[0] == now.revision:
        return kept[1]
    made = make(now)
    cache.set(key, (now.revision, made), KEPT_SECONDS)
    return made


def _sign(kind: type[Struct]) -> int:
    """Other after the fields of what is kept have changed: a new version of the site reads nothing of an older one."""
    return crc32(" ".join(kind.__struct_fields__).encode())
