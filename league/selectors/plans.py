"""What is planned for an event, and what has been played of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct

from league.models import Event, EventPlan
from league.models.planning import SitOutKind
from league.selectors.people import map_persons


class PlannedTable(Struct, frozen=True, kw_only=True):
    """A table of a round to come: seat -> the player's number."""

    number: int
    seats: Mapping[str, int]


class PlannedRound(Struct, frozen=True, kw_only=True):
    """A round to come: its tables, and the players who sit out."""

    number: int
    tables: tuple[PlannedTable, ...]
    sit_out: tuple[int, ...] = ()


class PlayedRound(Struct, frozen=True, kw_only=True):
    """A round that was opened, however it was seated: table -> seat -> player, and who had no game."""

    number: int
    tables: Mapping[int, Mapping[str, int]]
    sit_out: tuple[int, ...] = ()


def find_plan(event: Event) -> EventPlan | None:
    """The plan that stands, if there is one."""
    return event.plans.order_by("version").last()


def read_rounds(plan: EventPlan) -> tuple[PlannedRound, ...]:
    """The rounds that were planned ahead, in order, for the people as whom their players are shown now."""
    rounds = msgspec.convert(plan.rounds, tuple[PlannedRound, ...])
    persons = map_persons(plan.event.league)
    return tuple(_name_persons(each, persons) for each in rounds) if persons else rounds


def find_doubles(round_: PlannedRound) -> list[int]:
    """The people who have two seats in a planned round: it was planned before two players were joined to one."""
    seated = Counter(who for table in round_.tables for who in table.seats.values())
    return [who for who, count in seated.items() if count > 1]


def _name_persons(round_: PlannedRound, persons: Mapping[int, int]) -> PlannedRound:
    """The same round with everybody as one person. Who has a seat does not sit out."""
    tables = tuple(
        PlannedTable(number=each.number, seats={seat: persons.get(who, who) for seat, who in each.seats.items()})
        for each in round_.tables
    )
    out = _name_sit_out(round_.sit_out, tables=[each.seats for each in tables], persons=persons)
    return PlannedRound(number=round_.number, tables=tables, sit_out=out)


def _name_sit_out(
    players: Iterable[int], *, tables: Iterable[Mapping[str, int]], persons: Mapping[int, int]
) -> tuple[int, ...]:
    seated = {who for seats in tables for who in seats.values()}
    people = dict.fromkeys(persons.get(who, who) for who in players)
    return tuple(who for who in people if not persons or who not in seated)


def write_rounds(rounds: Sequence[PlannedRound]) -> list[object]:
    """Planned rounds in the form in which they are stored."""
    built: list[object] = msgspec.to_builtins(rounds)
    return built


def find_planned_round(event: Event, number: int) -> PlannedRound | None:
    """What is planned for a round; None where nothing is, or where it follows from the results of the last."""
    plan = find_plan(event)
    if plan is None:
        return None
    return next((round_ for round_ in read_rounds(plan) if round_.number == number), None)


def list_played_rounds(event: Event) -> list[PlayedRound]:
    """Every round that was opened, with who sat where and whose turn it was to sit out.

    A substitute counts as who was there; coming late and being away are no turns. Who was entered twice is one person.
    """
    persons = map_persons(event.league)
    sat_out: dict[int, list[int]] = {}
    turns = event.sit_outs.filter(kind=SitOutKind.SIT_OUT)
    for round_number, player in turns.values_list("round_number", "entry__players").order_by("pk"):
        if player is not None:
            sat_out.setdefault(round_number, []).append(player)
    seated: dict[int, dict[int, dict[str, int]]] = {}
    rows = event.tables.values_list("round__number", "number", "seats__seat", "seats__player")
    for round_number, table, seat, player in rows.order_by("round__number", "number", "seats__pk"):
        if seat is not None:
            seated.setdefault(round_number, {}).setdefault(table, {})[seat] = persons.get(player, player)
    return [
        PlayedRound(
            number=number,
            tables=tables,
            sit_out=_name_sit_out(sat_out.get(number, ()), tables=tables.values(), persons=persons),
        )
        for number, tables in seated.items()
    ]
