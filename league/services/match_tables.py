"""Open the tables of the next games of all matches that need one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.contrib.auth.models import User
from django.db import transaction

from league.models import Event, Match, Player, Round, Table
from league.selectors.attendance import list_here
from league.selectors.match_plans import ELIMINATIONS, find_match_plan
from league.selectors.matches import MatchState, find_current_round, list_matches
from league.selectors.suggestions import find_next_round
from league.services.links import ensure_links
from league.services.locking import lock_event, lock_scope, repeat_interrupted
from league.services.matches import check_open, seat_entries
from league.services.planned_rounds import make_places
from league.services.seat_places import Place
from league.services.seating import seat_table
from rules.game import Game


def list_ready(event: Event, states: Iterable[MatchState], *, round_number: int | None = None) -> list[MatchState]:
    """The matches of which a table can be opened now: those of a round, else of the first round that is not done.

    In an elimination all that are known and free.
    """
    states = list(states)
    plan = find_match_plan(event)
    ready = [state for state in states if state.status == "ready"]
    if round_number is None and plan is not None and plan.format in ELIMINATIONS:
        playing = {entry for state in states if state.status == "playing" for entry in _list_numbers(state)}
        return [state for state in ready if playing.isdisjoint(_list_numbers(state))]
    number = find_current_round(states) if round_number is None else round_number
    return [state for state in ready if state.match.round_number == number]


@repeat_interrupted
def open_match_tables(event: Event, *, by: User | None, source: str, round_number: int | None = None) -> list[Table]:
    """Open a table for the next game of every match that needs one, with a link to each.

    A match stays at its table from game to game. Pressed twice it opens nothing twice. Raises RefusedError.
    """
    with transaction.atomic():
        lock_scope(event)
        lock_event(event)
        check_open(event)
        states = list_matches(event)
        taken = {game.table.number for state in states for game in state.games if not game.is_over}
        opened = []
        for state in list_ready(event, states, round_number=round_number):
            number = _choose_number(state, taken)
            taken.add(number)
            opened.append(_open_table(event, state, number, by=by, source=source))
        ensure_links(opened, by=by, source=source)
    return opened


def _open_table(event: Event, state: MatchState, number: int, *, by: User | None, source: str) -> Table:
    _pin_sides(state)
    game = event.rules
    round_ = _take_round(event, state.match, state.next_game)
    seats, places = _seat_people(event, round_, seat_entries(game, state.first, state.second))
    return seat_table(
        event,
        round_number=round_.number,
        number=number,
        seats=seats,
        places=places,
        first_dealer=_choose_dealer(game, state.next_game),
        match=state.match,
        by=by,
        source=source,
    )


def _seat_people(event: Event, round_: Round, seats: dict[str, Player]) -> tuple[dict[str, Player], dict[str, Place]]:
    """Who really sits in these seats of pairs: whoever stands in or shares a seat, as was said at the check-in."""
    here = list_here(event, round_.number)
    if not here.stand_ins and not here.shared:
        return seats, {}
    players = event.league.players.in_bulk()
    instead = {absent: players[substitute] for substitute, absent in here.stand_ins.items() if substitute in players}
    seated = {seat: instead.get(player.pk, player) for seat, player in seats.items()}
    return seated, make_places(here, {seat: player.pk for seat, player in seated.items()}, players)


def _pin_sides(state: MatchState) -> None:
    """Write down who meets: from now on those two have met, whatever is corrected of the matches before."""
    match = state.match
    if match.first_id is None or match.second_id is None:
        match.first, match.second = state.first, state.second
        match.save(update_fields=["first", "second"])


def _take_round(event: Event, match: Match, game: int) -> Round:
    """The round for this game of the matches of a round: all who play it at once have the same."""
    found = event.rounds.filter(planned=match.round_number, game=game).order_by("number").first()
    if found is not None:
        return found
    return Round.objects.create(event=event, number=find_next_round(event), planned=match.round_number, game=game)


def _choose_dealer(game: Game, number: int) -> str:
    """The sides deal first in turns."""
    side = list(game.sides)[(number - 1) % len(game.sides)]
    return game.seats_of(side)[0]


def _choose_number(state: MatchState, taken: set[int]) -> int:
    """The table of the game before, else the first that is free."""
    had = [game.table.number for game in state.games]
    return next(number for number in _list_candidates(had) if number not in taken)


def _list_candidates(had: list[int]) -> Iterator[int]:
    yield from had[-1:]
    number = 1
    while True:
        yield number
        number += 1


def _list_numbers(state: MatchState) -> set[int]:
    return {entry.pk for entry in (state.first, state.second) if entry is not None}
