"""The bracket of an elimination, drawn as columns of matches that follow one another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.models import Entry, Event
from league.selectors.bracket_places import list_bracket_places
from league.selectors.match_plans import MatchPlan, find_match_plan
from league.selectors.matches import MatchState, list_matches
from league.selectors.people import list_entries
from league.web.lookup import get_event
from league.web.match_cards import describe_match, name_step
from league.web.matches import make_crumbs
from scoring.knockout import Part, order_seeds

#: Places that are listed below the bracket while it is played.
SHOWN_PLACES = 8


@require_safe
def show_bracket(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who meets whom from the first round to the final."""
    event = get_event(request, slug)
    plan = find_match_plan(event)
    states = [state for state in list_matches(event) if state.spot is not None]
    entries = {entry.pk: entry for entry in list_entries(event)}
    parts = _list_parts(event, plan, states, entries) if plan is not None and plan.bracket else []
    context = {
        "event": event,
        "crumbs": make_crumbs(event, _("Bracket")),
        "format": plan.format.label if plan else "",
        "parts": parts,
        "places": [
            (place, [entries[pk].name for pk in group]) for place, group in list_bracket_places(event)[:SHOWN_PLACES]
        ],
    }
    return render(request, "league/bracket.html", context)


def _list_parts(
    event: Event, plan: MatchPlan, states: Sequence[MatchState], entries: dict[int, Entry]
) -> list[dict[str, Any]]:
    is_double = any(match.only_after for match in plan.bracket)
    titles: dict[Part, str] = {
        "winners": _("Winners’ bracket") if is_double else "",
        "losers": _("Losers’ bracket") if is_double else _("Third place"),
        "final": _("Final"),
    }
    order: list[tuple[Part, ...]] = [("winners",), ("losers",), ("final",)]
    if not is_double:
        order = [("winners", "final"), ("losers",)]
    parts = []
    for names in order:
        columns = _list_columns(event, plan, [state for state in states if _find_part(state) in names], entries)
        if columns:
            parts.append({"title": titles[names[0]], "columns": columns, "is_tree": names[0] == "winners"})
    return parts


def _list_columns(
    event: Event, plan: MatchPlan, states: Sequence[MatchState], entries: dict[int, Entry]
) -> list[dict[str, Any]]:
    steps: dict[tuple[int, str], list[MatchState]] = {}
    for state in states:
        assert state.spot is not None
        steps.setdefault((state.match.round_number, name_step(state.spot, plan)), []).append(state)
    columns = []
    for (round_number, title), group in sorted(steps.items(), key=lambda step: step[0][0]):
        cards = [{"match": describe_match(event, state, plan)} for state in group]
        spot = group[0].spot
        if spot is not None and spot.part == "winners" and spot.level == 1:
            cards = _add_byes(cards, group, plan, entries)
        columns.append({"title": title, "round": round_number, "cards": cards})
    return columns


def _add_byes(
    cards: Sequence[dict[str, Any]], group: Sequence[MatchState], plan: MatchPlan, entries: dict[int, Entry]
) -> list[dict[str, Any]]:
    """The first round from above, with those who come in a round later at their place."""
    size = 1 << max(0, len(plan.order) - 1).bit_length()
    seeds = order_seeds(size)
    by_place = {state.spot.place: card for state, card in zip(group, cards, strict=True) if state.spot is not None}
    return [
        by_place.get(place) or {"bye": entries[plan.order[min(seeds[2 * place], seeds[2 * place + 1]) - 1]].name}
        for place in range(size // 2)
    ]


def _find_part(state: MatchState) -> Part:
    assert state.spot is not None
    return state.spot.part
