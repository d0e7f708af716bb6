"""Guessing passwords and codes is stopped, and stops nobody but the guesser."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

PASSWORD = "a long pass phrase"


@pytest.fixture
def maria(db: None) -> User:
    return User.objects.create_user("maria", "maria@example.org", PASSWORD)


def log_in(client: Client, password: str = PASSWORD, *, name: str = "maria", address: str = "10.0.0.1") -> Any:
    return client.post("/accounts/login/", {"login": name, "password": password}, REMOTE_ADDR=address)


def is_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def make_code(secret: str) -> str:
    """The code that an app shows now."""
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def test_five_wrong_passwords_lock_the_guesser_out_and_say_for_how_long(maria: User) -> None:
    guesser = Client()
    for _try in range(5):
        assert "not correct" in log_in(guesser, "wrong").content.decode()
    answer = log_in(guesser)
    assert not is_in(guesser)
    check_wait(answer, 300)
    assert "a passkey works at once" in answer.content.decode()


def check_wait(answer: Any, seconds: int) -> None:
    """The answer is a 429 that says a wait of about so long, in its header and as a time of day."""
    assert answer.status_code == 429
    wait = int(answer.headers["Retry-After"])
    assert seconds - 20 <= wait <= seconds
    after = timezone.localtime() + timedelta(seconds=wait)
    words = {f"Try again after {after + timedelta(minutes=1, seconds=early):%H:%M}" for early in (-1, 0, 1)}
    assert any(word in answer.content.decode() for word in words)


def test_somebody_elses_guesses_lock_nobody_out(maria: User) -> None:
    for _try in range(10):
        log_in(Client(), "wrong", address="10.0.0.66")
    owner = Client()
    assert log_in(owner).status_code == 302
    assert is_in(owner)


def test_a_device_that_is_known_stays_open_beside_a_guesser_at_one_address(maria: User) -> None:
    owner = Client()
    log_in(owner)
    owner.post("/accounts/logout/")
    for _try in range(10):
        log_in(Client(), "wrong")
    stranger = Client()
    log_in(stranger)
    assert not is_in(stranger)
    log_in(owner)
    assert is_in(owner)


def test_a_known_device_has_five_tries_too(maria: User) -> None:
    owner = Client()
    log_in(owner)
    owner.post("/accounts/logout/")
    for _try in range(5):
        log_in(owner, "wrong")
    log_in(owner, address="10.0.0.2")
    assert not is_in(owner)


def test_a_cookie_that_somebody_made_up_makes_no_device_known(maria: User) -> None:
    for number in range(5):
        guesser = Client()
        guesser.cookies["oddtrick_device"] = f"made-up-{number}"
        log_in(guesser, "wrong")
    guesser = Client()
    guesser.cookies["oddtrick_device"] = "made-up"
    log_in(guesser)
    assert not is_in(guesser)


def test_many_devices_guess_at_one_name_a_hundred_times_and_known_ones_get_in(maria: User) -> None:
    owner = Client()
    log_in(owner)
    owner.post("/accounts/logout/")
    for number in range(100):
        log_in(Client(), "wrong", address=f"10.1.{number}.1")
    stranger = Client()
    answer = log_in(stranger, address="10.2.0.1")
    assert "from many devices" in answer.content.decode()
    check_wait(answer, 3600)
    assert not is_in(stranger)
    log_in(owner)
    assert is_in(owner)


def test_one_address_sends_only_so_many_log_ins_and_half_as_many_wrong_ones(maria: User) -> None:
    statuses = [log_in(Client(), name=f"name-{number}").status_code for number in range(61)]
    assert statuses == [200] * 30 + [429] * 31
    answer = log_in(Client())
    assert answer.headers["Retry-After"] == "60"
    assert "Wait a minute" in answer.content.decode()


@pytest.fixture
def secret(maria: User) -> str:
    secret: str = generate_totp_secret()
    TOTP.activate(maria, secret)
    return secret


def test_the_code_is_asked_for_after_the_password(maria: User, secret: str) -> None:
    client = Client()
    assert log_in(client).headers["Location"] == "/accounts/2fa/authenticate/"
    assert not is_in(client)
    assert client.post("/accounts/2fa/authenticate/", {"code": make_code(secret)}).status_code == 302
    assert is_in(client)


def test_guessing_codes_is_stopped(maria: User, secret: str) -> None:
    client = Client()
    log_in(client)
    for _try in range(5):
        assert "Incorrect" in client.post("/accounts/2fa/authenticate/", {"code": "000000"}).content.decode()
    answer = client.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    check_wait(answer, 300)
    assert not is_in(client)
    again = Client()
    log_in(again, address="10.0.0.9")
    again.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    assert not is_in(again)


def test_a_code_works_once(maria: User, secret: str) -> None:
    code = make_code(secret)
    for expected in (True, False):
        client = Client()
        log_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": code})
        assert is_in(client) == expected


def test_a_recovery_code_works_once(maria: User, secret: str) -> None:
    code = RecoveryCodes.activate(maria).get_unused_codes()[0]
    for expected in (True, False):
        client = Client()
        log_in(client)
        client.post("/accounts/2fa/authenticate/", {"code": code})
        assert is_in(client) == expected


#: What may stand where a passkey's answer should, from a browser or from somebody who plays with the form.
NONSENSE = (
    "", "null", "3", "[]", "{}", "not json", '{"id": "x"}', '{"response": {"userHandle": "AA"}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "AA", "authenticatorData": "AA",'
    ' "signature": "AA", "userHandle": "AA"}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "e30", "attestationObject":'
    ' "AA"}}',
)  # fmt: skip


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_nonsense_instead_of_a_passkey_is_refused(nonsense: str, maria: User, secret: str) -> None:
    client = Client()
    client.get("/accounts/2fa/webauthn/login/", headers={"Accept": "application/json"})
    assert client.post("/accounts/2fa/webauthn/login/", {"credential": nonsense}).status_code == 302
    assert not is_in(client)
    log_in(client)
    assert client.post("/accounts/2fa/authenticate/", {"credential": nonsense}).status_code == 200
    assert not is_in(client)
    client.post("/accounts/2fa/authenticate/", {"code": make_code(secret)})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    client.get("/accounts/2fa/webauthn/add/")
    assert client.post("/accounts/2fa/webauthn/add/", {"name": "x", "credential": nonsense}).status_code == 200
    assert not Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN).exists()


def test_what_changes_the_log_in_asks_for_the_password_again(maria: User) -> None:
    client = Client()
    log_in(client)
    for page in ("totp/activate/", "webauthn/add/"):
        answer = client.get(f"/accounts/2fa/{page}")
        assert answer.headers["Location"].startswith("/accounts/reauthenticate/?next="), page
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.get("/accounts/2fa/totp/activate/").content.decode()
    assert "data:image/svg+xml" in page
    assert not Authenticator.objects.exists()


def test_the_token_is_shown_after_the_password_only(maria: User) -> None:
    client = Client()
    log_in(client)
    assert client.post("/account/token/").status_code == 302
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    token = client.post("/account/token/", {"action": "make"}).context["token"]
    assert token.key in client.get("/account/token/").content.decode()
    assert client.post("/account/token/", {"action": "revoke"}).context["token"] is None


def test_other_devices_are_logged_out(maria: User) -> None:
    here, there = Client(), Client()
    log_in(here)
    log_in(there, address="10.0.0.7")
    assert "10.0.0.7" in here.get("/accounts/sessions/").content.decode()
    assert here.post("/accounts/sessions/").status_code == 302
    assert here.get("/account/").status_code == 200
    assert there.get("/account/").status_code == 302
