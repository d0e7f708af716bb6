"""Take a plan for the rounds to come. What was played stays as it was played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, EventPlan
from league.models.planning import Format
from league.selectors.plans import PlannedRound, find_plan, write_rounds
from league.selectors.suggestions import find_next_round
from league.services.audit import write_audit
from league.services.faults import RefusedError, word_stage_refusal
from league.services.reasons import check_reason
from league.services.results import move_revision


class NewPlan(Struct, frozen=True, kw_only=True):
    """A plan as it is proposed: the format and its settings, what it comes to, and how fair that is.

    `rounds` are numbered from the event's next round on; none where each follows from the results of the last.
    """

    format: Format
    options: Mapping[str, object]
    rounds: Sequence[PlannedRound] = ()
    report: Mapping[str, object] = {}


class PlanChangedError(Exception):
    """Somebody else took another plan, or opened a round, since this one was shown."""


def take_plan(
    event: Event, plan: NewPlan, *, seen_version: int, seen_round: int, by: User | None, source: str, reason: str = ""
) -> EventPlan:
    """Let a plan stand from the next round on. Rounds that have been opened are never touched.

    `seen_version` is the version that stood when it was proposed (0: none) and `seen_round` the round that came next.
    Raises PlanChangedError, and RefusedError where the event is closed or a change has no reason.
    """
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        stands = find_plan(event)
        version = stands.version if stands else 0
        first = find_next_round(event)
        if (version, first) != (seen_version, seen_round):
            raise PlanChangedError
        if not event.is_open:
            raise RefusedError({"": [word_stage_refusal(event.stage)]})
        reason = check_reason(reason, missing=_("Say why the plan is changed.") if stands is not None else "")
        taken = EventPlan.objects.create(
            event=event,
            version=version + 1,
            format=plan.format,
            options=dict(plan.options),
            first_round=first,
            rounds=write_rounds(plan.rounds),
            report=dict(plan.report),
            reason=reason,
            made_by=by,
            source=source,
        )
        detail = {"format": str(plan.format), "options": dict(plan.options), "first_round": first, "reason": reason}
        write_audit(event.league, "plan_taken", by=by, source=source, event=event, detail=detail, rows=[taken])
        move_revision(event)
    return taken
