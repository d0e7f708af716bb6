"""The entries of an event: enter pairs, seed them, withdraw them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import list_rights
from league.models import Entry, Event
from league.models.event import EntryKind
from league.models.record import Source
from league.selectors.matches import find_current_round, list_matches
from league.selectors.people import list_entries
from league.services.faults import RefusedError
from league.services.fixed_entries import (
    count_side,
    enter_names,
    enter_players,
    return_entry,
    set_seeds,
    withdraw_entry,
)
from league.web.answers import REFUSED, SeeOther
from league.web.fixed_entry_forms import EntriesForm, ReturnForm, WithdrawForm
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event
from league.web.matches import make_crumbs

SEED = "seed-"


def show_entries(request: HttpRequest, slug: str) -> HttpResponse:
    """List the entries; an admin enters, seeds and withdraws them."""
    if request.method != "POST":
        return _render(request, get_event(request, slug), {})
    event = get_event(request, slug, right="set_up")
    action = request.POST.get("action", "")
    entries = list_entries(event)
    if action == "seeds":
        return _set_seeds(request, event, entries)
    if action in ("withdraw", "return"):
        _demand_entry(request.POST.get("entry", ""), entries)
    forms_by_action: dict[str, forms.Form] = {
        "add": EntriesForm(request.POST, event, size=count_side(event)),
        "withdraw": WithdrawForm(request.POST, entries, from_round=1),
        "return": ReturnForm(request.POST, entries),
    }
    form = forms_by_action.get(action)
    if form is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    if form.is_valid():
        try:
            messages.success(request, _act(request, event, form))
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return SeeOther(reverse("league:entries", args=[slug]))
    return _render(request, event, {action: form})


def _act(request: HttpRequest, event: Event, form: forms.Form) -> str:
    by = get_actor(request)
    if isinstance(form, EntriesForm):
        made = 0
        if form.chosen:
            players = list(event.league.players.filter(pk__in=form.chosen))
            made += len(enter_players(event, [players], by=by, source=Source.WEB))
        if form.typed:
            made += len(enter_names(event, form.typed, by=by, source=Source.WEB))
        return ngettext("%(count)s entry added.", "%(count)s entries added.", made) % {"count": made}
    entry = event.entries.get(pk=form.cleaned_data["entry"])
    reason = form.cleaned_data["reason"]
    if isinstance(form, WithdrawForm):
        withdraw_entry(entry, from_round=form.cleaned_data["from_round"], reason=reason, by=by, source=Source.WEB)
        return _("%(entry)s plays no more.") % {"entry": entry}
    return_entry(entry, reason=reason, by=by, source=Source.WEB)
    return _("%(entry)s plays on.") % {"entry": entry}


def _demand_entry(sent: str, entries: Sequence[Entry]) -> None:
    """Raise Http404 for the number of an entry of another event."""
    if sent and sent not in {str(entry.pk) for entry in entries}:
        raise Http404


def _set_seeds(request: HttpRequest, event: Event, entries: Sequence[Entry]) -> HttpResponse:
    """Store the seeds as they stand in the form; an empty one is no seed."""
    sent = {entry.pk: request.POST.get(f"{SEED}{entry.pk}", "").strip() for entry in entries}
    faults = {
        f"{SEED}{pk}": [_("Write a number, or leave it empty.")]
        for pk, text in sent.items()
        if text and not (text.isascii() and text.isdecimal() and len(text) < 6)
    }
    if not faults:
        try:
            seeds = {pk: int(text) if text else None for pk, text in sent.items()}
            set_seeds(event, seeds, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            faults = refused.messages
        else:
            messages.success(request, _("The seeds are set."))
            return SeeOther(reverse("league:entries", args=[event.slug]))
    return _render(request, event, {}, seeds=sent, faults=faults)


def _render(
    request: HttpRequest,
    event: Event,
    sent: Mapping[str, forms.Form],
    *,
    seeds: Mapping[int, str] | None = None,
    faults: Mapping[str, Sequence[str]] | None = None,
) -> HttpResponse:
    faults = faults or {}
    entries = sorted(list_entries(event), key=lambda entry: (entry.seed is None, entry.seed or 0, entry.name))
    may_set_up = "set_up" in list_rights(request.user, league=event.league) and event.is_open
    context: dict[str, Any] = {
        "event": event,
        "crumbs": make_crumbs(event, _("Entries")),
        "entries": [
            (
                entry,
                f"{SEED}{entry.pk}",
                (seeds or {}).get(entry.pk, entry.seed or ""),
                faults.get(f"{SEED}{entry.pk}", ()),
            )
            for entry in entries
        ],
        "faults": faults.get("", ()),
        "may_set_up": may_set_up,
        "are_pairs": event.entry_kind == EntryKind.PAIR,
    }
    if may_set_up:
        context |= _make_forms(event, entries, sent)
    return render(request, "league/entries.html", context, status=REFUSED if faults or sent else 200)


def _make_forms(event: Event, entries: Sequence[Entry], sent: Mapping[str, forms.Form]) -> dict[str, Any]:
    made: dict[str, Any] = {"add_form": None, "withdraw_form": None, "return_form": None}
    if event.entry_kind != EntryKind.TEAM:
        made["add_form"] = sent.get("add") or EntriesForm(None, event, size=count_side(event))
    if any(entry.withdrawn_from is None for entry in entries):
        current = find_current_round(list_matches(event)) or 1
        made["withdraw_form"] = sent.get("withdraw") or WithdrawForm(None, entries, from_round=current)
    if any(entry.withdrawn_from is not None for entry in entries):
        made["return_form"] = sent.get("return") or ReturnForm(None, entries)
    return made
