"""Two people, one invitation: one joins, and the other is told."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Invitation, Membership
from league.services.faults import RefusedError
from league.services.invitations import accept_invitation, make_invitation, revoke_invitation
from league.services.setup import create_league

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]


def test_of_many_who_open_one_invitation_at_once_one_joins(race: Race) -> None:
    owner = User.objects.create_user("owner")
    league = create_league("Race", by=owner, source="web")
    secret = make_invitation(league, role="scorer", by=owner, source="web").secret
    people = [User.objects.create_user(f"guest-{number}") for number in range(6)]
    outcomes = race(*[partial(accept_invitation, secret, user=user, source="web") for user in people])
    joined = [outcome for outcome in outcomes if isinstance(outcome, Membership)]
    refused = [outcome for outcome in outcomes if isinstance(outcome, RefusedError)]
    assert (len(joined), len(refused)) == (1, 5), outcomes
    assert Membership.objects.exclude(user=owner).get() == joined[0]
    assert Invitation.objects.get().used_by == joined[0].user


def test_who_taps_twice_joins_once(race: Race) -> None:
    owner, guest = (User.objects.create_user(name) for name in ("owner", "guest"))
    league = create_league("Race", by=owner, source="web")
    secret = make_invitation(league, role="player", by=owner, source="web").secret
    outcomes = race(*[partial(accept_invitation, secret, user=guest, source="web") for _tap in range(4)])
    assert {outcome.pk for outcome in outcomes} == {Membership.objects.get(user=guest).pk}


def test_taken_back_and_used_at_once_is_one_of_the_two(race: Race) -> None:
    owner, guest = (User.objects.create_user(name) for name in ("owner", "guest"))
    league = create_league("Race", by=owner, source="web")
    made = make_invitation(league, role="player", by=owner, source="web")
    race(
        partial(accept_invitation, made.secret, user=guest, source="web"),
        partial(revoke_invitation, made.invitation, by=owner, source="web"),
    )
    invitation = Invitation.objects.get()
    assert (invitation.used_at is None) != (invitation.revoked_at is None)
    assert Membership.objects.filter(user=guest).exists() == (invitation.used_at is not None)
