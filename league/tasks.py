"""Celery tasks. They carry the number of a row and nothing else; what they do is in league.imports."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from kombu.exceptions import OperationalError

from league.imports.jobs import run_job
from league.models import League
from league.services.import_jobs import PATIENCE, is_anything_running, revive_jobs
from league.services.ratings import are_ratings_stale, refresh_ratings

log = logging.getLogger(__name__)

#: So many games are rated while somebody waits for a page: less than half a second.
MOST_RATED_AT_ONCE = 2_000


@shared_task(name="league.run_import")
def run_import(job_id: int) -> None:
    """Import the file of one job."""
    if not run_job(job_id):
        sweep_imports.apply_async(countdown=PATIENCE.total_seconds())


@shared_task(name="league.sweep_imports")
def sweep_imports() -> None:
    """Send again what was left behind, and come back as long as there is anything that could be left behind."""
    for pk in revive_jobs():
        run_import.delay(pk)
    if is_anything_running():
        sweep_imports.apply_async(countdown=PATIENCE.total_seconds())


@shared_task(name="league.rate_players")
def rate_players(league_id: int) -> None:
    """Bring the ratings of a league up to date; asked twice, the second finds nothing to do."""
    refresh_ratings(League.objects.get(pk=league_id))


def send_ratings(pk: int) -> bool:
    """Hand the ratings of a league to the workers. False where the queue cannot be reached."""
    try:
        rate_players.delay(pk)
    except (OperationalError, OSError) as error:
        log.warning("the ratings of league %s wait: %s", pk, error)
        return False
    return True


def bring_up_to_date(league: League) -> bool:
    """Rate what changed since; False where that is so much that nobody is to wait for it: then the workers rate."""
    if not are_ratings_stale(league) or refresh_ratings(league, most=MOST_RATED_AT_ONCE).is_done:
        return True
    send_ratings(league.pk)
    return False


def send_import(pk: int) -> bool:
    """Hand a job to the workers. False where the queue cannot be reached: the job then waits and is sent again."""
    try:
        run_import.delay(pk)
    except (OperationalError, OSError) as error:
        log.warning("import job %s could not be sent and waits: %s", pk, error)
        return False
    return True


@worker_ready.connect
def sweep_at_start(**_kwargs: Any) -> None:
    """A worker that starts looks for what another one left behind. Celery's own way to say that a worker is up."""
    for pk in revive_jobs(patience=timedelta(0)):
        run_import.delay(pk)
    if is_anything_running():
        sweep_imports.apply_async(countdown=PATIENCE.total_seconds())
