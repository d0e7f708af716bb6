"""What the site tells every browser, and what it refuses."""

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db


def test_pages_may_load_nothing_from_elsewhere(client: Client) -> None:
    response = client.get("/accounts/login/")
    assert response.status_code == 200
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_nobody_makes_an_account_alone(client: Client) -> None:
    form = {"username": "eve", "email": "eve@example.org", "password1": "long enough 1", "password2": "long enough 1"}
    client.post("/accounts/signup/", form)
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ann", "ann@example.org"])
def test_log_in_by_name_or_mail(client: Client, name: str) -> None:
    User.objects.create_user("ann", "ann@example.org", "long enough 1")
    client.post("/accounts/login/", {"login": name, "password": "long enough 1"})
    assert "_auth_user_id" in client.session


def test_guessing_a_password_is_stopped(client: Client) -> None:
    User.objects.create_user("ann", "ann@example.org", "long enough 1")
    for guess in range(6):
        client.post("/accounts/login/", {"login": "ann", "password": f"guess {guess}"})
    client.post("/accounts/login/", {"login": "ann", "password": "long enough 1"})
    assert "_auth_user_id" not in client.session


def test_health_needs_no_log_in(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize(("path", "kind"), [("/", "text/html"), ("/api/v1/score", "application/json")])
def test_a_request_that_is_too_large_is_not_read(client: Client, path: str, kind: str) -> None:
    size = settings.UPLOAD_MAX_BYTES + 1024 * 1024
    response = client.post(path, b"x" * size, content_type="application/octet-stream")
    assert response.status_code == 413
    assert response.headers["Content-Type"].startswith(kind)
    assert "10.0" in response.content.decode()


def test_the_page_of_a_file_that_is_too_large_has_a_way_back(client: Client) -> None:
    size = settings.UPLOAD_MAX_BYTES + 1024 * 1024
    response = client.post("/events/x/import/?a=1", b"x" * size, content_type="multipart/form-data; boundary=x")
    page = response.content.decode()
    assert '<header class="band">' in page
    assert '<a class="btn btn--main" href="/events/x/import/">Back</a>' in page
    assert "<form" not in page
