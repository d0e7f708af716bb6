"""What a league and an event hold already, as far as a file speaks of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from msgspec import Struct

from league.models import AuditRow, DealRecord, Event, League, Player, Seat, Table
from league.models.event import Stage
from league.selectors.event_tables import select_tables
from league.selectors.sheets import name_table

#: The audit row of a table that an import made or added to; its `digest` says from what.
TABLE_IMPORTED = "table_imported"


class Asked(Struct, frozen=True, kw_only=True):
    """A table that a file speaks of: by the id of its sheet, or by round and number. `digest` says what it holds.

    `names` are pairs of a seat and the name key of who sits there, as far as the file says.
    """

    source_id: str | None
    place: tuple[int, int]
    digest: str
    names: frozenset[tuple[str, str]] = frozenset()


class StoredTable(Struct, frozen=True, kw_only=True):
    """A table that a file speaks of, as it is stored."""

    table: Table
    seats: dict[str, Seat]
    records: list[DealRecord]


class ImportState(Struct, kw_only=True):
    """The tables of an event by place and by the id of their sheet, who sits in which round, and players by name.

    `busy`: round -> person -> the number of the table. `players` has all who share a name. `done` are tables with the
    digest of a sheet that was imported into them before; the others that a file speaks of are in `stored`.
    `by_names` has the tables at which all seats are taken just so.
    """

    stage: Stage = Stage.OPEN
    by_place: dict[tuple[int, int], int] = {}
    by_source: dict[str, int] = {}
    by_names: dict[frozenset[tuple[str, str]], list[int]] = {}
    done: set[tuple[int, str]] = set()
    stored: dict[int, StoredTable] = {}
    busy: dict[int, dict[int, int]] = {}
    players: dict[str, list[Player]] = {}

    def find(self, asked: Asked) -> int | None:
        """The table that is asked for, if it is there."""
        if asked.source_id is None:
            return self.by_place.get(asked.place)
        return self.by_source.get(asked.source_id)

    def is_unknown(self, asked: Asked) -> bool:
        """Whether nothing is stored under that name, or others sit at that place than those who sit elsewhere so."""
        pk = self.find(asked)
        if pk is None or asked.source_id is not None:
            return pk is None
        return (pk, asked.digest) not in self.done and pk not in self.by_names.get(asked.names, [pk])


def load_state(
    league: League | None, event: Event | None, asked: Iterable[Asked], *, own: Collection[int] = ()
) -> ImportState:
    """Read how the tables that a file speaks of are now, and who plays in the league.

    `own` are tables that cannot be meant under another name: the same file has made them.
    """
    state = ImportState()
    if league is not None:
        state.players = _load_players(league)
    if event is None:
        return state
    state.stage = event.stage
    for table in event.tables.select_related("round", "event").order_by("pk"):
        state.by_place[table.round.number, table.number] = table.pk
        state.by_source[name_table(table)] = table.pk
    sitting: dict[int, set[tuple[str, str]]] = defaultdict(set)
    fields = ("round__number", "player_id", "table__number", "table_id", "seat", "player__name_key", "player__same_as")
    rows = Seat.objects.filter(round__event=event).values_list(*fields)
    for round_number, player, number, table_id, seat, key, person in rows:
        state.busy.setdefault(round_number, {})[person or player] = number
        sitting[table_id].add((seat, key))
    for table_id in sorted(sitting):
        state.by_names.setdefault(frozenset(sitting[table_id]), []).append(table_id)
    _load_stored(event, state, asked, own=own)
    return state


def _load_players(league: League) -> dict[str, list[Player]]:
    players: dict[str, list[Player]] = defaultdict(list)
    for player in league.players.order_by("pk").iterator():
        players[player.name_key].append(player)
    return dict(players)


def _load_stored(event: Event, state: ImportState, asked: Iterable[Asked], *, own: Collection[int]) -> None:
    """Read the tables asked for, and those that may be the ones meant under a name that is not known.

    For a table that was imported just so before, that alone is enough to know.
    """
    digests: dict[int, set[str]] = defaultdict(set)
    rows = AuditRow.objects.filter(event=event, action=TABLE_IMPORTED).values_list("table_id", "detail__digest")
    for table_id, digest in rows.iterator():
        digests[table_id].add(digest or "")
    wanted: set[int] = set()
    for ask in asked:
        pk = state.find(ask)
        if pk is not None and ask.digest in digests[pk]:
            state.done.add((pk, ask.digest))
        elif pk is not None:
            wanted.add(pk)
        if state.is_unknown(ask):
            wanted.update(pk for pk in state.by_names.get(ask.names, ()) if pk not in own)
    for table in select_tables(event, wanted):
        state.stored[table.pk] = StoredTable(
            table=table,
            seats={seat.seat: seat for seat in table.seats.all()},
            records=list(table.records.all()),
        )
