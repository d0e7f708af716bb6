"""Pages of a league's teams: the list, and a team with its squad and fixtures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import has_right
from league.models import League, Player, Season, Team
from league.models.record import Source
from league.selectors.fixtures import list_fixtures_of
from league.selectors.teams import find_season, list_former, list_squad, list_team_events, list_teams
from league.services.faults import RefusedError
from league.services.squads import leave_squad, set_transfers, sign_players
from league.services.teams import create_team, edit_team
from league.web.answers import REFUSED, SeeOther
from league.web.fixture_words import describe_fixture
from league.web.forms import add_faults
from league.web.lookup import demand_right, get_actor, get_league
from league.web.team_forms import SquadForm, TeamForm, TransfersForm
from league.web.team_lookup import read_row_number

#: Stands in an address for squads that belong to no season.
NO_SEASON = "-"


def show_teams(request: HttpRequest, slug: str) -> HttpResponse:
    """List the teams with their squads of a season; an admin adds a team, or says how often players may change."""
    league = get_league(request, slug)
    season = read_season(request, league)
    form = TeamForm()
    limit = TransfersForm(initial={"transfers": season.transfers if season else None})
    if request.method == "POST":
        demand_right(request, "set_up", league=league)
        here = _add_season(reverse("league:teams", args=[slug]), season)
        if request.POST.get("action") == "transfers" and season is not None:
            limit = TransfersForm(request.POST)
            if limit.is_valid():
                set_transfers(season, limit.cleaned_data["transfers"], by=get_actor(request), source=Source.WEB)
                messages.success(request, _("Saved."))
                return SeeOther(here)
        else:
            form = TeamForm(request.POST)
            if form.is_valid() and (team := _create_team(request, league, form)) is not None:
                return SeeOther(_add_season(reverse("league:team", args=[slug, team.pk]), season))
    context = {
        "league": league,
        "crumbs": [(reverse("league:league", args=[slug]), league.name), ("", _("Teams"))],
        "teams": list_teams(league, season),
        "form": form,
        "limit": limit,
        "may_set_up": has_right(request.user, "set_up", league=league),
        **_describe_seasons(league, season),
    }
    return render(request, "league/teams.html", context, status=REFUSED if form.errors or limit.errors else 200)


def show_team(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A team: its squad of a season, its fixtures and results; an admin changes them."""
    league = get_league(request, slug)
    team = get_object_or_404(league.teams, pk=number)
    season = read_season(request, league)
    if request.method != "POST":
        return _render(request, league, team, season)
    demand_right(request, "set_up", league=league)
    change = ACTIONS.get(request.POST.get("action", ""), _edit)
    form = change(request, team, season)
    if form is not None:
        return _render(request, league, team, season, **form)
    return SeeOther(_add_season(reverse("league:team", args=[slug, number]), season))


def read_season(request: HttpRequest, league: League) -> Season | None:
    """The season that the address names, else the one of today."""
    asked = request.POST.get("season") or request.GET.get("season", "")
    if asked == NO_SEASON:
        return None
    found = league.seasons.filter(slug=asked).first() if asked else None
    return found or find_season(league, timezone.localdate())


def _create_team(request: HttpRequest, league: League, form: TeamForm) -> Team | None:
    try:
        team = create_team(league, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return None
    messages.success(request, _("%(team)s is there. Next: who plays for it.") % {"team": team})
    return team


def _edit(request: HttpRequest, team: Team, season: Season | None) -> dict[str, Any] | None:
    form = TeamForm(request.POST)
    if form.is_valid():
        try:
            edit_team(team, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            messages.success(request, _("Saved."))
            return None
    return {"form": form}


def _join(request: HttpRequest, team: Team, season: Season | None) -> dict[str, Any] | None:
    form = SquadForm(request.POST, league=team.league, squad=[])
    if form.is_valid():
        chosen = form.cleaned_data
        ways: dict[str, Any] = {
            "season": season,
            "on": chosen["on"],
            "is_transfer": chosen["is_transfer"],
            "by": get_actor(request),
            "source": Source.WEB,
        }
        try:
            joined = sign_players(team, chosen["names"].splitlines(), players=chosen["players"], **ways)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            text = ngettext("%(count)d player has joined.", "%(count)d players have joined.", len(joined))
            messages.success(request, text % {"count": len(joined)})
            return None
    return {"squad_form": form}


def _leave(request: HttpRequest, team: Team, season: Season | None) -> dict[str, Any] | None:
    player = get_object_or_404(team.league.players, pk=read_row_number(request.POST.get("player")))
    today = timezone.localdate()
    try:
        leave_squad(team, player, season=season, on=today, by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, _("%(player)s has left. What was played stays.") % {"player": player})
    return None


#: What the forms of a team's page do: None where it is done, else the form with its faults by its name.
ACTIONS: dict[str, Callable[[HttpRequest, Team, Season | None], dict[str, Any] | None]] = {
    "edit": _edit,
    "join": _join,
    "leave": _leave,
}


def _render(
    request: HttpRequest,
    league: League,
    team: Team,
    season: Season | None,
    *,
    form: TeamForm | None = None,
    squad_form: SquadForm | None = None,
) -> HttpResponse:
    squad = list_squad(team, season)
    players: list[Player] = [row.player for row in squad]
    fixtures = list_fixtures_of(team, list_team_events(league, season))
    context = {
        "league": league,
        "team": team,
        "crumbs": [
            (reverse("league:league", args=[league.slug]), league.name),
            (reverse("league:teams", args=[league.slug]), _("Teams")),
            ("", team.name),
        ],
        "squad": squad,
        "former": list_former(team, season),
        "fixtures": [describe_fixture(fixture, seen_by=team) for fixture in fixtures],
        "form": form or TeamForm(initial={"name": team.name, "venue": team.venue}, auto_id="team_%s"),
        "squad_form": squad_form
        or SquadForm(league=league, squad=players, initial={"on": timezone.localdate()}, auto_id="join_%s"),
        "may_set_up": has_right(request.user, "set_up", league=league),
        **_describe_seasons(league, season),
    }
    faults = any(each is not None and each.errors for each in (form, squad_form))
    return render(request, "league/team.html", context, status=REFUSED if faults else 200)


def _describe_seasons(league: League, season: Season | None) -> dict[str, Any]:
    """The season that is shown, and all that can be chosen; squads without a season only where there is none."""
    seasons = [(each.slug, each.name, each == season) for each in league.seasons.all()]
    has_loose = not seasons or season is None or league.events.filter(entry_kind="team", season=None).exists()
    return {
        "season": season,
        "season_slug": season.slug if season else NO_SEASON,
        "seasons": [*seasons, *([(NO_SEASON, _("without a season"), season is None)] if has_loose else [])],
    }


def _add_season(url: str, season: Season | None) -> str:
    return f"{url}?season={season.slug if season else NO_SEASON}"
