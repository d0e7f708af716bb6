"""A suggestion of who sits where in the next round, for an admin to change."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from league.models import Event
from league.models.event import EntryKind
from rules.game import Game
from scoring.seating import PAIRS_MOVE, fill_tables, find_teams, keep_teams, mix_partners, move_tables, order_by_turn
from scoring.table_sizes import divide_people, mix_tables, pair_up


def find_next_round(event: Event) -> int:
    """The number of the round that comes next."""
    last = event.rounds.order_by("number").last()
    return last.number + 1 if last else 1


def list_sizes(event: Event) -> tuple[int, ...]:
    """How many can play at a table where an admin chooses; nothing where it is always the same number.

    Fixed pairs are always four.
    """
    return event.rules.player_counts if event.entry_kind == EntryKind.PLAYER else ()


def plan_sizes(event: Event, *, tables: int | None = None, away: Collection[int] = ()) -> list[int]:
    """How many sit at each table of the next round: as at the last, or as the players who are there fill tables.

    `tables` sets how many tables there are, all of the usual size.
    """
    game = event.rules
    usual = len(game.seats)
    here = count_here(event, away=away)
    if tables is not None:
        return [usual] * tables
    if counts := list_sizes(event):
        return divide_people(here, counts=counts, usual=usual) or [usual]
    last = event.rounds.order_by("number").last()
    most = max(1, here // usual)
    return [usual] * (min(last.tables.count(), most) if last is not None else most)


def count_here(event: Event, *, away: Collection[int]) -> int:
    """How many of the league's players are there."""
    return event.league.players.exclude(pk__in=away).count()


def suggest_seats(
    event: Event, *, sizes: Sequence[int], drawn: bool = False, away: Collection[int] = ()
) -> list[dict[str, int]]:
    """Seat -> player for each table. Where not everybody finds a seat, who has sat least is seated first.

    Fixed pairs move on from the last round, single players get new partners; or lots are drawn. `sizes` says how many
    sit at each table; `away` are the players who are not there.
    """
    rounds = _read_rounds(event)
    here = [pk for pk in event.league.players.values_list("pk", flat=True) if pk not in away]
    if event.entry_kind == EntryKind.PAIR and not drawn:
        return _move_pairs(event.rules, here, rounds, tables=len(sizes))
    if drawn:
        random.SystemRandom().shuffle(here)
    chosen = {pk for (pk,) in order_by_turn([(pk,) for pk in here], rounds=rounds)[: sum(sizes)]}
    people = [pk for pk in here if pk in chosen]
    if event.entry_kind == EntryKind.PLAYER and (list_sizes(event) or len(event.rules.sides) > 2):
        return _mix_sizes(event, people, rounds, sizes=sizes)
    game = event.rules
    sides = [game.seats_of(side) for side in game.sides]
    if event.entry_kind == EntryKind.PAIR:
        return fill_tables(people, order=[seat for seats in sides for seat in seats], tables=len(sizes))
    seated = mix_partners(people, rounds=rounds, sides=sides)
    return _fill_up(seated + [{} for _table in range(len(sizes) - len(seated))], people, game.seats)


def _move_pairs(
    game: Game, here: list[int], rounds: list[list[dict[str, int]]], *, tables: int
) -> list[dict[str, int]]:
    sides = [game.seats_of(side) for side in game.sides]
    teams = order_by_turn(find_teams(here, rounds=rounds, sides=sides), rounds=rounds)
    moved = move_tables(rounds[-1], by=PAIRS_MOVE) if rounds else []
    seated = keep_teams(moved, teams[: tables * len(sides)], sides=sides, tables=tables)
    return _fill_up(seated, here, game.seats)


def _mix_sizes(
    event: Event, people: list[int], rounds: list[list[dict[str, int]]], *, sizes: Sequence[int]
) -> list[dict[str, int]]:
    """Single players at tables that few have shared; at one of partnerships those are partners who were so least."""
    seated: list[dict[str, int]] = []
    for size, table in zip(sizes, mix_tables(people, sizes=sizes, rounds=rounds), strict=True):
        game = event.make_rules(size) if event.rules.player_counts else event.rules
        sides = [game.seats_of(side) for side in game.sides]
        if len(table) == size and len(sides) == 2 and len(sides[0]) == 2:
            seated.append(pair_up(table, rounds=rounds, sides=sides))
        else:
            seated.append(dict(zip(game.seats, table, strict=False)))
    return seated


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
