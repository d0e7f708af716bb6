"""manage.py verify: fold everything again and say where what is stored differs."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import structs

from league.management.prepared import demand_prepared_database
from league.selectors.find_event import UnknownEventError, find_named_event
from league.services.verification import Verified, verify_events


class Command(BaseCommand):
    """Check what is stored; never change it. Exit code 1 where anything differs."""

    help = (
        "Fold every table again and compare results, records and log with what is stored. Nothing is changed. "
        "Exit code 0: no difference, 1: there are differences."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("events", metavar="EVENT", nargs="*", help="short name, name or address; all without any")
        parser.add_argument("--json", action="store_true", help="print one JSON object (docs/recording.md)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, print, and end with 1 where something differs."""
        demand_prepared_database()
        try:
            events = [find_named_event(text) for text in options["events"]]
        except UnknownEventError as unknown:
            raise CommandError(str(unknown)) from unknown
        verified = verify_events(events or None)
        if options["json"]:
            self.stdout.write(json.dumps(structs.asdict(verified) | _list_differences(verified), ensure_ascii=False))
        else:
            self._write(verified)
        if verified.differences:
            sys.exit(1)

    def _write(self, verified: Verified) -> None:
        for difference in verified.differences:
            self.stdout.write(str(difference))
        words = {"events": verified.events, "tables": verified.tables, "hands": verified.hands}
        counted = _("%(events)s events, %(tables)s tables, %(hands)s hands") % words
        count = len(verified.differences)
        differs = ngettext("%(count)s difference", "%(count)s differences", count) % {"count": count}
        found = differs if count else _("no difference")
        self.stdout.write(f"{counted}: {found}")
        if verified.not_covered:
            text = _("%(count)s hands were imported before the log kept digests: their facts cannot be compared.")
            self.stdout.write(text % {"count": verified.not_covered})


def _list_differences(verified: Verified) -> dict[str, Any]:
    return {"differences": [structs.asdict(difference) for difference in verified.differences]}
