"""Derive results from a folded sheet and store them per seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.db.models import F
from msgspec import Struct

from league.models import Event, Seat, SeatResult, Table
from league.models.result import Outcome
from scoring.fold import count_tallies
from scoring.sheet import Folded


def make_results(table: Table, seats: list[Seat], folded: Folded) -> list[SeatResult]:
    """The results that a folded sheet comes to, one a seat, unsaved."""
    game = folded.game
    own: dict[str, Counter[str]] = {seat: Counter() for seat in game.seats}
    shared: dict[str, Counter[str]] = {side: Counter() for side in game.sides}
    for tally in count_tallies(folded):
        counter = shared[tally.side] if tally.seat is None else own[tally.seat]
        counter[tally.code] += 1
    totals = folded.state.totals
    return [
        SeatResult(
            seat=seat,
            event_id=table.event_id,
            table=table,
            player_id=seat.player_id,
            entry_id=seat.entry_id,
            side=game.side_of(seat.seat),
            points=totals[game.side_of(seat.seat)],
            points_against=_find_against(totals, game.side_of(seat.seat)),
            deals=folded.state.played,
            outcome=_find_outcome(folded, game.side_of(seat.seat)),
            own_counts=dict(own[seat.seat]),
            side_counts=dict(shared[game.side_of(seat.seat)]),
            warned=not folded.state.warned.isdisjoint((seat.seat, game.side_of(seat.seat))),
        )
        for seat in seats
    ]


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


def _find_against(totals: Mapping[str, int], side: str) -> int:
    """The points of the opponents; of several sides those of the best, so that the difference is the margin."""
    return max(total for other, total in totals.items() if other != side)


def _find_outcome(folded: Folded, side: str) -> str:
    if not folded.finished:
        return Outcome.OPEN
    if not folded.game.has_winner:
        return Outcome.ENDED
    if folded.winner is None:
        return Outcome.DRAWN
    return Outcome.WON if folded.winner == side else Outcome.LOST
