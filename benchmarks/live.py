"""Whether those who watch slow down those who record, and how soon they see what was recorded.

    python -m benchmarks.live [--viewers 500] [--askers 100] [--hands 120]

Starts the real site in a folder of its own (`manage.py serve`: web server and live process), with one event of thirty
tables, and records hands at them by HTTP in turn: with nobody watching, with so many streams open, with nobody again,
with streams again, and with pages that ask every second and a half. Everything runs on this machine, those who watch
included (in a process of their own), so the ratio is worse than in a hall, where they bring their own processors. The
figures of one run belong together; seconds of two runs do not.
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
from typing import Any

from benchmarks.askers import Askers
from benchmarks.viewers import Viewers
from config.network import find_free_port

ROOT = Path(__file__).resolve().parents[1]
TABLES = 30
START_SECONDS = 90
#: Thirty tables that save ten hands a second are far busier than any hall.
PAUSE_SECONDS = 0.1
SETTLE_SECONDS = 2.0

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
def run_site() -> Iterator[Site]:
    """The site in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="oddtrick-benchmark-") as folder:
        left_out = {"DATABASE_URL", "DJANGO_SETTINGS_MODULE", "LIVE_URL", "REDIS_URL", "SITE_URL", "SECRET_KEY"}
        environment = {name: value for name, value in os.environ.items() if name not in left_out}
        environment |= {"VAR_DIR": folder, "PYTHONUNBUFFERED": "1"}
        port = find_free_port()
        command = [sys.executable, "manage.py", "serve", "--port", str(port), "--no-worker"]
        command += ["--live-port", str(find_free_port())]
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


def watch(pipe: Connection, address: str, count: int, stamp: int, kind: str) -> None:
    """In a process of its own: open the streams (or ask), say so, and send what came when the other end asks for it."""
    several = (Askers if kind == "askers" else Viewers)(address, count=count, stamp=str(stamp))
    with several as viewers:
        is_open = viewers.wait(lambda viewer: viewer.status in (200, 204), seconds=60)
        pipe.send(is_open)
        pipe.recv()
    pipe.send([viewer.list_stamps() for viewer in viewers.all])


@contextmanager
def watched(address: str, *, count: int, stamp: int, kind: str) -> Iterator[list[list[tuple[float, str]]]]:
    """So many who watch, for as long as the block runs; afterwards the list holds what each got and when."""
    got: list[list[tuple[float, str]]] = []
    ours, theirs = multiprocessing.get_context("spawn").Pipe()
    process = multiprocessing.get_context("spawn").Process(
        target=watch, args=(theirs, address, count, stamp, kind), daemon=True
    )
    process.start()
    if not ours.recv():
        raise SystemExit("not everybody could watch")
    yield got
    ours.send("enough")
    got.extend(ours.recv())
    process.join()


def record_block(site: Site, hands: int) -> tuple[list[float], list[float]]:
    """Save so many hands: the seconds that each took, and when each was saved."""
    seconds, moments = [], []
    for _hand in range(hands):
        seconds.append(site.record())
        moments.append(time.monotonic())
        time.sleep(PAUSE_SECONDS)
    return seconds, moments


def find_delays(got: list[list[tuple[float, str]]], *, moments: list[float], first: int) -> list[float]:
    """For each saved hand, the seconds until the last of them had it. `first` is the revision of the first hand."""
    delays = []
    for number, saved_at in enumerate(moments):
        came = [min((at for at, stamp in each if int(stamp) >= first + number), default=float("inf")) for each in got]
        delays.append(max(0.0, max(came) - saved_at))
    return delays


def measure_watched(site: Site, hands: int, *, address: str, count: int, kind: str) -> tuple[list[float], list[float]]:
    """Record while so many watch: the seconds of each hand, and the delay of each until the last of them had it."""
    stamp = site.read_stamp()
    with watched(address, count=count, stamp=stamp, kind=kind) as got:
        time.sleep(SETTLE_SECONDS)
        seconds, moments = record_block(site, hands)
        time.sleep(6 * SETTLE_SECONDS if kind == "askers" else SETTLE_SECONDS)
    return seconds, find_delays(got, moments=moments, first=stamp + 1)


def time_gets(site: Site, path: str, count: int, headers: dict[str, str]) -> float:
    """The median seconds of a page that is asked for one time after the other."""
    seconds = []
    for _number in range(count):
        begin = time.monotonic()
        site.get(path, headers)
        seconds.append(time.monotonic() - begin)
    return statistics.median(seconds)


def describe(seconds: list[float]) -> dict[str, float]:
    """Median and 95th percentile in milliseconds."""
    ordered = sorted(seconds)
    return {
        "median": 1000 * statistics.median(ordered),
        "p95": 1000 * ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)],
        "worst": 1000 * ordered[-1],
    }


def measure(viewers: int, askers: int, hands: int) -> dict[str, Any]:
    """Everything, in one run of the site."""
    alone: list[float] = []
    streamed: list[float] = []
    delays: list[float] = []
    with run_site() as site:
        record_block(site, TABLES)  # warm
        for _turn in range(2):
            alone += record_block(site, hands // 2)[0]
            seconds, late = measure_watched(site, hands // 2, address=site.find_stream(), count=viewers, kind="viewers")
            streamed += seconds
            delays += late
        page = f"http://127.0.0.1:{site.port}/events/{site.slug}/"
        asked, asked_delays = measure_watched(site, hands // 2, address=page, count=askers, kind="askers")
        unchanged = f"/events/{site.slug}/?revision={site.read_stamp()}"
        return {
            "alone": describe(alone),
            "streamed": describe(streamed),
            "stream delays": describe(delays),
            "asked": describe(asked),
            "asking delays": describe(asked_delays),
            "204": 1000 * time_gets(site, unchanged, 200, {"HX-Request": "true"}),
            "health": 1000 * time_gets(site, "/healthz", 200, {}),
            "whole page": 1000 * time_gets(site, f"/events/{site.slug}/", 20, {}),
        }


def write(line: str) -> None:
    """One line of the result."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--viewers", type=int, default=500)
    parser.add_argument("--askers", type=int, default=100)
    parser.add_argument("--hands", type=int, default=120)
    options = parser.parse_args()
    found = measure(options.viewers, options.askers, options.hands)
    write(f"{TABLES} tables, {options.hands} hands a row; load of this machine {os.getloadavg()[0]:.1f}")
    write(f"{'recording':<34}{'median ms':>12}{'p95 ms':>12}{'median':>10}{'p95':>10}")
    streams, pages = f"{options.viewers} streams", f"{options.askers} pages that ask"
    rows = [("nobody watches", "alone"), (streams, "streamed"), (pages, "asked")]
    for title, key in rows:
        ratios = [found[key][figure] / found["alone"][figure] for figure in ("median", "p95")]
        write(f"{title:<34}{found[key]['median']:>12.1f}{found[key]['p95']:>12.1f}{ratios[0]:>9.2f}x{ratios[1]:>9.2f}x")
    write(f"{'until the last viewer had it':<34}{'median ms':>12}{'p95 ms':>12}{'worst ms':>20}")
    for title, key in ((streams, "stream delays"), (pages, "asking delays")):
        write(f"{title:<34}{found[key]['median']:>12.0f}{found[key]['p95']:>12.0f}{found[key]['worst']:>20.0f}")
    write(
        f"an answer that nothing is new {found['204']:.1f} ms, /healthz {found['health']:.1f} ms, "
        f"the whole page {found['whole page']:.1f} ms"
    )


if __name__ == "__main__":
    main()
