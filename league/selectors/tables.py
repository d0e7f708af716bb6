"""An event's tables with their running scores, from the derived results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Max, Prefetch
from msgspec import Struct

from league.models import Event, Seat, SeatResult, Table
from league.models.result import Outcome
from league.wording import name_in_seat


class SideScore(Struct, frozen=True, kw_only=True):
    """A side at a table: who plays for it and where it stands."""

    side: str
    players: tuple[str, ...]
    points: int
    has_won: bool


class TableScore(Struct, frozen=True, kw_only=True):
    """A table and where its game stands; `deals` counts the hands played."""

    table: Table
    sides: tuple[SideScore, ...]
    deals: int
    is_finished: bool

    @property
    def is_begun(self) -> bool:
        """Whether anything was scored at it."""
        return bool(self.deals or any(side.points for side in self.sides))

    @property
    def is_confirmed(self) -> bool:
        """Whether its result was agreed to as it stands."""
        return self.is_finished and self.table.confirmed_at is not None


def list_tables(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> list[TableScore]:
    """The event's tables, the newest round first and within it by number.

    `instead`: table -> unsaved results that are shown in place of its stored ones.
    """
    seats = Seat.objects.select_related(
        "player__same_as", "result", "stands_in_for__same_as", "shared_with__same_as"
    ).order_by("pk")
    tables = event.tables.select_related("round").prefetch_related(Prefetch("seats", queryset=seats))
    found = list(tables.order_by("-round__number", "number"))
    show_instead(found, instead or {})
    return [_score_table(table) for table in found]


def show_instead(tables: Iterable[Table], instead: Mapping[int, Iterable[SeatResult]]) -> None:
    """Put unsaved results in place of those that the seats of these tables were read with."""
    for table in tables:
        results = {result.seat_id: result for result in instead.get(table.pk, ())}
        for seat in table.seats.all() if results else ():
            seat.result = results[seat.pk]


def find_last_hands(event: Event) -> dict[int, float]:
    """When the last entry of each table was recorded, in seconds since 1970; tables without one are left out."""
    last = event.tables.annotate(last=Max("records__recorded_at")).filter(last__isnull=False)
    return {pk: moment.timestamp() for pk, moment in last.values_list("pk", "last")}


def _score_table(table: Table) -> TableScore:
    seats = list(table.seats.all())
    sides: dict[str, list[Seat]] = {}
    for seat in seats:
        sides.setdefault(seat.result.side, []).append(seat)
    first = seats[0].result
    return TableScore(
        table=table,
        sides=tuple(
            SideScore(
                side=side,
                players=tuple(name_in_seat(seat) for seat in members),
                points=members[0].result.points,
                has_won=members[0].result.outcome == Outcome.WON,
            )
            for side, members in sides.items()
        ),
        deals=first.deals,
        is_finished=first.outcome != Outcome.OPEN,
    )
