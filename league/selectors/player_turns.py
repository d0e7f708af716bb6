"""Where one player sits in each round of an event: in those opened, and in those that are planned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from league.models import Event
from league.plan_options import is_for_players
from league.plan_words import name_players
from league.selectors.plans import find_plan, list_played_rounds, read_rounds
from league.selectors.upcoming import find_standing, find_upcoming


class PlayerTurn(Struct, frozen=True, kw_only=True):
    """A round for one player: the table (None: it is the turn to sit out), the seat, partners and opponents by name."""

    number: int
    is_open: bool
    table: int | None = None
    seat: str = ""
    partners: tuple[str, ...] = ()
    opponents: tuple[str, ...] = ()


def list_turns(event: Event, player: int) -> list[PlayerTurn]:
    """A player's rounds in order, first those opened."""
    names = name_players(event)
    turns = [
        _make_turn(event, each.number, each.tables, each.sit_out, player, names, is_open=True)
        for each in list_played_rounds(event)
    ]
    upcoming = find_upcoming(event)
    plan = find_plan(event)
    if upcoming is not None and plan is not None and is_for_players(plan):
        # Rounds after the next have no number among those opened yet; with one game each it is the plan's.
        planned = {each.number: each for each in read_rounds(plan) if each.number > find_standing(event).begun}
        if upcoming.round is not None and upcoming.game == 1:
            planned[upcoming.planned] = upcoming.round
        turns += [
            _make_turn(event, number, {table.number: table.seats for table in each.tables}, each.sit_out, player, names)
            for number, each in sorted(planned.items())
        ]
    return [turn for turn in turns if turn is not None]


def _make_turn(
    event: Event,
    number: int,
    tables: Mapping[int, Mapping[str, int]],
    sit_out: Iterable[int],
    player: int,
    names: Mapping[int, str],
    *,
    is_open: bool = False,
) -> PlayerTurn | None:
    for table, seats in tables.items():
        seat = next((seat for seat, who in seats.items() if who == player), None)
        if seat is None:
            continue
        game = event.make_rules(len(seats)) if event.rules.player_counts else event.rules
        own = game.seats_of(game.side_of(seat))
        return PlayerTurn(
            number=number,
            is_open=is_open,
            table=table,
            seat=seat,
            partners=tuple(names.get(seats[each], "") for each in own if each != seat and each in seats),
            opponents=tuple(names.get(who, "") for each, who in seats.items() if each not in own),
        )
    return PlayerTurn(number=number, is_open=is_open) if player in sit_out else None
