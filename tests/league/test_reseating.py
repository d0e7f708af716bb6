"""Somebody sat in the wrong seat: the hands stay, the people change places, and everything follows."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import AuditRow, Event, League, Player, SeatResult, Table
from league.models.event import EntryKind
from league.selectors.standings import list_standings
from league.services.faults import RefusedError
from league.services.recording import call_time, record_deal
from league.services.reseating import plan_reseating, reseat_and_replay, write_stamp
from league.services.seat_places import Place
from league.services.seating import seat_table
from league.services.setup import create_event
from league.services.stages import confirm_tables
from league.services.verification import verify_events

BY: dict[str, Any] = {"by": None, "source": "web"}


@pytest.fixture
def tables(league: League, players: list[Player]) -> list[Table]:
    """Two tables of single players: at each one hand, which North made alone."""
    event = create_event(league, name="Tuesday", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, **BY)
    tables = []
    for number, four in enumerate((players[:4], players[4:]), start=1):
        table = seat_table(event, round_number=1, number=number, seats=dict(zip("NESW", four, strict=True)), **BY)
        facts = {"maker": "N", "tricks": 5, "alone": number == 1}
        record_deal(table, facts, position=1, key="one", **BY)
        tables.append(table)
    return tables


def points(table: Table) -> dict[str, int]:
    return dict(SeatResult.objects.filter(table__event=table.event).values_list("player__name", "points"))


def reseat(table: Table, names: str, players: list[Player], *, reason: str = "They sat so", **more: Any) -> list[Table]:
    people = {player.name[0]: player for player in players}
    seats = {seat: people[letter] for seat, letter in zip("NESW", names, strict=True)}
    stamp = more.pop("seen", None) or write_stamp(plan_reseating(table, seats))
    return reseat_and_replay(table, seats=seats, reason=reason, seen=stamp, **BY, **more)


def test_the_hands_stay_and_the_people_change(tables: list[Table], players: list[Player], admin: User) -> None:
    table = tables[0]
    call_time(table, called=True, **BY)
    confirm_tables([table], by=admin, source="web")
    facts = [record.facts for record in table.records.all()]
    assert points(table) == {"Ann": 4, "Bob": 0, "Cyd": 4, "Dee": 0, "Eve": 2, "Фёдор": 0, "Gus": 2, "Hal": 0}
    before = table.event.revision
    reseat(table, "BACD", players)
    table.refresh_from_db()
    table.event.refresh_from_db()
    assert [record.facts for record in table.records.all()] == facts
    assert points(table) == {"Ann": 0, "Bob": 4, "Cyd": 4, "Dee": 0, "Eve": 2, "Фёдор": 0, "Gus": 2, "Hal": 0}
    assert (table.confirmed_at, table.corrected_at is not None) == (None, True)
    assert table.event.revision > before
    first = {line.entry.name for line in list_standings(table.event) if line.place.score.games_won}
    assert first == {"Bob", "Cyd"}
    row = AuditRow.objects.filter(action="table_reseated").get()
    assert row.detail["reason"] == "They sat so"
    assert row.detail["seats_before"] == {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"}
    assert not verify_events([table.event]).differences


def test_who_sat_at_the_other_table_changes_places_there(tables: list[Table], players: list[Player]) -> None:
    reseat(tables[0], "EBCD", players)
    assert points(tables[0])["Eve"] == 4
    assert points(tables[0])["Ann"] == 2
    assert {seat.seat: seat.player.name for seat in tables[1].seats.all()}["N"] == "Ann"
    assert not verify_events([tables[0].event]).differences


def test_two_who_come_and_one_who_moves(tables: list[Table], players: list[Player]) -> None:
    reseat(tables[0], "CEGD", players)
    assert {seat.seat: seat.player.name[0] for seat in tables[0].seats.all()} == dict(zip("NESW", "CEGD", strict=True))
    assert {seat.player.name[0] for seat in tables[1].seats.all()} == set("ABФH")
    assert not verify_events([tables[0].event]).differences


def test_a_substitute_stays_one_in_another_seat(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Subs", game="land-grant-euchre", entry_kind=EntryKind.PLAYER, **BY)
    seats = dict(zip("NESW", players, strict=False))
    places = {"N": Place(stands_in_for=players[7])}
    table = seat_table(event, round_number=1, number=1, seats=seats, places=places, **BY)
    record_deal(table, {"maker": "N", "tricks": 5}, position=1, key="one", **BY)
    reseat(table, "BACD", players)
    seat = table.seats.get(player=players[0])
    assert (seat.seat, seat.stands_in_for, seat.entry.name) == ("E", players[7], "Hal")


def test_pairs_are_those_who_sat_opposite(event: Event, table: Table, players: list[Player]) -> None:
    record_deal(table, {"maker": "N", "tricks": 5}, position=1, key="one", **BY)
    reseat(table, "ACBD", players)
    lines = {line.entry.name: line.place.score.points_for for line in list_standings(event) if line.games_open}
    assert set(lines) == {"Ann & Bob", "Cyd & Dee"}


def test_what_cannot_be_is_refused_and_nothing_changes(tables: list[Table], players: list[Player]) -> None:
    table = tables[0]
    before = points(table)
    stamp = write_stamp(plan_reseating(table, dict(zip("NESW", [*players[1::-1], *players[2:4]], strict=True))))
    record_deal(table, {"maker": "E", "tricks": 3}, position=2, key="two", **BY)
    for names, more in (
        ("BACD", {"seen": stamp}),
        ("BACD", {"reason": "  "}),
        ("ABCD", {}),
        ("AACD", {}),
    ):
        with pytest.raises(RefusedError):
            reseat(table, names, players, **more)
    with pytest.raises(RefusedError):
        plan_reseating(table, {"N": players[0]})
    assert {name for name in before if points(table)[name] != before[name]} <= {"Bob", "Dee"}
    assert not AuditRow.objects.filter(action="table_reseated").exists()


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Place(stands_in_for=None), ""),
        ("sits", "sits in this round, too"),
    ],
)
def test_nobody_plays_for_somebody_who_sits(event: Event, players: list[Player], place: Any, words: str) -> None:
    place = Place(stands_in_for=players[1]) if place == "sits" else place
    seats = dict(zip("NESW", players, strict=False))
    if words:
        with pytest.raises(RefusedError, match=words):
            seat_table(event, round_number=1, number=1, seats=seats, places={"N": place}, **BY)
    else:
        seat_table(event, round_number=1, number=1, seats=seats, places={"N": place}, **BY)


def test_whose_place_is_taken_does_not_sit_at_another_table(event: Event, players: list[Player]) -> None:
    more = players[4:]
    places = {"N": Place(stands_in_for=more[0])}
    seat_table(event, round_number=1, number=1, seats=dict(zip("NESW", players, strict=False)), places=places, **BY)
    with pytest.raises(RefusedError, match="has the place of Eve"):
        seat_table(event, round_number=1, number=2, seats=dict(zip("NESW", more, strict=True)), **BY)


def test_seats_that_were_put_right_in_play_leave_no_mark_in_the_standings(
    tables: list[Table], players: list[Player]
) -> None:
    table = tables[0]
    reseat(table, "BACD", players)
    call_time(table, called=True, **BY)
    assert not any(line.corrected_at for line in list_standings(table.event))
    reseat(table, "ABCD", players)
    marked = {line.entry.name for line in list_standings(table.event) if line.corrected_at}
    assert marked == {"Ann", "Bob", "Cyd", "Dee"}
