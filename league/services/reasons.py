"""The reason that somebody gives for a change: one check for all of them."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.services.faults import RefusedError
from rules.game import fill
from scoring.values import check_text


def check_reason(reason: str, *, missing: str = "") -> str:
    """The reason as it is kept, without spaces around it. Raises RefusedError for one that cannot be kept.

    `missing` is what to say where there is none; without it a reason may be left out.
    """
    reason = reason.strip()
    if missing and not reason:
        raise RefusedError({"reason": [missing]})
    if faults := [fill(_(fault.template), fault.values) for fault in check_text(reason, path="reason")]:
        raise RefusedError({"reason": faults})
    return reason
