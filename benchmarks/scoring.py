"""How long scoring in bulk takes, against only reading and writing the same JSON.

    python -m benchmarks.scoring [--games 20000]

Makes whole Land-Grant games of the same random numbers each time, runs `manage.py score --json FILE` on them, takes
off what the command needs to start (its time on one game), and divides by the time of json.loads and json.dumps of
the same lines in this process. The best of three runs counts, for the rest is other work of the machine.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RUNS = 3
SEATS = "NESW"
POINTS = {(tricks, alone): (-2 if tricks < 3 else 1) for tricks in range(5) for alone in (False, True)}
POINTS |= {(5, False): 2, (5, True): 4}


def make_game(number: int, chance: random.Random) -> dict[str, Any]:
    """A game played to its end, with an infraction in one hand of twenty."""
    totals = [0, 0]
    deals: list[dict[str, Any]] = []
    while max(totals) < 10:
        maker, tricks, alone = chance.choice(SEATS), chance.randrange(6), chance.random() < 0.1
        makers = SEATS.index(maker) % 2
        if chance.random() < 0.05:
            deals.append({"maker": maker, "infractions": [{"kind": "renege", "offender": maker}]})
            totals[1 - makers] += 2
            continue
        deals.append({"maker": maker, "tricks": tricks, **({"alone": True} if alone else {})})
        points = POINTS[tricks, alone]
        totals[makers if points > 0 else 1 - makers] += abs(points)
    names = {seat: f"Player {chance.randrange(2000)}" for seat in SEATS}
    return {"id": f"B{number}", "game": "land-grant-euchre", "seats": names, "deals": deals}


def write_games(path: Path, games: int) -> None:
    chance = random.Random(20_000)
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(make_game(number, chance)) + "\n" for number in range(games))


def time_command(path: Path) -> float:
    """Seconds of the command on a file, the best of some runs."""
    command = [sys.executable, "manage.py", "score", "--json", str(path)]
    seconds = []
    for _run in range(RUNS):
        begin = time.perf_counter()
        subprocess.run(command, cwd=ROOT, env=os.environ, stdout=subprocess.DEVNULL, check=True)
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def time_json(path: Path) -> float:
    """Seconds of json.loads and json.dumps of every line, the best of some runs."""
    lines = path.read_text(encoding="utf-8").splitlines()
    seconds = []
    for _run in range(RUNS):
        begin = time.perf_counter()
        for line in lines:
            json.dumps(json.loads(line))
        seconds.append(time.perf_counter() - begin)
    return min(seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20_000)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        many, one = Path(folder, "many.jsonl"), Path(folder, "one.jsonl")
        write_games(many, games)
        write_games(one, 1)
        start = time_command(one)
        scoring = time_command(many) - start
        plain = time_json(many)
    sys.stdout.write(
        f"games                     {games}\n"
        f"start of the command      {start:.2f} s\n"
        f"scoring                   {scoring:.2f} s\n"
        f"json.loads + json.dumps   {plain:.2f} s\n"
        f"ratio                     {scoring / plain:.1f}\n"
    )


if __name__ == "__main__":
    main()
