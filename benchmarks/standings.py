"""Whether pages and recording take longer in a database of a million deals than in one of a thousand.

    python -m benchmarks.standings [--large 1000000] [--rounds 15] [--postgres URL]

Makes both databases (SQLite in a folder of its own; with --postgres two databases beside the one of that address) and
asks each of them in turn for the same things of the same league, in a process of its own for each database. The ratio
of the medians is what counts: seconds of two runs do not belong together, and what runs beside shows in the *floor*,
which folds a sheet without any database. Every answer is made anew: what the site keeps of standings is thrown away
before each.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parents[1]
SMALL = 1000
#: A page may take so many times as long among a million deals.
LIMIT = 1.3


def say(line: str) -> None:
    """A line at once, also into a pipe."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Site:
    """A process that has one of the databases."""

    def __init__(self, name: str, *, deals: int, url: str) -> None:
        self.name = name
        environment = os.environ | {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
        command = [sys.executable, "-m", "benchmarks.standings", "--serve", str(deals)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, what: str = "") -> Any:
        """What it answers; an empty question waits for the first word."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        if what:
            self.process.stdin.write(what + "\n")
            self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"the process of the {self.name} database has ended")
        return json.loads(line)

    def close(self) -> None:
        """End it."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(timeout=60)


def serve(deals: int) -> None:
    """Make the database, then answer each line with how many seconds that took."""
    import django

    django.setup()
    from django.core.management import call_command

    from benchmarks.growth import LEAGUE_DEALS, copy_league, count_rows, play_league

    started = time.perf_counter()
    call_command("migrate", verbosity=0)
    league = play_league()
    if deals > LEAGUE_DEALS:
        copy_league(deals // LEAGUE_DEALS - 1)
    say(json.dumps(count_rows() | {"seconds": round(time.perf_counter() - started, 1)}))
    from benchmarks.tasks import make_tasks

    tasks = make_tasks(league)
    for line in sys.stdin:
        say(json.dumps(run(tasks[line.strip()]) if line.strip() != "?" else list(tasks)))


def run(task: Callable[[], Callable[[], object]]) -> float:
    """Seconds of a task, without what has to be prepared for it."""
    from django.core.cache import cache

    timed = task()
    cache.clear()
    started = time.perf_counter()
    timed()
    return time.perf_counter() - started


def measure(small: Site, large: Site, *, rounds: int) -> bool:
    """Print a line for each thing that is asked; whether all keep the limit."""
    kept = True
    for task in small.ask("?"):
        times: dict[str, list[float]] = {small.name: [], large.name: []}
        for place in range(rounds + 2):
            for site in (small, large) if place % 2 else (large, small):
                seconds = site.ask(task)
                if place >= 2:  # the first ones open files and compile templates
                    times[site.name].append(seconds)
        before, after = (statistics.median(times[site.name]) for site in (small, large))
        kept &= task == "floor" or after / before <= LIMIT
        say(f"{task:32} {before * 1000:8.1f} ms {after * 1000:8.1f} ms   x {after / before:.2f}")
    return kept


def main() -> None:
    """Make both, measure, and end with 1 where something takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--large", type=int, default=1_000_000, help="how many deals the large database has")
    parser.add_argument("--rounds", type=int, default=15, help="how often each thing is asked of each database")
    parser.add_argument("--postgres", metavar="URL", help="an address with which databases can be made")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.serve)
        return
    say(f"load of the machine: {', '.join(f'{load:.1f}' for load in os.getloadavg())}, {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory() as folder:
        urls = [name_database(size, folder=folder, postgres=options.postgres) for size in ("small", "large")]
        sizes = (SMALL, options.large)
        sites = [Site(f"{size:,}", deals=size, url=url) for size, url in zip(sizes, urls, strict=True)]
        for site in sites:
            say(f"database of {site.name} deals: {site.ask()}")
        is_good = measure(sites[0], sites[1], rounds=options.rounds)
        for site in sites:
            site.close()
        if options.postgres:
            for url in urls:
                drop_database(options.postgres, url)
    sys.exit(0 if is_good else 1)


def name_database(size: str, *, folder: str, postgres: str | None) -> str:
    """The address of a database, which on PostgreSQL is made anew."""
    if postgres is None:
        return f"sqlite:///{folder}/{size}.sqlite3"
    url = urlunsplit(urlsplit(postgres)._replace(path=f"/oddtrick_growth_{size}"))
    drop_database(postgres, url)
    _execute(postgres, f'CREATE DATABASE "{urlsplit(url).path[1:]}"')
    return url


def drop_database(postgres: str, url: str) -> None:
    """Remove a database that this has made."""
    _execute(postgres, f'DROP DATABASE IF EXISTS "{urlsplit(url).path[1:]}"')


def _execute(postgres: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(statement)


if __name__ == "__main__":
    main()
