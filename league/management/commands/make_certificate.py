"""manage.py make_certificate: the authority and the certificate for https in the hall, without starting the site."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.authority import CertificateError, prepare_certificate
from league.management.hall import find_hall_address


class Command(BaseCommand):
    """Make what https in the hall needs; what is there and will do is kept."""

    help = "Make the certificate authority and the certificate for https in the hall (script/server --hall --https)."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument("--hall", default="", metavar="ADDRESS", help="this machine's address in the hall")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them and say where they are."""
        address = find_hall_address(options["hall"], write=self.stdout.write)
        try:
            made = prepare_certificate(settings.VAR_DIR, address=address)
        except CertificateError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"Authority{' (new)' if made.is_new_authority else ''}: {made.authority}\n"
            f"  SHA-256 {made.fingerprint}\n"
            f"Certificate for {address}: {made.certificate.path}\n"
            f"Its key, which stays secret: {made.certificate.key}"
        )
