"""The links that were opened on this device, and the side whose phone it is. The session keeps them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from league.models import Table, TableLink
from league.models.people import TWO_SIDED
from league.web.answers import SeeOther, wants_part
from league.web.lookup import LINKS_KEY, TableVisitor, find_opened_link

View = Callable[..., HttpResponse]

#: So many tables are open on one phone at most; the one opened first makes room.
MOST_TABLES = 20


def keep_link(request: HttpRequest, link: TableLink) -> None:
    """Open a link's table on this device. A side chosen before for this table stays.

    The session gets a new key, so that whoever knew the old one is not at the table with it.
    """
    opened: dict[str, list[object]] = dict(request.session.get(LINKS_KEY, {}))
    _before, side = opened.pop(str(link.table_id), [None, ""])
    if _before == link.pk:
        return
    opened[str(link.table_id)] = [link.pk, side]
    request.session[LINKS_KEY] = dict(list(opened.items())[-MOST_TABLES:])
    request.session.cycle_key()


def keep_side(request: HttpRequest, table: Table, side: str) -> None:
    """Say whose phone this is at a table that is open on it."""
    opened = dict(request.session.get(LINKS_KEY, {}))
    opened[str(table.pk)] = [opened[str(table.pk)][0], side]
    request.session[LINKS_KEY] = opened


def drop_link(request: HttpRequest, table: Table) -> None:
    """Close a table on this device."""
    opened = dict(request.session.get(LINKS_KEY, {}))
    opened.pop(str(table.pk), None)
    request.session[LINKS_KEY] = opened


def lacks_side(table: Table, visitor: TableVisitor) -> bool:
    """Whether this phone has to say first whose it is."""
    return visitor.opened is not None and not visitor.side and table.event.league.entry_way in TWO_SIDED


def find_table_url(table: Table, *, page: str = "table", **more: object) -> str:
    """The address of a table's page, or of another page of the table; `more` is what else stands in that one's."""
    place = {"slug": table.event.slug, "round_number": table.round.number, "number": table.number}
    return reverse(f"league:{page}", kwargs={**place, **more})


def ask_side(request: HttpRequest, table: Table) -> HttpResponse:
    """Go on to the page on which a side is chosen, under htmx too."""
    return _go_on(request, find_table_url(table, page="table-side"))


def explain_ended_links(view: View) -> View:
    """Of a table's page: tell a phone whose link has ended why it is refused, and keep the page in no cache.

    Without this, whoever scored a minute ago would only read that there is no such page.
    """

    @wraps(view)
    def answer(request: HttpRequest, slug: str, round_number: int, number: int, **more: Any) -> HttpResponse:
        opened = _find_opened(request, slug, round_number, number)
        try:
            response = view(request, slug, round_number, number, **more)
        except (Http404, PermissionDenied):
            if opened is None or find_opened_link(request, opened) is not None:
                raise
            drop_link(request, opened)
            messages.error(request, _("The code by which you opened this table has run out or was revoked."))
            messages.warning(request, _("Nothing was saved. Ask the admin for the new code and type it here."))
            return _go_on(request, reverse("league:open-code"))
        if opened is not None:
            add_never_cache_headers(response)
        return response

    return answer


def _find_opened(request: HttpRequest, slug: str, round_number: int, number: int) -> Table | None:
    """The table of this address, where it was ever opened on this device."""
    keys = [int(key) for key in request.session.get(LINKS_KEY, {})]
    tables = Table.objects.filter(pk__in=keys, event__slug=slug, round__number=round_number, number=number)
    return tables.select_related("event__league", "round").first() if keys else None


def _go_on(request: HttpRequest, url: str) -> HttpResponse:
    return HttpResponseClientRedirect(url) if wants_part(request) else SeeOther(url)
