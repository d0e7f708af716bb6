"""The server ends in mid-game and starts anew: who was logged in stays so, and what waited on the phone is sent."""

from __future__ import annotations

import subprocess
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from config.network import find_free_port
from tests.server.conftest import RunningSite

# Playwright leaves an event loop behind, so this comes after the tests that use the database (tests/conftest.py).
pytestmark = pytest.mark.browser

PASSWORD = "a long pass phrase"
URL = "/events/tuesday/round/1/table/1/"

SET_UP = f"""
from django.contrib.auth.models import User
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
user = User.objects.create_user("maria", password="{PASSWORD}")
league = create_league("Riverside", by=user, source="command")
players = add_players(league, ["Ann", "Bob", "Cyd", "Dee"], by=user, source="command").added
event = create_event(league, name="Tuesday", game="euchre", by=user, source="command")
seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", players)), by=user, source="command")
"""
READ = """
from league.models import DealRecord
print([(record.position, record.facts["maker"]) for record in DealRecord.objects.filter(table__event__slug="tuesday")])
"""


def test_what_waited_is_sent_to_the_server_that_started_anew(
    browser: Browser,
    start_site: Callable[..., RunningSite],
    run_manage: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    port = find_free_port()
    site = start_site("--no-worker", "--port", str(port))
    made = run_manage("manage.py", "shell", "--no-imports", "-c", SET_UP)
    assert made.returncode == 0, made.stderr

    context = browser.new_context(base_url=f"http://127.0.0.1:{port}", has_touch=True, locale="en-GB")
    page = context.new_page()
    page.goto(f"/accounts/login/?next={URL}")
    page.get_by_label("User name or email").fill("maria")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").tap()
    expect(page.locator("#queue[data-ready]")).to_be_attached()

    site.process.kill()
    site.process.wait(timeout=30)
    for maker in ("Ann", "Bob"):
        page.get_by_role("group", name="Who made trump?").get_by_role("radio", name=maker).tap()
        page.get_by_role("group", name="Tricks the makers took").get_by_role("radio", name="3").tap()
        page.locator("#save").tap()
        expect(page.locator("#save")).to_have_text(f"Save hand {2 if maker == 'Ann' else 3}")
    expect(page.locator("#waits b")).to_have_text("2")

    start_site("--no-worker", "--port", str(port))
    expect(page.locator("#waits")).to_be_hidden(timeout=45_000)
    expect(page.locator(".hands > li")).to_have_count(2)
    assert run_manage("manage.py", "shell", "--no-imports", "-c", READ).stdout.strip() == "[(1, 'N'), (2, 'E')]"
    context.close()
