"""The command for who has lost the device and the recovery codes."""

from __future__ import annotations

from io import StringIO

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from rest_framework.authtoken.models import Token

from league.models import AuditRow, League

PASSWORD = "a long pass phrase"


def run(name: str) -> str:
    out = StringIO()
    call_command("reset_second_factor", name, stdout=out)
    return out.getvalue()


def test_the_password_alone_opens_the_account_again(league: League, admin: User) -> None:
    TOTP.activate(admin, generate_totp_secret())
    RecoveryCodes.activate(admin)
    Token.objects.create(user=admin)
    client = Client()
    client.post("/accounts/login/", {"login": "admin", "password": PASSWORD})
    assert "_auth_user_id" not in client.session
    assert "admin: 2 taken off" in run("ADMIN")
    client = Client()
    client.post("/accounts/login/", {"login": "admin", "password": PASSWORD})
    assert "_auth_user_id" in client.session
    assert not Token.objects.exists()


def test_the_owners_of_his_leagues_can_read_it(league: League, admin: User) -> None:
    TOTP.activate(admin, generate_totp_secret())
    run("admin")
    row = AuditRow.objects.get(action="second_factor_reset")
    assert (row.league, row.actor, row.detail) == (league, None, {"name": "admin", "kinds": ["totp"]})
    client = Client()
    client.force_login(admin)
    assert "taken off an account" in client.get("/leagues/riverside/log/").content.decode()


def test_there_is_nothing_to_take_off_and_nobody(league: League, admin: User) -> None:
    assert "nothing to take off" in run("admin")
    assert not AuditRow.objects.filter(action="second_factor_reset").exists()
    with pytest.raises(CommandError, match="There is no user ghost"):
        run("ghost")
