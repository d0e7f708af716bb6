"""The players of a league, and adding more of them from a pasted list."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import has_right
from league.models import League
from league.models.record import Source
from league.selectors.people import list_persons
from league.services.faults import RefusedError
from league.services.setup import SortedNames, add_players, sort_names
from league.web.answers import REFUSED, SeeOther
from league.web.forms import NamesForm, add_faults
from league.web.lookup import demand_right, get_actor, get_league


def show_players(request: HttpRequest, slug: str) -> HttpResponse:
    """List the players; an admin pastes names, sees what would be added, and adds them."""
    league = get_league(request, slug)
    if request.method != "POST":
        return _render(request, league, NamesForm())
    demand_right(request, "set_up", league=league)
    form = NamesForm(request.POST)
    if not form.is_valid():
        return _render(request, league, form)
    names = form.cleaned_data["names"].splitlines()
    try:
        if request.POST.get("action") == "check":
            return _render(request, league, form, found=sort_names(league, names))
        added = add_players(league, names, by=get_actor(request), source=Source.WEB).added
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, league, form)
    if added:
        text = ngettext("%(count)d player added.", "%(count)d players added.", len(added))
        messages.success(request, text % {"count": len(added)})
    else:
        messages.warning(request, _("Everybody on this list is in the league already."))
    return SeeOther(reverse("league:players", args=[league.slug]))


def _render(request: HttpRequest, league: League, form: NamesForm, *, found: SortedNames | None = None) -> HttpResponse:
    context = {
        "league": league,
        "crumbs": [(reverse("league:league", args=[league.slug]), league.name), ("", _("Players"))],
        "form": form,
        "found": found,
        "players": list_persons(league),
        "may_set_up": has_right(request.user, "set_up", league=league),
    }
    return render(request, "league/players.html", context, status=REFUSED if form.errors else 200)
