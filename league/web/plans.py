"""How the rounds of an event go: choose a plan, see what it gives before it is taken, open round after round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Event
from league.models.event import EntryKind
from league.models.planning import Format
from league.models.record import Source
from league.plan_options import ROUND_BY_ROUND, is_for_players
from league.plan_words import FORMAT_WORDS, name_players, say_report, word_warnings
from league.selectors.plans import find_plan, read_rounds
from league.selectors.player_turns import list_turns
from league.selectors.round_winners import read_side
from league.selectors.upcoming import Upcoming, find_standing, find_upcoming
from league.services.faults import RefusedError
from league.services.planned_rounds import open_planned_round
from league.services.rounds import RoundExistsError
from league.web.answers import REFUSED, SeeOther
from league.web.lookup import demand_right, get_actor, get_event, list_event_rights
from league.web.people import find_shown_player
from league.web.plan_page import list_people, show_round


def show_plan(request: HttpRequest, slug: str) -> HttpResponse:
    """What comes next, with one button that opens it, and the rounds after it."""
    event = get_event(request, slug)
    if request.method == "POST":
        demand_right(request, "set_up", league=event.league)
        return _open(request, event)
    return _render(request, event)


@require_safe
def show_player_plan(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where somebody sits, round by round: partner, opponents, or whose turn it is to sit out."""
    event = get_event(request, slug)
    player = find_shown_player(event.league, number)
    turns = list_turns(event, player.pk)
    if not turns:
        raise Http404
    context = {
        "event": event,
        "player": player,
        "turns": turns,
        "crumbs": [*_list_crumbs(event), ("", player.name)],
    }
    return render(request, "league/plan_player.html", context)


def _open(request: HttpRequest, event: Event) -> HttpResponse:
    text = request.POST.get("number", "")
    number = int(text) if text.isdecimal() and len(text) < 5 else 0
    winners = {
        int(name.removeprefix("winner-")): side
        for name, value in request.POST.items()
        if name.removeprefix("winner-").isdecimal() and (side := read_side(str(value)))
    }
    try:
        open_planned_round(event, number=number, winners=winners, by=get_actor(request), source=Source.WEB)
    except RoundExistsError:
        messages.warning(request, _("Round %(round)s had been opened already: look at it below.") % {"round": number})
    except RefusedError as refused:
        faults = [text for texts in refused.messages.values() for text in texts]
        return _render(request, event, faults=faults, status=REFUSED)
    else:
        messages.success(request, _("Round %(round)s is open.") % {"round": number})
    return SeeOther(reverse("league:event", args=[event.slug]))


def _render(request: HttpRequest, event: Event, *, faults: list[str] | None = None, status: int = 200) -> HttpResponse:
    plan, names = find_plan(event), name_players(event)
    rights = list_event_rights(request, event)
    upcoming = find_upcoming(event)
    at = find_standing(event)
    ahead = [each for each in read_rounds(plan) if each.number > at.begun] if plan and is_for_players(plan) else []
    context: dict[str, Any] = {
        "event": event,
        "plan": plan,
        "is_for_players": event.entry_kind == EntryKind.PLAYER,
        "may_set_up": "set_up" in rights and event.is_open,
        "may_read_names": "read_names" in rights,
        "faults": faults or [],
        "next": _describe_next(event, upcoming, names) if upcoming else None,
        "ahead": [show_round(event, each, names) for each in ahead],
        "people": sorted(((names.get(who, ""), who) for who in list_people(ahead)), key=lambda each: each[0]),
        "versions": list(event.plans.select_related("made_by").order_by("-version")),
        "report": _describe_report(upcoming) if upcoming else None,
        "crumbs": [*_list_crumbs(event)[:-1], ("", _("Plan of the rounds"))],
    }
    return render(request, "league/plan.html", context, status=status)


def _describe_next(event: Event, upcoming: Upcoming, names: dict[int, str]) -> dict[str, Any]:
    return {
        "number": upcoming.number,
        "planned": upcoming.planned,
        "game": upcoming.game,
        "games": upcoming.games,
        "round": show_round(event, upcoming.round, names) if upcoming.round else None,
        "fault": upcoming.fault,
        "undecided": [
            {
                "name": f"winner-{each.number}",
                "words": (_("Table %(number)s is still playing.") if each.is_open else _("Table %(number)s is level."))
                % {"number": each.number},
            }
            for each in upcoming.undecided
        ],
        "missing": [names.get(who, "") for who in upcoming.missing],
        "left_out": [names.get(who, "") for who in upcoming.left_out],
    }


def _describe_report(upcoming: Upcoming) -> dict[str, Any]:
    plan = upcoming.plan
    rounds = read_rounds(plan)
    seats = max((sum(len(table.seats) for table in each.tables) for each in rounds), default=0)
    words = FORMAT_WORDS[Format(plan.format)]
    is_ahead = plan.format not in ROUND_BY_ROUND and bool(plan.report)
    return {
        "title": plan.get_format_display(),
        "sentence": say_report(plan.report, seats=seats) if is_ahead else words,
        "warnings": word_warnings(plan.report),
    }


def _list_crumbs(event: Event) -> list[tuple[str, str]]:
    return [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        (reverse("league:plan", args=[event.slug]), _("Plan of the rounds")),
    ]
