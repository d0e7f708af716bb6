"""Which places an elimination has settled."""

from __future__ import annotations

from league.models import Event
from league.selectors.match_plans import find_match_plan
from league.selectors.matches import list_matches
from scoring.bracket_filling import NOBODY, Known, fill_bracket, rank_entries
from scoring.knockout import Key


def list_bracket_places(event: Event) -> list[tuple[int, tuple[int, ...]]]:
    """Each place with its entries, best first; who went out in the same step shares one. Nothing in other formats."""
    plan = find_match_plan(event)
    if plan is None or not plan.bracket:
        return []
    known: dict[Key, Known] = {}
    for state in list_matches(event):
        if state.spot is not None:
            first, second = (entry.pk if entry else None for entry in (state.first, state.second))
            winner = state.find_entry(state.winner)
            settled = (winner.pk if winner else NOBODY) if state.status == "over" else None
            known[state.spot.key] = Known(first=first, second=second, winner=settled)
    return rank_entries(plan.bracket, plan.order, fill_bracket(plan.bracket, plan.order, known))
