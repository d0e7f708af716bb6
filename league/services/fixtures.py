"""Give fixtures another day. The day that was planned is kept."""

from __future__ import annotations

import datetime
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Event, Match
from league.services.audit import write_audit
from league.services.days import check_days
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.reasons import check_reason
from league.services.results import move_revision
from league.services.team_entries import check_teams_meet


def postpone_match(match: Match, *, to: datetime.date | None, by: User | None, source: str, reason: str = "") -> None:
    """Hold a match on another day; None is one that is not known yet. The day first planned takes it back.

    Raises RefusedError for a match that has been played or given up.
    """
    with transaction.atomic():
        lock_event(match.event)
        check_teams_meet(match.event)
        match.refresh_from_db()
        _check_movable(match)
        _move(match.event, [match], to=to, by=by, source=source, reason=reason)


def postpone_day(
    event: Event, round_number: int, *, to: datetime.date | None, by: User | None, source: str, reason: str = ""
) -> list[Match]:
    """Hold all matches of a match day that have not begun on another day. Raises RefusedError where there is none."""
    with transaction.atomic():
        lock_event(event)
        check_teams_meet(event)
        matches = [match for match in event.matches.filter(round_number=round_number) if not _find_fault(match)]
        if not matches:
            raise RefusedError({"": [_("No match of this day is still to come.")]})
        _move(event, matches, to=to, by=by, source=source, reason=reason)
    return matches


def _move(
    event: Event, matches: Iterable[Match], *, to: datetime.date | None, by: User | None, source: str, reason: str
) -> None:
    reason = check_reason(reason)
    check_days(to=to)
    moved = []
    for match in matches:
        planned = match.postponed_from or match.held_on
        if match.held_on == to:
            continue
        match.held_on, match.postponed_from = to, None if to == planned else planned
        match.save(update_fields=["held_on", "postponed_from"])
        moved.append(match)
    if not moved:
        return
    detail = {
        "names": [f"{match.first} – {match.second}" for match in moved],
        "round": moved[0].round_number,
        "to": to.isoformat() if to else "",
        "reason": reason,
    }
    write_audit(event.league, "match_postponed", by=by, source=source, event=event, detail=detail, rows=moved)
    move_revision(event)


def _check_movable(match: Match) -> None:
    if fault := _find_fault(match):
        raise RefusedError({"": [fault]})


def _find_fault(match: Match) -> str:
    if match.first_id is None or match.second_id is None:
        return _("Nobody plays here: it is a free day.")
    if match.end:
        return _("This match has ended: open it again first.")
    if match.tables.exists():
        return _("This match has begun: its tables are open.")
    return ""
