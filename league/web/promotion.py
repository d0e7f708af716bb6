"""The end of a season: who goes up and down, and the event of the next one."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Event
from league.models.record import Source
from league.services.faults import RefusedError
from league.services.promotion import (
    NextEventExistsError,
    ProposedPromotion,
    find_next_event,
    make_next_event,
    propose_promotion,
)
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor
from league.web.team_forms import NextEventForm
from league.web.team_lookup import get_team_event


def show_promotion(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who would play in which division; make the next season's event."""
    event = get_team_event(request, slug, right="set_up")
    form, status = NextEventForm(request.POST or None, event=event, made=find_next_event(event)), 200
    if request.method == "POST":
        status = REFUSED
        if form.is_valid():
            try:
                made = make_next_event(event, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
            except NextEventExistsError as exists:
                form, status = NextEventForm(event=event, made=exists.made), CONFLICT
            except RefusedError as refused:
                add_faults(form, refused.messages)
            else:
                messages.success(request, _("%(event)s is there. Next: its fixtures.") % {"event": made.name})
                return SeeOther(reverse("league:fixtures-new", args=[made.slug]))
    context = {
        "event": event,
        "crumbs": [
            (reverse("league:event", args=[event.slug]), event.name),
            (reverse("league:fixtures", args=[event.slug]), _("Fixtures")),
            ("", _("Promotion")),
        ],
        "form": form,
        "made": find_next_event(event),
        "is_refused": status == CONFLICT,
        **_describe(event),
    }
    return render(request, "league/promotion.html", context, status=status)


def _describe(event: Event) -> dict[str, object]:
    try:
        proposal = propose_promotion(event)
    except RefusedError as refused:
        return {"missing": str(refused)}
    return {
        "proposal": proposal,
        "may_take": not event.is_open and not proposal.unresolved,
        "divisions": [
            (each.division, [(entry, _word_move(proposal, entry.pk)) for entry in each.entries])
            for each in proposal.divisions
        ],
    }


def _word_move(proposal: ProposedPromotion, entry: int) -> str:
    return _("goes up") if entry in proposal.up else _("goes down") if entry in proposal.down else ""
