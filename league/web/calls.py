"""Calling the admin from the page of a table, and what the table sees of it."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from league.models import Call, Table
from league.selectors.calls import find_last_call
from league.selectors.people import find_person
from league.services.calls import CallAnsweredError, raise_call, withdraw_call
from league.services.faults import RefusedError
from league.services.recording import LONGEST_KEY
from league.web.answers import REFUSED, SeeOther, wants_part
from league.web.forms import add_faults
from league.web.lookup import TableVisitor, find_visitor, get_table, get_writer
from league.wording import Names, name_side
from rules.game import Game
from scoring.values import LONGEST_TEXT

#: How long the page of a table shows an answer.
SHOWN_FOR = timedelta(minutes=30)

#: What is called for most often, so that a phone at the table need not type it.
REASONS = {
    "renege": gettext_lazy("A renege is disputed"),
    "score": gettext_lazy("The score is wrong"),
    "exposed": gettext_lazy("Cards were exposed"),
    "rule": gettext_lazy("A question about the rules"),
}


class CallForm(forms.Form):
    """What the table wants of the admin; everything may be left out but the key."""

    key = forms.CharField(widget=forms.HiddenInput, max_length=LONGEST_KEY)
    reason = forms.ChoiceField(
        label=gettext_lazy("What is it about?"), choices=[*REASONS.items()], widget=forms.RadioSelect, required=False
    )
    text = forms.CharField(label=gettext_lazy("In a few words"), max_length=LONGEST_TEXT, required=False)

    def read_text(self) -> str:
        """The reason pressed and the words typed, in one line."""
        reason = str(REASONS.get(self.cleaned_data["reason"], ""))
        return ": ".join(part for part in (reason, self.cleaned_data["text"].strip()) if part)


@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request")
def show_call(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Whether the admin is called to a table; `action` calls, or withdraws the call.

    Asked by htmx whether the open call `?open=` still is, it answers 204 while that is so.
    """
    table = get_table(request, slug, round_number, number, right="call")
    if request.method == "POST":
        return _withdraw(request, table) if request.POST.get("action") == "withdraw" else _call(request, table)
    call = find_last_call(table)
    if wants_part(request) and call is not None and call.is_open and request.GET.get("open") == str(call.pk):
        return HttpResponse(status=204)
    return _render(request, table)


def describe_call(table: Table, *, visitor: TableVisitor, form: CallForm | None = None) -> dict[str, Any]:
    """What the page of a table shows of its call; nothing to who may not call."""
    if "call" not in visitor.rights:
        return {}
    call = find_last_call(table)
    return {
        "may_call": True,
        "call_url": reverse("league:call", args=[table.event.slug, table.round.number, table.number]),
        "sheet_url": reverse("league:table", args=[table.event.slug, table.round.number, table.number]),
        "open_call": call if call is not None and call.is_open else None,
        "answered_call": describe_answer(call, table) if call is not None and _is_recent(call) else None,
        "call_form": form or CallForm(initial={"key": str(uuid.uuid4())}, auto_id="call_%s"),
    }


def _is_recent(call: Call) -> bool:
    return call.answered_at is not None and call.answered_at > timezone.now() - SHOWN_FOR


def describe_answer(call: Call, table: Table, *, names: Names | None = None) -> dict[str, Any] | None:
    """An answer in words: who gave it and when, and the ruling with its points; None where there is none.

    `names` are those of the players by seat, where they are at hand.
    """
    if call.is_open or call.is_withdrawn:
        return None
    ruling = None
    if call.ruling is not None:
        if names is None:
            names = {seat.seat: find_person(seat.player).name for seat in table.seats.select_related("player__same_as")}
        ruling = describe_ruling(call.ruling.facts, game=table.rules, names=names)
    return {
        "by": (call.answered_by.get_full_name() or call.answered_by.get_username()) if call.answered_by else "",
        "at": call.answered_at,
        "words": call.answer,
        "ruling": ruling,
    }


def describe_ruling(facts: Mapping[str, Any], *, game: Game, names: Names) -> dict[str, Any]:
    """A ruling as it stands on the sheet: its reason, and points by side."""
    ruling = facts.get("ruling", {})
    points = ruling.get("points", {})
    return {
        "reason": ruling.get("reason", ""),
        "gains": [(side, name_side(side, names), points[side]) for side in game.sides if points.get(side)],
    }


def _call(request: HttpRequest, table: Table) -> HttpResponse:
    form = CallForm(request.POST, auto_id="call_%s")
    if form.is_valid():
        try:
            writer = get_writer(request, table, right="call")
            raise_call(table, text=form.read_text(), key=form.cleaned_data["key"], **writer)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, table, _("The admin is called."))
    return _render(request, table, form=form, status=REFUSED)


def _withdraw(request: HttpRequest, table: Table) -> HttpResponse:
    call = find_last_call(table)
    try:
        if call is not None:
            withdraw_call(call, **get_writer(request, table, right="call"))
    except CallAnsweredError:
        return _tell(request, table, "")
    return _tell(request, table, _("The call is withdrawn."))


def _tell(request: HttpRequest, table: Table, text: str) -> HttpResponse:
    """Under htmx the part itself says what has come of it; else the page of the table is shown again with a note."""
    if wants_part(request):
        return _render(request, table)
    if text:
        messages.success(request, text)
    return SeeOther(reverse("league:table", args=[table.event.slug, table.round.number, table.number]) + "#call")


def _render(request: HttpRequest, table: Table, *, form: CallForm | None = None, status: int = 200) -> HttpResponse:
    event = table.event
    table_url = reverse("league:table", args=[event.slug, table.round.number, table.number])
    words = {"round": table.round.number, "table": table.number}
    context = {
        "event": event,
        "table": table,
        "table_url": table_url,
        "is_sheet_old": True,
        "crumbs": [
            (reverse("league:event", args=[event.slug]), event.name),
            (table_url, _("Round %(round)s, table %(table)s") % words),
            ("", _("Call the admin")),
        ],
        **describe_call(table, visitor=find_visitor(request, table), form=form),
    }
    template = "league/table_call.html" if wants_part(request) else "league/call.html"
    return render(request, template, context, status=status)
