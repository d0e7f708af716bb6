"""Who tried too often is told how long he really has to wait."""

from __future__ import annotations

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.test import Client

from tests.web.test_log_in_limits import PASSWORD, check_wait, is_in, log_in, make_code


@pytest.fixture
def maria(db: None) -> User:
    return User.objects.create_user("maria", "maria@example.org", PASSWORD)


def test_the_wait_that_is_told_is_the_one_that_is_left(maria: User, monkeypatch: pytest.MonkeyPatch) -> None:
    guesser = Client()
    for _try in range(5):
        log_in(guesser, "wrong")
    start = time.time()
    monkeypatch.setattr("time.time", lambda: start + 240)
    check_wait(log_in(guesser), 60)
    monkeypatch.setattr("time.time", lambda: start + 301)
    log_in(guesser)
    assert is_in(guesser)


def test_guessing_while_codes_are_switched_on_or_asked_again_is_stopped(maria: User) -> None:
    secret: str = generate_totp_secret()
    TOTP.activate(maria, secret)
    client = Client()
    client.force_login(maria)
    for _try in range(5):
        client.post("/accounts/2fa/reauthenticate/", {"code": "000000"})
    check_wait(client.post("/accounts/2fa/reauthenticate/", {"code": make_code(secret)}), 300)
    other = User.objects.create_user("other", password=PASSWORD)
    client = Client()
    log_in(client, name="other")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for _try in range(5):
        client.post("/accounts/2fa/totp/activate/", {"code": "000000"})
    check_wait(client.post("/accounts/2fa/totp/activate/", {"code": "000000"}), 300)
    assert not Authenticator.objects.filter(user=other).exists()
