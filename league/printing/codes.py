"""What leads from paper to the page: a QR code, and a short address to type."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Event, Table
from league.printing.sheet import Code


def make_table_code(table: Table) -> Code:
    """The code of the very table's page."""
    page = reverse("league:table", args=(table.event.slug, table.round.number, table.number))
    return _make_code(_("Enter the hands here"), page=page, typed=reverse("league:short-table", args=(table.pk,)))


def make_event_code(event: Event) -> Code:
    """The code of the event's page, for a sheet that belongs to no table yet."""
    page = reverse("league:event", args=(event.slug,))
    return _make_code(_("Tables and standings"), page=page, typed=reverse("league:short-event", args=(event.pk,)))


def _make_code(caption: str, *, page: str, typed: str) -> Code:
    address = f"{settings.SITE_URL}{page}"
    # Level M still reads with a seventh of the code under a coffee ring.
    picture = segno.make_qr(address, error="m").svg_inline(border=0, omitsize=True)
    return Code(caption=caption, address=address, typed=f"{urlsplit(settings.SITE_URL).netloc}{typed}", picture=picture)
