"""The clock of a round: start it, let it stand still, go on, give more time, take it away.

It is a wall clock for everybody and decides nothing: time is called at each table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Round
from league.selectors.clock import Clock, read_clock
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import check_still_open
from league.services.results import move_revision

#: A round may take the whole evening, but no clock shows more than three figures.
MOST_MINUTES = 600

_FACTS = ("ends_at", "seconds_left")


def start_clock(round_: Round, *, minutes: int, by: User | None, source: str) -> None:
    """Let the round's clock begin with so many minutes, whatever it showed. Raises RefusedError."""
    _check_minutes(minutes)

    def start(_clock: Clock | None, now: datetime) -> dict[str, Any]:
        return {"ends_at": now + timedelta(minutes=minutes), "seconds_left": None}

    _change(round_, start, action="clock_started", by=by, source=source, detail={"minutes": minutes})


def pause_clock(round_: Round, *, by: User | None, source: str) -> None:
    """Let the clock stand still with what is left; one that stands still stays so. Raises RefusedError without one."""
    _change(round_, _stand_still, action="clock_paused", by=by, source=source)


def resume_clock(round_: Round, *, by: User | None, source: str) -> None:
    """Let the clock go on from what was left; one that runs goes on. Raises RefusedError without one."""

    def go_on(clock: Clock | None, now: datetime) -> dict[str, Any] | None:
        held = _demand(clock)
        return None if held.is_running else {"ends_at": now + held.left, "seconds_left": None}

    _change(round_, go_on, action="clock_resumed", by=by, source=source)


def add_minutes(round_: Round, *, minutes: int, by: User | None, source: str) -> None:
    """Give more time (or less, below nought); after its end, from now on. Raises RefusedError without a clock."""
    if not minutes:
        raise RefusedError({"minutes": [_("Say how many minutes more, or less with a minus.")]})
    _check_minutes(abs(minutes))

    def add(clock: Clock | None, now: datetime) -> dict[str, Any]:
        held = _demand(clock)
        left = max(held.left + timedelta(minutes=minutes), timedelta())
        if left > timedelta(minutes=MOST_MINUTES):
            raise RefusedError({"minutes": [_word_most()]})
        return _set_left(left, now=now, running=held.is_running)

    _change(round_, add, action="clock_changed", by=by, source=source, detail={"minutes": minutes})


def stop_clock(round_: Round, *, by: User | None, source: str) -> None:
    """Take the clock away; nothing happens where there is none. Raises RefusedError on a closed event."""

    def stop(clock: Clock | None, _now: datetime) -> dict[str, Any] | None:
        return None if clock is None else {"ends_at": None, "seconds_left": None}

    _change(round_, stop, action="clock_stopped", by=by, source=source)


def _stand_still(clock: Clock | None, now: datetime) -> dict[str, Any] | None:
    held = _demand(clock)
    return _set_left(held.left, now=now, running=False) if held.is_running else None


def _set_left(left: timedelta, *, now: datetime, running: bool) -> dict[str, Any]:
    if running:
        return {"ends_at": now + left, "seconds_left": None}
    return {"ends_at": None, "seconds_left": math.ceil(left.total_seconds())}


def _change(
    round_: Round,
    decide: Callable[[Clock | None, datetime], dict[str, Any] | None],
    *,
    action: str,
    by: User | None,
    source: str,
    detail: dict[str, Any] | None = None,
) -> None:
    """Set what `decide` says of the clock as it is now, with the audit row; nothing where it says None."""
    with transaction.atomic():
        locked = Round.objects.select_for_update(of=("self",)).select_related("event__league").get(pk=round_.pk)
        if not locked.event.is_open:
            raise RefusedError({"": [_("This event is closed: its clocks have stopped.")]})
        now = timezone.now()
        values = decide(read_clock(locked, now=now), now)
        if values is not None:
            Round.objects.filter(pk=locked.pk).update(**values)
            row = {"round": locked.number, **(detail or {})}
            write_audit(locked.event.league, action, by=by, source=source, event=locked.event, detail=row)
            move_revision(locked.event)
            check_still_open(locked.event)
    round_.refresh_from_db(fields=_FACTS)


def _demand(clock: Clock | None) -> Clock:
    if clock is None:
        raise RefusedError({"": [_("This round has no clock yet: start it first.")]})
    return clock


def _check_minutes(minutes: int) -> None:
    if not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError({"minutes": [_word_most()]})


def _word_most() -> str:
    return _("A round takes 1 to %(most)s minutes.") % {"most": MOST_MINUTES}
