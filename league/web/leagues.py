"""Pages of leagues: the list of them, one league, a new one, a new season."""

from __future__ import annotations

from itertools import groupby

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.access import has_right, may_make_leagues
from league.models import Event, League, Season
from league.models.record import Source
from league.selectors.leagues import list_events, list_leagues
from league.selectors.people import list_persons
from league.services.faults import RefusedError
from league.services.setup import create_league, create_season
from league.web.answers import REFUSED, SeeOther
from league.web.forms import LeagueForm, SeasonForm, add_faults
from league.web.lookup import get_actor, get_league


@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    """The leagues that the visitor may see."""
    context = {"leagues": list_leagues(request.user), "may_make_leagues": may_make_leagues(request.user)}
    return render(request, "league/home.html", context)


@require_safe
def show_league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league: its events by season and its players."""
    league = get_league(request, slug)
    context = {
        "league": league,
        "crumbs": [("", league.name)],
        "players": list_persons(league),
        "seasons": _group_by_season(league),
        "may_set_up": has_right(request.user, "set_up", league=league),
        "may_record": has_right(request.user, "record", league=league),
    }
    return render(request, "league/league.html", context)


def make_league(request: HttpRequest) -> HttpResponse:
    """Found a league."""
    if not may_make_leagues(request.user):
        raise PermissionDenied
    form = LeagueForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            league = create_league(**form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            messages.success(request, _("%(league)s is there. Next: its players.") % {"league": league.name})
            return SeeOther(reverse("league:players", args=[league.slug]))
    context = {"form": form, "title": _("New league"), "button": _("Make the league"), "crumbs": []}
    return render(request, "league/form.html", context, status=REFUSED if form.errors else 200)


def make_season(request: HttpRequest, slug: str) -> HttpResponse:
    """Add a season to a league."""
    league = get_league(request, slug, right="set_up")
    form = SeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            create_season(league, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return SeeOther(reverse("league:league", args=[league.slug]))
    context = {
        "form": form,
        "league": league,
        "title": _("New season"),
        "button": _("Make the season"),
        "crumbs": [(reverse("league:league", args=[league.slug]), league.name), ("", _("New season"))],
    }
    return render(request, "league/form.html", context, status=REFUSED if form.errors else 200)


def _group_by_season(league: League) -> list[tuple[Season | None, list[Event]]]:
    """The league's seasons, newest first, each with its events; those without a season come first."""
    by_season = {
        key: list(events)
        for key, events in groupby(
            sorted(list_events(league), key=lambda event: event.season_id or 0), key=lambda event: event.season_id
        )
    }
    loose = [(None, by_season[None])] if None in by_season else []
    return [*loose, *((season, by_season.get(season.pk, [])) for season in league.seasons.all())]
