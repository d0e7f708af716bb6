"""Language and colours are chosen without scripts, and faults are told on pages of our own."""

from __future__ import annotations

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from config import urls


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("a fault of ours")


urlpatterns = [*urls.urlpatterns, path("fail/", fail)]  # for the test of the page for our own faults


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_is_kept(theme: str, db: None) -> None:
    client = Client()
    assert "data-theme" not in client.get("/").content.decode()
    response = client.post("/theme/", {"theme": theme, "next": "/leagues/x/?page=2"})
    assert (response.status_code, response["Location"]) == (303, "/leagues/x/?page=2")
    assert f'data-theme="{theme}"' in client.get("/").content.decode()
    client.post("/theme/", {"theme": "device"})
    assert "data-theme" not in client.get("/").content.decode()


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_the_way_back_stays_here(target: str, db: None) -> None:
    assert Client().post("/theme/", {"theme": "dark", "next": target})["Location"] == "/"


def test_a_theme_that_does_not_exist_is_not_kept(db: None) -> None:
    client = Client()
    client.post("/theme/", {"theme": "<b>"})
    assert "data-theme" not in client.get("/").content.decode()
    assert client.get("/theme/").status_code == 405


def test_a_language_is_chosen(db: None) -> None:
    client = Client()
    assert '<html lang="en"' in client.get("/").content.decode()
    assert client.post("/language/setlang/", {"language": "ru", "next": "/"}).status_code == 302
    assert '<html lang="ru"' in client.get("/").content.decode()


def test_a_page_that_is_not_there(db: None) -> None:
    page = Client().get("/leagues/none/").content.decode()
    assert "No such page" in page
    assert "/accounts/login/?next=%2Fleagues%2Fnone%2F" in page


def test_a_page_that_is_not_yours(db: None) -> None:
    response = Client().get("/leagues/new/")
    assert response.status_code == 403
    assert "This is not yours to change" in response.content.decode()
    assert "/accounts/login/?next=%2Fleagues%2Fnew%2F" in response.content.decode()


def test_a_form_without_its_token(db: None) -> None:
    response = Client(enforce_csrf_checks=True).post("/theme/", {"theme": "dark"})
    assert response.status_code == 403
    assert "That form was too old" in response.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_a_fault_of_ours(db: None) -> None:
    client = Client(raise_request_exception=False)
    response = client.get("/fail/")
    assert response.status_code == 500
    assert "Something went wrong here" in response.content.decode()
    assert "a fault of ours" not in response.content.decode()


def test_too_many_tries_to_log_in(db: None) -> None:
    client = Client()
    wrong = {"login": "nobody", "password": "wrong"}
    answers = [client.post("/accounts/login/", wrong) for _try in range(6)]
    assert answers[0].status_code == 200
    last = answers[-1].content.decode()
    assert "Too many" in last


@pytest.mark.parametrize("path", ["login/", "password/reset/", "password/reset/done/", "password/reset/key/done/"])
def test_pages_of_accounts_wear_our_frame(path: str, db: None) -> None:
    page = Client().get(f"/accounts/{path}").content.decode()
    assert "oddtrick.css" in page
    assert 'id="content"' in page


def test_nobody_signs_up_by_himself(db: None) -> None:
    page = Client().get("/accounts/signup/").content.decode()
    assert '<form class="panel"' not in page


def test_no_page_may_run_what_stands_in_it(db: None) -> None:
    policy = Client().get("/")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe-inline" not in policy
