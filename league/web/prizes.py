"""Pages of prizes, of an event or a season: who gets what and why, and what can be won."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from league.access import has_right
from league.models import Division, Event, League, Season
from league.models.record import Source
from league.prize_words import word_prizes_of
from league.selectors.blind_hands import list_hidden, make_shown_results
from league.selectors.prizes import Awarded, award_event_prizes, read_prize_rules
from league.selectors.season_prizes import award_season_prizes
from league.services.faults import RefusedError
from league.services.prizes import MOST_PRIZES, set_prizes
from league.web.answers import REFUSED, SeeOther
from league.web.forms import add_faults
from league.web.lookup import get_actor, get_event, get_season, list_event_rights
from league.web.prize_forms import (
    SPARE_ROWS,
    PrizeForm,
    PrizeSettingsForm,
    Winnable,
    make_row_initial,
    make_settings_initial,
    read_rules,
)
from scoring.prize_presets import list_prize_presets
from scoring.prize_rules import PrizeRules


class Scope(Struct, frozen=True, kw_only=True):
    """Where prizes are won: an event or a season, with the addresses of its pages."""

    thing: Event | Season
    league: League
    crumbs: list[tuple[str, str]]
    page: str
    edit: str
    sheet: str


def find_event_scope(event: Event) -> Scope:
    """The prizes of an event."""
    return Scope(
        thing=event,
        league=event.league,
        crumbs=[
            (reverse("league:league", args=[event.league.slug]), event.league.name),
            (reverse("league:event", args=[event.slug]), event.name),
        ],
        page=reverse("league:event-prizes", args=[event.slug]),
        edit=reverse("league:event-prizes-edit", args=[event.slug]),
        sheet=reverse("league:event-prizes-sheet", args=[event.slug]),
    )


def find_season_scope(season: Season) -> Scope:
    """The prizes of a season."""
    at = [season.league.slug, season.slug]
    return Scope(
        thing=season,
        league=season.league,
        crumbs=[
            (reverse("league:league", args=[season.league.slug]), season.league.name),
            (reverse("league:season", args=at), season.name),
        ],
        page=reverse("league:season-prizes", args=at),
        edit=reverse("league:season-prizes-edit", args=at),
        sheet=reverse("league:season-prizes-sheet", args=at),
    )


@require_safe
def show_event_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Who wins what in an event, as it stands."""
    event = get_event(request, slug)
    return _show(request, find_event_scope(event), award_seen_prizes(request, event))


