"""manage.py rebuild: work out the stored results again from the hands, event by event, and mend what differs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db.models import F, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from league.management.prepared import demand_prepared_database
from league.models import Event, League, Season
from league.selectors.find_event import UnknownEventError, find_named_event
from league.services.faults import RefusedError
from league.services.rebuilding import Rebuilt, rebuild_event
from league.services.verification import UNREADABLE

#: Called with an event that is done and how many there are.
Report = Callable[[Event, int], None]


class Command(BaseCommand):
    """Rebuild results. What was done stays done when it is stopped: each event is a transaction of its own."""

    help = (
        "Work out the stored results again from the hands, event by event, and mend what differs; the hands are never "
        "changed. It can be stopped at any time and goes on with --from. Exit code 1 where hands cannot be scored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("events", metavar="EVENT", nargs="*", help="short name, name or address of an event")
        parser.add_argument("--league", metavar="LEAGUE", help="all events of a league, by its short name")
        parser.add_argument("--season", metavar="SEASON", help="with --league: those of one season, by its short name")
        parser.add_argument("--all", action="store_true", help="all events of the site")
        parser.add_argument("--from", metavar="EVENT", dest="first", help="go on with this event, in the same order")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild, and say what was mended."""
        demand_prepared_database()
        events = self._find_events(options)
        tables = hands = mended = left = 0
        with self._show_progress(len(events)) as report:
            for event in events:
                rebuilt = self._rebuild(event)
                tables, hands = tables + rebuilt.tables, hands + rebuilt.hands
                mended, left = mended + len(rebuilt.mended), left + len(rebuilt.left)
                report(event, len(events))
        words = {"events": len(events), "tables": tables, "hands": hands}
        counted = _("%(events)s events, %(tables)s tables, %(hands)s hands") % words
        done = ngettext("%(count)s difference mended", "%(count)s differences mended", mended) % {"count": mended}
        none = _("no difference")
        self.stdout.write(f"{counted}: {done if mended else none}")
        if left:
            self.stderr.write(_("Some hands cannot be scored; manage.py verify tells more."))
            sys.exit(1)

    def _find_events(self, options: dict[str, Any]) -> list[Event]:
        """The events in the order of play, from the one on with which to go on."""
        if sum(map(bool, (options["events"], options["league"], options["all"]))) != 1:
            raise CommandError(_("Say what to rebuild: events, --league LEAGUE or --all."))
        if options["season"] and not options["league"]:
            raise CommandError(_("Say with --league which league's season is meant."))
        try:
            named = [find_named_event(text) for text in options["events"]]
            first = find_named_event(options["first"]) if options["first"] else None
        except UnknownEventError as unknown:
            raise CommandError(str(unknown)) from unknown
        chosen = Event.objects.filter(pk__in=[event.pk for event in named]) if named else Event.objects.all()
        if options["league"]:
            chosen = _select_league(chosen, league=options["league"], season=options["season"])
        ordered = list(chosen.select_related("league").order_by(F("held_on").asc(nulls_first=True), "pk"))
        if first is not None and first not in ordered:
            raise CommandError(_("%(event)s is not among these events.") % {"event": first.slug})
        return ordered[ordered.index(first) if first else 0 :]

    def _rebuild(self, event: Event) -> Rebuilt:
        try:
            rebuilt = rebuild_event(event, by=None, source="command")
        except KeyboardInterrupt:
            text = _("Stopped. What was done stays done; go on with --from %(event)s.")
            raise CommandError(text % {"event": event.slug}, returncode=130) from None
        except (RefusedError, *UNREADABLE) as fault:
            self.stderr.write(f"{event.slug}: {fault}")
            raise CommandError(_("Stopped at %(event)s; nothing of it was changed.") % {"event": event.slug}) from fault
        for difference in rebuilt.mended:
            self.stdout.write(_("mended: %(difference)s") % {"difference": difference})
        for difference in rebuilt.left:
            self.stderr.write(str(difference))
        return rebuilt

    @contextmanager
    def _show_progress(self, count: int) -> Iterator[Report]:
        """A bar on a terminal; elsewhere a line for each hundredth of the events."""
        if self.stderr.isatty():
            columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            with Progress(*columns, console=Console(stderr=True)) as bar:
                task = bar.add_task(_("Events"), total=count)
                yield lambda event, _count: bar.update(task, advance=1, description=event.slug)
            return
        done = 0

        def report(event: Event, count: int) -> None:
            nonlocal done
            done += 1
            if done * 100 // count != (done - 1) * 100 // count:
                words = {"done": done, "count": count, "event": event.slug}
                self.stderr.write(_("%(done)s of %(count)s events: %(event)s") % words)

        yield report


def _select_league(events: QuerySet[Event], *, league: str, season: str | None) -> QuerySet[Event]:
    """The events of a league or of one of its seasons. Raises CommandError for one that is not there."""
    found = League.objects.filter(slug=league).first()
    if found is None:
        raise CommandError(_("There is no league with the short name %(name)s.") % {"name": league})
    if season is None:
        return events.filter(league=found)
    chosen = Season.objects.filter(league=found, slug=season).first()
    if chosen is None:
        known = ", ".join(found.seasons.values_list("slug", flat=True)) or _("none yet")
        words = {"name": season, "known": known}
        raise CommandError(_("There is no season %(name)s in that league; there are: %(known)s.") % words)
    return events.filter(season=chosen)
