"""manage.py standings: an event's standings on a terminal or as JSON."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from rich.cells import cell_len

from league.management.prepared import demand_prepared_database
from league.models import Event
from league.selectors.event_rules import read_rules
from league.selectors.find_event import UnknownEventError, find_named_event
from league.selectors.standings import Standing, list_standings, write_standings
from rules.game import Game
from scoring.tiebreaks import find_tie_break


class Command(BaseCommand):
    """Print the standings of an event, best first."""

    help = "Print the standings of an event, best first; --json as a list for programs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("event", metavar="EVENT", help="the event's short name, its name or its address")
        parser.add_argument("--json", action="store_true", help="print a JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them."""
        demand_prepared_database()
        try:
            event = find_named_event(options["event"])
        except UnknownEventError as unknown:
            raise CommandError(str(unknown)) from unknown
        if options["json"]:
            self.stdout.write(json.dumps(write_standings(event), ensure_ascii=False, indent=1))
            return
        self.stdout.write(f"{event.name} ({event.league.name})\n")
        for line in _write_table(event):
            self.stdout.write(line)


def _write_table(event: Event) -> list[str]:
    standings = list_standings(event)
    if not standings:
        return [_("Nobody is seated yet.")]
    rules, columns = read_rules(event), list(_list_columns(event.rules))
    figures = [] if rules.rank_by in ("games_won", "points_for", "bracket") and not rules.per_game else [rules.rank_by]
    titles = [_(find_tie_break(code).title) for code in figures]
    heading = [_("Place"), _("Who"), *titles, *(title for title, _name in columns), _("In play"), _("Decided by")]
    rows = [
        [
            _write_place(line),
            _write_name(line),
            *(line.figures.get(code, "") for code in figures),
            *(str(getattr(line.place.score, name)) for _title, name in columns),
            str(line.games_open),
            _(find_tie_break(line.decided_by).title) if line.decided_by else "",
        ]
        for line in standings
    ]
    return _align([heading, *rows])


def _write_place(line: Standing) -> str:
    """The rank; a shared one with its sign, and a dash for who stands apart."""
    return f"{line.place.rank or '–'}{'=' if line.place.is_shared else ''}"


def _write_name(line: Standing) -> str:
    if line.entry.withdrawn_from is None:
        return line.entry.name
    return _("%(entry)s (withdrawn)") % {"entry": line.entry.name}


def _list_columns(game: Game) -> Iterator[tuple[str, str]]:
    """The heading of each figure and its name in a score; games are won or only played, as the game is."""
    if game.has_winner:
        yield _("Won"), "games_won"
        yield _("Lost"), "games_lost"
        yield _("Drawn"), "games_drawn"
    else:
        yield _("Games"), "games_ended"
        yield _("Hands"), "deals"
    yield _("Points"), "points_for"
    if game.has_winner:
        yield _("Against"), "points_against"


def _align(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows in columns: the name to the left, figures to the right, whatever alphabet a name is in."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            _pad(cell, width, is_name=place == 1) for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _pad(cell: str, width: int, *, is_name: bool) -> str:
    space = " " * (width - cell_len(cell))
    return cell + space if is_name else space + cell
