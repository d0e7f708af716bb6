"""How long movements take: the full rotation of every number of players, and the searches for new faces.

    python -m benchmarks.movements [--rounds 8]

Seconds of processor time, each made for the first time. What a movement gives is said beside it.
"""

from __future__ import annotations

import argparse
import sys
import time

from scoring.movement_limits import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.movement_plan import Movement
from scoring.movement_report import Goal
from scoring.movements import make_movement


def measure(players: int, *, rounds: int | None, goal: Goal) -> tuple[float, Movement]:
    """How long one movement takes."""
    started = time.process_time()
    movement = make_movement(players, rounds=rounds, goal=goal)
    return time.process_time() - started, movement


def main() -> None:
    """Measure all and print a line for each number of players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=8, help="rounds of the searches for new faces")
    rounds: int = parser.parse_args().rounds
    sys.stdout.write(f"players  rotation  opponents most  faces over {rounds} rounds  met again  at least\n")
    for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1):
        seconds, rotation = measure(players, rounds=None, goal="partners")
        searched, faces = measure(players, rounds=rounds, goal="faces")
        again = faces.report.tablemates
        sys.stdout.write(
            f"{players:7}  {seconds:6.2f} s  {rotation.report.opponents.most:14}  {searched:17.2f} s  "
            f"{again.repeats:9}  {again.bound:8}\n"
        )


if __name__ == "__main__":
    main()
