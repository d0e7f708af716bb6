"""A suggestion of who sits where in the next round, for an admin to change."""

from __future__ import annotations

import random
from collections.abc import Collection

from league.models import Event
from league.models.event import EntryKind
from scoring.seating import PAIRS_MOVE, fill_tables, find_teams, keep_teams, mix_partners, move_tables, order_by_turn


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


def suggest_seats(
    event: Event, *, tables: int, drawn: bool = False, away: Collection[int] = ()
) -> list[dict[str, int]]:
    """Seat -> player for each table. Where not everybody finds a seat, who has sat least is seated first.

    Fixed pairs move on from the last round, single players get new partners; or lots are drawn. `away` are the
    players who are not there. A seat stays empty where nobody is left for it.
    """
    game = event.rules
    sides = [game.seats_of(side) for side in game.sides]
    rounds = _read_rounds(event)
    here = [pk for pk in event.league.players.values_list("pk", flat=True) if pk not in away]
    if event.entry_kind == EntryKind.PAIR and not drawn:
        teams = order_by_turn(find_teams(here, rounds=rounds, sides=sides), rounds=rounds)
        moved = move_tables(rounds[-1], by=PAIRS_MOVE) if rounds else []
        seated = keep_teams(moved, teams[: tables * len(sides)], sides=sides, tables=tables)
        return _fill_up(seated, here, game.seats)
    if drawn:
        random.SystemRandom().shuffle(here)
    chosen = {pk for (pk,) in order_by_turn([(pk,) for pk in here], rounds=rounds)[: tables * len(game.seats)]}
    people = [pk for pk in here if pk in chosen]
    if event.entry_kind == EntryKind.PAIR:
        return fill_tables(people, order=[seat for seats in sides for seat in seats], tables=tables)
    seated = mix_partners(people, rounds=rounds, sides=sides)
    return _fill_up(seated + [{} for _table in range(tables - len(seated))], people, game.seats)


def _fill_up(tables: list[dict[str, int]], people: list[int], seats: tuple[str, ...]) -> list[dict[str, int]]:
    """The tables with those who are over in the seats that are still empty, for an admin to complete."""
    taken = {person for table in tables for person in table.values()}
    over = iter([person for person in people if person not in taken])
    for table in tables:
        for seat in seats:
            if seat not in table and (person := next(over, None)) is not None:
                table[seat] = person
    return tables


def _read_rounds(event: Event) -> list[list[dict[str, int]]]:
    """Every round so far, table by table."""
    rounds: dict[int, list[dict[str, int]]] = {}
    for table in event.tables.select_related("round").prefetch_related("seats").order_by("round__number", "number"):
        seats = {seat.seat: seat.player_id for seat in table.seats.all()}
        rounds.setdefault(table.round.number, []).append(seats)
    return list(rounds.values())
