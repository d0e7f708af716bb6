"""The desk of an evening: a tap checks somebody in, a name typed checks in or adds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from league.models import Attendance, Event, Player
from league.models.record import Source
from league.selectors.attendance import Presence, find_presence, list_last_players, list_seated, map_attendances
from league.selectors.people import list_persons
from league.selectors.suggestions import find_next_round
from league.services.attendance import (
    AttendanceChangedError,
    check_in,
    check_in_many,
    expect_players,
    let_leave,
    mark_no_show,
    take_back_check_in,
)
from league.services.faults import RefusedError
from league.services.walk_ins import WhoIsMeantError, check_in_by_name
from league.web.answers import CONFLICT, REFUSED, SeeOther, wants_part
from league.web.check_in_page import describe_check_in, list_desk
from league.web.live import describe_stream
from league.web.lookup import get_actor, get_event


class Said(Struct, frozen=True, kw_only=True):
    """What the desk answers: words, the person whom a tap undoes, and whom a typed name may mean.

    `here` are those of them who are here already, and `is_known` says that the name is theirs.
    """

    words: str = ""
    is_bad: bool = False
    undo: Player | None = None
    name: str = ""
    meant: tuple[Player, ...] = ()
    here: tuple[Player, ...] = ()
    is_known: bool = False
    status: int = 200


@never_cache
def show_check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk; a form on the page says in `action` what is wanted."""
    event = get_event(request, slug, right="check_in")
    if request.method != "POST":
        return _render(request, event, None)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    try:
        said = action(request, event)
    except RefusedError as refused:
        said = Said(words=str(refused), is_bad=True, status=REFUSED)
    if said.status == 200 and not wants_part(request):
        messages.success(request, said.words)
        typed = "?typed=1" if request.POST.get("action") in ("name", "another") else ""
        return SeeOther(reverse("league:check-in", args=[slug]) + typed)
    event.refresh_from_db()
    return _render(request, event, said)


@require_safe
def print_list(request: HttpRequest, slug: str) -> HttpResponse:
    """All names with a box to tick, for paper."""
    event = get_event(request, slug, right="check_in")
    people = list_desk(event, find_next_round(event))
    context = {
        "event": event,
        "crumbs": [*list_crumbs(event, is_inside=True), ("", _("List to print"))],
        "people": people,
        "is_here": Presence.HERE,
        "spare": range(8),
    }
    return render(request, "league/check_in_list.html", context)


def list_crumbs(event: Event, *, is_inside: bool = False) -> list[tuple[str, str]]:
    """The way to the desk of an event, or to a page behind it."""
    desk = reverse("league:check-in", args=[event.slug]) if is_inside else ""
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        (desk, _("Check-in")),
    ]


def get_person(event: Event, number: str) -> Player:
    """A player of the event's league by a number from a form. Raises Http404."""
    valid = number.isascii() and number.isdigit() and len(number) < 19
    player = list_persons(event.league).filter(pk=int(number)).first() if valid else None
    if player is None:
        raise Http404
    return player


def word_change(row: Attendance | None, player: Player, event: Event) -> str:
    """What somebody else has just said about a person."""
    presence = find_presence(row, find_next_round(event))
    text = _("Somebody else has just changed %(player)s: %(state)s. Press again if it is to be otherwise.")
    return text % {"player": player, "state": presence.label}


def _render(request: HttpRequest, event: Event, said: Said | None) -> HttpResponse:
    context = {
        **describe_check_in(event),
        **describe_stream(request, event, "check-in"),
        "said": said,
        "crumbs": list_crumbs(event),
        "asked": request.GET.get("q", "").strip(),
        "is_typing": "typed" in request.GET,
        "may_open_rounds": event.is_open,
    }
    template = "league/check_in.html#live" if wants_part(request) else "league/check_in.html"
    return render(request, template, context, status=said.status if said else 200)


def _tap(request: HttpRequest, event: Event) -> Said:
    """A button of a row: `who` is what is wanted, the person's number and what the row showed."""
    what, _space, rest = request.POST.get("who", "").partition(" ")
    number, _space, seen = rest.partition(" ")
    tap = TAPS.get(what)
    if tap is None:
        raise SuspiciousOperation("a row has no such button")
    player = get_person(event, number)
    service, words = tap
    try:
        service(event, player, by=get_actor(request), source=Source.WEB, seen=seen or None)
    except AttendanceChangedError as changed:
        return Said(words=word_change(changed.row, player, event), is_bad=True, status=CONFLICT)
    return Said(words=str(words) % {"player": player}, undo=player if what == "come" else None)


def _take_name(request: HttpRequest, event: Event) -> Said:
    return _check_in_name(request, event, is_another=False)


def _take_another(request: HttpRequest, event: Event) -> Said:
    return _check_in_name(request, event, is_another=True)


def _check_in_name(request: HttpRequest, event: Event, *, is_another: bool) -> Said:
    name = request.POST.get("name", "")
    try:
        taken = check_in_by_name(event, name, is_another=is_another, by=get_actor(request), source=Source.WEB)
    except WhoIsMeantError as asked:
        return Said(name=asked.name, meant=asked.people, here=asked.here, is_known=asked.is_known, status=CONFLICT)
    player = taken.row.player
    words = _("%(player)s is new in the league, and here.") if taken.is_new else _("%(player)s is here.")
    return Said(words=words % {"player": player}, undo=player)


def _expect_last(request: HttpRequest, event: Event) -> Said:
    count = expect_players(event, list_last_players(event), by=get_actor(request), source=Source.WEB)
    return Said(words=ngettext("%(count)d is expected.", "%(count)d are expected.", count) % {"count": count})


def _take_all(request: HttpRequest, event: Event) -> Said:
    """Everybody who is expected is there."""
    rows = map_attendances(event).values()
    return _take_many(request, event, [row.player for row in rows if row.arrived is None and not row.is_no_show])


def _take_seated(request: HttpRequest, event: Event) -> Said:
    """Everybody who sits in the round that was opened last is there."""
    last = find_next_round(event) - 1
    return _take_many(request, event, list_seated(event.tables.filter(round__number=last)))


def _take_many(request: HttpRequest, event: Event, players: list[Player]) -> Said:
    count = check_in_many(event, players, by=get_actor(request), source=Source.WEB)
    return Said(words=ngettext("%(count)d is here.", "%(count)d are here.", count) % {"count": count})


ACTIONS: dict[str, Callable[[HttpRequest, Event], Said]] = {
    "tap": _tap,
    "name": _take_name,
    "another": _take_another,
    "expect": _expect_last,
    "all": _take_all,
    "seated": _take_seated,
}


#: What the buttons of a row do, and the words for it.
TAPS: dict[str, tuple[Callable[..., Any], Any]] = {
    "come": (check_in, gettext_lazy("%(player)s is here.")),
    "undo": (take_back_check_in, gettext_lazy("%(player)s is not here.")),
    "leave": (let_leave, gettext_lazy("%(player)s leaves.")),
    "absent": (mark_no_show, gettext_lazy("%(player)s did not come.")),
}
