"""Make the fixtures of a season: wishes, a look at what comes of them, and taking it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Event
from league.models.record import Source
from league.selectors.plans import find_plan
from league.services.faults import RefusedError
from league.services.fixture_plans import Proposal, propose_fixtures, take_fixtures
from league.services.plans import PlanChangedError
from league.web.answers import CONFLICT, REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor
from league.web.team_forms import FixturesForm
from league.web.team_lookup import get_team_event


def make_fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what comes of the wishes in the address; take it by sending it."""
    event = get_team_event(request, slug, right="set_up")
    if request.method != "POST":
        form = FixturesForm(request.GET if "legs" in request.GET else None, initial={"first_day": event.held_on})
        return _show(request, event, form)
    form = FixturesForm(request.POST)
    if not form.is_valid():
        return _show(request, event, form, status=REFUSED)
    try:
        take_fixtures(
            event,
            form.make_wishes(),
            seen=request.POST.get("seen", ""),
            reason=request.POST.get("reason", ""),
            by=get_actor(request),
            source=Source.WEB,
        )
    except PlanChangedError:
        messages.warning(request, _("Something has changed since you looked: this is what would be taken now."))
        return _show(request, event, form, status=CONFLICT)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _show(request, event, form, status=REFUSED)
    messages.success(request, _("The fixtures stand."))
    return SeeOther(reverse("league:fixtures", args=[slug]))


def _show(request: HttpRequest, event: Event, form: FixturesForm, *, status: int = 200) -> HttpResponse:
    proposal = None
    if form.is_bound and form.is_valid():
        try:
            proposal = propose_fixtures(event, form.make_wishes())
        except RefusedError as refused:
            add_faults(form, refused.messages)
            status = REFUSED
    context = {
        "event": event,
        "crumbs": [
            (reverse("league:event", args=[event.slug]), event.name),
            (reverse("league:fixtures", args=[event.slug]), _("Fixtures")),
            ("", _("Make the fixtures")),
        ],
        "form": form,
        "needs_reason": find_plan(event) is not None,
        "reason": request.POST.get("reason", ""),
        **(_describe(event, proposal) if proposal else {}),
    }
    return render(request, "league/fixtures_new.html", context, status=status)


def _describe(event: Event, proposal: Proposal) -> dict[str, Any]:
    names = dict(event.entries.values_list("pk", "name"))
    return {
        "proposal": proposal,
        "days": [
            (
                number,
                day,
                [(names[each.first], names[each.second]) for each in fixtures if each.second],
                [names[each.first] for each in fixtures if not each.second],
            )
            for (number, day), group in groupby(
                proposal.fixtures, key=lambda fixture: (fixture.round_number, fixture.held_on)
            )
            for fixtures in [list(group)]
        ],
    }
