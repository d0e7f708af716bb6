"""Teams in an event: its divisions, its entries, and how teams meet in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from league.models import Division, Entry, Event
from scoring.team_rules import TeamRules


class DivisionLine(Struct, frozen=True, kw_only=True):
    """A division with its entries by name; None is where those stand that are in no division."""

    division: Division | None
    entries: tuple[Entry, ...]


def read_team_rules(event: Event) -> TeamRules:
    """How teams meet in an event."""
    return msgspec.convert(event.team_rules, TeamRules)


def list_divisions(event: Event) -> list[DivisionLine]:
    """The event's divisions from the highest on, also empty ones; entries without one come last. Two queries."""
    entries: dict[int | None, list[Entry]] = {}
    for entry in list_team_entries(event):
        entries.setdefault(entry.division_id, []).append(entry)
    lines = [
        DivisionLine(division=division, entries=tuple(entries.get(division.pk, ())))
        for division in event.divisions.all()
    ]
    loose = entries.get(None)
    return [*lines, DivisionLine(division=None, entries=tuple(loose))] if loose else lines


def list_team_entries(event: Event) -> Sequence[Entry]:
    """The event's entries that are teams, by name, with team and division."""
    return list(event.entries.filter(team__isnull=False).select_related("team", "division").order_by("name", "pk"))


def is_withdrawn(entry: Entry, round_number: int) -> bool:
    """Whether an entry does not play a round any more."""
    return entry.withdrawn_from is not None and entry.withdrawn_from <= round_number
