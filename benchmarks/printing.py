"""How long tally sheets take, against the least that typst does for a page.

    python -m benchmarks.printing [--sheets 40 200]

Prints empty sheets and sheets of whole games, with the names of a hall in four scripts, and divides the time of a
page by that of a document with one word, set in the same process with the same fonts. Building the sheets (the rules
asked, texts translated, codes drawn) counts; the database does not: nothing is read. Seconds are of processor time,
the best of three runs, for the rest is other work of the machine. Memory is the most that the process ever had.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from league.models import Table
    from league.printing.sheet import TallySheet
    from scoring.sheet import Sheet

RUNS = 3
FLOOR_RUNS = 50
NAMES = ("Ann Perkins", "Фёдор Достоевский", "Nguyễn Thị Hồng", "Αλέξανδρος Παπαδόπουλος", "王小明", "Dee Łukasz")
HANDS = (("S", 4), ("W", 3), ("N", 2), ("E", 2), ("N", 3), ("W", 3), ("N", 4), ("E", 4), ("S", 4), ("N", 1), ("S", 1))


def make_table(number: int) -> tuple[Table, Sheet]:
    """A table that is in no database, and the sheet of a whole game there."""
    from league.models import Event, League, Round, Table
    from rules.land_grant import LandGrantDeal
    from scoring.sheet import Played, Sheet

    event = Event(
        pk=1, name="Benchmark", slug="benchmark", game="land-grant-euchre", preset="league", league=League(name="Hall")
    )
    table = Table(pk=number, event=event, round=Round(event=event, number=1), number=number, first_dealer="N")
    names = {seat: f"{NAMES[(number + place) % len(NAMES)]} {number}" for place, seat in enumerate("NESW")}
    entries = tuple(Played(deal=LandGrantDeal(maker=maker, tricks=tricks)) for maker, tricks in HANDS)
    positions = tuple(range(1, len(entries) + 1))
    sheet = Sheet(
        game=event.rules, preset="league", entries=entries, positions=positions, names=names, first_dealer="N",
        finished=True,
    )  # fmt: skip
    return table, sheet


def build_blank(number: int) -> TallySheet:
    from league.printing.tally import build_blank_sheet

    return build_blank_sheet(*make_table(number))


def build_recorded(number: int) -> TallySheet:
    from league.printing.tally import build_recorded_sheet
    from scoring.fold import fold_sheet

    table, sheet = make_table(number)
    return build_recorded_sheet(table, sheet, fold_sheet(sheet)[0])


def time_sheets(build: Callable[[int], TallySheet], sheets: int) -> tuple[float, int]:
    """Seconds for a PDF of that many sheets, the best of some runs, and its bytes."""
    from league.printing.tally import build_document
    from league.printing.typesetting import typeset

    event = make_table(1)[0].event
    seconds, size = [], 0
    for _run in range(RUNS):
        begin = time.process_time()
        size = len(typeset(build_document(event, tuple(map(build, range(1, sheets + 1))), paper="a4")))
        seconds.append(time.process_time() - begin)
    return min(seconds), size


def time_floor() -> float:
    """Seconds for a page with one word, the best of many runs; each time another word, so that typst remembers none."""
    import typst

    from league.printing.fonts import load_fonts

    seconds = []
    for run in range(FLOOR_RUNS):
        begin = time.process_time()
        typst.compile(f"Page{run}".encode(), font_paths=load_fonts(), ignore_system_fonts=True)
        seconds.append(time.process_time() - begin)
    return min(seconds)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=int, nargs="+", default=[40, 200])
    counts = parser.parse_args().sheets
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    floor = time_floor()
    sys.stdout.write(f"a page with one word       {floor * 1000:.1f} ms\n")
    for title, build in (("blank", build_blank), ("recorded", build_recorded)):
        for sheets in counts:
            seconds, size = time_sheets(build, sheets)
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            sys.stdout.write(
                f"{title:<9}{sheets:>5} sheets      {seconds:.2f} s, {seconds / sheets * 1000:.1f} ms a page, "
                f"ratio {seconds / sheets / floor:.1f}; {size / 1024:.0f} kB, memory at most {peak:.0f} MB\n"
            )


if __name__ == "__main__":
    main()
