"""Accounts, invitations, and the page that puts the app on a phone, in Russian: nothing English is left on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from pytest_django.fixtures import Settings

from config.authority import prepare_certificate
from league.models import League, Membership
from league.services.invitations import make_invitation, revoke_invitation
from tests.web.test_russian_pages import KEPT, LATIN, RUSSIAN, find_words

PASSWORD = "a long pass phrase"
#: Names of programs, systems and files.
NAMED = {
    "sue", "Mozilla", "Android", "Safari", "Chrome", "Edge", "Windows", "Mac", "iPhone", "iPad", "SHA", "odd", "trick",
    "authority", "crt", "hall", "owner", "E", "mail",
}  # fmt: skip
#: Drawn by chance, or figures with letters.
SECRETS = re.compile(
    r"\b(?:[A-Z2-7]{16,}|[0-9A-F]{2}(?: [0-9A-F]{2}){31}|[0-9a-f]{8,}|\d{4}-[0-9A-F]{4})\b|https?://\S+"
)


def find_english(response: Any) -> set[str]:
    return set(LATIN.findall(SECRETS.sub(" ", find_words(response)))) - KEPT - NAMED


def get(client: Client, path: str) -> Any:
    response = client.get(path, headers=RUSSIAN)
    assert response.status_code == 200, path
    return response


@pytest.fixture(autouse=True)
def clean_cache() -> Iterator[None]:
    """Wrong tries are counted in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def sue(league: League) -> User:
    user = User.objects.create_user("sue", password=PASSWORD)
    Membership.objects.create(league=league, user=user, role="admin")
    return user


def log_in(**sent: str) -> tuple[Client, Any]:
    client = Client(headers={"User-Agent": "Mozilla"} | RUSSIAN)
    form = {"login": "sue", "password": PASSWORD, **sent}
    return client, client.post("/accounts/login/", form, headers=RUSSIAN, follow=True)


def test_nothing_english_is_left_of_an_account(sue: User) -> None:
    client, _answer = log_in()
    wrong = client.post("/accounts/reauthenticate/", {"password": "wrong"}, headers=RUSSIAN)
    assert not find_english(wrong)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    for path in (
        "/account/",
        "/account/token/",
        "/accounts/sessions/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/reauthenticate/",
        "/accounts/2fa/webauthn/",
        "/accounts/2fa/webauthn/add/",
        "/accounts/2fa/totp/activate/",
        "/leagues/riverside/members/",
    ):
        assert not find_english(get(client, path)), path
    assert not find_english(client.post("/account/token/", headers=RUSSIAN, follow=True))
    wrong = client.post("/accounts/2fa/totp/activate/", {"code": "1"}, headers=RUSSIAN)
    assert not find_english(wrong)


def test_nothing_english_is_left_of_the_second_step(sue: User) -> None:
    TOTP.activate(sue, generate_totp_secret())
    RecoveryCodes.activate(sue)
    client, answer = log_in()
    assert "Второй шаг" in find_words(answer)
    assert not find_english(answer)
    assert not find_english(client.post("/accounts/2fa/authenticate/", {"code": "1"}, headers=RUSSIAN))
    code = RecoveryCodes(Authenticator.objects.get(user=sue, type="recovery_codes")).get_unused_codes()[0]
    client.post("/accounts/2fa/authenticate/", {"code": code})
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    passkey = {"name": "мой телефон", "credential": {"clientExtensionResults": {}}}
    key = Authenticator.objects.create(user=sue, type="webauthn", data=passkey)
    for path in (
        "/account/",
        "/accounts/2fa/totp/deactivate/",
        "/accounts/2fa/recovery-codes/",
        "/accounts/2fa/recovery-codes/generate/",
        "/accounts/2fa/reauthenticate/",
        "/accounts/2fa/webauthn/",
        f"/accounts/2fa/webauthn/keys/{key.pk}/edit/",
        f"/accounts/2fa/webauthn/keys/{key.pk}/remove/",
    ):
        assert not find_english(get(client, path)), path


def test_wrong_passwords_are_told_in_russian(sue: User) -> None:
    for _try in range(12):
        _client, answer = log_in(password="wrong")
        assert answer.status_code in (200, 422, 429)
        assert not find_english(answer)


def test_nothing_english_is_left_of_an_invitation(sue: User, league: League) -> None:
    admin, _answer = log_in()
    sent = {"action": "invite", "role": "scorer", "days": "7", "note": "Сью"}
    shown = admin.post("/leagues/riverside/members/", sent, headers=RUSSIAN)
    assert "Приглашение, показано только сейчас" in find_words(shown)
    assert not find_english(shown)
    assert not find_english(admin.post("/leagues/riverside/members/", {**sent, "days": "0"}, headers=RUSSIAN))
    secret = make_invitation(league, role="scorer", by=sue, source="web").secret
    assert not find_english(admin.get(f"/join/{secret}/", headers=RUSSIAN))
    guest = Client()
    assert not find_english(get(guest, "/accounts/signup/"))
    joining = get(guest, f"/join/{secret}/")
    assert "ваша роль — секретарь" in find_words(joining)
    assert not find_english(joining)
    assert not find_english(get(guest, "/accounts/signup/"))
    assert not find_english(guest.post("/accounts/signup/", {"username": "sue"}, headers=RUSSIAN))
    taken = make_invitation(league, role="scorer", by=sue, source="web")
    revoke_invitation(taken.invitation, by=sue, source="web")
    for gone in (taken.secret, "none"):
        assert not find_english(Client().get(f"/join/{gone}/", headers=RUSSIAN))


def test_nothing_english_is_left_of_putting_the_app_on_a_phone(
    settings: Settings, tmp_path: Path, db: None, client: Client
) -> None:
    without = get(client, "/install/")
    assert "script/server --hall --https" in without.content.decode()
    assert not find_english(without)
    settings.HTTPS_IN_HALL = True
    settings.AUTHORITY_FILE = prepare_certificate(tmp_path, address="192.168.1.5").authority
    settings.SITE_URL = "https://192.168.1.5:8443"
    words = find_words(get(client, "/install/"))
    assert "Доверие сертификатам" in words
    for is_secure in (False, True):
        assert not find_english(client.get("/install/", headers=RUSSIAN, secure=is_secure))
