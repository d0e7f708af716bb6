"""Pages of events: a new one, and the page that everybody watches during the evening."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Event, League
from league.models.event import EntryKind
from league.models.record import Source
from league.prizes import word_prizes
from league.selectors.blind_hands import list_hidden, make_shown_results
from league.selectors.standings import list_standings
from league.selectors.tables import TableScore, list_tables
from league.services.faults import RefusedError
from league.services.setup import create_event
from league.web.answers import REFUSED, SeeOther
from league.web.board import describe_board_link
from league.web.clock import describe_clock
from league.web.forms import EventForm, add_faults, word_house_rules
from league.web.live import describe_stream
from league.web.lookup import get_actor, get_event, get_league, list_event_rights
from league.web.stage_bar import describe_stage
from league.web.standings_table import describe_standings
from league.wording import join_names, name_side
from rules.catalog import GAMES


def make_event(request: HttpRequest, slug: str) -> HttpResponse:
    """Make an event of the game that the address names (`?game=`), else of the first there is."""
    league = get_league(request, slug, right="set_up")
    asked = request.GET.get("game", "")
    game = asked if asked in GAMES else next(iter(GAMES))
    form = EventForm(request.POST or None, league=league, game=game, initial={"held_on": timezone.localdate()})
    if request.method == "POST" and form.is_valid():
        try:
            event = _create(request, league, game, form)
        except RefusedError as refused:
            add_faults(form, refused.messages)
        else:
            if event.entry_kind == EntryKind.TEAM:
                messages.success(request, _("%(event)s is there. Next: its teams.") % {"event": event.name})
                return SeeOther(reverse("league:event-teams", args=[event.slug]))
            messages.success(request, _("%(event)s is there. Next: the first round.") % {"event": event.name})
            return SeeOther(reverse("league:event", args=[event.slug]))
    context = {
        "league": league,
        "crumbs": [(reverse("league:league", args=[league.slug]), league.name), ("", _("New event"))],
        "form": form,
        "game": game,
        "games": [(key, _(kind.title), key == game) for key, kind in GAMES.items()],
    }
    return render(request, "league/event_new.html", context, status=REFUSED if form.errors else 200)


@require_safe
def show_event(request: HttpRequest, slug: str) -> HttpResponse:
    """The event: standings and tables in play."""
    event = get_event(request, slug)
    rights = list_event_rights(request, event)
    context = describe_live(event, rights=rights) | _describe_event(event)
    context["may_check_in"] = "check_in" in rights
    context |= describe_stream(request, event, "event-admin" if "set_up" in rights else "event")
    return render(request, "league/event.html", context)


def describe_live(event: Event, *, rights: frozenset[str]) -> dict[str, Any]:
    """What moves while cards are played: the same for all who have these rights in the league."""
    game = event.rules
    # Admins have a page of their own; all others get one that is rendered once for all of them.
    shown = make_shown_results(event, {} if "set_up" in rights else list_hidden(event))
    tables = list_tables(event, instead=shown)
    standings = list_standings(event, instead=shown)
    return {
        "event": event,
        "game": game,
        "prizes": word_prizes(game, standings),
        "has_open_games": any(line.games_open for line in standings),
        "may_set_up": "set_up" in rights,
        "may_publish": "publish" in rights,
        "stage": describe_stage(event, shows_names="publish" in rights),
        **describe_board_link(event, rights=rights),
        **describe_standings(event, standings),
        "has_finished_games": any(table.is_finished for table in tables),
        "rounds": [
            (describe_clock(event, round_), [describe_table_card(table) for table in group])
            for round_, group in groupby(tables, key=lambda table: table.table.round)
        ],
    }


def _describe_event(event: Event) -> dict[str, Any]:
    game = event.rules
    return {
        "crumbs": [(reverse("league:league", args=[event.league.slug]), event.league.name), ("", event.name)],
        "game_title": _(game.title),
        "preset_title": _(game.preset_titles[event.preset]),
        "target": game.goal,
        "house_rules": word_house_rules(game),
        "has_players": event.league.players.exists(),
    }


def describe_table_card(score: TableScore) -> dict[str, Any]:
    """A table as a card on the pages of its event."""
    table = score.table
    return {
        "pk": table.pk,
        "number": table.number,
        "round": table.round.number,
        "is_corrected": table.corrected_at is not None,
        "url": reverse("league:table", args=[table.event.slug, table.round.number, table.number]),
        "deals": score.deals,
        "is_finished": score.is_finished,
        "is_confirmed": score.is_confirmed,
        "corrected_at": table.corrected_at,
        "sides": [
            {
                "code": side.side,
                "title": name_side(side.side, {}),
                "players": join_names(list(side.players)),
                "points": side.points,
                "has_won": side.has_won,
            }
            for side in score.sides
        ],
    }


def _create(request: HttpRequest, league: League, game: str, form: EventForm) -> Event:
    chosen = form.cleaned_data
    return create_event(
        league,
        name=chosen["name"],
        game=game,
        preset=chosen["preset"],
        options=form.read_options(),
        season=chosen["season"],
        held_on=chosen["held_on"],
        entry_kind=chosen["entry_kind"],
        players=chosen.get("players"),
        by=get_actor(request),
        source=Source.WEB,
    )
