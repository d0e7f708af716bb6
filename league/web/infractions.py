"""Pages of infractions: of a league, a player, an entry. Only who enters hands sees them: nobody is shamed."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Event, League, Player, Season, Seat
from league.selectors.infractions import RULING, Offence, ToldOffence, count_kinds, list_offences, tell_offences
from league.selectors.people import name_entries
from league.web.lookup import get_event, get_league
from league.wording import name_side, word_reason, word_value
from rules.catalog import GAMES
from scoring.declared import find_field
from scoring.penalties import INFRACTIONS

ROWS_A_PAGE = 50


@require_safe
def show_league_infractions(request: HttpRequest, slug: str) -> HttpResponse:
    """Every infraction and ruling of a league."""
    league = get_league(request, slug, right="record")
    season = _find_season(request, league)
    offences = list_offences(league, season=season)
    return _render(request, league, offences, season=season, crumbs=[("", _("Infractions"))], title=_("Infractions"))


@require_safe
def show_player_infractions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player's infractions, and the rulings against the sides that the player sat on."""
    league = get_league(request, slug, right="record")
    player: Player = get_object_or_404(league.players, pk=number)
    season = _find_season(request, league)
    offences = list_offences(league, season=season, player=player)
    crumbs = [(reverse("league:league-infractions", args=[league.slug]), _("Infractions")), ("", player.name)]
    title = _("Infractions of %(name)s") % {"name": player.name}
    return _render(request, league, offences, season=season, crumbs=crumbs, title=title)


@require_safe
def show_entry_infractions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The infractions of a pair or a player in one event, and the rulings against them."""
    event = get_event(request, slug, right="record")
    (entry,) = name_entries(event, [get_object_or_404(event.entries, pk=number)])
    offences = list_offences(event.league, entry=entry)
    crumbs = [(reverse("league:event", args=[event.slug]), event.name), ("", entry.name)]
    title = _("Infractions of %(name)s") % {"name": entry.name}
    return _render(request, event.league, offences, season=None, crumbs=crumbs, title=title, event=event)


def _render(
    request: HttpRequest,
    league: League,
    offences: list[Offence],
    *,
    season: Season | None,
    crumbs: list[tuple[str, str]],
    title: str,
    event: Event | None = None,
) -> HttpResponse:
    page = Paginator(offences, ROWS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "league": league,
        "event": event,
        "title": title,
        "crumbs": [(reverse("league:league", args=[league.slug]), league.name), *crumbs],
        "seasons": [] if event is not None else list(league.seasons.all()),
        "season": season,
        "counts": [(name_kind(game, kind), count) for (game, kind), count in count_kinds(offences).items()],
        "page": page,
        "rows": [_describe(told) for told in tell_offences(list(page))],
    }
    return render(request, "league/infractions.html", context)


def name_kind(game: str, kind: str) -> str:
    """What a kind of infraction is called, or a ruling."""
    if kind == RULING:
        return _("Ruling")
    field = find_field(GAMES[game].Deal, INFRACTIONS)
    parts = field.fields if field is not None else ()
    return next((word_value(part, kind, {}) for part in parts if part.name == "kind"), kind)


def _describe(told: ToldOffence) -> dict[str, Any]:
    table, game = told.fold.table, told.fold.folded.game
    names = told.fold.sheet.names
    points: dict[str, int] = {}
    for line in told.lines:
        points[line.side] = points.get(line.side, 0) + line.points
    reasons = (word_reason(game, line.template, line.values, names) for line in told.lines)
    return {
        "kind": name_kind(told.offence.game, told.offence.kind),
        "is_ruling": told.offence.kind == RULING,
        "is_warning": told.is_warning,
        "players": [_link_player(seat, table.event.league.slug) for seat in told.seats],
        "entry": _link_entry(told.seats, table.event.slug),
        "event": table.event,
        "url": reverse("league:table", args=[table.event.slug, table.round.number, table.number]),
        "table": table,
        "number": told.step.number,
        "reasons": [*dict.fromkeys(reasons)],
        "gains": [(side, name_side(side, names), points[side]) for side in game.sides if points.get(side)],
    }


def _link_player(seat: Seat, league: str) -> tuple[str, str]:
    return reverse("league:player-infractions", args=[league, seat.player_id]), seat.player.name


def _link_entry(seats: tuple[Seat, ...], event: str) -> str:
    return reverse("league:entry-infractions", args=[event, seats[0].entry_id]) if seats else ""


def _find_season(request: HttpRequest, league: League) -> Season | None:
    """The season that the address asks for. Raises Http404 for one that the league does not have."""
    slug = request.GET.get("season", "")
    if not slug:
        return None
    season = league.seasons.filter(slug=slug).first() if "\0" not in slug else None
    if season is None:
        raise Http404
    return season
