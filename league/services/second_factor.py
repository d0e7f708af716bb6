"""Take the second factor off an account whose owner has lost it."""

from __future__ import annotations

import logging

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.db import transaction

from league.services.audit import write_audit
from league.services.log_ins import end_log_ins

logger = logging.getLogger(__name__)


def reset_second_factor(user: User, *, source: str) -> int:
    """Take off all passkeys, one-time codes and recovery codes; how many were taken off.

    The account is logged out everywhere and its token ends, also where it had none of these: whoever found a lost
    device may be in. Every league in which the account has a role gets a row in its log: its owners should know.
    """
    with transaction.atomic():
        end_log_ins(user)
        kinds = list(Authenticator.objects.filter(user=user).order_by("type").values_list("type", flat=True))
        if not kinds:
            return 0
        Authenticator.objects.filter(user=user).delete()
        for membership in user.memberships.select_related("league"):
            detail = {"name": user.get_username(), "kinds": kinds}
            write_audit(membership.league, "second_factor_reset", by=None, source=source, detail=detail)
    logger.warning("second factor of %s taken off: %s", user.get_username(), ", ".join(kinds))
    return len(kinds)
