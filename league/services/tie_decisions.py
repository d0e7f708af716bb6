"""Write down how people settled a tie that no rule parts: by a play-off, by lots, or by sharing the place."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, TieDecision
from league.models.standing import TieWay
from league.selectors.event_ranking import rank_event
from league.selectors.tied_places import list_tied
from league.services.audit import write_audit
from league.services.event_decisions import (
    DecisionReusedError,
    TieDecidedError,
    check_decision_reason,
    check_not_final,
    hold_event,
)
from league.services.faults import RefusedError
from league.services.results import move_revision


class Settled(Struct, frozen=True, kw_only=True):
    """A decision and whether this request took it; False where its key had been seen before."""

    decision: TieDecision
    is_new: bool


def settle_tie(
    event: Event, order: Sequence[int], *, way: str, reason: str, seen: int, key: str, by: User | None, source: str
) -> Settled:
    """Settle a tie: `order` are the numbers of all entries that are tied, best first.

    A decision counts as long as they are tied. `seen` is the number of the one that stood about them when this was
    decided, 0 for none: a later one takes its place, but nobody undoes what he did not see (TieDecidedError). Raises
    RefusedError where the event is final, they are not tied (any more), and without a reason; DecisionReusedError.
    """
    reason = check_decision_reason(reason)
    if way not in TieWay.values:
        raise RefusedError({"way": [_("Choose how the tie was settled.")]})
    order = list(order)
    with transaction.atomic():
        hold_event(event, key=key)
        sent = event.tie_decisions.filter(key=key).first()
        if sent is not None:
            if (sent.order, sent.way, sent.reason) != (order, way, reason):
                raise DecisionReusedError
            return Settled(decision=sent, is_new=False)
        check_not_final(event)
        names = _check_tied(event, order, seen=seen)
        made = TieDecision.objects.create(
            event=event, order=order, way=way, reason=reason, key=key, made_by=by, source=source
        )
        _write_down(event, made, "tie_settled", names, by=by, source=source)
    return Settled(decision=made, is_new=True)


def cancel_decision(decision: TieDecision, *, reason: str, by: User | None, source: str) -> bool:
    """Take a decision on a tie back. Says whether anything was done: cancelled already, it stays so.

    Raises RefusedError without a reason, for one that is itself a cancellation, and where the event is final.
    """
    reason = check_decision_reason(reason)
    event = decision.event
    assert event is not None
    with transaction.atomic():
        hold_event(event, key="cancel")
        if decision.cancels_id is not None:
            raise RefusedError({"": [_("This took a decision back: settle the tie anew instead.")]})
        if TieDecision.objects.filter(cancels=decision).exists():
            return False
        check_not_final(event)
        made = TieDecision.objects.create(
            event=event,
            order=decision.order,
            way=decision.way,
            reason=reason,
            cancels=decision,
            made_by=by,
            source=source,
        )
        named = dict(event.entries.values_list("pk", "name"))
        names = [named[entry] for entry in decision.order]
        _write_down(event, made, "tie_decision_cancelled", names, by=by, source=source)
    return True


def _check_tied(event: Event, order: list[int], *, seen: int) -> list[str]:
    """The names of the tied in the order that was decided.

    Raises RefusedError where they are not one tied group, and TieDecidedError where another decision stands than seen.
    """
    ranked = rank_event(event)
    tied = {frozenset(group.entries): group.decision or 0 for group in list_tied(ranked)}
    if len(set(order)) != len(order):
        raise RefusedError({"order": [_("Everybody who is tied has one place: somebody is named twice.")]})
    if frozenset(order) not in tied:
        text = _("These are not tied, or not any more: look at the standings as they are now.")
        raise RefusedError({"": [text]})
    if (standing := tied[frozenset(order)]) != seen:
        decision = event.tie_decisions.select_related("made_by").filter(pk=standing).first()
        raise TieDecidedError(decision, [ranked.inputs.names[entry] for entry in decision.order] if decision else ())
    return [ranked.inputs.names[entry] for entry in order]


def _write_down(
    event: Event, made: TieDecision, action: str, names: list[str], *, by: User | None, source: str
) -> None:
    detail = {"names": names, "way": made.way, "reason": made.reason}
    write_audit(event.league, action, by=by, source=source, event=event, detail=detail, rows=[made])
    move_revision(event)
