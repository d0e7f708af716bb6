"""What every decision about an event's standings has in common: its reason, its key, and when it may be taken."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Event, TieDecision
from league.models.event import Stage
from league.models.standing import TieWay
from league.services.faults import RefusedError
from league.services.locking import lock_event
from league.services.reasons import check_reason
from league.services.recording import check_key


class DecisionReusedError(RefusedError):
    """A key seen before came with another decision."""

    def __init__(self) -> None:
        super().__init__({"": [_("This form was sent before with something else in it: load the page anew.")]})


class TieDecidedError(RefusedError):
    """Somebody else has settled this tie since whoever decides now looked at it, or has taken back what he saw.

    `names` are those tied in the order of the decision that stands.
    """

    def __init__(self, decision: TieDecision | None, names: Iterable[str] = ()) -> None:
        if decision is None:
            super().__init__({"": [_("Somebody has taken the decision on this tie back since this page was shown.")]})
            return
        who = decision.made_by and (decision.made_by.get_full_name() or decision.made_by.get_username())
        text = _("%(who)s has settled this tie meanwhile. %(way)s: %(names)s. Why: %(reason)s")
        words = {
            "who": who or _("Somebody"),
            "way": TieWay(decision.way).label,
            "names": ", ".join(names),
            "reason": decision.reason,
        }
        kept = _("That stands, and what you chose is not stored; whoever finds it wrong takes it back first.")
        super().__init__({"": [text % words, kept]})


def check_decision_reason(reason: str) -> str:
    """The reason of a decision on standings, as it is kept. Raises RefusedError where there is none."""
    return check_reason(reason, missing=_("Say why: everybody can read the reason in the standings."))


def hold_event(event: Event, *, key: str) -> None:
    """Hold an event whose standings are to be decided about. Raises RefusedError for a key that cannot be kept."""
    assert transaction.get_connection().in_atomic_block
    check_key(key)
    lock_event(event)


def check_not_final(event: Event) -> None:
    """Raise RefusedError where the results of an event are final."""
    if event.stage == Stage.FINAL:
        raise RefusedError({"": [_("The results of this event are final: reopen them first.")]})
