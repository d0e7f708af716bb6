"""The life of an import that runs beside the pages. Every change is a conditional update: a job has one worker.

waiting -> checking -> storing -> done | refused | broken. A worker that has died leaves a job that gives no sign of
life; it goes back to waiting, and after a few attempts it is given up. A worker that comes back too late finds that
the job is no longer its own, and stores nothing.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from msgspec import structs

from league.models import Event, ImportJob
from league.models.job import JobState
from league.services.incoming import FileFault, ImportReport

RUNNING = (JobState.CHECKING, JobState.STORING)

MOST_ATTEMPTS = 3
#: A worker silent for so long has died.
SILENCE = timedelta(minutes=2)
#: Whoever looks at a job that has not moved for so long is told how it goes on.
PAUSE = timedelta(seconds=15)
#: A job that nobody has taken for so long is sent again.
PATIENCE = timedelta(seconds=30)

#: Faults that are kept and shown; of a file with more, their number is told.
MOST_FAULTS = 1_000


class JobLostError(Exception):
    """The job is no longer this worker's: it was silent for too long and another one has taken it."""


def create_job(event: Event, *, content: bytes, file_name: str, language: str, by: User | None) -> ImportJob:
    """Keep a file that is to be imported. Its faults will be worded in `language`."""
    return ImportJob.objects.create(
        event=event,
        file_name=file_name[-200:],
        content=content,
        summary={"language": language},
        created_by=by,
    )


def take_job(pk: int) -> ImportJob | None:
    """Take a waiting job; None where there is nothing to take: it is done, or another worker has it."""
    taken = ImportJob.objects.filter(pk=pk, state=JobState.WAITING).update(
        state=JobState.CHECKING, attempts=F("attempts") + 1, beat_at=timezone.now(), total=0, done=0
    )
    return ImportJob.objects.select_related("event__league", "created_by").get(pk=pk) if taken else None


def beat(job: ImportJob, *, done: int, total: int) -> None:
    """Say how far the job is. Raises JobLostError."""
    state = JobState.STORING if done == total else JobState.CHECKING
    _change(job, state=state, done=done, total=total, beat_at=timezone.now())


def note_stored(job: ImportJob, stored: int) -> None:
    """Say how many entries of a long file are stored, between two of its parts. Raises JobLostError."""
    job.summary = {**job.summary, "stored": stored}
    _change(job, state=JobState.STORING, summary=job.summary, beat_at=timezone.now())


def finish_job(job: ImportJob, report: ImportReport) -> None:
    """Say that all is stored, inside the transaction that stores it. Raises JobLostError."""
    numbers = {name: value for name, value in structs.asdict(report).items() if name != "event"}
    _change(job, state=JobState.DONE, summary={**job.summary, **numbers}, content=b"")


def refuse_job(job: ImportJob, faults: list[FileFault]) -> None:
    """Say that the file has faults: nothing was stored, or no more than was noted. Raises JobLostError."""
    rows = [{"line": fault.line, "column": fault.column, "message": fault.message} for fault in faults[:MOST_FAULTS]]
    summary = {**job.summary, "faults": len(faults)}
    _change(job, state=JobState.REFUSED, faults=rows, summary=summary, content=b"")


def break_job(job: ImportJob) -> None:
    """Say that something went wrong on our side. The file is kept, to find out what. Raises JobLostError."""
    _change(job, state=JobState.BROKEN)


def put_back(job: ImportJob) -> None:
    """Leave a job that could not be done just now for another attempt, or give it up. Raises JobLostError."""
    is_last = job.attempts >= MOST_ATTEMPTS
    _change(job, state=JobState.BROKEN if is_last else JobState.WAITING, beat_at=timezone.now())


def revive_jobs(*, pk: int | None = None, patience: timedelta = PATIENCE) -> list[int]:
    """Put the jobs of dead workers back, give up those that have had all their attempts; return which to send again.

    Those are the jobs that have waited for longer than `patience` since they were last sent.
    """
    jobs = ImportJob.objects.all() if pk is None else ImportJob.objects.filter(pk=pk)
    _release(jobs.filter(state__in=RUNNING, beat_at__lt=timezone.now() - SILENCE))
    now = timezone.now()
    sent_before = now - patience
    overdue = Q(beat_at__lte=sent_before) | Q(beat_at__isnull=True, created_at__lte=sent_before)
    return [
        waiting
        for waiting in jobs.filter(overdue, state=JobState.WAITING).order_by("pk").values_list("pk", flat=True)
        if jobs.filter(overdue, pk=waiting, state=JobState.WAITING).update(beat_at=now)
    ]


def release_jobs() -> None:
    """Put back, or give up, every job that was begun. To be called where no worker can be at one."""
    _release(ImportJob.objects.filter(state__in=RUNNING))


def is_anything_running() -> bool:
    """Whether a worker has a job in hand, or had one when it died."""
    return ImportJob.objects.filter(state__in=(*RUNNING, JobState.WAITING)).exists()


def _release(jobs: QuerySet[ImportJob]) -> None:
    jobs.filter(attempts__gte=MOST_ATTEMPTS).update(state=JobState.BROKEN)
    jobs.update(state=JobState.WAITING, beat_at=timezone.now() - PATIENCE)


def _change(job: ImportJob, **values: Any) -> None:
    """Change a job as long as it is this worker's own."""
    own = ImportJob.objects.filter(pk=job.pk, attempts=job.attempts, state__in=RUNNING)
    if not own.update(**values):
        raise JobLostError
