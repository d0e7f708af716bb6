"""A suggestion of who sits where in the next round, for an admin to change."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence

from league.models import Event
from league.models.event import EntryKind
from league.models.planning import SitOutKind
from league.selectors.attendance import HereList, list_here
from league.selectors.people import map_persons
from rules.game import Game
from scoring.seating import (
    PAIRS_MOVE,
    fill_tables,
    find_teams,
    keep_in_place,
    keep_teams,
    mix_partners,
    move_tables,
    order_by_turn,
)
from scoring.table_sizes import divide_people, mix_tables, pair_up

#: Rounds, each with its tables: seat -> player.
Seating = list[list[dict[str, int]]]


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
    """How many are there for the next round: whoever was checked in, else all players of the league but those away."""
    return sum(pk not in away for pk in list_here(event, find_next_round(event)).people)


def suggest_seats(
    event: Event, *, sizes: Sequence[int], drawn: bool = False, away: Collection[int] = ()
) -> list[dict[str, int]]:
    """Seat -> player for each table. Where not everybody finds a seat, who has sat least is seated first.

    Fixed pairs move on from the last round, single players get new partners; or lots are drawn. `sizes` says how many
    sit at each table; `away` are the players who are not there.
    """
    here = list_here(event, find_next_round(event))
    seated = _seat_people(event, here, sizes=sizes, drawn=drawn, away=away)
    sides = [event.rules.seats_of(side) for side in event.rules.sides]
    stays = {who: (stay.table, stay.seat) for who, stay in here.stays.items()}
    return keep_in_place(seated, stays, sides=sides) if stays else seated


def _seat_people(
    event: Event, here: HereList, *, sizes: Sequence[int], drawn: bool, away: Collection[int]
) -> list[dict[str, int]]:
    numbered = _read_rounds(event, here)
    rounds, turns = list(numbered.values()), _count_turns(event, numbered)
    people = [pk for pk in here.people if pk not in away]
    if event.entry_kind == EntryKind.PAIR and not drawn:
        return _move_pairs(event.rules, people, rounds, turns, tables=len(sizes))
    if drawn:
        random.SystemRandom().shuffle(people)
    chosen = {pk for (pk,) in order_by_turn([(pk,) for pk in people], rounds=turns)[: sum(sizes)]}
    people = [pk for pk in people if pk in chosen]
    if event.entry_kind == EntryKind.PLAYER and (list_sizes(event) or len(event.rules.sides) > 2):
        return _mix_sizes(event, people, rounds, sizes=sizes)
    game = event.rules
    sides = [game.seats_of(side) for side in game.sides]
    if event.entry_kind == EntryKind.PAIR:
        return fill_tables(people, order=[seat for seats in sides for seat in seats], tables=len(sizes))
    seated = mix_partners(people, rounds=rounds, sides=sides)
    return _fill_up(seated + [{} for _table in range(len(sizes) - len(seated))], people, game.seats)


def _move_pairs(game: Game, here: list[int], rounds: Seating, turns: Seating, *, tables: int) -> list[dict[str, int]]:
    sides = [game.seats_of(side) for side in game.sides]
    teams = order_by_turn(find_teams(here, rounds=rounds, sides=sides), rounds=turns)
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


def _read_rounds(event: Event, here: HereList) -> dict[int, list[dict[str, int]]]:
    """Every round so far by its number, table by table; in fixed pairs a place is that of whoever takes it now."""
    taken_by = {absent: person for person, absent in here.stand_ins.items()}
    is_fixed = event.entry_kind == EntryKind.PAIR
    persons = map_persons(event.league)
    rounds: dict[int, list[dict[str, int]]] = {}
    for table in event.tables.select_related("round").prefetch_related("seats").order_by("round__number", "number"):
        seats = {seat.seat: seat.player_id for seat in table.seats.all()}
        if is_fixed:
            seats = {seat.seat: seat.stands_in_for_id or seat.player_id for seat in table.seats.all()}
        seats = {seat: persons.get(who, who) for seat, who in seats.items()}
        if is_fixed:
            seats = {seat: taken_by.get(owner, owner) for seat, owner in seats.items()}
        rounds.setdefault(table.round.number, []).append(seats)
    return rounds


def _count_turns(event: Event, rounds: Mapping[int, Sequence[dict[str, int]]]) -> Seating:
    """The rounds as far as a right to a seat goes: who was not there has not sat out for want of one."""
    turns, persons = {number: list(tables) for number, tables in rounds.items()}, map_persons(event.league)
    missed = event.sit_outs.filter(kind__in=(SitOutKind.LATE, SitOutKind.ABSENT), entry__players__isnull=False)
    for number, player in missed.values_list("round_number", "entry__players"):
        turns.get(number, []).append({"": persons.get(player, player)})
    return list(turns.values())
