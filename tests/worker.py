"""A real Celery worker, in a process of its own, on the database of the tests."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import kombu.pools
from django.db import connection

from config import celery_app

ROOT = Path(__file__).resolve().parent.parent
_START_SECONDS = 90
_POLL_SECONDS = 0.5


def describe_test_database() -> str:
    """The address of the database that this test uses, for another process."""
    entry = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{entry['NAME']}"
    login = entry["USER"] + (f":{entry['PASSWORD']}" if entry["PASSWORD"] else "")
    return f"postgres://{login}@{entry['HOST']}:{entry['PORT'] or 5432}/{entry['NAME']}"


@contextlib.contextmanager
def run_worker(*, redis_url: str | None) -> Iterator["subprocess.Popen[bytes]"]:
    """Send tasks to a worker through Redis, or through the folder of the site without it. Gives its process.

    Needs a test whose rows are committed (transactional_db), or the worker sees none of them.
    """
    with tempfile.TemporaryFile() as log, _use_broker(redis_url):
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": describe_test_database(),
            "REDIS_URL": redis_url or "",
            "CELERY_SKIP_CHECKS": "1",  # as on the site
        }
        command = [
            "celery", "--quiet", "--app", "config", "worker", "--pool", "solo", "--loglevel", "INFO",
            "--without-gossip", "--without-mingle",
        ]  # fmt: skip
        worker = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=ROOT, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            if not _wait_for_pong(worker):
                log.seek(0)
                raise RuntimeError(f"The worker did not start:\n{log.read().decode(errors='replace')}")
            yield worker
        finally:
            worker.terminate()
            try:
                worker.wait(timeout=20)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()


def _wait_for_pong(worker: "subprocess.Popen[bytes]") -> bool:
    deadline = time.monotonic() + _START_SECONDS
    while time.monotonic() < deadline and worker.poll() is None:
        with celery_app.connection_for_write() as own:  # the pool may be emptied by another test's end
            if celery_app.control.broadcast("ping", reply=True, timeout=_POLL_SECONDS, limit=1, connection=own):
                return True
    return False


@contextlib.contextmanager
def _use_broker(redis_url: str | None) -> Iterator[None]:
    """Have this process send its tasks to a broker and not run them itself."""
    changes: dict[str, object] = {"task_always_eager": False}
    if redis_url is not None:
        changes |= {"broker_url": redis_url, "broker_transport_options": {"global_keyprefix": "oddtrick:"}}
    before = {name: celery_app.conf[name] for name in changes}
    celery_app.conf.update(changes)
    _forget_connections()
    try:
        yield
    finally:
        celery_app.conf.update(before)
        _forget_connections()


def _forget_connections() -> None:
    """kombu keeps its pools by address for the whole process: a closed one would be found again."""
    kombu.pools.reset()
    celery_app._after_fork()
