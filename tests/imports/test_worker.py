"""Long imports through a real worker in another process: by Redis, by the queue folder, and after a kill -9."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from league.models import DealRecord, Event, ImportJob
from league.models.job import JobState
from league.services.import_jobs import RUNNING, create_job
from league.services.setup import create_event, create_league
from tests.imports.conftest import count_rows
from tests.server.conftest import wait_until
from tests.worker import run_worker

SECONDS = 60


def make_rows(tables: int) -> str:
    """Hands of so many tables over several rounds, ten hands a table."""
    rows = (
        f"{table // 40 + 1},{table % 40 + 1},{hand},{'NE'[hand % 2]},{3 + hand % 2}\n"
        for table in range(tables)
        for hand in range(1, 11)
    )
    return "round,table,deal,maker,tricks\n" + "".join(rows)


@pytest.fixture
def event(transactional_db: None) -> Event:
    league = create_league("Riverside", by=User.objects.create_user("owner"), source="web")
    return create_event(league, name="Spring", game="land-grant-euchre", by=None, source="web")


@pytest.fixture(params=["redis", "folder"])
def broker(request: pytest.FixtureRequest) -> str | None:
    """The address of Redis, or None for the queue folder."""
    return request.getfixturevalue("redis_url") if request.param == "redis" else None


def read_state(job: ImportJob) -> str:
    return ImportJob.objects.get(pk=job.pk).state


def has_begun(job: ImportJob) -> bool:
    return read_state(job) in RUNNING


def send(event: Event, text: str) -> tuple[Client, str, ImportJob]:
    """Send a file from a browser; gives the page of its job."""
    client = Client()
    client.force_login(User.objects.get(username="owner"))
    file: Any = SimpleUploadedFile("long.csv", text.encode())
    answer = client.post(f"/events/{event.slug}/import/", {"file": file})
    return client, answer["Location"], ImportJob.objects.latest("pk")


def test_a_long_import_is_done_by_a_worker(event: Event, broker: str | None) -> None:
    text = make_rows(60)
    with run_worker(redis_url=broker):
        client, page, job = send(event, text)
        assert wait_until(lambda: read_state(job) == JobState.DONE, seconds=SECONDS)
        assert "Imported" in client.get(page).content.decode()
        assert DealRecord.objects.count() == 600
        stored = count_rows()
        _client, _page, again = send(event, text)
        assert wait_until(lambda: read_state(again) == JobState.DONE, seconds=SECONDS)
    assert count_rows() == stored


def test_faults_of_a_long_file_come_back(event: Event, broker: str | None) -> None:
    with run_worker(redis_url=broker):
        client, page, job = send(event, make_rows(40).replace("3,5,3,E,4", "3,5,3,E,9") + "1,1,11,Q,3\n")
        assert wait_until(lambda: read_state(job) == JobState.REFUSED, seconds=SECONDS)
    assert ">Q<" not in client.get(page).content.decode()
    assert "“Q” is not possible here" in client.get(page).content.decode()
    assert not DealRecord.objects.exists()


def test_a_job_whose_message_was_lost_is_found_by_the_next_worker(event: Event, broker: str | None) -> None:
    job = create_job(event, content=make_rows(40).encode(), file_name="x.csv", language="en", by=None)
    with run_worker(redis_url=broker):
        assert wait_until(lambda: read_state(job) == JobState.DONE, seconds=SECONDS)
    assert DealRecord.objects.count() == 400


def test_what_a_killed_worker_left_is_done_by_the_next_one(event: Event, broker: str | None) -> None:
    with run_worker(redis_url=broker) as worker:
        _client, _page, job = send(event, make_rows(900))
        assert wait_until(lambda: has_begun(job), seconds=SECONDS)
        worker.kill()
        worker.wait()
    assert has_begun(job), "the worker was done before it could be killed: the file is too short"
    assert not DealRecord.objects.exists()
    # let its two minutes of silence be over
    ImportJob.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=3))
    with run_worker(redis_url=broker):
        assert wait_until(lambda: read_state(job) == JobState.DONE, seconds=SECONDS)
    job.refresh_from_db()
    assert (job.attempts, job.summary["hands_new"]) == (2, 9_000)
    assert DealRecord.objects.count() == 9_000
