"""Who may do what in a league: give people roles, change them, take them away. A league keeps an owner."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import League, Membership
from league.models.people import Role
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.passwords import make_password


class NewMember(Struct, frozen=True, kw_only=True):
    """A member who was added. `password` is that of a log-in made for this, which is kept nowhere; else empty."""

    membership: Membership
    password: str = ""


def add_member(league: League, user_name: str, *, role: str, by: User | None, source: str) -> NewMember:
    """Give a user a role in a league; a user who does not exist is made, with a random password.

    `by` is None where a command does it, which may do all. Raises RefusedError.
    """
    user_name = User.normalize_username(user_name.strip())
    with transaction.atomic():
        lock_league(league)
        check_role(league, role, by=by)
        user, password = _find_or_make_user(user_name)
        if league.memberships.filter(user=user).exists():
            text = _("%(user)s is a member already: change the role in the list.")
            raise RefusedError({"user_name": [text % {"user": user_name}]})
        membership = Membership.objects.create(league=league, user=user, role=role)
        write_member(membership, "member_added", by=by, source=source, detail={"role": role})
    return NewMember(membership=membership, password=password)


def set_role(membership: Membership, *, role: str, by: User | None, source: str) -> None:
    """Change a member's role. Raises RefusedError for what only an owner may do, and for the last owner."""
    with transaction.atomic():
        lock_league(membership.league)
        membership.refresh_from_db()
        check_role(membership.league, role, by=by)
        _check_owner(membership, by=by, stays_owner=role == Role.OWNER)
        if membership.role != role:
            detail = {"role": role, "old_role": membership.role}
            membership.role = role
            membership.save(update_fields=["role"])
            write_member(membership, "role_changed", by=by, source=source, detail=detail)


def remove_member(membership: Membership, *, by: User | None, source: str) -> None:
    """Take a member's role away; the log-in stays. Raises RefusedError as set_role does."""
    with transaction.atomic():
        lock_league(membership.league)
        membership.refresh_from_db()
        _check_owner(membership, by=by, stays_owner=False)
        write_member(membership, "member_removed", by=by, source=source, detail={"old_role": membership.role})
        membership.delete()


def lock_league(league: League) -> None:
    """Let two people change members one after the other, so that the last owner is seen by both."""
    League.objects.select_for_update(no_key=True).get(pk=league.pk)


def _find_or_make_user(name: str) -> tuple[User, str]:
    user = User.objects.filter(username=name).first()
    if user is not None:
        return user, ""
    password = make_password()
    user = User(username=name)
    user.set_password(password)
    try:
        user.full_clean()
    except ValidationError as wrong:
        raise RefusedError({"user_name": wrong.messages}) from None
    user.save()
    return user, password


def check_role(league: League, role: str, *, by: User | None) -> None:
    """Raise RefusedError for a role that there is not, or that this person may not give."""
    if role not in Role.values:
        raise RefusedError({"role": [_("There is no such role.")]})
    if role == Role.OWNER and not _is_owner(league, by):
        raise RefusedError({"role": [_("Only an owner can make somebody an owner.")]})


def _check_owner(membership: Membership, *, by: User | None, stays_owner: bool) -> None:
    if membership.role != Role.OWNER:
        return
    if not _is_owner(membership.league, by):
        raise RefusedError({"": [_("Only an owner can change an owner.")]})
    others = membership.league.memberships.filter(role=Role.OWNER).exclude(pk=membership.pk)
    if not stays_owner and not others.exists():
        raise RefusedError({"": [_("This is the last owner: make somebody else an owner first.")]})


def _is_owner(league: League, user: User | None) -> bool:
    return user is None or user.is_superuser or league.memberships.filter(user=user, role=Role.OWNER).exists()


def write_member(
    membership: Membership, action: str, *, by: User | None, source: str, detail: Mapping[str, str | int]
) -> None:
    """Write down what was done with somebody's membership."""
    row = {"name": membership.user.get_username(), **detail}
    write_audit(membership.league, action, by=by, source=source, detail=row)
