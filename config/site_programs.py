"""The programs that make up a running site, and the environment that they run in."""

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from config.live_address import OFF
from config.supervision import Program

# Pages wait for the database and for typst, not for the processor, most of the time.
_WEB_THREADS = 8
# More than the live process takes as viewers, so that it says itself when there are too many.
_MOST_CONNECTIONS = 4096


@dataclass(frozen=True, slots=True)
class Certificate:
    """The files by which a server speaks https: its certificate (PEM) and the key to it (PEM, PKCS #8)."""

    path: Path
    key: Path


def describe_web_server(*, host: str, port: int, certificate: Certificate | None = None) -> Program:
    """The web server: granian in front of the WSGI application, one process with a few threads.

    It speaks https where it gets a certificate.
    """
    command = (
        sys.executable, "-m", "granian", "config.wsgi:application",
        "--interface", "wsgi", "--host", host, "--port", str(port),
        "--workers", "1", "--blocking-threads", str(_WEB_THREADS), "--no-ws", "--no-access-log",
        "--respawn-failed-workers", "--workers-kill-timeout", "8",
        "--log-level", "error",  # below that it warns of more threads than cores
        *list_tls_options(certificate),
    )  # fmt: skip
    name = "web server" if certificate is None else "web server for https"
    return Program(name=name, command=command, grace_seconds=12)


def list_tls_options(certificate: Certificate | None) -> tuple[str, ...]:
    """What granian is told so that it speaks https; nothing without a certificate."""
    if certificate is None:
        return ()
    # The browsers of phones from before 2019 know no TLS 1.3.
    files = ("--ssl-certificate", str(certificate.path), "--ssl-keyfile", str(certificate.key))
    return (*files, "--ssl-protocol-min", "tls1.2")


def describe_live(*, host: str, port: int, certificate: Certificate | None = None) -> Program:
    """The live process: granian in front of an ASGI application that holds a stream for every viewer.

    It speaks https where it gets a certificate: a page that came by https listens to nothing else. Streams have no end
    of their own, so nothing is waited for when it stops: browsers come back by themselves.
    """
    command = (
        sys.executable, "-m", "granian", "config.live:application",
        "--interface", "asgi", "--host", host, "--port", str(port),
        "--workers", "1", "--backpressure", str(_MOST_CONNECTIONS), "--no-ws", "--no-access-log",
        "--respawn-failed-workers", "--workers-kill-timeout", "1", "--log-level", "error",
        *list_tls_options(certificate),
    )  # fmt: skip
    return Program(name="live updates", command=command, grace_seconds=3)


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


def make_environment(
    *,
    site_url: str | None,
    live_url: str | None,
    extra_hosts: Iterable[str],
    known_hosts: Iterable[str],
    is_https_in_hall: bool = False,
) -> dict[str, str]:
    """The environment of the children: this one, with the hosts allowed, the address in links and that of the news.

    `site_url` None leaves the address that the settings say, and so does `live_url`; an empty one says there are no
    live updates. `is_https_in_hall` says that https goes by the site's own certificate, which phones have yet to
    trust: plain http explains how.
    """
    environment = dict(os.environ)
    environment["ALLOWED_HOSTS"] = ",".join(dict.fromkeys([*known_hosts, *extra_hosts]))
    # What starts them has just made Django's checks, for which the worker would load every page: half of its start.
    environment["CELERY_SKIP_CHECKS"] = "1"
    if site_url is not None:
        environment["SITE_URL"] = site_url
    if is_https_in_hall:
        environment["HTTPS_IN_HALL"] = "on"
    if live_url is not None:
        environment["LIVE_URL"] = live_url or OFF
    return environment
