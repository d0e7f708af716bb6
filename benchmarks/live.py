"""Whether those who watch slow down those who record, and how soon they see what was recorded.

    python -m benchmarks.live [--viewers 500] [--hands 120] [--every 0.1]
    python -m benchmarks.live --ask [--viewers 200] [--hands 120] [--every 0.1]

Starts the real site in a folder of its own (`manage.py serve`: web server and live process), with one event of thirty
tables, and records hands at them by HTTP in turn: with nobody watching, with so many who watch, with nobody again, and
so on. They watch by streams or, with `--ask`, as pages that ask every second. Everything runs on this machine, those
who watch included (in a process of their own), so the ratio is worse than in a hall, where they bring their own
processors. The figures of one run belong together; seconds of two runs do not.
"""

from __future__ import annotations

import argparse
import http.client
import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.askers import Askers
from benchmarks.viewers import Viewers
from config.network import find_free_port

ROOT = Path(__file__).resolve().parents[1]
TABLES = 30
START_SECONDS = 90
SETTLE_SECONDS = 2.0
#: So often it is measured with nobody watching and then with so many who watch.
TURNS = 2

MAKE = """
import json
from django.contrib.auth.models import User
from rest_framework.authtoken.models import Token
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
user = User.objects.create_superuser("benchmark")
league = create_league("Benchmark", by=user, source="command")
names = [f"Player number {n}" for n in range(4 * TABLES)]
players = add_players(league, names, by=user, source="command").added
event = create_event(league, name="Benchmark", game="land-grant-euchre", by=user, source="command")
tables = [
    seat_table(event, round_number=1, number=n + 1, seats=dict(zip("NESW", players[4 * n:4 * n + 4])), by=user,
               source="command").pk
    for n in range(TABLES)
]
print(json.dumps({"token": Token.objects.create(user=user).key, "slug": event.slug, "tables": tables}))
"""


@dataclass
class Site:
    """The running site: its port, the event and its tables, a token for the API, and the hands saved so far."""

    port: int
    slug: str
    tables: list[int]
    token: str
    saved: int = 0

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """Status and text of a page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", path, headers=headers or {})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        return response.status, text

    def find_stream(self) -> str:
        """The address of a stream of the event's page."""
        return str(json.loads(self.get(f"/events/{self.slug}/live/event/")[1])["stream"])

    def find_news(self) -> str:
        """The path at which a page asks for news."""
        return str(json.loads(self.get(f"/events/{self.slug}/live/event/")[1])["news"])

    def read_stamp(self) -> int:
        """What the event's page shows now."""
        return int(self.get(f"/events/{self.slug}/")[1].split('data-stamp="')[1].partition('"')[0])

    def record(self) -> float:
        """Save the next hand at the next table; the seconds that it took."""
        round_, table = divmod(self.saved, len(self.tables))
        facts = {"maker": "NE"[round_ % 2], "tricks": 3}
        body = json.dumps({"position": round_ + 1, "facts": facts})
        headers = {
            "Authorization": f"Token {self.token}",
            "Content-Type": "application/json",
            "Idempotency-Key": f"hand-{self.saved}",
        }
        begin = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", f"/api/v1/tables/{self.tables[table]}/deals/", body, headers)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        if response.status != 201:
            raise SystemExit(f"a hand was not saved: {response.status} {text!r}")
        self.saved += 1
        return time.monotonic() - begin


@contextmanager
def run_site(*, has_streams: bool) -> Iterator[Site]:
    """The site in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="oddtrick-benchmark-") as folder:
        left_out = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE", "LIVE_URL", "REDIS_URL", "SITE_URL", "SECRET_KEY"}
        environment = {name: value for name, value in os.environ.items() if name not in left_out}
        environment |= {"VAR_DIR": folder, "PYTHONUNBUFFERED": "1"}
        port = find_free_port()
        command = [sys.executable, "manage.py", "serve", "--port", str(port), "--no-worker"]
        command += ["--live-port", str(find_free_port())] if has_streams else ["--no-live"]
        with (Path(folder) / "log").open("wb") as log:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            wait_until_ready(process, Path(folder) / "log")
            code = MAKE.replace("TABLES", str(TABLES))
            made = subprocess.run(
                [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
                cwd=ROOT, env=environment, capture_output=True, text=True, check=True,
            )  # fmt: skip
            yield Site(port=port, **json.loads(made.stdout))
        finally:
            process.terminate()
            process.wait(timeout=60)


def wait_until_ready(process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait for the line that says so."""
    deadline = time.monotonic() + START_SECONDS
    while "Ctrl-C stops it" not in log.read_text(errors="replace"):
        if process.poll() is not None or time.monotonic() > deadline:
            raise SystemExit(f"the site did not start:\n{log.read_text(errors='replace')}")
        time.sleep(0.2)


