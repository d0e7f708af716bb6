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
from league.selectors.find_event import UnknownEventError, find_named_event
from league.selectors.standings import list_standings, write_standings
from rules.game import Game


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
    columns = list(_list_columns(event.rules))
    heading = [_("Place"), _("Who"), *(title for title, _name in columns), _("In play")]
    rows = [
        [
            f"{line.place.rank}=" if line.place.is_shared else str(line.place.rank),
            line.entry.name,
            *(str(getattr(line.place.score, name)) for _title, name in columns),
            str(line.games_open),
        ]
        for line in standings
    ]
    return _align([heading, *rows])


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
