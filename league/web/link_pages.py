"""Open a table without an account: by the link on its sheet, or by its short code. Then choose a side."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.link_codes import LONGEST_TYPED, read_code, read_token
from league.models import Table, TableLink
from league.models.link import LinkState
from league.models.people import TWO_SIDED
from league.selectors.links import find_link, find_link_by_code
from league.selectors.people import find_person
from league.tries import word_end
from league.web.answers import REFUSED, SeeOther
from league.web.code_limits import count_wrong_code, find_wait
from league.web.lookup import find_visitor, get_table
from league.web.opened_links import drop_link, find_table_url, keep_link, keep_side
from league.wording import join_names, name_side

TOO_MANY = 429
GONE = 410
NOT_FOUND = 404


class CodeForm(forms.Form):
    """A short code, typed from a sheet."""

    code = forms.CharField(
        label=gettext_lazy("Code of the table"),
        max_length=LONGEST_TYPED,
        help_text=gettext_lazy("It stands below the square on the table's sheet. Small letters will do."),
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "class": "code"}
        ),
    )


@require_safe
@never_cache
def open_link(request: HttpRequest, token: str) -> HttpResponse:
    """Open the table of a scanned link on this device, and go on to it.

    A scan is a GET, and so is whatever looks ahead at an address: all it does is to remember the link in the session
    of who asked, so that nothing happens at the table before somebody presses something there.
    """
    number = read_token(token)
    link = find_link(number) if number is not None else None
    if link is None:
        return _turn_away(request, _("This is no link to a table here, or a part of it is missing."), status=NOT_FOUND)
    trouble = _find_trouble(link)
    return _turn_away(request, trouble, status=GONE) if trouble else _enter(request, link)


@never_cache
def open_code(request: HttpRequest) -> HttpResponse:
    """Open a table by its typed code."""
    wait = find_wait(request)
    if wait is not None:
        answer = render(request, "league/open_locked.html", {"until": word_end(wait)}, status=TOO_MANY)
        answer["Retry-After"] = str(int(wait.total_seconds()))
        return answer
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        code = read_code(form.cleaned_data["code"])
        link = find_link_by_code(code) if code else None
        trouble = _find_trouble(link) if link else _("No table has this code. Look at the sheet again, sign by sign.")
        if link is not None and not trouble:
            return _enter(request, link)
        count_wrong_code(request)
        form.add_error("code", trouble)
    return render(request, "league/open.html", {"form": form}, status=REFUSED if form.errors else 200)


@never_cache
def choose_side(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Ask whose phone this is, of the sides at a table that was opened by its link."""
    table = get_table(request, slug, round_number, number)
    visitor = find_visitor(request, table)
    if visitor.opened is None:
        raise PermissionDenied
    if request.method == "POST" and request.POST.get("side") in table.rules.sides:
        keep_side(request, table, request.POST["side"])
        return SeeOther(find_table_url(table))
    if table.event.league.entry_way not in TWO_SIDED:
        return SeeOther(find_table_url(table))
    context = {
        "table": table,
        "event": table.event,
        "sides": _list_sides(table),
        "chosen": visitor.side,
        "may_record_himself": "record" in visitor.own,
    }
    return render(request, "league/side.html", context, status=REFUSED if request.method == "POST" else 200)


@require_POST
@never_cache
def leave_table(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Close a table on this device."""
    table = get_table(request, slug, round_number, number)
    drop_link(request, table)
    messages.success(request, _("You have left the table. Its code opens it again."))
    may_see = "see" in find_visitor(request, table).rights
    return SeeOther(find_table_url(table) if may_see else reverse("league:home"))


def _enter(request: HttpRequest, link: TableLink) -> HttpResponse:
    keep_link(request, link)
    visitor = find_visitor(request, link.table)
    asks = link.table.event.league.entry_way in TWO_SIDED and not visitor.side
    return SeeOther(find_table_url(link.table, page="table-side" if asks else "table"))


def _find_trouble(link: TableLink) -> str:
    """Why a link opens nothing, and what to do; "" where it does."""
    if link.state == LinkState.REVOKED:
        return _("This code was revoked. Ask the admin for the table's new one.")
    if link.state == LinkState.EXPIRED:
        return _("This code has run out. Ask the admin to extend it.")
    if not link.table.event.is_open:
        return _("This event is closed: nothing more can be entered. Ask the admin if a hand is wrong.")
    return ""


def _turn_away(request: HttpRequest, trouble: str, *, status: int) -> HttpResponse:
    return render(request, "league/link_trouble.html", {"trouble": trouble}, status=status)


def _list_sides(table: Table) -> list[dict[str, Any]]:
    names = {seat.seat: find_person(seat.player).name for seat in table.seats.select_related("player__same_as")}
    return [
        {
            "code": side,
            "title": name_side(side, names) if len(table.rules.seats_of(side)) > 1 else "",
            "players": join_names([names.get(seat, seat) for seat in table.rules.seats_of(side)]),
        }
        for side in table.rules.sides
    ]
