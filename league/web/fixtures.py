"""The fixtures of an event by match day, with the next first; an admin gives them other days."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import list_rights
from league.models import Event
from league.models.record import Source
from league.selectors.fixtures import find_next_day, list_match_days
from league.services.faults import RefusedError
from league.services.fixtures import postpone_day
from league.web.answers import REFUSED, SeeOther
from league.web.fixture_words import describe_day
from league.web.forms import add_faults
from league.web.lookup import demand_right, get_actor
from league.web.team_forms import PostponeForm
from league.web.team_lookup import get_team_event, read_row_number


def show_fixtures(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the match days; an admin puts a whole one off."""
    event = get_team_event(request, slug)
    form, number = PostponeForm(auto_id=False), 0
    if request.method == "POST":
        demand_right(request, "set_up", league=event.league)
        form, number = PostponeForm(request.POST, auto_id=False), read_row_number(request.POST.get("day"))
        if form.is_valid() and _postpone(request, event, number, form):
            return SeeOther(reverse("league:fixtures", args=[slug]))
    context = _describe(request, event) | {"form": form, "form_day": number}
    return render(request, "league/fixtures.html", context, status=REFUSED if form.errors else 200)


def _postpone(request: HttpRequest, event: Event, number: int, form: PostponeForm) -> bool:
    try:
        moved = postpone_day(event, number, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return False
    text = ngettext("%(count)d match has another day now.", "%(count)d matches have another day now.", len(moved))
    messages.success(request, text % {"count": len(moved)})
    return True


def _describe(request: HttpRequest, event: Event) -> dict[str, Any]:
    days = list_match_days(event)
    following = find_next_day(days, timezone.localdate())
    rights = list_rights(request.user, league=event.league)
    return {
        "event": event,
        "crumbs": [
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
            ("", _("Fixtures")),
        ],
        "next": describe_day(following) if following else None,
        "later": [describe_day(day) for day in days if following and day.number > following.number],
        "earlier": [describe_day(day) for day in reversed(days) if following is None or day.number < following.number],
        "has_days": bool(days),
        "has_divisions": event.divisions.exists(),
        "has_teams": event.entries.filter(team__isnull=False).exists(),
        "may_set_up": "set_up" in rights,
    }
