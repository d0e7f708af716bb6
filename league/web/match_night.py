"""A fixture on the night: choose who plays, open its tables, bring somebody on, put it off."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from league.access import list_rights
from league.models import Match
from league.models.record import Source
from league.selectors.fixtures import FixtureState, find_fixture
from league.selectors.team_entries import read_team_rules
from league.services.faults import RefusedError
from league.services.fixtures import postpone_match
from league.services.match_nights import bring_on, open_match
from league.services.squads import sign_players
from league.web.answers import REFUSED, SeeOther
from league.web.fixture_words import describe_fixture, find_url
from league.web.forms import add_faults
from league.web.lineups import LineupPicker, list_tables_of
from league.web.lookup import demand_right, get_actor
from league.web.team_forms import PostponeForm
from league.web.team_lookup import get_fixture, get_team_event, read_row_number

Faults = Mapping[str, list[str]]


def show_match_night(request: HttpRequest, slug: str, round_number: int, number: int) -> HttpResponse:
    """Show a fixture; an admin opens its tables, brings players on, signs them, or puts it off."""
    match = get_fixture(get_team_event(request, slug), round_number, number)
    if request.method != "POST":
        return _render(request, match)
    demand_right(request, "set_up", league=match.event.league)
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    try:
        action(request, match)
    except RefusedError as refused:
        return _render(request, match, faults=refused.messages)
    return SeeOther(find_url(match))


def _open(request: HttpRequest, match: Match) -> None:
    picker = LineupPicker(match)
    lineup = picker.read(request.POST)
    open_match(match, home=lineup["home"], away=lineup["away"], by=get_actor(request), source=Source.WEB)
    messages.success(request, _("The tables are open."))


def _bring_on(request: HttpRequest, match: Match) -> None:
    players = match.event.league.players
    out = players.filter(pk=read_row_number(request.POST.get("out"))).first()
    on = players.filter(pk=read_row_number(request.POST.get("on"))).first()
    if out is None or on is None:
        raise RefusedError({"on": [_("Choose who goes and who comes on.")]})
    bring_on(match, out=out, on=on, by=get_actor(request), source=Source.WEB)
    messages.success(request, _("%(player)s plays from the next game on.") % {"player": on})


def _sign(request: HttpRequest, match: Match) -> None:
    """A new player signs on the night, for the team that the form names."""
    entry = match.second if request.POST.get("side") == "away" else match.first
    if entry is None or entry.team is None or not read_team_rules(match.event).signing_on:
        raise RefusedError({"": [_("New players do not sign on the night in this event.")]})
    names = request.POST.get("names", "").splitlines()
    joined = sign_players(
        entry.team,
        names,
        season=match.event.season,
        on=timezone.localdate(),
        by=get_actor(request),
        source=Source.WEB,
    )
    if not joined:
        raise RefusedError({"names": [_("Write the name of a player who is not in this squad yet.")]})
    messages.success(request, _("Signed for %(team)s. Now choose the pairs.") % {"team": entry})


def _postpone(request: HttpRequest, match: Match) -> None:
    form = PostponeForm(request.POST, auto_id="off_%s")
    if not form.is_valid():
        raise RefusedError({"to": [str(text) for texts in form.errors.values() for text in texts]})
    postpone_match(match, **form.cleaned_data, by=get_actor(request), source=Source.WEB)
    messages.success(request, _("The match has another day now."))


ACTIONS: Mapping[str, Callable[[HttpRequest, Match], None]] = {
    "open": _open,
    "on": _bring_on,
    "sign": _sign,
    "postpone": _postpone,
}


def _render(request: HttpRequest, match: Match, *, faults: Faults | None = None) -> HttpResponse:
    faults = faults or {}
    event = match.event
    rights = list_rights(request.user, league=event.league)
    fixture = find_fixture(match)
    may_open = "set_up" in rights and event.is_open and fixture.state == FixtureState.TO_COME
    may_change = "set_up" in rights and event.is_open and fixture.state == FixtureState.OPEN
    picker = LineupPicker(match) if may_open or may_change else None
    form = PostponeForm(
        request.POST if "to" in faults else None,
        initial={"to": match.held_on},
        auto_id="off_%s",
    )
    if "to" in faults:
        add_faults(form, {"to": faults["to"]})
    context = {
        "event": event,
        "fixture": describe_fixture(fixture),
        "crumbs": [
            (reverse("league:event", args=[event.slug]), event.name),
            (reverse("league:fixtures", args=[event.slug]), _("Fixtures")),
            ("", f"{match.first} – {match.second}"),
        ],
        "sittings": list_tables_of(match),
        "starts_at": read_team_rules(event).starts_at,
        "faults": [text for field, texts in faults.items() if field not in ("home", "away", "to") for text in texts],
        "sides": picker.describe(request.POST if faults else None, faults=faults) if picker and may_open else [],
        "changes": picker.describe_changes() if picker and may_change else None,
        "may_open": may_open,
        "may_change": may_change,
        "may_sign": may_open and read_team_rules(event).signing_on,
        "may_rule": "rule" in rights,
        "may_set_up": "set_up" in rights,
        "postpone_form": form if may_open else None,
    }
    return render(request, "league/match_night.html", context, status=REFUSED if faults else 200)
