"""The round's clock: on the pages of everybody, and the page on which admins set it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.vary import vary_on_headers
from msgspec import Struct

from league.access import has_right
from league.models import Event, Round, Table
from league.models.record import Source
from league.selectors.clock import Clock, read_clock
from league.services.clock import add_minutes, pause_clock, resume_clock, start_clock, stop_clock
from league.services.faults import RefusedError
from league.web.answers import REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.live import describe_clock_stream
from league.web.lookup import demand_right, get_actor, get_event

USUAL_MINUTES = 20


class RoundClock(Struct, frozen=True, kw_only=True):
    """A round's clock on a page. `clock` is None where there is none, or where its event is closed."""

    number: int
    url: str
    clock: Clock | None
    is_settable: bool = False


class MinutesForm(forms.Form):
    """How long a round takes."""

    minutes = forms.IntegerField(label=gettext_lazy("minutes"), required=False)


def describe_clock(event: Event, round_: Round) -> RoundClock:
    """The clock of a round of the event."""
    url = reverse("league:clock", args=[event.slug, round_.number])
    clock = read_clock(round_) if event.is_open else None
    return RoundClock(number=round_.number, url=url, clock=clock, is_settable=event.is_open)


def describe_newest_clock(event: Event) -> RoundClock | None:
    """The clock of the newest round; None where there is no round yet."""
    newest = event.rounds.order_by("-number").first()
    return None if newest is None else describe_clock(event, newest)


def describe_one_clock(event: Event, number: int) -> dict[str, Any]:
    """The context of the clock that stands on a table's page."""
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        return {"event": event, "round_clock": None}
    return {"event": event, "round_clock": describe_clock(event, round_)}


def describe_table_clock(request: HttpRequest, table: Table) -> dict[str, Any]:
    """For the context of a table's page: the clock of its round, and where its news come from."""
    return describe_one_clock(table.event, table.round.number) | describe_clock_stream(request, table)


@vary_on_headers("HX-Request")
def show_clock(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """The clock of a round, large; to admins also what sets it, and where the forms of all pages are sent."""
    event = get_event(request, slug)
    round_ = get_object_or_404(event.rounds, number=round_number)
    if request.method != "POST":
        return _render(request, event, round_, MinutesForm(initial={"minutes": USUAL_MINUTES}))
    demand_right(request, "set_up", league=event.league)
    action = ACTIONS.get(request.POST.get("action", "start"))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    form = MinutesForm(request.POST)
    form.full_clean()
    try:
        action(request, round_, form)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, event, round_, form, status=REFUSED)
    return SeeOther(_find_next(request, event))


def _start(request: HttpRequest, round_: Round, form: MinutesForm) -> None:
    minutes = form.cleaned_data.get("minutes")
    if minutes is None:
        raise RefusedError({} if form.errors else {"minutes": [_("Say how many minutes the round takes.")]})
    start_clock(round_, minutes=minutes, by=get_actor(request), source=Source.WEB)


def _pause(request: HttpRequest, round_: Round, _form: MinutesForm) -> None:
    pause_clock(round_, by=get_actor(request), source=Source.WEB)


def _resume(request: HttpRequest, round_: Round, _form: MinutesForm) -> None:
    resume_clock(round_, by=get_actor(request), source=Source.WEB)


def _add(request: HttpRequest, round_: Round, _form: MinutesForm, *, minutes: int) -> None:
    add_minutes(round_, minutes=minutes, by=get_actor(request), source=Source.WEB)


def _stop(request: HttpRequest, round_: Round, _form: MinutesForm) -> None:
    stop_clock(round_, by=get_actor(request), source=Source.WEB)


ACTIONS: dict[str, Callable[[HttpRequest, Round, MinutesForm], None]] = {
    "start": _start,
    "pause": _pause,
    "go-on": _resume,
    "add-1": partial(_add, minutes=1),
    "add-5": partial(_add, minutes=5),
    "less-1": partial(_add, minutes=-1),
    "stop": _stop,
}


def _find_next(request: HttpRequest, event: Event) -> str:
    """The page that the form stood on, where it is one of ours."""
    wanted = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure()):
        return wanted
    return reverse("league:event", args=[event.slug])


def _render(request: HttpRequest, event: Event, round_: Round, form: MinutesForm, *, status: int = 200) -> HttpResponse:
    context = {
        "event": event,
        "round_clock": describe_clock(event, round_),
        "now_ms": round(time.time() * 1000),
        "form": form,
        "may_set_up": has_right(request.user, "set_up", league=event.league),
        "url": reverse("league:clock", args=[event.slug, round_.number]),
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("Clock of round %(round)s") % {"round": round_.number}),
        ],
    }
    return render(request, "league/clock.html", context, status=status)
