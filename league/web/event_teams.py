"""The teams of an event: how they meet, its divisions, who is entered, and who is withdrawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django import forms
from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Event
from league.models.record import Source
from league.selectors.fixtures import find_first_open_day
from league.selectors.team_entries import list_divisions, read_team_rules
from league.services.faults import RefusedError
from league.services.fixed_entries import return_entry, withdraw_entry
from league.services.team_entries import enter_teams, remove_entry, set_divisions, set_team_rules
from league.web.answers import REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor
from league.web.team_forms import DivisionsForm, EnterForm, TeamRulesForm, WithdrawForm, write_divisions
from league.web.team_lookup import get_team_event, read_row_number


def show_event_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up which teams meet in an event, and how."""
    event = get_team_event(request, slug, right="set_up")
    if request.method != "POST":
        return _render(request, event)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    try:
        name, form = action(request, event)
    except RefusedError as refused:
        for texts in refused.messages.values():
            for text in texts:
                messages.error(request, text)
        return SeeOther(reverse("league:event-teams", args=[slug]))
    if form is not None and form.errors:
        return _render(request, event, forms_sent={name: form})
    messages.success(request, _("Saved."))
    return SeeOther(reverse("league:event-teams", args=[slug]))


Done = tuple[str, forms.Form | None]


def _set_rules(request: HttpRequest, event: Event) -> Done:
    form = TeamRulesForm(request.POST, auto_id="rules_%s")
    _try(form, lambda: set_team_rules(event, form.make_rules(), by=get_actor(request), source=Source.WEB))
    return "rules", form


def _set_divisions(request: HttpRequest, event: Event) -> Done:
    form = DivisionsForm(request.POST, auto_id="divisions_%s")
    _try(
        form,
        lambda: set_divisions(event, form.cleaned_data["divisions"], by=get_actor(request), source=Source.WEB),
    )
    return "divisions", form


def _enter(request: HttpRequest, event: Event) -> Done:
    form = EnterForm(request.POST, event=event, auto_id="enter_%s")
    _try(form, lambda: enter_teams(event, **form.cleaned_data, by=get_actor(request), source=Source.WEB))
    return "enter", form


def _move(request: HttpRequest, event: Event) -> Done:
    entry = get_object_or_404(event.entries.select_related("team"), pk=read_row_number(request.POST.get("entry")))
    assert entry.team is not None
    division = event.divisions.filter(pk=read_row_number(request.POST.get("division"))).first()
    enter_teams(event, [entry.team], division=division, by=get_actor(request), source=Source.WEB)
    return "", None


def _remove(request: HttpRequest, event: Event) -> Done:
    entry = get_object_or_404(event.entries, pk=read_row_number(request.POST.get("entry")))
    remove_entry(entry, by=get_actor(request), source=Source.WEB)
    return "", None


def _withdraw(request: HttpRequest, event: Event) -> Done:
    entry = get_object_or_404(event.entries, pk=read_row_number(request.POST.get("entry")))
    form = WithdrawForm(request.POST, auto_id=f"withdraw-{entry.pk}_%s")
    _try(form, lambda: withdraw_entry(entry, **form.cleaned_data, by=get_actor(request), source=Source.WEB))
    return f"withdraw-{entry.pk}", form


def _return(request: HttpRequest, event: Event) -> Done:
    entry = get_object_or_404(event.entries, pk=read_row_number(request.POST.get("entry")))
    return_entry(entry, reason=request.POST.get("reason", ""), by=get_actor(request), source=Source.WEB)
    return "", None


ACTIONS: Mapping[str, Callable[[HttpRequest, Event], Done]] = {
    "rules": _set_rules,
    "divisions": _set_divisions,
    "enter": _enter,
    "move": _move,
    "remove": _remove,
    "withdraw": _withdraw,
    "return": _return,
}


def _try(form: forms.Form, change: Callable[[], object]) -> None:
    """Make the change that a form asks for; what is refused stands in the form."""
    if not form.is_valid():
        return
    try:
        change()
    except RefusedError as refused:
        add_faults(form, refused.messages)


def _render(request: HttpRequest, event: Event, *, forms_sent: Mapping[str, forms.Form] | None = None) -> HttpResponse:
    sent = dict(forms_sent or {})
    rules = msgspec.to_builtins(read_team_rules(event))
    divisions = list(event.divisions.all())
    day = find_first_open_day(event)
    context = {
        "event": event,
        "crumbs": _make_crumbs(event),
        "rules_form": sent.get("rules") or TeamRulesForm(initial=rules, auto_id="rules_%s"),
        "divisions_form": sent.get("divisions")
        or DivisionsForm(initial={"divisions": write_divisions(divisions)}, auto_id="divisions_%s"),
        "enter_form": sent.get("enter") or EnterForm(event=event, auto_id="enter_%s"),
        "has_more": event.league.teams.exclude(entries__event=event).exists(),
        "divisions": divisions,
        "groups": [
            (
                line.division,
                [
                    (
                        entry,
                        sent.get(f"withdraw-{entry.pk}")
                        or WithdrawForm(initial={"from_round": day}, auto_id=f"withdraw-{entry.pk}_%s"),
                    )
                    for entry in line.entries
                ],
            )
            for line in list_divisions(event)
        ],
    }
    faults = any(form.errors for form in sent.values())
    return render(request, "league/event_teams.html", context, status=REFUSED if faults else 200)


def _make_crumbs(event: Event) -> list[tuple[str, Any]]:
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        (reverse("league:fixtures", args=[event.slug]), _("Fixtures")),
        ("", _("Teams")),
    ]
