"""The life of an import job: one worker each, taken up again after a death, given up in the end, never lost."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.utils import timezone
from django.utils.translation import get_language
from kombu.exceptions import OperationalError as BrokerError

from league import tasks
from league.imports import jobs
from league.imports.jobs import run_job
from league.models import AuditRow, Event, ImportJob
from league.models.job import JobState
from league.services.import_jobs import (
    MOST_ATTEMPTS,
    MOST_FAULTS,
    JobLostError,
    beat,
    create_job,
    finish_job,
    put_back,
    release_jobs,
    revive_jobs,
    take_job,
)
from league.services.incoming import ImportReport
from league.tasks import send_import, sweep_at_start, sweep_imports
from tests.imports.conftest import TWO_TABLES, count_rows, read_totals

OLD = timedelta(minutes=3)


def make_job(event: Event, text: str = TWO_TABLES, *, language: str = "en") -> ImportJob:
    return create_job(event, content=text.encode(), file_name="hands.csv", language=language, by=None)


def age(job: ImportJob, **values: Any) -> None:
    """Let three minutes pass for a job."""
    ImportJob.objects.filter(pk=job.pk).update(beat_at=timezone.now() - OLD, created_at=timezone.now() - OLD, **values)


def take(job: ImportJob) -> ImportJob:
    taken = take_job(job.pk)
    assert taken is not None
    return taken


def test_a_job_is_done(event: Event) -> None:
    job = make_job(event)
    assert run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts, job.done, job.total) == (JobState.DONE, 1, 5, 5)
    assert (job.summary["hands_new"], job.summary["tables_new"], job.summary["players_new"]) == (5, 2, 8)
    assert bytes(job.content) == b""
    assert read_totals(event) == {(1, 1): (3, 2), (1, 2): (0, 6)}


def test_a_job_with_faults_is_refused_and_keeps_them(event: Event) -> None:
    before = count_rows()
    job = make_job(event, "maker,tricks\nN,7\n")
    run_job(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.REFUSED
    assert job.faults == [{"line": 2, "column": "tricks", "message": "This must be a whole number from 0 to 5."}]
    assert job.summary["faults"] == 1
    assert count_rows() == before


def test_of_very_many_faults_the_first_are_kept_and_all_are_counted(event: Event) -> None:
    job = make_job(event, "maker,tricks\n" + "N,7\n" * (MOST_FAULTS + 5))
    run_job(job.pk)
    job.refresh_from_db()
    assert (len(job.faults), job.summary["faults"]) == (MOST_FAULTS, MOST_FAULTS + 5)


def test_an_error_of_ours_breaks_the_job_and_is_logged(
    event: Event, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(*_args: Any, **_options: Any) -> None:
        raise ZeroDivisionError("a bug")

    job = make_job(event)
    monkeypatch.setattr(jobs, "import_file", stumble)
    assert run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, bytes(job.content)) == (JobState.BROKEN, TWO_TABLES.encode())
    assert "a bug" in caplog.text


def test_a_job_is_taken_once(event: Event) -> None:
    job = make_job(event)
    assert take_job(job.pk) is not None
    assert take_job(job.pk) is None
    assert take_job(job.pk + 1) is None


def test_a_job_that_is_done_is_not_done_again(event: Event) -> None:
    job = make_job(event)
    run_job(job.pk)
    before = count_rows()
    assert run_job(job.pk)
    assert count_rows() == before
    job.refresh_from_db()
    assert job.attempts == 1


def test_a_silent_job_is_taken_up_again(event: Event) -> None:
    job = make_job(event)
    take(job)
    assert revive_jobs() == []  # it has just given a sign of life
    age(job)
    assert revive_jobs() == [job.pk]
    assert revive_jobs() == []  # sent a moment ago
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.DONE, 2)


def test_a_server_that_starts_alone_does_not_wait_for_the_silence(event: Event) -> None:
    waiting, dead, doomed = make_job(event), make_job(event), make_job(event)
    take(dead)
    take(doomed)
    ImportJob.objects.filter(pk=doomed.pk).update(attempts=MOST_ATTEMPTS)
    release_jobs()
    assert revive_jobs(patience=timedelta(0)) == [waiting.pk, dead.pk]
    doomed.refresh_from_db()
    assert doomed.state == JobState.BROKEN


def test_a_job_that_nobody_took_is_sent_again(event: Event) -> None:
    job = make_job(event)
    assert revive_jobs() == []
    age(job)
    assert revive_jobs() == [job.pk]
    assert revive_jobs() == []


def test_a_job_is_given_up_after_several_attempts(event: Event) -> None:
    job = make_job(event)
    for attempt in range(1, MOST_ATTEMPTS + 1):
        assert take(job).attempts == attempt
        age(job)
        assert revive_jobs() == ([job.pk] if attempt < MOST_ATTEMPTS else [])
    job.refresh_from_db()
    assert job.state == JobState.BROKEN
    assert take_job(job.pk) is None


def test_a_worker_that_comes_back_too_late_stores_nothing(event: Event) -> None:
    job = make_job(event)
    late = take(job)
    age(job)
    revive_jobs()
    second = take(job)
    with pytest.raises(JobLostError):
        beat(late, done=1, total=5)
    with pytest.raises(JobLostError):
        finish_job(late, ImportReport())
    beat(second, done=1, total=5)


def test_a_job_that_is_lost_in_the_middle_leaves_nothing_behind(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last word inside the transaction is whether the job is still ours: if not, all of it is taken back."""
    job = make_job(event)

    def lose(own: ImportJob, report: ImportReport) -> None:
        ImportJob.objects.filter(pk=own.pk).update(attempts=own.attempts + 1)
        finish_job(own, report)

    monkeypatch.setattr(jobs, "finish_job", lose)
    before = count_rows()
    assert run_job(job.pk)
    assert count_rows() == before
    job.refresh_from_db()
    assert job.state == JobState.STORING


