"""Invitations by link: who makes them, who joins by them, and when they no longer work."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import AuditRow, Invitation, League, Membership
from league.services.faults import RefusedError
from league.services.invitations import NewInvitation, accept_invitation, make_invitation, revoke_invitation
from league.services.members import add_member, remove_member, set_role

ROLES = ("owner", "admin", "scorer", "player")


@pytest.fixture
def sue(db: None) -> User:
    return User.objects.create_user("sue")


def invite(league: League, by: User, role: str = "scorer") -> NewInvitation:
    return make_invitation(league, role=role, by=by, source="web", note="Sue at table 3")


def join(invited: NewInvitation, user: User) -> Membership:
    return accept_invitation(invited.secret, user=user, source="web")


def test_a_link_gives_its_role_once(league: League, admin: User, sue: User) -> None:
    invited = invite(league, admin)
    assert join(invited, sue).role == "scorer"
    assert join(invited, sue).user == sue  # a second tap
    with pytest.raises(RefusedError, match="used already"):
        join(invited, User.objects.create_user("tom"))
    assert league.memberships.filter(role="scorer").count() == 1


def test_only_a_digest_of_the_secret_is_kept(league: League, admin: User) -> None:
    invited = invite(league, admin)
    stored = Invitation.objects.values().get()
    assert invited.secret not in str(stored)
    assert len(invited.secret) >= 32
    assert invited.secret not in str(list(AuditRow.objects.values_list("detail", flat=True)))
    with pytest.raises(RefusedError, match="no such invitation"):
        accept_invitation(stored["digest"], user=admin, source="web")


def test_it_runs_out_and_can_be_taken_back(league: League, admin: User, sue: User) -> None:
    old, taken = invite(league, admin), invite(league, admin)
    assert timedelta(days=6) < old.invitation.expires_at - timezone.now() < timedelta(days=8)
    Invitation.objects.filter(pk=old.invitation.pk).update(expires_at=timezone.now())
    with pytest.raises(RefusedError, match="run out"):
        join(old, sue)
    revoke_invitation(taken.invitation, by=admin, source="web")
    with pytest.raises(RefusedError, match="taken back"):
        join(taken, sue)
    assert not Membership.objects.filter(user=sue).exists()


@pytest.mark.parametrize("days", [0, -1, 61])
def test_it_works_for_a_number_of_days_that_is_sensible(days: int, league: League, admin: User) -> None:
    with pytest.raises(RefusedError, match="1 to 60"):
        make_invitation(league, role="player", by=admin, source="web", days=days)


@pytest.mark.parametrize("invited_as", ROLES)
@pytest.mark.parametrize("has", ROLES)
def test_nobody_loses_a_role_by_an_invitation(
    has: str, invited_as: str, league: League, admin: User, sue: User
) -> None:
    Membership.objects.create(league=league, user=sue, role=has)
    invited = invite(league, admin, invited_as)
    if ROLES.index(has) <= ROLES.index(invited_as):
        with pytest.raises(RefusedError, match="already"):
            join(invited, sue)
        assert join(invited, User.objects.create_user("tom")).role == invited_as
    else:
        assert join(invited, sue).role == invited_as
    assert Membership.objects.get(user=sue).role == min(has, invited_as, key=ROLES.index)


def test_only_owners_invite_owners(league: League, admin: User, sue: User) -> None:
    second = add_member(league, "second", role="admin", by=admin, source="web").membership.user
    with pytest.raises(RefusedError, match="Only an owner"):
        invite(league, second, "owner")
    of_owner = invite(league, admin, "owner")
    with pytest.raises(RefusedError, match="Only an owner"):
        revoke_invitation(of_owner.invitation, by=second, source="web")
    assert join(of_owner, sue).role == "owner"
    with pytest.raises(RefusedError, match="no such role"):
        invite(league, admin, "king")


def test_who_may_invite_no_longer_has_no_invitations_at_work(league: League, admin: User, sue: User) -> None:
    second = add_member(league, "second", role="owner", by=admin, source="web").membership
    as_owner, as_scorer = invite(league, second.user, "owner"), invite(league, second.user, "scorer")
    set_role(second, role="admin", by=admin, source="web")
    with pytest.raises(RefusedError, match="no longer has the right"):
        join(as_owner, sue)
    remove_member(second, by=admin, source="web")
    with pytest.raises(RefusedError, match="no longer has the right"):
        join(as_scorer, sue)


def test_the_log_says_who_invited_and_who_came(league: League, admin: User, sue: User) -> None:
    invited, taken = invite(league, admin), invite(league, admin, "admin")
    join(invited, sue)
    revoke_invitation(taken.invitation, by=admin, source="web")
    revoke_invitation(taken.invitation, by=admin, source="web")
    rows = AuditRow.objects.filter(league=league).order_by("pk").values_list("action", "actor__username", "detail")
    number, other = invited.invitation.pk, taken.invitation.pk
    made = {"name": "Sue at table 3", "role": "scorer", "invitation": number}
    gone = {"name": "Sue at table 3", "role": "admin", "invitation": other}
    assert list(rows)[1:] == [
        ("invitation_made", "admin", made),
        ("invitation_made", "admin", gone),
        ("member_added", "sue", {"name": "sue", "role": "scorer", "invitation": number}),
        ("invitation_revoked", "admin", gone),
    ]
