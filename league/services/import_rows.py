"""Write the rows of planned tables, many at a time. Called inside the transaction of an import."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from django.contrib.auth.models import User
from msgspec import Struct

from league.access import find_role
from league.models import AuditRow, DealRecord, Entry, Event, Player, Round, Seat, SeatResult, Table
from league.selectors.import_state import TABLE_IMPORTED
from league.selectors.seat_results import make_results
from league.services.audit import make_audit
from league.services.entries import find_entries, group_players, make_players_key
from league.services.import_plan import Plan, PlannedTable
from league.services.records import digest_facts, make_record
from league.services.results import FIGURES
from league.services.seat_places import make_seats
from league.services.setup import MOST_NAMES, add_players

ROWS_A_QUERY = 1_000
TABLES_AT_ONCE = 250


class _Stored(Struct, frozen=True, kw_only=True):
    """A planned table with the row it has now and its seats."""

    planned: PlannedTable
    table: Table
    seats: list[Seat]


def store_tables(event: Event, plan: Plan, *, by: User | None, source: str) -> set[int]:
    """Store everything that a plan without faults adds: players, tables, seats, records, results, audit rows.

    Returns the tables that are new.
    """
    new = [planned for planned in plan.tables if planned.stored is None]
    players = _add_players(event, new, by=by, source=source)
    stored = [*_make_tables(event, new, players), *_list_changed(plan)]
    role = find_role(by, league=event.league)
    for part in _split(stored):
        records = _store_records(part, by=by, role=role, source=source)
        _store_results(part)
        AuditRow.objects.bulk_create(
            [_make_audit(event, each, records.get(each.table.pk, []), by=by, role=role, source=source) for each in part]
        )
    return {each.table.pk for each in stored if each.planned.stored is None}


def _split(stored: list[_Stored]) -> Iterator[list[_Stored]]:
    """The tables in parts, so that never all rows of a long file are in memory at once."""
    for start in range(0, len(stored), TABLES_AT_ONCE):
        yield stored[start : start + TABLES_AT_ONCE]


def _add_players(event: Event, new: Iterable[PlannedTable], *, by: User | None, source: str) -> dict[str, Player]:
    """Every player of the new tables by name key; those whom the league does not have are added."""
    sitters = {sitter.key: sitter for planned in new for sitter in planned.sitters.values()}
    players = {key: sitter.player for key, sitter in sitters.items() if sitter.player is not None}
    names = [sitter.name for sitter in sitters.values() if sitter.player is None]
    for start in range(0, len(names), MOST_NAMES):
        added = add_players(event.league, names[start : start + MOST_NAMES], by=by, source=source).added
        players.update({player.name_key: player for player in added})
    return players


def _make_tables(event: Event, new: list[PlannedTable], players: Mapping[str, Player]) -> Iterable[_Stored]:
    rounds = _find_rounds(event, {planned.round for planned in new})
    tables = Table.objects.bulk_create(
        [_make_table(event, planned, rounds[planned.round]) for planned in new], batch_size=ROWS_A_QUERY
    )
    seated = [{seat: players[sitter.key] for seat, sitter in planned.sitters.items()} for planned in new]
    games = [planned.incoming.sheet.game for planned in new]
    groups = [group_players(event, game, seats) for game, seats in zip(games, seated, strict=True)]
    entries = find_entries(event, (players for group in groups for players in group.values()))
    seats = Seat.objects.bulk_create(
        [
            seat
            for table, game, sitting, group in zip(tables, games, seated, groups, strict=True)
            for seat in make_seats(table, game, sitting, _pick_entries(group, entries))
        ],
        batch_size=ROWS_A_QUERY,
    )
    rest = iter(seats)
    for planned, table, game in zip(new, tables, games, strict=True):
        yield _Stored(planned=planned, table=table, seats=list(islice(rest, len(game.seats))))


def _pick_entries(group: Mapping[str, Sequence[Player]], entries: Mapping[str, Entry]) -> dict[str, Entry]:
    return {seat: entries[make_players_key(players)] for seat, players in group.items()}


def _find_rounds(event: Event, numbers: set[int]) -> dict[int, Round]:
    had = set(event.rounds.values_list("number", flat=True))
    Round.objects.bulk_create(
        [Round(event=event, number=number) for number in sorted(numbers - had)], batch_size=ROWS_A_QUERY
    )
    return {round_.number: round_ for round_ in event.rounds.all()}


def _make_table(event: Event, planned: PlannedTable, round_: Round) -> Table:
    sheet = planned.incoming.sheet
    return Table(
        event=event,
        round=round_,
        number=planned.number,
        players=len(sheet.game.seats) if sheet.game.player_counts else None,
        first_dealer=sheet.first_dealer,
        warned=sorted(sheet.warned),
        time_called=planned.calls_time,
        source_id=planned.incoming.source_id,
    )


def _list_changed(plan: Plan) -> Iterable[_Stored]:
    """The tables that were there and get more; those on which time is called are told so.

    Whoever confirmed one of them confirmed another result than it is now.
    """
    changed = [planned for planned in plan.tables if planned.stored is not None and not planned.is_unchanged]
    pks = [planned.stored.table.pk for planned in changed if planned.stored is not None]
    Table.objects.filter(pk__in=pks).update(confirmed_at=None)
    called = [planned.stored.table.pk for planned in changed if planned.stored is not None and planned.calls_time]
    Table.objects.filter(pk__in=called).update(time_called=True)
    for planned in changed:
        if planned.stored is not None:
            planned.stored.table.confirmed_at = None
            planned.stored.table.time_called |= planned.calls_time
            yield _Stored(planned=planned, table=planned.stored.table, seats=list(planned.stored.seats.values()))


def _store_records(stored: list[_Stored], *, by: User | None, role: str, source: str) -> dict[int, list[DealRecord]]:
    """Store the new records; by table."""
    records = [
        make_record(
            each.table,
            entry.facts,
            position=entry.position,
            revision=entry.revision,
            key=entry.key,
            by=by,
            role=role,
            source=source,
        )
        for each in stored
        for entry in each.planned.entries
    ]
    by_table: dict[int, list[DealRecord]] = {}
    for record in DealRecord.objects.bulk_create(records, batch_size=ROWS_A_QUERY):
        by_table.setdefault(record.table_id, []).append(record)
    return by_table


def _store_results(stored: list[_Stored]) -> None:
    results = (
        result
        for each in stored
        if each.planned.folded is not None
        for result in make_results(each.table, each.seats, each.planned.folded)
    )
    SeatResult.objects.bulk_create(
        results,
        batch_size=ROWS_A_QUERY,
        update_conflicts=True,
        unique_fields=["seat"],
        update_fields=list(FIGURES),
    )


def _make_audit(
    event: Event, each: _Stored, records: list[DealRecord], *, by: User | None, role: str, source: str
) -> AuditRow:
    planned = each.planned
    detail: dict[str, Any] = {"digest": planned.incoming.digest}
    if planned.entries:
        detail["positions"] = [planned.entries[0].position, planned.entries[-1].position]
        detail["records"] = {
            f"{entry.position}.{entry.revision}": digest_facts(entry.facts) for entry in planned.entries
        }
    if planned.folded is not None:
        detail["totals"] = dict(planned.folded.state.totals)
    if planned.stored is None:
        detail["seats"] = {seat: sitter.name for seat, sitter in planned.sitters.items()}
        detail["first_dealer"] = each.table.first_dealer
    if planned.calls_time:
        detail["time_called"] = True
    return make_audit(
        event.league,
        TABLE_IMPORTED,
        by=by,
        role=role,
        source=source,
        event=event,
        table=each.table,
        detail=detail,
        rows=[*records, each.table, *(each.seats if planned.stored is None else ())],
    )
