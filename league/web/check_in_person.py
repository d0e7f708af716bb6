"""One person at the desk: late, leaving, in whose stead, in whose seat, at which table for good."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from league.models import Attendance, Event, Player
from league.models.record import Source
from league.selectors.attendance import Presence, map_attendances
from league.selectors.people import find_number
from league.selectors.suggestions import find_next_round
from league.services.attendance import (
    AttendanceChangedError,
    check_in,
    let_leave,
    mark_no_show,
    take_back_check_in,
)
from league.services.attendance_places import LAST_TABLE, play_alone, share_seat, stand_in, stay_at
from league.services.attendance_rounds import find_reach
from league.services.faults import RefusedError
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.check_in import get_person, list_crumbs, word_change
from league.web.check_in_page import list_desk
from league.web.lookup import get_actor, get_event
from league.web.seat_picker import make_option
from league.wording import name_seat

#: The most that a figure of a form can be; more is refused by the service.
TOO_MUCH = 9999


@never_cache
def show_person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What can be said of a person; a form on the page says in `action` what is wanted."""
    event = get_event(request, slug, right="check_in")
    player = get_person(event, str(number))
    if request.method != "POST":
        return _render(request, event, player)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    who = {"by": get_actor(request), "source": Source.WEB, "seen": request.POST.get("seen") or None}
    try:
        action(request, event, player, who)
    except RefusedError as refused:
        faults = [text for texts in refused.messages.values() for text in texts]
        return _render(request, event, player, faults=faults, status=REFUSED)
    except AttendanceChangedError as changed:
        return _render(request, event, player, faults=[word_change(changed.row, player, event)], status=CONFLICT)
    messages.success(request, _("Saved."))
    return SeeOther(reverse("league:check-in-person", args=[slug, number]))


def _render(
    request: HttpRequest, event: Event, player: Player, *, faults: list[str] | None = None, status: int = 200
) -> HttpResponse:
    following = find_next_round(event)
    people = list_desk(event, following)
    row = map_attendances(event).get(player.pk) or Attendance(event=event, player=player)
    others = [person for person in people if person.pk != player.pk]
    here = [person for person in others if person.presence == Presence.HERE]
    away = [person for person in others if person.presence != Presence.HERE]
    place_of = find_number(row.stands_in_for) if row.stands_in_for else None
    partner = find_number(row.shares_with) if row.shares_with else None
    seats = event.rules.seats
    context = {
        "event": event,
        "person": next(person for person in people if person.pk == player.pk),
        "row": row,
        "number": following,
        "last_opened": following - 1,
        "last_round": find_reach(event, following),
        "last_table": LAST_TABLE,
        "faults": faults or [],
        "sent": request.POST,
        "seats": [make_option(seat, name_seat(seat, seats), is_chosen=seat == row.stays_seat) for seat in seats],
        "away": [make_option(each.pk, each.name, is_chosen=each.pk == place_of) for each in away],
        "here": [make_option(each.pk, each.name, is_chosen=each.pk == partner) for each in here],
        "crumbs": [*list_crumbs(event, is_inside=True), ("", player.name)],
    }
    return render(request, "league/check_in_person.html", context, status=status)


def _come(request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    check_in(event, player, from_round=_read_figure(request, "from_round"), **who)


def _leave(request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    let_leave(event, player, after_round=_read_figure(request, "after_round"), **who)


def _mark_absent(_request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    mark_no_show(event, player, **who)


def _undo(_request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    take_back_check_in(event, player, **who)


def _stand_in(request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    absent = _read_person(request, event, "place_of")
    stand_in(event, player, place_of=absent, one_round="one_round" in request.POST, **who)


def _share(request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    share_seat(event, player, partner=_read_person(request, event, "partner"), **who)


def _play_alone(_request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    play_alone(event, player, **who)


def _stay(request: HttpRequest, event: Event, player: Player, who: dict[str, Any]) -> None:
    stay_at(event, player, table=_read_figure(request, "table"), seat=request.POST.get("seat", ""), **who)


ACTIONS: dict[str, Callable[[HttpRequest, Event, Player, dict[str, Any]], None]] = {
    "come": _come,
    "leave": _leave,
    "absent": _mark_absent,
    "undo": _undo,
    "stand-in": _stand_in,
    "share": _share,
    "alone": _play_alone,
    "stay": _stay,
}


def _read_figure(request: HttpRequest, name: str) -> int | None:
    """A figure of a form, None where it was left empty. Raises RefusedError for what is none."""
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()):
        raise RefusedError({name: [_("“%(text)s” is not a whole number.") % {"text": text[:20]}]})
    return min(int(text[:6]), TOO_MUCH)


def _read_person(request: HttpRequest, event: Event, name: str) -> Player:
    if not request.POST.get(name):
        raise RefusedError({name: [_("Choose a person.")]})
    return get_person(event, request.POST[name])