@require_safe
def show_season_prizes(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Who wins what in a season, as it stands."""
    found = get_season(request, slug, season)
    return _show(request, find_season_scope(found), award_season_prizes(found))


def change_event_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Set what can be won in an event."""
    return _change(request, find_event_scope(get_event(request, slug, right="set_up")))


def change_season_prizes(request: HttpRequest, slug: str, season: str) -> HttpResponse:
    """Set what can be won in a season."""
    return _change(request, find_season_scope(get_season(request, slug, season, right="set_up")))


def award_seen_prizes(request: HttpRequest, event: Event) -> Awarded:
    """The prizes of an event by the results that this visitor may see yet."""
    hidden = list_hidden(event, rights=list_event_rights(request, event))
    return award_event_prizes(event, instead=make_shown_results(event, hidden) if hidden else None)


def _show(request: HttpRequest, scope: Scope, awarded: Awarded) -> HttpResponse:
    context = {
        "scope": scope,
        "league": scope.league,
        "crumbs": [*scope.crumbs, ("", _("Prizes"))],
        "prizes": word_prizes_of(awarded),
        "has_results": awarded.has_results,
        "may_set_up": has_right(request.user, "set_up", league=scope.league),
        "settle": find_settling(scope) if has_right(request.user, "rule", league=scope.league) else "",
    }
    return render(request, "league/prizes.html", context)


def find_settling(scope: Scope) -> str:
    """The page on which ties are settled."""
    if isinstance(scope.thing, Season):
        return reverse("league:season-decisions", args=[scope.league.slug, scope.thing.slug])
    return reverse("league:standing-decisions", args=[scope.thing.slug])


def _change(request: HttpRequest, scope: Scope) -> HttpResponse:
    if request.method != "POST":
        return _render_form(request, scope, rules=_find_rules(request, scope))
    action = request.POST.get("action", "save")
    if action not in ("save", "add"):
        raise SuspiciousOperation("a form of this page sends no such action")
    settings = PrizeSettingsForm(request.POST)
    rows = _read_rows(request, scope)
    if action == "add":
        return _render_form(request, scope, settings=settings, rows=[*rows, _make_row(scope, len(rows))])
    if not any(form.errors for form in (settings, *rows)):
        rules, pot = read_rules(settings, rows)
        try:
            set_prizes(scope.thing, rules, pot=pot, by=get_actor(request), source=Source.WEB)
        except RefusedError as refused:
            add_faults(settings, refused.messages)
        else:
            messages.success(request, _("The prizes are saved."))
            return SeeOther(scope.page)
    return _render_form(request, scope, settings=settings, rows=rows, status=REFUSED)


def _find_rules(request: HttpRequest, scope: Scope) -> PrizeRules:
    """The prizes as they are, or a ready-made list that is asked for."""
    winnable = find_winnable(scope.thing)
    presets = list_prize_presets(winnable.games[0], winnable.divisions) if winnable.games else {}
    asked = request.GET.get("preset", "")
    return presets[asked][1] if asked in presets else read_prize_rules(scope.thing)


def find_winnable(thing: Event | Season) -> Winnable:
    """What prizes there can be for."""
    if isinstance(thing, Event):
        divisions = thing.divisions.order_by("number").values_list("name", flat=True)
        return Winnable(games=(thing.rules,), divisions=tuple(divisions))
    events = list(thing.events.order_by("pk"))
    games = {event.game: event.rules for event in events}
    names = Division.objects.filter(event__season=thing).order_by("number").values_list("name", flat=True)
    return Winnable(games=tuple(games.values()), divisions=tuple(dict.fromkeys(names)))


def _read_rows(request: HttpRequest, scope: Scope) -> list[PrizeForm]:
    text = request.POST.get("rows", "0")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    winnable = find_winnable(scope.thing)
    before = {make_row_initial(prize)["what"] for prize in read_prize_rules(scope.thing).prizes}
    rows = []
    for place in range(min(number, MOST_PRIZES + SPARE_ROWS)):
        sent = request.POST.get(f"prize-{place}-what", "")
        initial = {"what": sent} if sent in before else {}
        rows.append(PrizeForm(request.POST, prefix=f"prize-{place}", winnable=winnable, initial=initial))
    return rows


def _make_row(scope: Scope, place: int) -> PrizeForm:
    return PrizeForm(prefix=f"prize-{place}", winnable=find_winnable(scope.thing))


def _render_form(
    request: HttpRequest,
    scope: Scope,
    *,
    rules: PrizeRules | None = None,
    settings: PrizeSettingsForm | None = None,
    rows: list[PrizeForm] | None = None,
    status: int = 200,
) -> HttpResponse:
    winnable = find_winnable(scope.thing)
    if rules is not None:
        settings = PrizeSettingsForm(initial=make_settings_initial(rules, scope.thing.pot))
        initials: list[Any] = [*map(make_row_initial, rules.prizes), *({} for _row in range(SPARE_ROWS))]
        rows = [
            PrizeForm(prefix=f"prize-{place}", winnable=winnable, initial=initial)
            for place, initial in enumerate(initials)
        ]
    presets = list_prize_presets(winnable.games[0], winnable.divisions) if winnable.games else {}
    context = {
        "scope": scope,
        "league": scope.league,
        "crumbs": [*scope.crumbs, (scope.page, _("Prizes")), ("", _("What can be won"))],
        "form": settings,
        "rows": rows,
        "presets": [(code, _(title)) for code, (title, _rules) in presets.items()],
    }
    return render(request, "league/prizes_edit.html", context, status=status)
