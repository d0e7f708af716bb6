"""manage.py import_results: take score sheets or a table of hands into an event."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from league.imports.running import import_file
from league.management.prepared import demand_prepared_database
from league.models import Event
from league.models.record import Source
from league.selectors.find_event import UnknownEventError, find_named_event
from league.services.faults import RefusedError
from league.services.import_target import EventWish
from league.services.incoming import ImportRefusedError, ImportReport


class Command(BaseCommand):
    """Import a file: all of it, or nothing where a row is at fault. The same file again changes nothing."""

    help = (
        "Import results: score sheets (JSON, JSON Lines) or a table (CSV, XLSX). Every row is checked first and every "
        "fault is told with its line and column; nothing is stored unless all is right. The same file again changes "
        "nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--event", default="", metavar="SLUG", help="the event, as its address names it")
        parser.add_argument("--create-event", default="", metavar="GAME", help="make the event unless it is there")
        parser.add_argument("--league", default="", metavar="SLUG", help="the league of the event that is made")
        parser.add_argument("--dry-run", action="store_true", help="check everything and store nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import, and say what was done."""
        demand_prepared_database()
        file: Path = options["file"]
        try:
            content = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}.") from error
        try:
            report = import_file(
                content,
                file_name=clean_name(file.name),
                target=self._find_target(options),
                by=None,
                source=Source.IMPORT,
                is_dry=options["dry_run"],
            )
        except ImportRefusedError as refused:
            for fault in refused.faults:
                self.stderr.write(str(fault))
            text = (
                _("Not everything was stored. Faults: %(count)s.")
                if refused.stored
                else _("Nothing was stored. Faults: %(count)s.")
            )
            raise CommandError(text % {"count": len(refused.faults)}) from refused
        except (RefusedError, UnknownEventError) as refused:
            raise CommandError(str(refused)) from refused
        self._report(report, is_dry=options["dry_run"])

    def _find_target(self, options: dict[str, Any]) -> Event | EventWish:
        if options["create_event"]:
            return EventWish(game=options["create_event"], league=options["league"], slug=options["event"])
        if not options["event"]:
            raise CommandError(_("Say into which event: --event SLUG, or --create-event GAME to make one."))
        event = find_named_event(options["event"])
        if options["league"] and event.league.slug != options["league"]:
            words = {"event": event.slug, "league": event.league.slug}
            raise CommandError(_("The event “%(event)s” belongs to the league “%(league)s”.") % words)
        return event

    def _report(self, report: ImportReport, *, is_dry: bool) -> None:
        for note in report.notes:
            self.stderr.write(note)
        if report.event is not None:
            self.stdout.write(f"{report.event.slug}  /events/{report.event.slug}/")
        self.stdout.write(describe_numbers(report))
        if is_dry:
            self.stdout.write(_("Dry run: nothing was stored."))
        elif not report.changes_anything:
            self.stdout.write(_("Everything in this file was there already: nothing changed."))


def clean_name(name: str) -> str:
    """A file's name as it can be kept: some systems have names that are no text."""
    return name.encode(errors="replace").decode()


def describe_numbers(report: ImportReport) -> str:
    """The numbers of a report in two short lines."""
    words = {
        "new": report.tables_new,
        "changed": report.tables_changed,
        "unchanged": report.tables_unchanged,
        "hands": report.hands_new,
        "same": report.hands_unchanged,
        "players": report.players_new,
    }
    return (
        _(
            "tables: %(new)s new, %(changed)s with more hands, %(unchanged)s unchanged\n"
            "hands: %(hands)s new, %(same)s unchanged; players: %(players)s new"
        )
        % words
    )