def watch(pipe: Connection, address: str, count: int, stamp: int, is_asking: bool) -> None:
    """In a process of its own: open the streams (or ask), say so, and send what came when the other end asks for it."""
    several = (Askers if is_asking else Viewers)(address, count=count, stamp=str(stamp))
    with several as viewers:
        is_open = viewers.wait(lambda viewer: viewer.status in (200, 204), seconds=60)
        pipe.send(is_open)
        pipe.recv()
    pipe.send([viewer.list_stamps() for viewer in viewers.all])


@contextmanager
def watched(address: str, *, count: int, stamp: int, is_asking: bool) -> Iterator[list[list[tuple[float, str]]]]:
    """So many who watch, for as long as the block runs; afterwards the list holds what each got and when."""
    got: list[list[tuple[float, str]]] = []
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=watch, args=(theirs, address, count, stamp, is_asking), daemon=True
    )
    process.start()
    if not ours.recv():
        raise SystemExit("not everybody could watch")
    yield got
    ours.send("enough")
    got.extend(ours.recv())
    process.join()


def record_block(site: Site, hands: int, *, every: float) -> tuple[list[float], list[float]]:
    """Save a hand every so many seconds, or as quickly as they go: the seconds each took, and when it was saved."""
    seconds, moments = [], []
    due = time.monotonic()
    for _hand in range(hands):
        time.sleep(max(0.0, due - time.monotonic()))
        due = max(due + every, time.monotonic())
        seconds.append(site.record())
        moments.append(time.monotonic())
    return seconds, moments


def find_delays(got: list[list[tuple[float, str]]], *, moments: list[float], first: int) -> list[list[float]]:
    """For each saved hand, the seconds until each viewer had it. `first` is the revision of the first hand."""
    delays = []
    for number, saved_at in enumerate(moments):
        came = [min((at for at, stamp in each if int(stamp) >= first + number), default=float("inf")) for each in got]
        delays.append([max(0.0, at - saved_at) for at in came])
    return delays


def time_gets(site: Site, path: str, count: int) -> float:
    """The median milliseconds of a page that is asked for one time after the other."""
    seconds = []
    for _number in range(count):
        begin = time.monotonic()
        site.get(path)
        seconds.append(time.monotonic() - begin)
    return 1000 * statistics.median(seconds)


def describe(seconds: list[float]) -> str:
    """Median, 95th percentile and worst in milliseconds."""
    figures = statistics.median(seconds), find_p95(seconds), max(seconds)
    return "".join(f"{1000 * figure:>12.0f}" for figure in figures)


def find_p95(seconds: list[float]) -> float:
    """The time that 95 of 100 took at most."""
    return sorted(seconds)[min(int(len(seconds) * 0.95), len(seconds) - 1)]


def write(line: str) -> None:
    """One line of the result."""
    sys.stdout.write(f"{line}\n")


def measure(site: Site, *, viewers: int, hands: int, every: float, is_asking: bool) -> None:
    """Record with and without viewers in turn, and print what that did to both."""
    alone: list[float] = []
    beside: list[float] = []
    delays: list[list[float]] = []
    record_block(site, TABLES, every=0)  # warm
    for _turn in range(TURNS):
        alone += record_block(site, hands // TURNS, every=every)[0]
        address = f"http://127.0.0.1:{site.port}{site.find_news()}" if is_asking else site.find_stream()
        stamp = site.read_stamp()
        with watched(address, count=viewers, stamp=stamp, is_asking=is_asking) as got:
            time.sleep(SETTLE_SECONDS)
            seconds, moments = record_block(site, hands // TURNS, every=every)
            time.sleep(2 * SETTLE_SECONDS)
        beside += seconds
        delays += find_delays(got, moments=moments, first=stamp + 1)
    write(f"{'milliseconds':<34}{'median':>12}{'p95':>12}{'worst':>12}")
    write(f"{'a hand, nobody watches':<34}{describe(alone)}")
    write(f"{'a hand, they watch':<34}{describe(beside)}")
    ratios = statistics.median(beside) / statistics.median(alone), find_p95(beside) / find_p95(alone)
    write(f"{'so many times as long':<34}{ratios[0]:>12.2f}{ratios[1]:>12.2f}")
    write(f"{'until each viewer had it':<34}{describe([delay for each in delays for delay in each])}")
    write(f"{'until the last viewer had it':<34}{describe([max(each) for each in delays])}")
    unchanged = f"{site.find_news()}?stamp={site.read_stamp()}"
    asked, health = time_gets(site, unchanged, 100), time_gets(site, "/healthz", 100)
    write(f"an answer that nothing is new {asked:.1f} ms, /healthz {health:.1f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ask", action="store_true", help="pages that ask instead of streams")
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--hands", type=int, default=120)
    parser.add_argument("--every", type=float, default=0.1, help="seconds from one hand to the next")
    options = parser.parse_args()
    kind = "pages that ask" if options.ask else "streams"
    write(f"{options.viewers} {kind}, {TABLES} tables, a hand every {options.every} s")
    write(f"load of this machine before {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors")
    with run_site(has_streams=not options.ask) as site:
        measure(site, viewers=options.viewers, hands=options.hands, every=options.every, is_asking=options.ask)
    write(f"load after {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
