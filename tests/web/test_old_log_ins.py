"""Whatever changes how an account is logged in to ends the log-ins on other devices and the token for programs."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from rest_framework.authtoken.models import Token

from tests.web.test_log_in_limits import PASSWORD, log_in, make_code

NEW = "another long pass phrase"


@pytest.fixture
def maria(db: None) -> User:
    return User.objects.create_user("maria", "maria@example.org", PASSWORD)


@pytest.fixture
def here(maria: User) -> Client:
    """The device on which Maria changes something; she has just shown who she is."""
    client = Client()
    log_in(client)
    return client


@pytest.fixture
def there(maria: User) -> Client:
    client = Client()
    log_in(client, address="10.0.0.7")
    return client


@pytest.fixture
def token(maria: User) -> Token:
    return Token.objects.create(user=maria)


def sees_account(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def works(token: Token) -> bool:
    answer = Client().get("/api/v1/leagues/", headers={"Authorization": f"Token {token.key}"})
    return answer.status_code == 200


def switch_codes_on(client: Client) -> Any:
    page = client.get("/accounts/2fa/totp/activate/")
    code = make_code(page.context["form"].secret)
    return client.post("/accounts/2fa/totp/activate/", {"code": code}, follow=True)


def show_who(client: Client) -> None:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})


@pytest.mark.django_db(transaction=True)
def test_switching_one_time_codes_on_and_off_ends_them(maria: User, here: Client, there: Client, token: Token) -> None:
    show_who(here)
    assert works(token)
    page = switch_codes_on(here)
    assert Authenticator.objects.filter(user=maria, type=Authenticator.Type.TOTP).exists()
    assert (sees_account(here), sees_account(there), works(token)) == (True, False, False)
    assert "Other devices are logged out" in page.content.decode()
    new = Token.objects.create(user=maria)
    here.post("/accounts/2fa/totp/deactivate/")
    assert not Authenticator.objects.filter(user=maria).exists()
    assert (sees_account(here), works(new)) == (True, False)


def test_taking_a_passkey_off_ends_them(maria: User, here: Client, there: Client, token: Token) -> None:
    passkey = Authenticator.objects.create(user=maria, type=Authenticator.Type.WEBAUTHN, data={"name": "phone"})
    show_who(here)
    here.post(reverse("mfa_remove_webauthn", args=[passkey.pk]))
    assert not Authenticator.objects.exists()
    assert (sees_account(here), sees_account(there), works(token)) == (True, False, False)


def test_a_new_password_ends_them(here: Client, there: Client, token: Token) -> None:
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert (sees_account(here), sees_account(there), works(token)) == (True, False, False)


def test_a_password_from_the_command_ends_them(
    maria: User, here: Client, token: Token, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpass.getpass", lambda *_a, **_k: NEW)
    call_command("changepassword", "maria", stdout=StringIO())
    assert (sees_account(here), works(token)) == (False, False)


def test_a_password_that_is_only_hashed_anew_ends_nothing(maria: User, token: Token, settings: Any) -> None:
    """The site stores a password by a newer method when somebody logs in with it."""
    old = "django.contrib.auth.hashers.PBKDF2PasswordHasher"
    settings.PASSWORD_HASHERS = [*settings.PASSWORD_HASHERS, old]
    User.objects.update(password=make_password(PASSWORD, hasher="pbkdf2_sha256"))
    log_in(Client())
    maria.refresh_from_db()
    assert maria.password.startswith("md5$")
    assert works(token)


@pytest.mark.parametrize("has_codes", [True, False])
def test_the_command_of_who_lost_his_device_ends_them(maria: User, here: Client, token: Token, has_codes: bool) -> None:
    if has_codes:
        TOTP.activate(maria, generate_totp_secret())
        RecoveryCodes.activate(maria)
    out = StringIO()
    call_command("reset_second_factor", "maria", stdout=out)
    assert (sees_account(here), works(token)) == (False, False)
    assert "logged out" in out.getvalue()
