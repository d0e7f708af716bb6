"""How long scoring in bulk takes, against only reading and writing the same JSON.

    python -m benchmarks.scoring [--games 20000] [--runs 5] [--processes N] [--only grand]

Makes whole games of the same random numbers each time (benchmarks/games.py), so many of every kind. The floor is
json.loads and json.dumps of every line. The product is `manage.py score --json FILE`, less the same command on the
first line alone, at its quickest, which is what it needs to start. They are measured in turns, and there are two times
for each: seconds on the clock, and seconds of processors (user and system, of all processes), which other work on the
machine disturbs less. The table has the least of the runs, and the ratio of the medians beside that of the least.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from benchmarks.games import KINDS
from scoring.workers import count_processors

ROOT = Path(__file__).resolve().parents[1]

#: Seconds on the clock and seconds of processors.
Times = tuple[float, float]


def measure(work: Callable[[], None], *, of: int) -> Times:
    """How long something takes; `of` says whose processor time: RUSAGE_SELF or RUSAGE_CHILDREN."""
    clock, before = time.perf_counter(), resource.getrusage(of)
    work()
    after = resource.getrusage(of)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - clock, used


def run_floor(lines: list[str]) -> None:
    """Only read and write."""
    for line in lines:
        json.dumps(json.loads(line))


def run_product(path: Path, *, processes: int) -> None:
    """Score a file."""
    command = [sys.executable, "manage.py", "score", "--json", f"--processes={processes}", str(path)]
    subprocess.run(command, cwd=ROOT, env=os.environ, stdout=subprocess.DEVNULL, check=True)


def measure_kind(lines: list[str], *, processes: int, runs: int, folder: Path) -> tuple[list[Times], list[Times]]:
    """The times of the floor and of the product, run by run in turns."""
    many, one = folder / "many.jsonl", folder / "one.jsonl"
    many.write_text("".join(lines), encoding="utf-8")
    one.write_text(lines[0], encoding="utf-8")
    floors, starts, wholes = [], [], []
    for _run in range(runs):
        floors.append(measure(lambda: run_floor(lines), of=resource.RUSAGE_SELF))
        starts.append(measure(lambda: run_product(one, processes=processes), of=resource.RUSAGE_CHILDREN))
        wholes.append(measure(lambda: run_product(many, processes=processes), of=resource.RUSAGE_CHILDREN))
    start = min(clock for clock, _used in starts), min(used for _clock, used in starts)
    return floors, [(clock - start[0], used - start[1]) for clock, used in wholes]


def describe(name: str, floors: list[Times], products: list[Times]) -> str:
    """A row of the table."""
    row = f"{name:22}"
    for which in (0, 1):
        floor, product = [run[which] for run in floors], [run[which] for run in products]
        row += f"{min(floor):8.2f}{min(product):9.2f}{min(product) / min(floor):7.2f}"
        row += f"{median(product) / median(floor):8.2f}"
    return row


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--processes", type=int, default=count_processors())
    parser.add_argument("--only", choices=sorted(KINDS), action="append")
    asked = parser.parse_args()
    write = sys.stdout.write
    write(f"{asked.games} games of each kind, {asked.runs} runs, processes: {asked.processes}\n\n")
    write(f"{'':22}{'on the clock, s':>32}{'of processors, s':>32}\n")
    write(f"{'game':22}" + f"{'floor':>8}{'product':>9}{'ratio':>7}{'median':>8}" * 2 + "\n")
    with tempfile.TemporaryDirectory() as folder:
        for name in asked.only or KINDS:
            lines = [json.dumps(sheet) + "\n" for sheet in KINDS[name].make_sheets(asked.games)]
            times = measure_kind(lines, processes=asked.processes, runs=asked.runs, folder=Path(folder))
            write(describe(name, *times) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
