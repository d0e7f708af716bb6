"""Passkeys and one-time codes in a real browser, whose passkeys lie in an authenticator that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import CDPSession, Page, expect

from league.services.invitations import make_invitation
from league.services.setup import create_league
from tests.browser.conftest import PASSWORD, log_in

#: Passkeys that stay on the device and ask for its PIN or finger, which this one always grants.
DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


@pytest.fixture
def device(phone: Page) -> Iterator[CDPSession]:
    """The phone with a place for passkeys."""
    session = phone.context.new_cdp_session(phone)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    yield session
    session.detach()


def prove(page: Page) -> None:
    """Show once more who it is, where that is asked."""
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").tap()


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out").tap()
    page.get_by_role("link", name="Log in").wait_for()


def add_passkey(page: Page) -> None:
    page.goto("/account/")
    page.get_by_role("link", name="Passkeys").tap()
    page.get_by_role("link", name="Add a passkey").tap()
    prove(page)
    page.get_by_label("What you call it").fill("My phone")
    page.get_by_role("button", name="Add the passkey").tap()
    page.get_by_role("heading", name="Recovery codes").wait_for()


def test_a_passkey_logs_in_without_name_and_password(phone: Page, account: User, device: CDPSession) -> None:
    log_in(phone)
    add_passkey(phone)
    expect(phone.locator(".names li")).to_have_count(10)
    log_out(phone)
    phone.goto("/accounts/login/?next=/games/")
    phone.get_by_role("button", name="Use a passkey").tap()
    phone.wait_for_url(lambda url: urlsplit(url).path == "/games/")
    phone.goto("/account/")
    expect(phone.get_by_role("heading", name="Maria")).to_be_visible()
    expect(phone.get_by_role("link", name="Passkeys")).to_contain_text("My phone")


def test_with_a_passkey_the_password_alone_opens_nothing(phone: Page, account: User, device: CDPSession) -> None:
    log_in(phone)
    add_passkey(phone)
    log_out(phone)
    phone.goto("/accounts/login/")
    phone.get_by_label("User name or email").fill("maria")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Log in", exact=True).tap()
    expect(phone.get_by_role("heading", name="Second step")).to_be_visible()
    phone.get_by_role("button", name="Use a passkey").tap()
    phone.get_by_role("button", name="Log out").wait_for()


def test_a_passkey_is_removed(phone: Page, account: User, device: CDPSession) -> None:
    log_in(phone)
    add_passkey(phone)
    phone.goto("/accounts/2fa/webauthn/")
    phone.get_by_role("link", name="Remove").tap()
    phone.get_by_role("button", name="Remove").tap()
    expect(phone.get_by_text("None yet.")).to_be_visible()


def test_a_device_without_a_passkey_says_so(phone: Page, account: User, device: CDPSession) -> None:
    phone.goto("/accounts/login/")
    phone.get_by_role("button", name="Use a passkey").tap()
    expect(phone.get_by_text("The device gave no passkey")).to_be_visible()


def test_an_address_of_figures_says_where_passkeys_work(signed_in_phone: Page) -> None:
    """http://127.0.0.1 counts as safe, but no passkey can be for an address without a name."""
    page = signed_in_phone
    page.goto("/account/")
    numbers = f"http://127.0.0.1:{urlsplit(page.url).port}"
    session = page.context.cookies()
    page.context.add_cookies(
        [
            {"name": cookie["name"], "value": cookie["value"], "url": numbers}
            for cookie in session
            if cookie["name"] == settings.SESSION_COOKIE_NAME
        ]
    )
    page.goto(f"{numbers}/accounts/2fa/webauthn/add/")
    prove(page)
    page.get_by_role("button", name="Add the passkey").tap()
    expect(page.get_by_text("Passkeys need an address with a name")).to_be_visible()


def test_one_time_codes_from_switching_on_to_logging_in(phone: Page, account: User) -> None:
    log_in(phone)
    phone.goto("/account/")
    phone.get_by_role("link", name="One-time codes").tap()
    prove(phone)
    secret = phone.get_by_label("Secret").input_value()
    counters = list(yield_hotp_counters_from_time())
    phone.get_by_label("Type the code").fill(format_hotp_value(hotp_value(secret, counters[0])))
    phone.get_by_role("button", name="Switch on").tap()
    phone.get_by_role("heading", name="Recovery codes").wait_for()
    log_out(phone)
    phone.goto("/accounts/login/")
    phone.get_by_label("User name or email").fill("maria")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Log in", exact=True).tap()
    phone.get_by_label("Code").fill(format_hotp_value(hotp_value(secret, counters[1])))
    phone.get_by_role("button", name="Log in", exact=True).tap()
    phone.get_by_role("button", name="Log out").wait_for()


def test_log_in_works_without_scripts(phone_without_scripts: Page, account: User) -> None:
    phone_without_scripts.goto("/accounts/login/")
    expect(phone_without_scripts.get_by_role("button", name="Use a passkey")).to_be_hidden()
    log_in(phone_without_scripts)


def test_a_guest_follows_an_invitation_and_is_in(phone: Page, account: User) -> None:
    league = create_league("Riverside", by=account, source="web")
    secret = make_invitation(league, role="scorer", by=account, source="web").secret
    phone.goto(f"/join/{secret}/")
    expect(phone.get_by_text("Maria invites you to join as scorer.")).to_be_visible()
    phone.get_by_role("link", name="Make an account").tap()
    phone.get_by_label("Username").fill("sue")
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    phone.get_by_label("Password (again)").fill(PASSWORD)
    phone.get_by_role("button", name="Make the account and join").tap()
    phone.wait_for_url("**/leagues/riverside/")
    assert league.memberships.get(user__username="sue").role == "scorer"


def test_an_invitation_is_made_on_a_phone(signed_in_phone: Page, account: User) -> None:
    create_league("Riverside", by=account, source="web")
    page = signed_in_phone
    page.goto("/leagues/riverside/members/")
    page.get_by_label("For whom").fill("Sue")
    page.get_by_role("button", name="Make the link").tap()
    address = page.get_by_label("Link", exact=True).input_value()
    assert Client().get(urlsplit(address).path).status_code == 200
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
