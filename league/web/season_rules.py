"""The page on which a season's name, days and way of ranking are set."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Season
from league.models.record import Source
from league.selectors.season_ranking import list_season_events, rank_season, read_season_rules
from league.services.faults import RefusedError
from league.services.season_rules import edit_season, set_make_up, set_season_rules
from league.web.answers import REFUSED, SeeOther
from league.web.forms import SeasonForm, add_faults
from league.web.lookup import get_actor, get_season
from league.web.season_forms import MakeUpForm, SeasonRulesForm, list_counts


def change_season(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Show the settings, or save what one of the three forms sends."""
    found = get_season(request, slug, season, right="set_up")
    if request.method != "POST":
        return _render(request, found)
    action = request.POST.get("action", "")
    if action == "rules":
        return _save_rules(request, found)
    if action == "dates":
        return _save_dates(request, found)
    if action == "make-up":
        return _save_make_up(request, found)
    raise SuspiciousOperation("a form of this page sends no such action")


def _save_rules(request: HttpRequest, season: Season) -> HttpResponse:
    form = _make_rules_form(request, season)
    if form.is_valid():
        try:
            set_season_rules(season, form.read_rules(), by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, season, _("The season is ranked so from now on."))
    return _render(request, season, rules_form=form, status=REFUSED)


def _save_dates(request: HttpRequest, season: Season) -> HttpResponse:
    form = SeasonForm(request.POST)
    if form.is_valid():
        try:
            edit_season(season, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, season, _("The season is saved."))
    return _render(request, season, dates_form=form, status=REFUSED)


def _save_make_up(request: HttpRequest, season: Season) -> HttpResponse:
    form = MakeUpForm(request.POST, events=list_season_events(season))
    if form.is_valid():
        try:
            set_make_up(*form.read_events(), by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            return _tell(request, season, _("The evening counts so from now on."))
    return _render(request, season, make_up_form=form, status=REFUSED)


def _make_rules_form(request: HttpRequest, season: Season) -> SeasonRulesForm:
    ranked = rank_season(season)
    games = {event.game: event.rules for event in list_season_events(season)}
    rules = read_season_rules(season)
    return SeasonRulesForm(
        request.POST if request.method == "POST" and request.POST.get("action") == "rules" else None,
        rules=rules,
        standings=rules.standings or ranked.standings,
        counts=list_counts(games.values()),
    )


def _tell(request: HttpRequest, season: Season, text: str) -> HttpResponse:
    messages.success(request, text)
    return SeeOther(reverse("league:season", args=[season.league.slug, season.slug]))


def _render(
    request: HttpRequest,
    season: Season,
    *,
    rules_form: SeasonRulesForm | None = None,
    dates_form: SeasonForm | None = None,
    make_up_form: MakeUpForm | None = None,
    status: int = 200,
) -> HttpResponse:
    events = list_season_events(season)
    at = [season.league.slug, season.slug]
    dates = {"name": season.name, "starts_on": season.starts_on, "ends_on": season.ends_on}
    context = {
        "season": season,
        "league": season.league,
        "crumbs": [
            (reverse("league:league", args=[season.league.slug]), season.league.name),
            (reverse("league:season", args=at), season.name),
            ("", _("How it is ranked")),
        ],
        "rules_form": rules_form or _make_rules_form(request, season),
        "dates_form": dates_form or SeasonForm(initial=dates, auto_id="season_%s"),
        "make_up_form": make_up_form or (MakeUpForm(events=events) if len(events) > 1 else None),
        "has_begun": any(event.revision for event in events),
    }
    return render(request, "league/season_edit.html", context, status=status)
