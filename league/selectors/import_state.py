"""What a league and an event hold already, as far as a file speaks of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from league.models import AuditRow, DealRecord, Event, League, Player, Seat, Table
from league.selectors.event_tables import select_tables
from league.selectors.sheets import name_table

#: The audit row of a table that an import made or added to; its `digest` says from what.
TABLE_IMPORTED = "table_imported"


class Asked(Struct, frozen=True, kw_only=True):
    """A table that a file speaks of: by the id of its sheet, or by round and number. `digest` says what it holds."""

    source_id: str | None
    place: tuple[int, int]
    digest: str


class StoredTable(Struct, frozen=True, kw_only=True):
    """A table that a file speaks of, as it is stored."""

    table: Table
    seats: dict[str, Seat]
    records: list[DealRecord]


class ImportState(Struct, kw_only=True):
    """The tables of an event by place and by the id of their sheet, who sits in which round, and players by name.

    `busy`: round -> player -> the number of the table. `players` has all who share a name. `done` are tables with the
    digest of a sheet that was imported into them before; the others that a file speaks of are in `stored`.
    """

    is_open: bool = True
    by_place: dict[tuple[int, int], int] = {}
    by_source: dict[str, int] = {}
    done: set[tuple[int, str]] = set()
    stored: dict[int, StoredTable] = {}
    busy: dict[int, dict[int, int]] = {}
    players: dict[str, list[Player]] = {}

    def find(self, asked: Asked) -> int | None:
        """The table that is asked for, if it is there."""
        if asked.source_id is None:
            return self.by_place.get(asked.place)
        return self.by_source.get(asked.source_id)


def load_state(league: League | None, event: Event | None, asked: Iterable[Asked]) -> ImportState:
    """Read how the tables that a file speaks of are now, and who plays in the league."""
    state = ImportState()
    if league is not None:
        state.players = _load_players(league)
    if event is None:
        return state
    state.is_open = event.is_open
    for table in event.tables.select_related("round", "event").order_by("pk"):
        state.by_place[table.round.number, table.number] = table.pk
        state.by_source[name_table(table)] = table.pk
    rows = Seat.objects.filter(round__event=event).values_list("round__number", "player_id", "table__number")
    for round_number, player, number in rows:
        state.busy.setdefault(round_number, {})[player] = number
    _load_stored(event, state, asked)
    return state


def _load_players(league: League) -> dict[str, list[Player]]:
    players: dict[str, list[Player]] = defaultdict(list)
    for player in league.players.order_by("pk").iterator():
        players[player.name_key].append(player)
    return dict(players)


def _load_stored(event: Event, state: ImportState, asked: Iterable[Asked]) -> None:
    """Read the tables asked for; for one that was imported just so before, that alone is enough to know."""
    digests: dict[int, set[str]] = defaultdict(set)
    rows = AuditRow.objects.filter(event=event, action=TABLE_IMPORTED).values_list("table_id", "detail")
    for table_id, detail in rows.iterator():
        digests[table_id].add(detail.get("digest", ""))
    wanted = set()
    for ask in asked:
        pk = state.find(ask)
        if pk is not None and ask.digest in digests[pk]:
            state.done.add((pk, ask.digest))
        elif pk is not None:
            wanted.add(pk)
    for table in select_tables(event, wanted):
        state.stored[table.pk] = StoredTable(
            table=table,
            seats={seat.seat: seat for seat in table.seats.all()},
            records=list(table.records.all()),
        )
