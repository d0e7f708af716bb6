"""manage.py rebuild_ratings: work out the ratings of a league from its first game on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from league.management.prepared import demand_prepared_database
from league.models import League
from league.services.ratings import refresh_ratings


class Command(BaseCommand):
    """Rate every finished game of a league again, in the order of play."""

    help = "Work out the ratings of a league anew, from its first game on. Pages do the same for what has changed."

    def add_arguments(self, parser: CommandParser) -> None:
        """The league by its short name in addresses."""
        parser.add_argument("league", metavar="LEAGUE", help="the league's short name, as in /leagues/LEAGUE/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rate, and say how far it is."""
        demand_prepared_database()
        league = League.objects.filter(slug=options["league"]).first()
        if league is None:
            known = ", ".join(League.objects.values_list("slug", flat=True)[:20]) or _("none yet")
            words = {"league": options["league"], "known": known}
            raise CommandError(_("There is no league %(league)s. Leagues here: %(known)s.") % words)
        if not league.has_ratings:
            text = _("%(league)s does not rate its players: switch that on where the league is edited.")
            raise CommandError(text % {"league": league})
        done = refresh_ratings(league, anew=True, on_progress=self._report)
        self.stdout.write(_("%(league)s: %(games)s games rated.") % {"league": league, "games": done.games})

    def _report(self, done: int, games: int) -> None:
        self.stderr.write(_("%(done)s of %(games)s games") % {"done": done, "games": games})
