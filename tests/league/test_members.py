"""Roles in a league: who gives them, who keeps them, and the command."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from league.access import has_right
from league.models import AuditRow, League, Membership
from league.services.faults import RefusedError
from league.services.members import add_member, remove_member, set_role


def join(league: League, name: str, role: str, *, by: User | None = None) -> Membership:
    return add_member(league, name, role=role, by=by, source="web").membership


def test_somebody_new_gets_a_password_that_works(league: League, admin: User) -> None:
    added = add_member(league, " sue ", role="scorer", by=admin, source="web")
    user = User.objects.get(username="sue")
    assert user.check_password(added.password)
    assert has_right(user, "record", league=league)
    assert not has_right(user, "set_up", league=league)
    row = AuditRow.objects.get(action="member_added")
    assert row.detail == {"name": "sue", "role": "scorer"}
    assert added.password not in str(row.detail)


def test_somebody_known_keeps_the_password(league: League, admin: User) -> None:
    sue = User.objects.create_user("sue", password="a long pass phrase")
    assert add_member(league, "sue", role="player", by=admin, source="web").password == ""
    sue.refresh_from_db()
    assert sue.check_password("a long pass phrase")
    with pytest.raises(RefusedError, match="sue is a member already"):
        add_member(league, "sue", role="scorer", by=admin, source="web")


@pytest.mark.parametrize(
    ("name", "role", "field"), [("", "scorer", "user_name"), ("a b", "scorer", "user_name"), ("sue", "king", "role")]
)
def test_a_name_or_role_that_is_none_makes_nobody(
    name: str, role: str, field: str, league: League, admin: User
) -> None:
    with pytest.raises(RefusedError) as refused:
        add_member(league, name, role=role, by=admin, source="web")
    assert set(refused.value.messages) == {field}
    assert User.objects.count() == 1


def test_only_an_owner_makes_and_changes_owners(league: League, admin: User) -> None:
    second = join(league, "second", "admin")
    owner = league.memberships.get(user=admin)
    with pytest.raises(RefusedError, match="Only an owner"):
        join(league, "third", "owner", by=second.user)
    with pytest.raises(RefusedError, match="Only an owner"):
        set_role(second, role="owner", by=second.user, source="web")
    with pytest.raises(RefusedError, match="Only an owner"):
        set_role(owner, role="player", by=second.user, source="web")
    with pytest.raises(RefusedError, match="Only an owner"):
        remove_member(owner, by=second.user, source="web")
    set_role(second, role="owner", by=admin, source="web")
    set_role(owner, role="player", by=second.user, source="web")
    assert AuditRow.objects.filter(action="role_changed").count() == 2


def test_the_last_owner_stays(league: League, admin: User) -> None:
    owner = league.memberships.get(user=admin)
    with pytest.raises(RefusedError, match="last owner"):
        set_role(owner, role="admin", by=admin, source="web")
    with pytest.raises(RefusedError, match="last owner"):
        remove_member(owner, by=None, source="command")
    assert league.memberships.get().role == "owner"


def test_who_is_removed_may_do_nothing_more(league: League, admin: User) -> None:
    sue = join(league, "sue", "scorer")
    remove_member(sue, by=admin, source="web")
    user = User.objects.get(username="sue")
    assert not has_right(user, "record", league=league)
    assert AuditRow.objects.get(action="member_removed").detail == {"name": "sue", "old_role": "scorer"}


def test_the_command_prints_a_new_password_once(league: League) -> None:
    out = StringIO()
    call_command("add_member", "riverside", "sue", "--role", "admin", stdout=out)
    assert "sue is now admin of Riverside." in out.getvalue()
    password = out.getvalue().split("password")[1].split()[0]
    assert User.objects.get(username="sue").check_password(password)
    with pytest.raises(CommandError, match="member already"):
        call_command("add_member", "riverside", "sue", stdout=out)
    with pytest.raises(CommandError, match=r"no league hilltop\. Leagues here: riverside"):
        call_command("add_member", "hilltop", "sue", stdout=out)
