"""Infractions, warnings and rulings as they stand on the sheets: of a league, a player, or an entry of an event.

What was taken off or corrected does not count. Which there are is read from the facts alone; only the tables of those
that a page shows are folded, for the rule's own words and points.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet
from msgspec import Struct

from league.models import DealRecord, Entry, League, Player, Season, Seat, Table
from league.selectors.table_folds import TableFold, fold_tables
from rules.game import Line
from scoring.penalties import INFRACTIONS
from scoring.sheet import Step

#: What is listed beside the kinds of infraction that the games know.
RULING = "ruling"


class Offence(Struct, frozen=True, kw_only=True):
    """One infraction, or one side against which a ruling went. `place` is its place among those of its hand.

    `seats` is the offender, or all seats of the side.
    """

    table: int
    position: int
    game: str
    kind: str
    place: int
    seats: tuple[str, ...]


class ToldOffence(Struct, frozen=True, kw_only=True):
    """An offence with its table, who it was, and what the rules say of it. `lines` are empty where another's count."""

    offence: Offence
    fold: TableFold
    step: Step
    seats: tuple[Seat, ...]
    lines: tuple[Line, ...]

    @property
    def is_warning(self) -> bool:
        """Whether it cost nothing but a warning."""
        return any(line.warns is not None for line in self.lines)


def list_offences(
    league: League, *, season: Season | None = None, player: Player | None = None, entry: Entry | None = None
) -> list[Offence]:
    """What stands on the sheets of a league, the newest first: all of it, or that of a player or an entry.

    `season` leaves out the events of other seasons. A ruling counts against every player of the side.
    """
    records = _find_records(league, season=season, player=player, entry=entry)
    sides = _read_sides(records)
    found = []
    for table, position, facts, game in records.values_list("table", "position", "facts", "table__event__game"):
        for offence in _read_offences(table, position, game, facts, sides[table]):
            sitting = [seat for seat in sides[table] if seat.seat in offence.seats]
            if player is not None and all(seat.player_id != player.pk for seat in sitting):
                continue
            if entry is not None and all(seat.entry_id != entry.pk for seat in sitting):
                continue
            found.append(offence)
    return found


def count_kinds(offences: Iterable[Offence]) -> dict[tuple[str, str], int]:
    """How many there are of each kind: (game, kind) -> number, the most frequent first."""
    return dict(Counter((offence.game, offence.kind) for offence in offences).most_common())


def tell_offences(offences: Sequence[Offence]) -> list[ToldOffence]:
    """Offences with what the rules say of them. Raises BrokenFactsError."""
    tables = {offence.table for offence in offences}
    folds = {fold.table.pk: fold for fold in fold_tables(Table.objects.filter(pk__in=tables))}
    told = []
    for offence in offences:
        fold = folds[offence.table]
        step = next(step for step in fold.folded.steps if step.position == offence.position)
        seats = tuple(seat for seat in fold.table.seats.all() if seat.seat in offence.seats)
        told.append(ToldOffence(offence=offence, fold=fold, step=step, seats=seats, lines=_find_lines(offence, step)))
    return told


def _find_records(
    league: League, *, season: Season | None, player: Player | None, entry: Entry | None
) -> QuerySet[DealRecord]:
    """The records that stand and hold an infraction or a ruling, the newest tables first."""
    later = DealRecord.objects.filter(
        table=OuterRef("table"), position=OuterRef("position"), revision__gt=OuterRef("revision")
    )
    records = DealRecord.objects.filter(table__event__league=league, void=False).exclude(Exists(later))
    records = records.filter(Q(facts__has_key=INFRACTIONS) | Q(facts__has_key=RULING))
    if season is not None:
        records = records.filter(table__event__season=season)
    if player is not None:
        records = records.filter(Exists(Seat.objects.filter(table=OuterRef("table"), player=player)))
    if entry is not None:
        records = records.filter(Exists(Seat.objects.filter(table=OuterRef("table"), entry=entry)))
    return records.order_by(
        F("table__event__held_on").desc(nulls_last=True),
        "-table__event",
        "-table__round__number",
        "table__number",
        "-position",
    )


class _Sitting(Struct, frozen=True):
    """A seat of a table with the side that it plays for."""

    seat: str
    side: str
    player_id: int
    entry_id: int


def _read_sides(records: QuerySet[DealRecord]) -> Mapping[int, list[_Sitting]]:
    """Who sat where for which side at the tables of some records."""
    seats = Seat.objects.filter(table__in=records.order_by().values("table"))
    sitting: dict[int, list[_Sitting]] = defaultdict(list)
    for table, seat, side, player, entry in seats.values_list("table", "seat", "result__side", "player", "entry"):
        sitting[table].append(_Sitting(seat, side, player, entry))
    return sitting


def _read_offences(
    table: int, position: int, game: str, facts: Mapping[str, Any], seats: Sequence[_Sitting]
) -> Iterable[Offence]:
    for place, infraction in enumerate(facts.get(INFRACTIONS, ())):
        yield Offence(
            table=table, position=position, game=game, kind=infraction["kind"], place=place,
            seats=(infraction["offender"],),
        )  # fmt: skip
    for place, side in enumerate(_list_ruled_against(facts.get(RULING), sorted({seat.side for seat in seats}))):
        yield Offence(
            table=table, position=position, game=game, kind=RULING, place=place,
            seats=tuple(seat.seat for seat in seats if seat.side == side),
        )  # fmt: skip


def _list_ruled_against(ruling: Mapping[str, Any] | None, sides: Sequence[str]) -> list[str]:
    """The sides that a ruling takes something from, or that get nothing where others do."""
    if ruling is None:
        return []
    points, setbacks = ruling.get("points", {}), ruling.get("setbacks", {})
    most = max((points.get(side, 0) for side in sides), default=0)
    return [
        side
        for side in sides
        if points.get(side, 0) < 0 or setbacks.get(side, 0) > 0 or (most > 0 and points.get(side, 0) <= 0)
    ]


def _find_lines(offence: Offence, step: Step) -> tuple[Line, ...]:
    """The lines of a hand that speak of an offence; of two by one player the first has the first line."""
    if offence.kind == RULING:
        return step.lines
    spoken = [line for line in step.lines if line.values.get("offender") == offence.seats[0]]
    offenders = [infraction.offender for infraction in step.entry.deal.infractions]  # type: ignore[union-attr]
    by_same = [place for place, offender in enumerate(offenders) if offender == offence.seats[0]]
    if len(by_same) < 2:
        return tuple(spoken)
    own = by_same.index(offence.place)
    return tuple(spoken[own:] if own == len(by_same) - 1 else spoken[own : own + 1])
