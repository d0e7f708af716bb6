"""The programs that make up a running site, and the environment that they run in."""

import os
import sys
from collections.abc import Iterable

from config.supervision import Program

# Pages wait for the database and for typst, not for the processor, most of the time.
_WEB_THREADS = 8


def describe_web_server(*, host: str, port: int) -> Program:
    """The web server: granian in front of the WSGI application, one process with a few threads."""
    command = (
        sys.executable, "-m", "granian", "config.wsgi:application",
        "--interface", "wsgi", "--host", host, "--port", str(port),
        "--workers", "1", "--blocking-threads", str(_WEB_THREADS), "--no-ws", "--no-access-log",
        "--respawn-failed-workers", "--workers-kill-timeout", "8",
        "--log-level", "error",  # below that it warns of more threads than cores
    )  # fmt: skip
    return Program(name="web server", command=command, grace_seconds=12)


def describe_worker(*, name: str) -> Program:
    """The Celery worker: one process, one task at a time, which is what SQLite can take.

    Its grace is long because a stopped worker finishes the task in hand.
    """
    command = (
        # On a laptop or in a container the site may well run as root; tasks carry JSON only, no code.
        sys.executable, "-W", "ignore::UserWarning:celery.platforms", "-m", "celery", "--quiet",
        "--app", "config", "worker", "--pool", "solo", "--loglevel", "WARNING", "--hostname", f"{name}@%h",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    )  # fmt: skip
    return Program(name="worker for long jobs", command=command, grace_seconds=30)


def make_environment(*, site_url: str | None, extra_hosts: Iterable[str], known_hosts: Iterable[str]) -> dict[str, str]:
    """The environment of the children: this one, with the hosts allowed and the address in links.

    `site_url` None leaves the address that the settings say.
    """
    environment = dict(os.environ)
    environment["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*known_hosts, *extra_hosts]))
    if site_url is not None:
        environment["SITE_URL"] = site_url
    return environment