def test_a_busy_database_is_no_reason_to_give_up(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any, **_options: Any) -> None:
        raise OperationalError("database is locked")

    job = make_job(event)
    with monkeypatch.context() as patch:
        patch.setattr(jobs, "import_file", fail)
        assert not run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.WAITING, 1)
    run_job(job.pk)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (JobState.DONE, 2)


def test_a_database_that_stays_busy_is_one(event: Event) -> None:
    job = make_job(event)
    ImportJob.objects.filter(pk=job.pk).update(attempts=MOST_ATTEMPTS - 1)
    put_back(take(job))
    job.refresh_from_db()
    assert job.state == JobState.BROKEN


def test_progress_is_written_while_rows_are_checked(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_BEATS", 0)
    seen: list[tuple[str, int, int]] = []

    def watch(job: ImportJob, *, done: int, total: int) -> None:
        beat(job, done=done, total=total)
        row = ImportJob.objects.get(pk=job.pk)
        seen.append((row.state, row.done, row.total))

    monkeypatch.setattr(jobs, "beat", watch)
    rows = "".join(f"{table},{hand},N,3\n" for table in range(1, 61) for hand in (1, 2))
    run_job(make_job(event, "table,deal,maker,tricks\n" + rows).pk)
    assert seen == [
        (JobState.CHECKING, 0, 120),
        (JobState.CHECKING, 50, 120),
        (JobState.CHECKING, 100, 120),
        (JobState.STORING, 120, 120),
    ]


@pytest.mark.parametrize("text", ["table,deal,maker,tricks\n1,1,N,9\n", "maker\n", "[]", "name_N\nAnn\nBob\n"])
def test_a_file_with_faults_is_never_said_to_be_right(event: Event, text: str) -> None:
    states: list[str] = []

    def watch(job: ImportJob, *, done: int, total: int) -> None:
        beat(job, done=done, total=total)
        states.append(ImportJob.objects.get(pk=job.pk).state)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "SECONDS_BETWEEN_BEATS", 0)
        patch.setattr(jobs, "beat", watch)
        job = make_job(event, text)
        run_job(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.REFUSED
    assert JobState.STORING not in states


def test_faults_are_in_the_language_of_whoever_sent_the_file(event: Event) -> None:
    seen: list[str] = []
    job = make_job(event, language="ru")

    def listen(*_args: Any, **_options: Any) -> None:
        seen.append(str(get_language()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jobs, "import_file", listen)
        run_job(job.pk)
    assert seen == ["ru"]


def test_a_queue_out_of_reach_leaves_the_job_waiting(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_pk: int) -> None:
        raise BrokerError("connection refused")

    job = make_job(event)
    monkeypatch.setattr(tasks.run_import, "delay", fail)
    assert not send_import(job.pk)
    job.refresh_from_db()
    assert job.state == JobState.WAITING


def test_a_worker_that_starts_takes_up_what_is_left(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    later: list[float] = []
    monkeypatch.setattr(tasks.run_import, "delay", sent.append)
    monkeypatch.setattr(tasks.sweep_imports, "apply_async", lambda countdown: later.append(countdown))
    sweep_at_start()
    assert (sent, later) == ([], [])  # nothing left: nothing to come back for
    waiting, dead, alive = make_job(event), make_job(event), make_job(event)
    take(dead)
    age(dead)
    take(alive)
    sweep_at_start()
    assert sent == [waiting.pk, dead.pk]
    assert len(later) == 1
    age(alive)
    sweep_imports()
    assert sent == [waiting.pk, dead.pk, alive.pk]


def test_the_audit_names_who_sent_the_file(event: Event, owner: Any) -> None:
    job = create_job(event, content=TWO_TABLES.encode(), file_name="night.csv", language="en", by=owner)
    run_job(job.pk)
    row = AuditRow.objects.get(action="results_imported")
    assert (row.actor, row.source, row.detail["file"]) == (owner, "import", "night.csv")
