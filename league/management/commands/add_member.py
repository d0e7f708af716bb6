"""manage.py add_member: give a person a role in a league, and a log-in where there is none."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.management.prepared import demand_prepared_database
from league.models import League
from league.models.people import Role
from league.models.record import Source
from league.services.faults import RefusedError
from league.services.members import add_member


class Command(BaseCommand):
    """Add a member to a league; refuse one who is there already."""

    help = "Give a user a role in a league. A user who does not exist is made, and the password printed once."

    def add_arguments(self, parser: CommandParser) -> None:
        """The league by its short name in addresses, the user by name, and the role."""
        parser.add_argument("league", metavar="LEAGUE", help="the league's short name, as in /leagues/LEAGUE/")
        parser.add_argument("user", metavar="USER", help="the user name for logging in")
        parser.add_argument("--role", choices=Role.values, default=Role.SCORER.value, help="default: %(default)s")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add the member, and print a new password once."""
        demand_prepared_database()
        league = League.objects.filter(slug=options["league"]).first()
        if league is None:
            known = ", ".join(League.objects.values_list("slug", flat=True)[:20]) or "none yet"
            raise CommandError(f"There is no league {options['league']}. Leagues here: {known}.")
        try:
            added = add_member(league, options["user"], role=options["role"], by=None, source=Source.COMMAND)
        except RefusedError as refused:
            raise CommandError(str(refused)) from None
        self.stdout.write(f"{added.membership.user} is now {added.membership.role} of {league}.")
        if added.password:
            self.stdout.write(f"    password   {added.password}    (shown only now; can be changed on the site)")
