"""A suggestion of who sits where in the next round, for an admin to change."""

from __future__ import annotations

import random

from league.models import Event, Round
from league.models.event import EntryKind
from scoring.seating import PAIRS_MOVE, PLAYERS_MOVE, fill_tables, move_tables


def find_next_round(event: Event) -> int:
    """The number of the round that comes next."""
    last = event.rounds.order_by("number").last()
    return last.number + 1 if last else 1


def count_tables(event: Event) -> int:
    """How many tables the next round is likely to have: as many as the last, or as the players fill."""
    last = event.rounds.order_by("number").last()
    if last is not None:
        return last.tables.count()
    return max(1, event.league.players.count() // len(event.rules.seats))


def suggest_seats(event: Event, *, tables: int, drawn: bool = False) -> list[dict[str, int]]:
    """Seat -> player for each table. The last round moved on, or lots drawn; who is left fills empty seats."""
    game = event.rules
    last = event.rounds.order_by("number").last()
    seated: list[dict[str, int]] = []
    if last is not None and not drawn:
        move = PAIRS_MOVE if event.entry_kind == EntryKind.PAIR else PLAYERS_MOVE
        seated = move_tables(_read_round(last), by=move)[:tables]
    taken = {player for table in seated for player in table.values()}
    left = [pk for pk in event.league.players.values_list("pk", flat=True) if pk not in taken]
    if drawn:
        random.SystemRandom().shuffle(left)
    order = [seat for side in game.sides for seat in game.seats_of(side)]
    return seated + fill_tables(left, order=order, tables=tables - len(seated))


def _read_round(round_: Round) -> list[dict[str, int]]:
    tables = round_.tables.prefetch_related("seats").order_by("number")
    return [{seat.seat: seat.player_id for seat in table.seats.all()} for table in tables]
