"""The matches of an event by round: who meets whom, how it stands, and what comes next in one press."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.access import list_rights
from league.models import Event
from league.models.planning import Format
from league.models.record import Source
from league.selectors.match_plans import MatchPlan, find_match_plan
from league.selectors.matches import MatchState, find_current_round, list_matches
from league.services.faults import RefusedError
from league.services.match_tables import list_ready, open_match_tables
from league.services.matches import may_seat_anew, seat_expected
from league.services.swiss_rounds import make_next_round, pair_again
from league.web.answers import REFUSED, SeeOther
from league.web.lookup import get_actor, get_event
from league.web.match_cards import describe_match

#: The longest number of a round that a form can send.
LONGEST_NUMBER = 5


def show_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the matches by round, or do what comes next."""
    if request.method != "POST":
        return _render(request, get_event(request, slug))
    event = get_event(request, slug, right="set_up")
    action = ACTIONS.get(request.POST.get("action", ""))
    if action is None:
        raise SuspiciousOperation("a form of this page sends no such action")
    try:
        messages.success(request, action(request, event))
    except RefusedError as refused:
        return _render(request, event, faults=[text for texts in refused.messages.values() for text in texts])
    return SeeOther(reverse("league:matches", args=[slug]))


def open_tables(request: HttpRequest, event: Event) -> str:
    """Open the tables of the next games."""
    opened = open_match_tables(
        event, round_number=_read_number(request, "round"), by=get_actor(request), source=Source.WEB
    )
    if not opened:
        return _("There was no table to open: look at what is in play below.")
    return ngettext("%(count)s table is open.", "%(count)s tables are open.", len(opened)) % {"count": len(opened)}


def make_round(request: HttpRequest, event: Event) -> str:
    """Pair the next round of a Swiss event."""
    seen = _read_number(request, "seen") or 0
    make_next_round(event, seen_round=seen, by=get_actor(request), source=Source.WEB)
    return _("Round %(round)s is paired.") % {"round": seen + 1}


def make_round_again(request: HttpRequest, event: Event) -> str:
    """Pair the last round anew."""
    pair_again(event, reason=request.POST.get("reason", ""), by=get_actor(request), source=Source.WEB)
    return _("The round is paired anew.")


def seat_right(request: HttpRequest, event: Event) -> str:
    """Seat those who should meet after a correction."""
    seat_expected(event, by=get_actor(request), source=Source.WEB)
    return _("The right ones sit at these tables now.")


ACTIONS: dict[str, Callable[[HttpRequest, Event], str]] = {
    "open": open_tables,
    "next": make_round,
    "again": make_round_again,
    "seat": seat_right,
}


def make_crumbs(event: Event, *last: str) -> list[tuple[str, str]]:
    """Where a page about matches is: below the matches of the event, or that page itself."""
    crumbs = [
        (reverse("league:league", args=[event.league.slug]), event.league.name),
        (reverse("league:event", args=[event.slug]), event.name),
    ]
    if not last:
        return [*crumbs, ("", _("Matches"))]
    return [*crumbs, (reverse("league:matches", args=[event.slug]), _("Matches")), ("", last[0])]


def _render(request: HttpRequest, event: Event, *, faults: Sequence[str] = ()) -> HttpResponse:
    rights = list_rights(request.user, league=event.league)
    plan = find_match_plan(event)
    states = list_matches(event)
    current = find_current_round(states)
    may_set_up = "set_up" in rights and event.is_open
    context = {
        "event": event,
        "crumbs": make_crumbs(event),
        "plan": plan,
        "format": plan.format.label if plan else "",
        "has_bracket": bool(plan and plan.bracket),
        "may_set_up": may_set_up,
        "may_choose": "set_up" in rights,
        "faults": faults,
        "current": current,
        "rounds": [
            (number, [describe_match(event, state, plan) for state in group], all_settled)
            for number, group, all_settled in _list_rounds(states)
        ],
        "todo": _describe_todo(event, plan, states, current) if may_set_up else {},
        "wrong": [describe_match(event, state, plan) for state in states if state.expected is not None],
        "can_seat": any(may_seat_anew(state) for state in states),
    }
    return render(request, "league/matches.html", context, status=REFUSED if faults else 200)


def _list_rounds(states: Sequence[MatchState]) -> list[tuple[int, list[MatchState], bool]]:
    rounds = [(number, list(group)) for number, group in groupby(states, key=lambda each: each.match.round_number)]
    return [(number, group, all(state.is_settled for state in group)) for number, group in rounds]


def _describe_todo(
    event: Event, plan: MatchPlan | None, states: Sequence[MatchState], current: int | None
) -> dict[str, Any]:
    """What can be done next: tables to open, a round to pair, matches to decide."""
    last = max((state.match.round_number for state in states), default=0)
    is_swiss = plan is not None and plan.format == Format.SWISS
    more = plan is not None and is_swiss and last - plan.after < plan.settings.rounds
    untouched = [state for state in states if state.match.round_number == last and not state.is_touched]
    return {
        "ready": len(list_ready(event, states)),
        "playing": sum(state.status == "playing" for state in states),
        "level": [describe_match(event, state, plan) for state in states if state.status == "level"],
        "next": last + 1 if more and current is None else None,
        "seen": last,
        "again": last if is_swiss and len(untouched) == sum(s.match.round_number == last for s in states) else None,
        "is_done": bool(states) and current is None and not more,
    }


def _read_number(request: HttpRequest, name: str) -> int | None:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
