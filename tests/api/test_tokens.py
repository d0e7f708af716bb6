"""Getting a token, using it and taking it back."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from tests.api.conftest import Ask, World, list_codes

PASSWORD = "a long pass phrase"


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna", "anna@example.org", PASSWORD)


def log_in(ask: Ask, username: str = "anna", password: str = PASSWORD) -> Any:
    return ask("POST", "token/", body={"username": username, "password": password})


@pytest.mark.parametrize("name", ["anna", "ANNA", "anna@example.org"])
def test_name_and_password_give_the_token(anna: User, ask: Ask, name: str) -> None:
    answer = log_in(ask, name)
    assert (answer.status_code, answer.json()) == (200, {"token": Token.objects.get(user=anna).key})
    assert log_in(ask, name).json() == answer.json()


@pytest.mark.parametrize(("name", "password"), [("anna", "wrong"), ("nobody", PASSWORD), ("anna", PASSWORD + " ")])
def test_wrong_credentials_tell_nothing(anna: User, ask: Ask, name: str, password: str) -> None:
    answer = log_in(ask, name, password)
    assert (answer.status_code, list_codes(answer)) == (401, [(None, "wrong_credentials")])
    assert not Token.objects.exists()


def test_who_is_no_longer_active_gets_none(anna: User, ask: Ask) -> None:
    User.objects.update(is_active=False)
    assert log_in(ask).status_code == 401
    assert not Token.objects.exists()


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({}, {("username", "missing"), ("password", "missing")}),
        ({"username": "", "password": "\x00"}, {("username", "missing"), ("password", "control_character")}),
        ({"username": ["anna"], "password": None}, {("username", "wrong_type"), ("password", "wrong_type")}),
        ({"username": "a\ud800", "password": "x" * 501}, {("username", "control_character"), ("password", "too_long")}),
        ([], {(None, "wrong_type")}),
    ],
)
def test_a_body_of_another_form_is_explained(anna: User, ask: Ask, body: object, codes: set[tuple[str, str]]) -> None:
    answer = ask("POST", "token/", body=body)
    assert (answer.status_code, set(list_codes(answer))) == (422, codes)


def test_a_password_alone_gives_no_token_for_an_account_that_asks_for_more(anna: User, ask: Ask) -> None:
    Authenticator.objects.create(user=anna, type=Authenticator.Type.TOTP, data={"secret": "x"})
    answer = log_in(ask)
    assert (answer.status_code, list_codes(answer)) == (401, [(None, "second_factor_needed")])
    assert log_in(ask, password="wrong").json()["errors"][0]["code"] == "wrong_credentials"
    assert not Token.objects.exists()


def test_guessing_is_stopped_together_with_guesses_on_the_page(anna: User, ask: Ask) -> None:
    for _ in range(5):
        assert log_in(ask, password="wrong").status_code == 401
    answer = log_in(ask)
    assert (answer.status_code, list_codes(answer)) == (429, [(None, "throttled")])
    wait = int(answer.headers["Retry-After"])
    assert 280 <= wait <= 300
    assert f"wait {wait} seconds" in answer.json()["errors"][0]["message"]
    page = APIClient().post("/accounts/login/", {"login": "anna", "password": PASSWORD}, format="multipart")
    assert page.status_code != 302


def test_one_address_can_try_only_so_often(anna: User, ask: Ask) -> None:
    statuses = [log_in(ask).status_code for _ in range(21)]
    assert statuses == [200] * 20 + [429]


def test_scoring_and_reading_leave_room_for_a_log_in(anna: User, ask: Ask) -> None:
    sheet = {"game": "land-grant-euchre", "deals": []}
    scores = [ask("POST", "score", body=sheet) for _ in range(61)]
    assert [answer.status_code for answer in scores] == [200] * 60 + [429]
    assert 1 <= int(scores[-1].headers["Retry-After"]) <= 60
    reads = [ask("GET", "leagues/").status_code for _ in range(121)]
    assert reads == [200] * 120 + [429]
    assert log_in(ask).status_code == 200


def test_a_revoked_token_opens_nothing(world: World, anna: User, ask: Ask) -> None:
    key = log_in(ask).json()["token"]
    headers = {"Authorization": f"Token {key}"}
    assert ask("GET", "leagues/", **headers).status_code == 200
    assert ask("DELETE", "token/", **headers).status_code == 204
    answer = ask("GET", "leagues/", **headers)
    assert (answer.status_code, list_codes(answer)) == (401, [(None, "authentication_failed")])
    assert answer.headers["WWW-Authenticate"] == "Token"
    assert ask("DELETE", "token/").status_code == 401


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token \xff", "Token none"])
def test_a_broken_token_is_refused_and_not_in_the_way_of_a_new_one(anna: User, ask: Ask, header: str) -> None:
    assert ask("GET", "leagues/", Authorization=header).status_code == 401
    body = {"username": "anna", "password": PASSWORD}
    assert ask("POST", "token/", body=body, Authorization=header).status_code == 200


def test_the_log_in_of_the_pages_needs_their_csrf_token(world: World) -> None:
    scorer = world.people["scorer"]
    assert scorer is not None
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(scorer)
    address = f"/api/v1/tables/{world.table.pk}/deals/"
    body = {"position": 1, "facts": {"maker": "N", "tricks": 5}}
    headers = {"Idempotency-Key": "k"}
    answer = client.post(address, body, format="json", headers=headers)
    assert (answer.status_code, list_codes(answer)) == (403, [(None, "csrf_failed")])
    client.cookies["oddtrick_csrf"] = token = "a" * 32
    answer = client.post(address, body, format="json", headers={**headers, "X-CSRFToken": token})
    assert answer.status_code == 201
