"""Run an import job from its row: take it, show how far it is, finish it."""

from __future__ import annotations

import logging
import time

from django.conf import settings
from django.db import OperationalError
from django.utils import translation

from league.imports.running import Progress, import_file
from league.models import ImportJob
from league.models.record import Source
from league.services.faults import RefusedError
from league.services.import_jobs import (
    JobLostError,
    beat,
    break_job,
    finish_job,
    note_stored,
    put_back,
    refuse_job,
    take_job,
)
from league.services.incoming import FileFault, ImportRefusedError

log = logging.getLogger(__name__)

SECONDS_BETWEEN_BEATS = 0.5


def run_job(pk: int) -> bool:
    """Import the file of a waiting job; False where it has to be tried again.

    Whatever goes wrong ends up in the job's row; nothing is raised.
    """
    job = take_job(pk)
    if job is None:
        return True
    try:
        with translation.override(job.summary.get("language") or settings.LANGUAGE_CODE):
            return _import(job)
    except JobLostError:
        log.warning("import job %s: another worker has taken it", pk)
        return True


def _import(job: ImportJob) -> bool:
    try:
        import_file(
            bytes(job.content),
            file_name=job.file_name,
            target=job.event,
            by=job.created_by,
            source=Source.IMPORT,
            progress=_make_progress(job),
            finish=lambda report: finish_job(job, report),
            between=lambda stored: note_stored(job, stored),
        )
    except ImportRefusedError as refused:
        refuse_job(job, refused.faults)
    except RefusedError as refused:
        refuse_job(job, [FileFault(message=text) for texts in refused.messages.values() for text in texts])
    except JobLostError:
        raise
    except OperationalError as busy:
        log.warning("import job %s: the database did not answer (%s)", job.pk, busy)
        put_back(job)
        return False
    except Exception:
        log.exception("import job %s", job.pk)
        break_job(job)
    return True


def _make_progress(job: ImportJob) -> Progress:
    """Write the progress down, but not more often than anybody looks."""
    last = 0.0

    def show(done: int, total: int) -> None:
        nonlocal last
        if done == total or time.monotonic() - last >= SECONDS_BETWEEN_BEATS:
            beat(job, done=done, total=total)
            last = time.monotonic()

    return show
