"""What matches count that were not played, or not to the end: byes, forfeits and walkovers, for the standings.

Games that were played are counted from their tables, as everywhere. A match of the event's that is settled otherwise
gives one result a side; both name the match, so that standings by matches find them beside its games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from league.models import Event
from league.models.planning import MatchEnd
from league.selectors.match_plans import find_match_plan
from league.selectors.matches import MatchState, list_matches
from scoring.bracket_filling import Known, fill_bracket, rank_entries
from scoring.game_results import Kind, Result
from scoring.knockout import Key

#: Sides that gave a match up, or were not there, by what was ruled.
GAVE_UP = {
    MatchEnd.FIRST_FORFEITS: ("first",),
    MatchEnd.SECOND_FORFEITS: ("second",),
    MatchEnd.NEITHER_CAME: ("first", "second"),
}


def list_unplayed_results(event: Event, *, states: Iterable[MatchState] | None = None) -> list[Result]:
    """One result a side of every match that was not settled by its games. `game` is below nought: no table has it."""
    read = list_matches(event) if states is None else states
    return [result for state in read for result in _list_results(state)]


def list_bracket_places(event: Event) -> list[tuple[int, tuple[int, ...]]]:
    """The places that an elimination has settled, best first, each with its entries; nothing in other formats."""
    plan = find_match_plan(event)
    if plan is None or not plan.bracket:
        return []
    known: dict[Key, Known] = {}
    for state in list_matches(event):
        if state.spot is not None:
            first, second = (entry.pk if entry else None for entry in (state.first, state.second))
            winner = state.find_entry(state.winner)
            settled = (winner.pk if winner else 0) if state.status == "over" else None
            known[state.spot.key] = Known(first=first, second=second, winner=settled)
    return rank_entries(plan.bracket, plan.order, fill_bracket(plan.bracket, plan.order, known))


def _list_results(state: MatchState) -> Iterator[Result]:
    if state.status == "bye" and state.first is not None:
        yield _make_result(state, state.first.pk, (), "bye", "won")
    gave_up = _find_absent(state)
    if not gave_up or state.first is None or state.second is None:
        return
    for side, entry, other in (("first", state.first, state.second), ("second", state.second, state.first)):
        is_gone = side in gave_up
        kind: Kind = "forfeit_lost" if is_gone else "forfeit_won"
        if not is_gone and not any(game.has_hands for game in state.games):
            kind = "walkover" if state.how == "withdrawn" else kind
        yield _make_result(state, entry.pk, (other.pk,), kind, "lost" if is_gone else "won")


def _find_absent(state: MatchState) -> tuple[str, ...]:
    """The sides that count as having given the match up."""
    if state.how == "ruled":
        return GAVE_UP.get(MatchEnd(state.match.end), ())
    if state.how == "withdrawn":
        return {"first": ("second",), "second": ("first",), "": ("first", "second")}[state.winner]
    return ()


def _make_result(state: MatchState, entry: int, opponents: tuple[int, ...], kind: Kind, outcome: str) -> Result:
    return Result(
        game=-state.match.pk,
        entry=entry,
        round=state.match.round_number,
        match=state.match.pk,
        opponents=opponents,
        kind=kind,
        outcome="won" if outcome == "won" else "lost",
    )
