"""The codes of an event's tables: what an admin sees of them, and makes, extends and revokes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import Any

import segno
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from league.link_codes import show_code, sign_link
from league.models import Event, Table, TableLink
from league.models.link import LinkState
from league.models.people import EntryWay
from league.models.record import Source
from league.selectors.links import list_link_tables, list_newest_links
from league.services.faults import RefusedError
from league.services.links import ensure_links, extend_link, renew_link, revoke_link, revoke_links
from league.web.answers import SeeOther
from league.web.lookup import get_actor, get_event


@never_cache
def show_links(request: HttpRequest, slug: str) -> HttpResponse:
    """The codes of all tables; a form on the page says in `action` what is wanted."""
    event = get_event(request, slug, right="set_up")
    if request.method == "POST":
        action = ACTIONS.get(request.POST.get("action", ""))
        if action is None:
            raise SuspiciousOperation("a form of this page sends no such action")
        try:
            messages.success(request, action(request, event))
        except RefusedError as refused:
            messages.error(request, str(refused))
        return SeeOther(reverse("league:links", args=[slug]))
    tables = list(list_link_tables(event))
    links = list_newest_links(tables)
    context = {
        "event": event,
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[slug]), event.name),
            ("", _("Codes of the tables")),
        ],
        "enters_from_paper": event.league.entry_way == EntryWay.PAPER,
        "rounds": [
            (number, [_describe(table, links.get(table.pk)) for table in group])
            for number, group in groupby(tables, key=lambda table: table.round.number)
        ],
        "site": settings.SITE_URL.partition("://")[2],
    }
    return render(request, "league/links.html", context)


def _make_missing(request: HttpRequest, event: Event) -> str:
    tables = _get_round(request, event)
    ensure_links(tables, by=get_actor(request), source=Source.WEB, even_on_paper=True)
    return _("Every table of this round has a code now.")


def _renew(request: HttpRequest, event: Event) -> str:
    table = _get_table(request, event)
    renew_link(table, by=get_actor(request), source=Source.WEB)
    return _("Table %(table)s has a new code. The old one is revoked: print the sheet again.") % {"table": table.number}


def _extend(request: HttpRequest, event: Event) -> str:
    table = _get_table(request, event)
    extend_link(_get_link(table), by=get_actor(request), source=Source.WEB)
    return _("The code of table %(table)s lives longer now.") % {"table": table.number}


def _revoke(request: HttpRequest, event: Event) -> str:
    table = _get_table(request, event)
    revoke_link(_get_link(table), by=get_actor(request), source=Source.WEB)
    return _("The code of table %(table)s is revoked.") % {"table": table.number}


def _revoke_round(request: HttpRequest, event: Event) -> str:
    count = revoke_links(_get_round(request, event), by=get_actor(request), source=Source.WEB)
    return ngettext("%(count)s code is revoked.", "%(count)s codes are revoked.", count) % {"count": count}


ACTIONS: dict[str, Callable[[HttpRequest, Event], str]] = {
    "make": _make_missing,
    "renew": _renew,
    "extend": _extend,
    "revoke": _revoke,
    "revoke-round": _revoke_round,
}


def _read_number(request: HttpRequest, name: str) -> int:
    text = request.POST.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise Http404
    return int(text)


def _get_table(request: HttpRequest, event: Event) -> Table:
    table = list_link_tables(event).filter(pk=_read_number(request, "table")).first()
    if table is None:
        raise Http404
    return table


def _get_round(request: HttpRequest, event: Event) -> list[Table]:
    return list(list_link_tables(event).filter(round__number=min(_read_number(request, "round"), 32767)))


def _get_link(table: Table) -> TableLink:
    link = list_newest_links([table]).get(table.pk)
    if link is None:
        raise Http404
    return link


def _describe(table: Table, link: TableLink | None) -> dict[str, Any]:
    described: dict[str, Any] = {"table": table, "link": link}
    if link is None:
        return described
    address = f"{settings.SITE_URL}{reverse('league:open-link', args=[sign_link(link)])}"
    is_live = link.state == LinkState.LIVE
    return described | {
        "code": show_code(link.code),
        "is_live": is_live,
        "may_be_extended": link.state != LinkState.REVOKED,
        "picture": segno.make_qr(address, error="m").svg_inline(border=2, omitsize=True) if is_live else "",
    }
