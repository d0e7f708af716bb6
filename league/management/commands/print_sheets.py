"""manage.py print_sheets: an event's tally sheets as one PDF."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Event
from league.models.record import Source
from league.printing.sheet import TallySheet
from league.printing.tally import PAPERS, build_document, build_spare_sheet, list_player_counts, list_table_sheets
from league.printing.typesetting import typeset
from league.selectors.find_event import UnknownEventError, find_named_event
from league.services.links import ensure_links

#: Hosts that only this machine itself can open.
ONLY_HERE = ("127.0.0.1", "localhost", "::1")


class Command(BaseCommand):
    """Print the sheets of an event's tables, or empty ones for tables that are not seated yet."""

    help = "Print the tally sheets of an event's tables as PDF: as recorded, or --blank."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("event", metavar="EVENT", help="the event's short name, its name or its address")
        parser.add_argument("--round", type=int, metavar="N", help="only the tables of this round")
        parser.add_argument("--blank", action="store_true", help="empty sheets, with the players' names")
        parser.add_argument("--spare", type=int, metavar="N", help="instead: N empty sheets for any table")
        parser.add_argument("--players", type=int, metavar="N", help="with --spare: how many play at a table")
        parser.add_argument("--paper", choices=PAPERS, default=next(iter(PAPERS)), help="paper size (a4)")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=languages, default=settings.LANGUAGE_CODE, help="of the sheets")
        parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the PDF to write")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them."""
        try:
            event = find_named_event(options["event"])
        except UnknownEventError as unknown:
            raise CommandError(str(unknown)) from unknown
        with translation.override(options["language"]):
            sheets = _list_sheets(event, options)
            pdf = typeset(build_document(event, sheets, paper=options["paper"]))
        try:
            options["output"].write_bytes(pdf)
        except OSError as error:
            values = {"file": error.filename, "why": error.strerror}
            raise CommandError(_("%(file)s cannot be written: %(why)s.") % values) from error
        count = ngettext("%(count)s sheet", "%(count)s sheets", len(sheets)) % {"count": len(sheets)}
        self.stdout.write(f"{options['output']}: {count}")
        if urlsplit(settings.SITE_URL).hostname in ONLY_HERE:
            text = _(
                "The codes on these sheets lead to %(url)s, which no phone can open. "
                "Say the address that phones reach: "
                "SITE_URL=http://192.168.1.5:8000 before the command, or in settings.env."
            )
            self.stderr.write(text % {"url": settings.SITE_URL})


def _list_sheets(event: Event, options: dict[str, Any]) -> tuple[TallySheet, ...]:
    if options["spare"] is not None:
        if options["spare"] < 1:
            raise CommandError(_("--spare needs a number of sheets, from 1."))
        return (build_spare_sheet(event, players=_check_players(event, options["players"])),) * options["spare"]
    if options["players"] is not None:
        raise CommandError(_("--players goes with --spare: a table that is seated knows how many play."))
    tables = event.tables.select_related("event__league", "round")
    if options["round"] is not None:
        tables = tables.filter(round__number=options["round"])
    links = ensure_links(tables, by=None, source=Source.COMMAND)
    sheets = list_table_sheets(tables, is_blank=options["blank"], links=links)
    if not sheets:
        raise CommandError(_("No tables are seated there yet; --spare N prints sheets for any table."))
    return sheets


def _check_players(event: Event, players: int | None) -> int | None:
    counts = list_player_counts(event.rules)
    if players is None or players in counts:
        return players
    values = {"counts": ", ".join(str(count) for count in counts), "players": players}
    raise CommandError(_("--players %(players)s: the game is played by %(counts)s.") % values)
