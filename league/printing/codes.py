"""What leads from paper to the page: a QR code, and a short address to type."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from league.link_codes import show_code, sign_link
from league.models import Event, Table, TableLink
from league.printing.sheet import Code


def make_table_code(table: Table, *, link: TableLink | None = None) -> Code:
    """The code that opens the very table for scoring by its link; without one, the code of its page."""
    if link is not None:
        page = reverse("league:open-link", args=(sign_link(link),))
        code = _("Code %(code)s") % {"code": show_code(link.code)}
        return _make_code(_("Enter the hands here"), page=page, typed=reverse("league:open-code"), code=code)
    page = reverse("league:table", args=(table.event.slug, table.round.number, table.number))
    return _make_code(_("Enter the hands here"), page=page, typed=reverse("league:short-table", args=(table.pk,)))


def make_event_code(event: Event) -> Code:
    """The code of the event's page, for a sheet that belongs to no table yet."""
    page = reverse("league:event", args=(event.slug,))
    return _make_code(_("Tables and standings"), page=page, typed=reverse("league:short-event", args=(event.pk,)))


def _make_code(caption: str, *, page: str, typed: str, code: str = "") -> Code:
    address = f"{settings.SITE_URL}{page}"
    # Level M still reads with a seventh of the code under a coffee ring.
    picture = segno.make_qr(address, error="m").svg_inline(border=0, omitsize=True)
    typed = f"{urlsplit(settings.SITE_URL).netloc}{typed}"
    return Code(caption=caption, address=address, typed=typed, code=code, picture=picture)
