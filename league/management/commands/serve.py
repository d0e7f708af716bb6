"""manage.py serve: prepare the site, start it, keep it running."""

import io
import os
import sys
import tempfile
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from typing import IO, Any

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from config.authority import CertificateError, HallCertificate, prepare_certificate
from config.live_address import OFF
from config.network import HIGHEST_PORT, PortUnavailableError, check_port, find_free_port, find_next_port
from config.only_one import claim_folder
from config.probing import fetch_status, wait_for_answer
from config.site_programs import describe_live, describe_web_server, describe_worker, make_environment
from config.supervision import Supervisor
from league.management.hall import find_hall_address, write_certificate_words
from league.management.live_port import find_live_port
from league.services.import_jobs import release_jobs

_LOCAL = "127.0.0.1"
_START_SECONDS = 60
_PAGE_SECONDS = 20
_LOG_TAIL_LINES = 40
_HTTPS_PORT = 8443


class Command(BaseCommand):
    """Prepare the database, start the web server, the worker and the live process, watch over them."""

    help = "Start the site: prepares the database, then runs web server, live updates and a worker for long jobs."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--port", type=int, help="port to listen at (8000; with --once a free one)")
        parser.add_argument(
            "--hall",
            nargs="?",
            const="",
            metavar="ADDRESS",
            help="open the site to phones on the local network; ADDRESS where this machine has several",
        )
        parser.add_argument(
            "--https",
            nargs="?",
            const=_HTTPS_PORT,
            type=int,
            metavar="PORT",
            help="with --hall: https as well, at PORT (8443), by a certificate made here; http then explains it",
        )
        parser.add_argument("--once", action="store_true", help="start, request the home page, stop again")
        parser.add_argument("--no-worker", action="store_true", help="start no worker: others run elsewhere")
        parser.add_argument("--live-port", type=int, help="port of the live updates (the one after --port)")
        parser.add_argument("--no-live", action="store_true", help="no live updates: pages ask by themselves")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run the site until it is told to stop, or once."""
        self._is_once: bool = options["once"]
        for option, usual in (("port", 8001), ("https", _HTTPS_PORT), ("live_port", 8001)):
            _check_number(options[option], option=f"--{option.replace('_', '-')}", usual=usual)
        self._hall = None if options["hall"] is None else find_hall_address(options["hall"], write=self.stdout.write)
        self._port = options["port"] or (find_free_port() if self._is_once else 8000)
        self._listen_at = _LOCAL if self._hall is None else "0.0.0.0"
        self._check_port(self._port, option="--port")
        self._prepare_https(options["https"])
        self._live_port = None if options["no_live"] else self._find_live_port(options["live_port"])
        self._prepare_database()
        if not (self._is_once or options["no_worker"]):
            self._take_up_jobs()
        with tempfile.TemporaryFile() if self._is_once else nullcontext() as log:
            self._serve(self._make_supervisor(with_worker=not options["no_worker"], log=log), log=log)
        if not self._is_once:
            self.stdout.write("Odd Trick has stopped.")

    def _serve(self, supervisor: Supervisor, *, log: IO[bytes] | None) -> None:
        failure: CommandError | None = None
        supervisor.listen_for_signals()
        try:
            supervisor.start()
            self._run(supervisor)
        except CommandError as error:
            failure = error
        finally:
            supervisor.stop()
        if failure is not None:
            raise CommandError(f"{failure}{_read_tail(log)}") from failure

    @property
    def _local_url(self) -> str:
        return f"http://{_LOCAL}:{self._port}/"

    @property
    def _hall_url(self) -> str:
        if self._https is not None:
            return f"https://{self._hall}:{self._https_port}/"
        return f"http://{self._hall}:{self._port}/"

    def _check_port(self, port: int, *, option: str) -> None:
        try:
            check_port(self._listen_at, port=port)
        except PortUnavailableError as error:
            other = find_next_port(self._listen_at, after=port, taken={self._port})
            raise CommandError(
                f"The site cannot start: {error}. Choose another: script/server {option} {other}"
            ) from error

    def _prepare_https(self, port: int | None) -> None:
        """Have a certificate for the hall where https is asked for."""
        self._https: HallCertificate | None = None
        if port is None:
            return
        if self._hall is None:
            raise CommandError("--https is for a hall: on this machine alone nobody listens in. Add --hall.")
        self._https_port = find_free_port() if self._is_once and port == _HTTPS_PORT else port
        if self._https_port == self._port:
            other = find_next_port(self._listen_at, after=port)
            raise CommandError(f"http and https cannot both be at port {port}. Choose another: --https {other}")
        self._check_port(self._https_port, option="--https")
        try:
            self._https = prepare_certificate(settings.VAR_DIR, address=self._hall)
        except CertificateError as error:
            raise CommandError(f"The site cannot speak https: {error}") from error

    def _find_live_port(self, wanted: int | None) -> int | None:
        """Where the live updates are to be had; None where the settings want none or no port is free."""
        if os.environ.get("LIVE_URL") == OFF:
            return None
        taken = {self._port} if self._https is None else {self._port, self._https_port}
        usual = find_free_port() if self._is_once else self._port + 1
        return find_live_port(wanted, usual=usual, taken=taken, host=self._listen_at, warn=self.stderr.write)

    def _prepare_database(self) -> None:
        executor = MigrationExecutor(connections["default"])
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            self.stdout.write("Preparing the database ...")
            call_command("migrate", interactive=False, verbosity=0, stdout=self.stdout, stderr=self.stderr)
        if not get_user_model().objects.exists():
            call_command("create_demo", stdout=self.stdout, stderr=self.stderr)
        connections.close_all()

    def _take_up_jobs(self) -> None:
        """Leave what a killed site had begun to our worker at once, where there can be no other worker at it."""
        self._claim = claim_folder(settings.VAR_DIR)
        if self._claim is not None and not settings.REDIS_URL and connections["default"].vendor == "sqlite":
            release_jobs()
            connections.close_all()

    def _make_supervisor(self, *, with_worker: bool, log: IO[bytes] | None) -> Supervisor:
        programs = [describe_web_server(host=self._listen_at, port=self._port)]
        certificate = None if self._https is None else self._https.certificate
        if certificate is not None:
            programs.append(describe_web_server(host=self._listen_at, port=self._https_port, certificate=certificate))
        if self._live_port is not None:
            programs.append(describe_live(host=self._listen_at, port=self._live_port, certificate=certificate))
        if with_worker:
            programs.append(describe_worker(name=f"server-{self._port}"))
        return Supervisor(
            programs,
            environment=make_environment(
                site_url=self._choose_site_url(),
                live_url=self._choose_live_url(),
                known_hosts=settings.ALLOWED_HOSTS,
                extra_hosts=[_LOCAL] if self._hall is None else [_LOCAL, self._hall],
                is_https_in_hall=self._https is not None,
            ),
            folder=settings.BASE_DIR,
            report=self.stderr.write,
            output=log,
        )

    def _choose_site_url(self) -> str | None:
        if self._hall is not None:
            return self._hall_url.rstrip("/")
        return None if os.environ.get("SITE_URL") else f"http://{_LOCAL}:{self._port}"

    def _choose_live_url(self) -> str | None:
        """The port of the host that the page came from, unless the settings name an address of their own."""
        if self._live_port is None:
            return ""
        return None if os.environ.get("LIVE_URL") else f":{self._live_port}"

    def _run(self, supervisor: Supervisor) -> None:
        is_up = all(
            wait_for_answer(
                f"{url}healthz",
                seconds=_START_SECONDS,
                give_up=lambda: supervisor.is_stopping or bool(supervisor.find_dead()),
                authority=self._authority,
            )
            for url in self._list_own_urls()
        )
        if supervisor.is_stopping:
            return
        if not is_up:
            dead = supervisor.find_dead()
            what = f"the {dead[0]} ended at once" if dead else f"no answer within {_START_SECONDS} s"
            raise CommandError(f"The site did not start: {what}.")
        if self._is_once:
            self._request_home_page(self._local_url)
            if self._hall is not None:
                self._request_home_page(self._hall_url)
            self._check_live(supervisor)
            if dead := supervisor.find_dead():
                raise CommandError(f"The home page came, but the {dead[0]} has ended.")
            self.stdout.write(f"ready {self._local_url if self._hall is None else self._hall_url}")
            return
        self._announce()
        supervisor.run_until_stopped()

    @property
    def _authority(self) -> Path | None:
        return self._https.authority if self._https is not None else None

    def _list_own_urls(self) -> list[str]:
        """An address of each web server, at which this machine reaches it."""
        return [self._local_url] if self._https is None else [self._local_url, self._hall_url]

    def _check_live(self, supervisor: Supervisor) -> None:
        """That the live process answers too. Raises CommandError."""
        if self._live_port is None:
            return
        start = f"http://{_LOCAL}" if self._https is None else f"https://{self._hall}"
        is_up = wait_for_answer(
            f"{start}:{self._live_port}/healthz",
            seconds=_START_SECONDS,
            give_up=lambda: supervisor.is_stopping or bool(supervisor.find_dead()),
            authority=self._authority,
        )
        if not is_up and not supervisor.is_stopping:
            raise CommandError("The home page came, but the live updates do not answer.")

    def _request_home_page(self, url: str) -> None:
        try:
            status = fetch_status(url, timeout=_PAGE_SECONDS, authority=self._authority)
        except OSError as error:
            raise CommandError(f"The home page {url} did not come: {error}.") from error
        if status != 200:
            raise CommandError(f"The home page {url} answered with status {status}, not 200.")

    def _announce(self) -> None:
        if self._hall is not None:
            url = self._hall_url
            self.stdout.write(f"Odd Trick is ready for this network: {url}")
            first = url if self._https is None else f"http://{self._hall}:{self._port}/install/"
            if sys.stdout.isatty():
                self.stdout.write(_draw_qr_code(first))
            if self._https is None:
                self.stdout.write("Everyone on this network can open it, and what they type is not encrypted.")
            else:
                self.stdout.write(write_certificate_words(self._https, page=first))
        elif os.environ.get("SITE_URL"):
            self.stdout.write(f"Odd Trick is ready: {settings.SITE_URL}/ (listening at {self._local_url})")
        else:
            self.stdout.write(f"Odd Trick is ready: {self._local_url}")
        if self._live_port is not None:
            way = "http" if self._https is None else "https"
            self.stdout.write(
                f"Live updates come by {way} at port {self._live_port}: a firewall has to let it through, too."
            )
        self.stdout.write("Ctrl-C stops it.")
        self.stdout.flush()


def _check_number(port: int | None, *, option: str, usual: int) -> None:
    if port is not None and not 1 <= port <= HIGHEST_PORT:
        raise CommandError(
            f"There is no port {port}: a port is a number from 1 to {HIGHEST_PORT}, for example "
            f"script/server {option} {usual}"
        )


def _draw_qr_code(url: str) -> str:
    drawing = io.StringIO()
    segno.make(url, micro=False).terminal(out=drawing, compact=True)
    return drawing.getvalue()


def _read_tail(log: IO[bytes] | None) -> str:
    """The last lines that the children printed, under a heading; nothing when none were kept."""
    if log is None:
        return ""
    log.seek(0)
    lines = log.read().decode("utf-8", errors="replace").splitlines()[-_LOG_TAIL_LINES:]
    return "\n".join(["", "The end of its log:", *lines]) if lines else ""
