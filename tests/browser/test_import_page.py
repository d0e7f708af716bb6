"""A long import in a browser: its page follows the job by itself, and without scripts by reloading."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from league.imports.jobs import run_job
from league.models import Event, ImportJob
from league.models.job import JobState
from league.services.import_jobs import create_job
from league.services.setup import create_event, create_league

HANDS = "table,maker,tricks,name_N\n1,N,3,Ann\n2,E,x,Фёдор\n"


@pytest.fixture
def event(account: User) -> Event:
    league = create_league("Riverside", by=account, source="web")
    return create_event(league, name="Tuesday", game="land-grant-euchre", by=account, source="web")


def make_job(event: Event, text: str) -> ImportJob:
    return create_job(event, content=text.encode(), file_name="night.csv", language="en", by=None)


def test_a_file_is_chosen_and_its_hands_are_in_the_standings(signed_in_phone: Page, event: Event) -> None:
    page = signed_in_phone
    page.goto(f"/events/{event.slug}/")
    page.locator("summary", has_text="More").tap()
    page.get_by_role("link", name="Import results").tap()
    page.get_by_label("File").set_input_files({"name": "night.csv", "mimeType": "text/csv", "buffer": HANDS.encode()})
    page.get_by_role("button", name="Check and import").tap()
    expect(page.get_by_text("2 new hands, 2 new tables, 8 new players.")).to_be_visible()
    page.get_by_role("link", name="To the standings").tap()
    expect(page.get_by_role("rowheader", name="Ann & Table 1 S")).to_be_visible()


def test_the_page_follows_the_job_by_itself(signed_in_phone: Page, event: Event) -> None:
    page, job = signed_in_phone, make_job(event, HANDS)
    page.goto(f"/events/{event.slug}/imports/{job.pk}/")
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    ImportJob.objects.update(state=JobState.CHECKING, done=1, total=2, beat_at=timezone.now())
    expect(page.get_by_text("Checking: 1 of 2 rows.")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "1")
    ImportJob.objects.update(state=JobState.WAITING)
    run_job(job.pk)
    expect(page.get_by_text("2 new hands, 2 new tables, 8 new players.")).to_be_visible()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(2_500)
    assert asked == []  # once the job is done nothing more is asked


def test_faults_appear_by_themselves(signed_in_phone: Page, event: Event) -> None:
    page, job = signed_in_phone, make_job(event, "maker,tricks\nN,7\n")
    page.goto(f"/events/{event.slug}/imports/{job.pk}/")
    run_job(job.pk)
    expect(page.get_by_text("1 fault: nothing was stored")).to_be_visible()
    expect(page.get_by_role("cell", name="tricks", exact=True)).to_be_visible()


def test_without_scripts_the_page_is_loaded_again(
    phone_without_scripts: Page, account: User, event: Event, live_server: LiveServer
) -> None:
    page, job = phone_without_scripts, make_job(event, HANDS)
    client = Client()
    client.force_login(account)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": live_server.url}])
    page.goto(f"/events/{event.slug}/imports/{job.pk}/")
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    run_job(job.pk)
    expect(page.get_by_text("2 new hands, 2 new tables, 8 new players.")).to_be_visible(timeout=10_000)
