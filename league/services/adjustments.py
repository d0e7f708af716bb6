"""Give or take points beside the games, with a reason; take that back. Rows are only ever added."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Adjustment, Entry, Event
from league.models.standing import AdjustmentUnit
from league.selectors.event_rules import read_rules
from league.services.audit import write_audit
from league.services.event_decisions import DecisionReusedError, check_decision_reason, check_not_final, hold_event
from league.services.faults import RefusedError
from league.services.results import move_revision
from scoring.tiebreaks import find_tie_break

#: More than this is a slip of the finger.
MOST_POINTS = 1000


class Adjusted(Struct, frozen=True, kw_only=True):
    """An adjustment and whether this request made it; False where its key had been seen before."""

    adjustment: Adjustment
    is_new: bool


def adjust_points(
    event: Event, entry: Entry, *, amount: int, unit: str, reason: str, key: str, by: User | None, source: str
) -> Adjusted:
    """Give an entry points or league points, or take them away (below nought).

    Raises RefusedError where the event is final, the entry is of another one, the amount is nothing or too much, there
    is no reason, or the standings do not count that unit; DecisionReusedError for a key that came with something else.
    """
    reason = check_decision_reason(reason)
    with transaction.atomic():
        hold_event(event, key=key)
        seen = event.adjustments.filter(key=key).first()
        if seen is not None:
            if (seen.entry_id, seen.amount, seen.unit, seen.reason) != (entry.pk, amount, unit, reason):
                raise DecisionReusedError
            return Adjusted(adjustment=seen, is_new=False)
        check_not_final(event)
        _check_amount(event, entry, amount=amount, unit=unit)
        made = Adjustment.objects.create(
            event=event, entry=entry, amount=amount, unit=unit, reason=reason, key=key, made_by=by, source=source
        )
        _write_down(event, made, "points_adjusted", by=by, source=source)
    return Adjusted(adjustment=made, is_new=True)


def cancel_adjustment(adjustment: Adjustment, *, reason: str, by: User | None, source: str) -> bool:
    """Take an adjustment of an event back. Says whether anything was done: cancelled already, it stays so.

    Raises RefusedError without a reason, for one that is itself a cancellation, and where the event is final.
    """
    reason = check_decision_reason(reason)
    event = adjustment.event
    assert event is not None
    with transaction.atomic():
        hold_event(event, key="cancel")
        if adjustment.cancels_id is not None:
            raise RefusedError({"": [_("This took an adjustment back: make a new one instead.")]})
        if Adjustment.objects.filter(cancels=adjustment).exists():
            return False
        check_not_final(event)
        made = Adjustment.objects.create(
            event=event,
            entry=adjustment.entry,
            amount=-adjustment.amount,
            unit=adjustment.unit,
            reason=reason,
            cancels=adjustment,
            made_by=by,
            source=source,
        )
        _write_down(event, made, "adjustment_cancelled", by=by, source=source)
    return True


def _check_amount(event: Event, entry: Entry, *, amount: int, unit: str) -> None:
    faults: dict[str, list[str]] = {}
    if entry.event_id != event.pk:
        faults["entry"] = [_("Choose somebody who is ranked in this event.")]
    if not amount or abs(amount) > MOST_POINTS:
        text = _("Give 1 to %(most)s, or take −1 to −%(most)s.") % {"most": MOST_POINTS}
        faults["amount"] = [text]
    if unit not in AdjustmentUnit.values:
        faults["unit"] = [_("Choose points or league points.")]
    elif unit == AdjustmentUnit.LEAGUE_POINTS and not counts_league_points(event):
        text = _("The standings of this event do not count league points: adjust the points, or change its rules.")
        faults["unit"] = [text]
    if faults:
        raise RefusedError(faults)


def counts_league_points(event: Event) -> bool:
    """Whether league points have any say in the standings of an event."""
    rules = read_rules(event)
    return "league_points" in {find_tie_break(code).code for code in (rules.rank_by, *rules.tie_breaks)}


def _write_down(event: Event, made: Adjustment, action: str, *, by: User | None, source: str) -> None:
    detail: dict[str, Any] = {
        "name": made.entry.name if made.entry else "",
        "amount": made.amount,
        "unit": made.unit,
        "reason": made.reason,
    }
    write_audit(event.league, action, by=by, source=source, event=event, detail=detail, rows=[made])
    move_revision(event)
