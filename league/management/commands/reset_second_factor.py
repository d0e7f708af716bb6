"""manage.py reset_second_factor: for who has lost the device and the recovery codes."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.management.prepared import demand_prepared_database
from league.models.record import Source
from league.services.second_factor import reset_second_factor


class Command(BaseCommand):
    """Take passkeys, one-time codes and recovery codes off an account; its password stays."""

    help = (
        "Take all passkeys, one-time codes and recovery codes off an account, log it out everywhere and end its API "
        "token. Then the password alone opens it. Make sure first that it is the owner who asks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """The account by its user name."""
        parser.add_argument("user", metavar="USER", help="the user name for logging in")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take them off, and say how many there were."""
        demand_prepared_database()
        user = User.objects.filter(username__iexact=options["user"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['user']}.")
        count = reset_second_factor(user, source=Source.COMMAND)
        if count:
            self.stdout.write(f"{user}: {count} taken off. The password alone opens the account now.")
        else:
            self.stdout.write(f"{user} has no passkey and no one-time codes: nothing to take off.")
        self.stdout.write("It is logged out everywhere, and its token for programs has ended.")
