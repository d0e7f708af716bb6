"""An invitation from the page of members to the page of the league, for who has an account and who has none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import Invitation, League, Membership
from league.services.invitations import make_invitation, revoke_invitation

PAGE = "/leagues/riverside/members/"
SIGN_UP = {"username": "sue", "email": "", "password1": "a long pass phrase", "password2": "a long pass phrase"}


def make_link(admin: Client, **fields: str) -> str:
    """The path of a new link, read from the answer as a person would."""
    sent = {"action": "invite", "role": "scorer", "days": "7", "note": "Sue", **fields}
    response = admin.post(PAGE, sent)
    assert response.status_code == 200, response.content.decode()
    address: str = response.context["shown"].address
    assert address in response.content.decode()
    return address.removeprefix("http://127.0.0.1:8000")


def test_the_link_is_shown_once_and_listed_without_its_secret(admin: Client) -> None:
    link = make_link(admin)
    again = admin.get(PAGE)
    assert link not in again.content.decode()
    assert [str(row.note) for row in again.context["invitations"]] == ["Sue"]
    assert again.headers["Cache-Control"] == "no-store"


def test_who_has_an_account_joins(admin: Client, log_in: Callable[[str], Client], league: League) -> None:
    link = make_link(admin)
    guest = log_in("outsider")
    page = guest.get(link)
    assert "Riverside" in page.content.decode()
    assert "scorer" in page.content.decode()
    assert page.headers["Referrer-Policy"] == "no-referrer"
    response = guest.post(link)
    assert (response.status_code, response.headers["Location"]) == (303, "/leagues/riverside/")
    assert league.memberships.get(user__username="outsider").role == "scorer"
    assert "Sue" not in admin.get(PAGE).content.decode()


def test_who_has_none_makes_one_and_is_in(admin: Client, league: League) -> None:
    guest = Client()
    assert "by invitation" in guest.get("/accounts/signup/").content.decode()
    assert "I have an account" in guest.get(make_link(admin)).content.decode()
    response = guest.post("/accounts/signup/?next=/leagues/riverside/", SIGN_UP)
    assert (response.status_code, response.headers["Location"]) == (302, "/leagues/riverside/")
    assert league.memberships.get(user__username="sue").role == "scorer"
    assert guest.get("/account/").status_code == 200


def test_a_link_makes_one_account(admin: Client) -> None:
    link = make_link(admin)
    first, second = Client(), Client()
    first.get(link)
    second.get(link)
    first.post("/accounts/signup/", SIGN_UP)
    for answer in (
        second.get("/accounts/signup/"),
        second.post("/accounts/signup/", {**SIGN_UP, "username": "tom"}),
    ):
        assert "This invitation has been used already. Ask for a new link." in answer.content.decode()
    assert "used already" not in Client().get("/accounts/signup/").content.decode()
    first.post("/accounts/logout/")
    first.post("/accounts/signup/", {**SIGN_UP, "username": "ugo"})
    assert not User.objects.filter(username__in=["tom", "ugo"]).exists()


def test_an_account_whose_invitation_is_gone_meanwhile_is_not_made(
    admin: Client, league: League, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the invitation and its use somebody takes it back: nobody is stored half way."""
    made = make_invitation(league, role="scorer", by=owner, source="web")
    guest = Client()
    guest.get(f"/join/{made.secret}/")
    monkeypatch.setattr("league.accounts.find_opened_invitation", lambda request: made.invitation)
    revoke_invitation(Invitation.objects.get(pk=made.invitation.pk), by=owner, source="web")
    response = guest.post("/accounts/signup/", SIGN_UP)
    assert response.status_code == 302
    assert not User.objects.filter(username="sue").exists()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"expires_at": timezone.now() - timedelta(days=1)}, "run out"),
        ({"revoked_at": timezone.now()}, "taken back"),
        ({"used_at": timezone.now()}, "used already"),
    ],
)
def test_a_link_that_is_over_says_why_and_opens_no_sign_up(
    change: dict[str, object], words: str, admin: Client
) -> None:
    link = make_link(admin)
    Invitation.objects.update(**change)
    guest = Client()
    page = guest.get(link)
    assert page.status_code == 410
    assert words in page.content.decode()
    assert "Riverside" not in page.content.decode()
    assert "by invitation" in guest.get("/accounts/signup/").content.decode()


def test_guessing_links_is_stopped_and_the_wait_is_said(league: League) -> None:
    guest = Client()
    statuses = [guest.get(f"/join/guess-{number}/").status_code for number in range(21)]
    assert statuses == [404] * 20 + [429]
    answer = guest.get("/join/guess/")
    assert answer.headers["Retry-After"] == "60"
    assert "Wait a minute" in answer.content.decode()


def test_an_invitation_is_taken_back_on_the_page(admin: Client, league: League, owner: User) -> None:
    make_link(admin)
    number = Invitation.objects.get().pk
    assert admin.post(PAGE, {"action": "revoke", "invitation": number}).status_code == 303
    assert Invitation.objects.get().revoked_at
    of_owner = make_invitation(league, role="owner", by=owner, source="web").invitation
    refused = admin.post(PAGE, {"action": "revoke", "invitation": of_owner.pk})
    assert refused.status_code == 422
    assert "Only an owner" in refused.content.decode()


def test_an_invitation_of_another_league_is_not_found(admin: Client, closed_league: League, owner: User) -> None:
    foreign = make_invitation(closed_league, role="player", by=owner, source="web").invitation
    for number in (foreign.pk, "x", "", "9" * 30):
        assert admin.post(PAGE, {"action": "revoke", "invitation": number}).status_code == 404
    assert Invitation.objects.get().revoked_at is None


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"role": "owner"}, "Only an owner"), ({"role": "king"}, "valid choice"), ({"days": "0"}, "greater than")],
)
def test_a_wrong_invitation_is_explained(fields: dict[str, str], words: str, admin: Client) -> None:
    response = admin.post(PAGE, {"action": "invite", "role": "scorer", "days": "7", **fields})
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Invitation.objects.exists()


def test_who_is_in_already_is_told_and_loses_nothing(admin: Client, log_in: Callable[[str], Client]) -> None:
    link = make_link(admin, role="player")
    response = admin.post(link)
    assert response.status_code == 422
    assert "already" in response.content.decode()
    assert Membership.objects.get(user__username="admin", league__slug="riverside").role == "admin"
    assert log_in("outsider").post(link).status_code == 303


def test_nobody_joins_without_logging_in(admin: Client) -> None:
    link = make_link(admin)
    assert Client().post(link).status_code == 403
    assert Invitation.objects.get().used_at is None
