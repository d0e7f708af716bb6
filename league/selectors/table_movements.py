"""Movements at tables whose size or seats the game says: people in the seats of the event's own rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from league.models import Event
from scoring.movement_plan import Movement
from scoring.movement_report import report_movement
from scoring.movement_rounds import MovementRound
from scoring.seating import Sides
from scoring.table_movements import plan_tables
from scoring.table_sizes import pair_up


def plan_event_tables(
    event: Event, history: Sequence[MovementRound], people: Sequence[int], *, rounds: int
) -> Movement:
    """Rounds after those played; at tables of two partnerships those are partners who were so least.

    The report counts partners where the game has any. Raises BadSizeError.
    """
    usual = len(event.rules.seats)
    counts = event.rules.player_counts or (usual,)
    movement = plan_tables(history, people, rounds=rounds, counts=counts, usual=usual)
    seated: list[MovementRound] = []
    for each in movement.rounds:
        before = [played.tables for played in (*history, *seated)]
        tables = tuple(seat_people(event, list(table.values()), rounds=before) for table in each.tables)
        seated.append(MovementRound(tables=tables, sit_out=each.sit_out))
    report = report_movement(seated, people=people, history=history, goal="faces", sides=list_partnerships(event))
    return structs.replace(movement, rounds=tuple(seated), report=report)


def list_partnerships(event: Event) -> Sides:
    """The seats of those who play together, at tables of every size at which the game is played."""
    counts = event.rules.player_counts
    games = [event.make_rules(count) for count in counts] if counts else [event.rules]
    sides = (game.seats_of(side) for game in games for side in game.sides)
    return tuple(dict.fromkeys(seats for seats in sides if len(seats) > 1))


def seat_people(
    event: Event, people: Sequence[int], *, rounds: Sequence[Sequence[Mapping[str, int]]]
) -> dict[str, int]:
    """The people of one table in its seats."""
    game = event.make_rules(len(people)) if event.rules.player_counts else event.rules
    sides = [game.seats_of(side) for side in game.sides]
    if len(people) == len(game.seats) and len(sides) == 2 and len(sides[0]) == 2:
        return pair_up(people, rounds=rounds, sides=sides)
    return dict(zip(game.seats, people, strict=False))
