"""A real browser at the size of a phone, against the site served from the test database."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, Page
from pytest_django.live_server_helper import LiveServer

PHONE = {"width": 390, "height": 844}
PASSWORD = "a long pass phrase"


@pytest.fixture
def account(transactional_db: None) -> User:
    return User.objects.create_user("maria", password=PASSWORD, first_name="Maria")


@pytest.fixture
def phone(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A phone; a fault in a script, or a rule of the content policy broken, fails the test."""
    yield from open_phone(browser, live_server)


@pytest.fixture
def phone_without_scripts(browser: Browser, live_server: LiveServer) -> Iterator[Page]:
    """A phone whose browser runs no scripts."""
    yield from open_phone(browser, live_server, java_script_enabled=False)


@pytest.fixture
def signed_in_phone(phone: Page, account: User, live_server: LiveServer) -> Page:
    """A phone that is logged in already, for tests of something else."""
    client = Client()
    client.force_login(account)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    phone.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    return phone


def open_phone(browser: Browser, live_server: LiveServer, *, java_script_enabled: bool = True) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        base_url=live_server.url,
        java_script_enabled=java_script_enabled,
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
    )
    context.set_default_timeout(15_000)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda message: faults.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert not faults


def log_in(page: Page) -> None:
    """Log in by the page, as people do."""
    page.goto("/")
    page.get_by_role("link", name="Log in").tap()
    page.get_by_label("User name or email").fill("maria")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").tap()
    page.get_by_role("button", name="Log out").wait_for()
