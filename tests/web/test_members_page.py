"""The page of a league's members."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from league.models import League, Membership

PAGE = "/leagues/riverside/members/"


def test_an_admin_adds_somebody_who_can_log_in(admin: Client) -> None:
    response = admin.post(PAGE, {"user_name": "sue", "role": "scorer"})
    password = response.context["added"].password
    assert password in response.content.decode()
    assert response.headers["Cache-Control"] == "no-store"
    assert password not in admin.get(PAGE).content.decode()
    assert Client().login(username="sue", password=password)


def test_roles_change_on_the_page(admin: Client, league: League) -> None:
    admin.post(PAGE, {"user_name": "sue", "role": "scorer"})
    member = league.memberships.get(user__username="sue")
    assert admin.post(PAGE, {"member": member.pk, "role": "admin"}).status_code == 303
    member.refresh_from_db()
    assert member.role == "admin"
    assert "Role changed" in admin.get("/leagues/riverside/log/").content.decode()
    assert admin.post(PAGE, {"member": member.pk, "action": "remove"}).status_code == 303
    assert not Membership.objects.filter(pk=member.pk).exists()


def test_an_admin_touches_no_owner(admin: Client, league: League, owner: User) -> None:
    member = league.memberships.get(user=owner)
    response = admin.post(PAGE, {"member": member.pk, "role": "player"})
    assert response.status_code == 422
    assert "Only an owner can change an owner." in response.content.decode()
    assert admin.post(PAGE, {"user_name": "sue", "role": "owner"}).status_code == 422
    assert not User.objects.filter(username="sue").exists()


def test_a_member_of_another_league_is_not_found(admin: Client, closed_league: League, league: League) -> None:
    foreign = closed_league.memberships.get(role="owner")
    assert admin.post(PAGE, {"member": foreign.pk, "action": "remove"}).status_code == 404
    assert admin.post(PAGE, {"member": "x"}).status_code == 404


@pytest.mark.parametrize("who", ["nobody", "outsider", "player", "scorer"])
def test_others_add_nobody(who: str, league: League, log_in: Callable[[str], Client]) -> None:
    assert log_in(who).post(PAGE, {"user_name": "mallory", "role": "owner"}).status_code == 403
    assert not User.objects.filter(username="mallory").exists()


def test_before_a_member_is_removed_the_page_says_what_happens(admin: Client) -> None:
    page = admin.get(PAGE).content.decode()
    assert page.count('value="remove"') == page.count("loses every right in this league at once") > 0
    drawer = page[page.index("<summary>Remove") :]
    assert drawer.index("loses every right") < drawer.index('value="remove"') < drawer.index("</details>")
