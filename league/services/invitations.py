"""Invitations into a league by link: make one, join by it, take it back.

A link works once, and only a digest of its secret is kept.
"""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from league.access import has_right
from league.models import Invitation, League, Membership
from league.models.invitation import InvitationState
from league.models.people import Role
from league.selectors.invitations import digest_secret, find_invitation
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.members import check_role, lock_league, write_member

#: How long an invitation works, in days.
USUAL_DAYS = 7
MOST_DAYS = 60


class NewInvitation(Struct, frozen=True, kw_only=True):
    """An invitation and its secret, which is kept nowhere else."""

    invitation: Invitation
    secret: str


def make_invitation(
    league: League, *, role: str, by: User, source: str, note: str = "", days: int = USUAL_DAYS
) -> NewInvitation:
    """An invitation into a league. `note` says for whom it is. Raises RefusedError."""
    if not 1 <= days <= MOST_DAYS:
        raise RefusedError({"days": [_("An invitation works for 1 to %(days)d days.") % {"days": MOST_DAYS}]})
    secret = secrets.token_urlsafe(24)
    with transaction.atomic():
        lock_league(league)
        check_role(league, role, by=by)
        invitation = Invitation.objects.create(
            league=league,
            role=role,
            note=note.strip()[:200],
            digest=digest_secret(secret),
            created_by=by,
            expires_at=timezone.now() + timedelta(days=days),
        )
        _write_row(invitation, "invitation_made", by=by, source=source)
    return NewInvitation(invitation=invitation, secret=secret)


def accept_invitation(secret: str, *, user: User, source: str) -> Membership:
    """Join the league of an invitation by its secret. Raises RefusedError, as join_league does."""
    found = find_invitation(secret)
    if found is None:
        raise RefusedError({"": [_("There is no such invitation. Ask for a new link.")]})
    return join_league(found, user=user, source=source)


def join_league(invitation: Invitation, *, user: User, source: str) -> Membership:
    """Use up an invitation. The same person again gets the same membership.

    Nobody loses by it: who has the role already, or a higher one, is refused and the invitation stays open.
    Raises RefusedError, also for an invitation that is used, taken back or run out.
    """
    with transaction.atomic():
        lock_league(invitation.league)
        invitation = Invitation.objects.select_for_update(of=("self",), no_key=True).get(pk=invitation.pk)
        membership = Membership.objects.filter(league=invitation.league, user=user).first()
        if membership is not None and invitation.used_by_id == user.pk:
            return membership
        check_invitation(invitation)
        membership = _raise_role(invitation, membership, user=user, source=source)
        invitation.used_at = timezone.now()
        invitation.used_by = user
        invitation.save(update_fields=["used_at", "used_by"])
    return membership


def revoke_invitation(invitation: Invitation, *, by: User, source: str) -> None:
    """Take an invitation back; one that is used or taken back already stays as it is.

    Raises RefusedError where an admin would take back what an owner gave an owner.
    """
    with transaction.atomic():
        lock_league(invitation.league)
        invitation.refresh_from_db()
        check_role(invitation.league, invitation.role, by=by)
        if invitation.state in (InvitationState.USED, InvitationState.REVOKED):
            return
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        _write_row(invitation, "invitation_revoked", by=by, source=source)


def check_invitation(invitation: Invitation) -> None:
    """Raise RefusedError, with what to do, for an invitation that no longer opens its league."""
    reasons = {
        InvitationState.USED: _("This invitation has been used already. Ask for a new link."),
        InvitationState.REVOKED: _("This invitation has been taken back. Ask for a new link."),
        InvitationState.EXPIRED: _("This invitation has run out. Ask for a new link."),
    }
    reason = reasons.get(invitation.state)
    # What somebody may no longer do, his invitations do not do for him.
    if reason is None and not _may_still_invite(invitation):
        reason = _("Whoever made this invitation no longer has the right to. Ask an admin for a new link.")
    if reason is not None:
        raise RefusedError({"": [reason]})


def _may_still_invite(invitation: Invitation) -> bool:
    by = invitation.created_by
    if not by.is_active or not has_right(by, "invite", league=invitation.league):
        return False
    try:
        check_role(invitation.league, invitation.role, by=by)
    except RefusedError:
        return False
    return True


def _raise_role(invitation: Invitation, membership: Membership | None, *, user: User, source: str) -> Membership:
    detail: dict[str, str | int] = {"role": invitation.role, "invitation": invitation.pk}
    if membership is None:
        membership = Membership.objects.create(league=invitation.league, user=user, role=invitation.role)
        write_member(membership, "member_added", by=user, source=source, detail=detail)
        return membership
    ranks = [role.value for role in Role]
    if ranks.index(membership.role) <= ranks.index(invitation.role):
        text = _("You are in this league already, as %(role)s. The invitation stays open for somebody else.")
        raise RefusedError({"": [text % {"role": Role(membership.role).label}]})
    detail["old_role"] = membership.role
    membership.role = invitation.role
    membership.save(update_fields=["role"])
    write_member(membership, "role_changed", by=user, source=source, detail=detail)
    return membership


def _write_row(invitation: Invitation, action: str, *, by: User, source: str) -> None:
    detail = {"name": invitation.note, "role": invitation.role, "invitation": invitation.pk}
    write_audit(invitation.league, action, by=by, source=source, detail=detail)
