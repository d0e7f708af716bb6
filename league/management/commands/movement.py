"""manage.py movement: who plays where in each round, and how fair that is, before anybody sits down."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.game import fill
from scoring.movement_constraints import BadConstraintError, Constraints, Pair, Stay
from scoring.movement_limits import BadSizeError
from scoring.movement_plan import Movement
from scoring.movement_report import Meetings, Report, SitOuts, write_report
from scoring.movement_rounds import SEATS, write_rounds
from scoring.movements import make_movement
from scoring.text_table import Column, lay_out

PAIR = re.compile(r"(\d+),(\d+)")
STAY = re.compile(r"(\d+)@(\d+)([NESWnesw]?)")


class Command(BaseCommand):
    """Print a movement with its report. Needs no database."""

    help = "Print who plays where in each round, and how fair that is; --json for programs."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("kind", choices=["individual"], help="individual: everybody plays for themselves")
        parser.add_argument("--players", type=int, required=True, metavar="N", help="how many there are")
        rounds = "how many rounds; as many as a full rotation has if not said"
        parser.add_argument("--rounds", type=int, metavar="R", help=rounds)
        goal = "what matters most: no partner again, or nobody at one table again"
        parser.add_argument("--goal", choices=["partners", "faces"], default="partners", help=goal)
        pairs: dict[str, Any] = {"type": read_pair, "action": "append", "default": [], "metavar": "A,B"}
        parser.add_argument("--apart", help="two who are never partners", **pairs)
        parser.add_argument("--apart-tables", help="two who are never at one table", **pairs)
        parser.add_argument("--together", help="two who are always partners", **pairs)
        stay = "a player who keeps to a table, and to a seat if one is named: 5@2 or 5@2N"
        parser.add_argument("--stay", type=read_stay, action="append", default=[], metavar="A@TABLE", help=stay)
        parser.add_argument("--json", action="store_true", help="print the rounds and the report as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and print it."""
        constraints = Constraints(
            apart=frozenset(options["apart"]),
            apart_tables=frozenset(options["apart_tables"]),
            together=frozenset(options["together"]),
            stay=dict(options["stay"]),
        )
        try:
            movement = make_movement(
                options["players"], rounds=options["rounds"], goal=options["goal"], constraints=constraints
            )
        except (BadSizeError, BadConstraintError) as bad:
            raise CommandError(fill(_(bad.template), bad.values)) from bad
        if options["json"]:
            content = {
                "rounds": write_rounds(movement.rounds, first=movement.first),
                "report": write_report(movement.report, translate=_),
            }
            self.stdout.write(json.dumps(content, ensure_ascii=False))
            return
        for line in _write_movement(movement):
            self.stdout.write(line)


def read_pair(text: str) -> Pair:
    """Two players: 1,2."""
    read = PAIR.fullmatch(text)
    if read is None:
        raise ArgumentTypeError(_("“{text}”: write two players as 1,2.").format(text=text))
    return frozenset(map(int, read.groups()))


def read_stay(text: str) -> tuple[int, Stay]:
    """A player at a table, in a seat if it matters: 5@2 or 5@2N."""
    read = STAY.fullmatch(text)
    if read is None:
        raise ArgumentTypeError(_("“{text}”: write player and table as 5@2, with a seat as 5@2N.").format(text=text))
    player, table, seat = read.groups()
    return int(player), Stay(int(table), seat.upper() or None)


def _write_movement(movement: Movement) -> Iterator[str]:
    rows = [
        (str(number) if place == 1 else "", str(place), *(str(table[seat]) for seat in SEATS))
        for number, played in enumerate(movement.rounds, start=movement.first)
        for place, table in enumerate(played.tables, start=1)
    ]
    below = [
        _say_sit_out(played.sit_out) if place == len(played.tables) else []
        for played in movement.rounds
        for place in range(1, len(played.tables) + 1)
    ]
    headings = [_("Round"), _("Table"), _("North"), _("East"), _("South"), _("West")]
    columns = [
        Column(heading=heading, cells=cells, is_figures=True)
        for heading, cells in zip(headings, zip(*rows, strict=True), strict=True)
    ]
    yield from lay_out(columns, below=below)
    yield ""
    yield from _write_report(movement.report)


def _say_sit_out(people: tuple[int, ...]) -> list[str]:
    return [_("Sits out: {people}").format(people=", ".join(map(str, people)))] if people else []


def _write_report(report: Report) -> Iterator[str]:
    ways = {_("Partners"): report.partners, _("Opponents"): report.opponents, _("At a table"): report.tablemates}
    headings = [_("Met again"), _("Cannot be less than"), _("Most often"), _("Pairs that meet"), _("Of pairs")]
    figures = [_list_figures(meetings) for meetings in ways.values()]
    columns = [
        Column(heading="", cells=list(ways)),
        *(
            Column(heading=heading, cells=cells, is_figures=True)
            for heading, cells in zip(headings, zip(*figures, strict=True), strict=True)
        ),
    ]
    yield from lay_out(columns)
    if report.sit_outs.most:
        yield _say_sit_outs(report.sit_outs)
    if report.is_perfect:
        yield _("A perfect rotation: everybody partners everybody once and opposes everybody twice.")
    for warning in report.warnings:
        yield _("Warning: {message}").format(message=fill(_(warning.template), warning.values))


def _say_sit_outs(sit_outs: SitOuts) -> str:
    least, most = sit_outs.least, sit_outs.most
    if most == 1:
        return _("Everybody sits out once.") if least else _("Nobody sits out more than once.")
    if least == most:
        text = ngettext("Everybody sits out {most} time.", "Everybody sits out {most} times.", most)
        return text.format(most=most)
    return _("Everybody sits out from {least} to {most} times.").format(least=least, most=most)


def _list_figures(meetings: Meetings) -> list[str]:
    return [str(figure) for figure in (meetings.repeats, meetings.bound, meetings.most, meetings.met, meetings.pairs)]
