"""Long imports through a real worker in another process: by Redis, by the queue folder, and after a kill -9."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
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
from tests.conftest import empty_redis
from tests.imports.conftest import count_rows
from tests.server.conftest import wait_until
from tests.worker import run_worker

SECONDS = 60
#: Tables of a file at which a worker is for seconds, so that it is killed in mid-work.
LONG = 900


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


class Workers:
    """Workers of one broker, one at a time: the tests share it, and it goes on from one to the next."""

    def __init__(self, redis_url: str | None) -> None:
        self._redis_url, self._open = redis_url, ExitStack()
        self._process: subprocess.Popen[bytes] | None = None

    def have(self) -> None:
        """Have one running."""
        if self._process is None:
            self._process = self._open.enter_context(run_worker(redis_url=self._redis_url))

    def end(self) -> None:
        """Stop the one that runs."""
        self._open.close()
        self._process = None

    def kill(self) -> None:
        """Kill the one that runs."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self.end()


@pytest.fixture(scope="module", params=["redis", "folder"])
def workers(request: pytest.FixtureRequest, worker_id: str, django_db_setup: None) -> Iterator[Workers]:
    """By Redis, and by the queue folder."""
    workers = Workers(empty_redis(worker_id) if request.param == "redis" else None)
    yield workers
    workers.end()


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


def test_a_long_import_is_done_by_a_worker(event: Event, workers: Workers) -> None:
    text = make_rows(60)
    workers.have()
    client, page, job = send(event, text)
    assert wait_until(lambda: read_state(job) == JobState.DONE, seconds=SECONDS)
    assert "Imported" in client.get(page).content.decode()
    assert DealRecord.objects.count() == 600
    stored = count_rows()
    _client, _page, again = send(event, text)
    assert wait_until(lambda: read_state(again) == JobState.DONE, seconds=SECONDS)
    assert count_rows() == stored


def test_faults_of_a_long_file_come_back(event: Event, workers: Workers) -> None:
    workers.have()
    client, page, job = send(event, make_rows(40).replace("3,5,3,E,4", "3,5,3,E,9") + "1,1,11,Q,3\n")
    assert wait_until(lambda: read_state(job) == JobState.REFUSED, seconds=SECONDS)
    assert ">Q<" not in client.get(page).content.decode()
    assert "“Q” is not possible here" in client.get(page).content.decode()
    assert not DealRecord.objects.exists()


def test_a_job_whose_message_was_lost_is_found_by_the_next_worker(event: Event, workers: Workers) -> None:
    workers.end()
    job = create_job(event, content=make_rows(40).encode(), file_name="x.csv", language="en", by=None)
    workers.have()
    assert wait_until(lambda: read_state(job) == JobState.DONE, seconds=SECONDS)
    assert DealRecord.objects.count() == 400


def test_what_a_killed_worker_left_is_done_by_the_next_one(event: Event, workers: Workers) -> None:
    workers.have()
    _client, _page, job = send(event, make_rows(LONG))
    assert wait_until(lambda: has_begun(job), seconds=SECONDS)
    workers.kill()
    assert has_begun(job), "the worker was done before it could be killed: the file is too short"
    assert not DealRecord.objects.exists()
    # let its two minutes of silence be over
    ImportJob.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=3))
    workers.have()
    assert wait_until(lambda: read_state(job) == JobState.DONE, seconds=SECONDS)
    job.refresh_from_db()
    assert (job.attempts, job.summary["hands_new"]) == (2, 10 * LONG)
    assert DealRecord.objects.count() == 10 * LONG
