"""Store what a folded sheet comes to, per seat."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from msgspec import Struct

from league.models import Event, SeatResult, Table
from league.selectors.seat_results import make_results
from scoring.sheet import Folded


class StoredChange(Struct, frozen=True, kw_only=True):
    """What storing a table's results changed: any figure at all, and whether who stands warned after it."""

    figures: bool
    warnings: bool


def store_results(table: Table, folded: Folded) -> StoredChange:
    """Bring a table's stored results in line with its fold, writing only what changed."""
    seats = list(table.seats.all())
    stored = {result.seat_id: result for result in SeatResult.objects.filter(table=table)}
    changed = [
        result
        for result in make_results(table, seats, folded)
        if result.seat_id not in stored or read_figures(stored[result.seat_id]) != read_figures(result)
    ]
    if changed:
        SeatResult.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=["seat"], update_fields=list(FIGURES)
        )
    was_warned = {pk for pk, result in stored.items() if result.warned}
    warnings = any(result.warned != (result.seat_id in was_warned) for result in changed)
    return StoredChange(figures=bool(changed), warnings=warnings)


def move_revision(event: Event) -> None:
    """Say that something changed which the event's pages show."""
    Event.objects.filter(pk=event.pk).update(revision=F("revision") + 1)


FIGURES = (
    "player",
    "entry",
    "side",
    "points",
    "points_against",
    "deals",
    "outcome",
    "own_counts",
    "side_counts",
    "warned",
)


def read_figures(result: SeatResult) -> dict[str, Any]:
    """A result's figures, to compare a stored one with a fresh fold."""
    return {name: getattr(result, f"{name}_id" if name in ("player", "entry") else name) for name in FIGURES}
