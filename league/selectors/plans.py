"""What is planned for an event, and what has been played of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from league.models import Event, EventPlan
from league.models.planning import SitOutKind


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
    """The rounds that were planned ahead, in order."""
    return msgspec.convert(plan.rounds, tuple[PlannedRound, ...])


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

    A substitute counts as who was there; coming late and being away are no turns.
    """
    sat_out: dict[int, list[int]] = {}
    turns = event.sit_outs.filter(kind=SitOutKind.SIT_OUT)
    for round_number, player in turns.values_list("round_number", "entry__players").order_by("pk"):
        if player is not None:
            sat_out.setdefault(round_number, []).append(player)
    seated: dict[int, dict[int, dict[str, int]]] = {}
    rows = event.tables.values_list("round__number", "number", "seats__seat", "seats__player")
    for round_number, table, seat, player in rows.order_by("round__number", "number", "seats__pk"):
        if seat is not None:
            seated.setdefault(round_number, {}).setdefault(table, {})[seat] = player
    return [
        PlayedRound(number=number, tables=tables, sit_out=tuple(sat_out.get(number, ())))
        for number, tables in seated.items()
    ]
