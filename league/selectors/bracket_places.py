"""Who came how far in an elimination, as its matches are now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from league.models import Event, SeatResult
from league.selectors.match_plans import MatchPlan, find_match_plan
from league.selectors.matches import MatchState, list_matches
from scoring.bracket_filling import NOBODY, Filled, Known, fill_bracket
from scoring.bracket_ranking import place_entries, rank_entries
from scoring.game_results import BracketPlace
from scoring.knockout import Key


def list_bracket_places(event: Event) -> list[tuple[int, tuple[int, ...]]]:
    """Each place with its entries, best first; who came equally far shares one. Who still plays is left out.

    Nothing in other formats.
    """
    plan = find_match_plan(event)
    if plan is None or not plan.bracket:
        return []
    return rank_entries(plan.bracket, _fill(plan, list_matches(event)))


def find_bracket_places(
    event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None
) -> dict[int, BracketPlace]:
    """Entry -> its place in the bracket, for every entry of the event; nothing where there is no bracket.

    Who is not in the bracket comes after all who are. `instead`: table -> unsaved results in place of its stored ones.
    """
    plan = find_match_plan(event)
    if plan is None or not plan.bracket:
        return {}
    states = list_matches(event, instead=instead)
    matches = {state.spot.key: state.match.pk for state in states if state.spot is not None}
    placed = place_entries(plan.bracket, _fill(plan, states))
    outside = BracketPlace(place=len(placed) + 1)
    places = dict.fromkeys(event.entries.order_by("pk").values_list("pk", flat=True), outside)
    return places | {
        entry: BracketPlace(place=stands.place, is_in=stands.is_in, match=matches.get(stands.last))
        for entry, stands in placed.items()
    }


def _fill(plan: MatchPlan, states: Iterable[MatchState]) -> dict[Key, Filled]:
    known: dict[Key, Known] = {}
    for state in states:
        if state.spot is not None:
            first, second = (entry.pk if entry else None for entry in (state.first, state.second))
            winner = state.find_entry(state.winner)
            settled = (winner.pk if winner else NOBODY) if state.status == "over" else None
            known[state.spot.key] = Known(first=first, second=second, winner=settled)
    return fill_bracket(plan.bracket, plan.order, known)
