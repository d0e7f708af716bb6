"""A player's record, counted once more by hand from the deals that were entered."""

from __future__ import annotations

import datetime
from collections import Counter
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Event, League, Player, Seat, Table
from league.models.people import EntryWay
from league.selectors.played_games import list_played_games
from league.selectors.player_records import (
    count_by_game,
    list_evenings,
    list_form,
    sum_by_opponent,
    sum_by_partner,
    sum_games,
    write_record,
)
from league.services.claims import say_word
from league.services.merging import merge_players
from league.services.recording import call_time, record_deal
from league.services.seat_places import Place
from league.services.seating import seat_table
from league.services.setup import create_event, create_season

#: The hands of three games: who made, how many tricks, alone; and who sat where.
LAND_GRANT = [
    ("0123", [("N", 5, True), ("E", 2, False), ("S", 5, False), ("N", 1, True), ("S", 5, True)]),
    ("0213", [("S", 5, True), ("W", 5, False), ("N", 3, False), ("S", 5, True)]),
    ("3120", [("E", 4, False), ("E", 0, False)]),
]
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}


def play(event: Event, order: str, players: list[Player], hands: list[Any], *, round_number: int, **more: Any) -> Table:
    seats = {seat: players[int(place)] for seat, place in zip("NESW", order, strict=True)}
    table = seat_table(event, round_number=round_number, number=1, seats=seats, by=None, source="web", **more)
    for position, hand in enumerate(hands, start=1):
        facts = {"maker": hand[0], "tricks": hand[1], "alone": hand[2]} if isinstance(hand, tuple) else hand
        record_deal(table, facts, position=position, key=f"{table.pk}-{position}", by=None, source="web")
    if Seat.objects.filter(table=table, result__outcome="open").exists():
        call_time(table, called=True, by=None, source="web")
    return table


@pytest.fixture
def evenings(league: League, players: list[Player]) -> list[Table]:
    season = create_season(league, name="Spring", by=None, source="web")
    make: dict[str, Any] = {"entry_kind": "player", "by": None, "source": "web"}
    later = create_event(league, name="B", game="land-grant-euchre", held_on=datetime.date(2026, 3, 10), **make)
    early = create_event(
        league, name="A", game="land-grant-euchre", held_on=datetime.date(2026, 3, 3), season=season, **make
    )
    tables = [
        play(early, order, players, hands, round_number=round_number)
        for round_number, (order, hands) in enumerate(LAND_GRANT[:2], start=1)
    ]
    return [*tables, play(later, LAND_GRANT[2][0], players, LAND_GRANT[2][1], round_number=1)]


def count_by_hand(person: int) -> tuple[Counter[str], dict[str, Counter[int]]]:
    """Totals of a player of LAND_GRANT, and with and against whom, from nothing but the hands."""
    found: Counter[str] = Counter()
    meetings: dict[str, Counter[int]] = {"partner": Counter(), "opponent": Counter()}
    for order, hands in LAND_GRANT:
        seat = "NESW"[order.index(str(person))]
        own, points = {seat, PARTNER[seat]}, Counter[bool]()
        for maker, tricks, alone in hands:
            is_own = maker in own
            worth = 2 if tricks < 3 or (tricks == 5 and not alone) else 4 if tricks == 5 else 1
            points[is_own == (tricks >= 3)] += worth
            found["loners_tried"] += alone and maker == seat
            found["loners_made"] += alone and tricks == 5 and maker == seat
            found["marches"] += not alone and tricks == 5 and maker == seat
            found["euchres_suffered"] += tricks < 3 and maker == seat
            found["euchres_made"] += tricks < 3 and not is_own
        found["games"] += 1
        found["won"] += points[True] > points[False]
        found["lost"] += points[True] < points[False]
        found["for"] += points[True]
        found["against"] += points[False]
        for place, other in zip("NESW", order, strict=True):
            if place != seat:
                meetings["partner" if place in own else "opponent"][int(other)] += 1
    return found, meetings


@pytest.mark.parametrize("person", range(4))
def test_every_figure_is_what_the_hands_say(evenings: list[Table], players: list[Player], person: int) -> None:
    played = list_played_games(players[person])
    by_hand, meetings = count_by_hand(person)
    sums = sum_games(played.games)
    assert (sums.games, sums.won, sums.lost) == (by_hand["games"], by_hand["won"], by_hand["lost"])
    assert (sums.points_for, sums.points_against) == (by_hand["for"], by_hand["against"])
    counts = count_by_game(played.games)["land-grant-euchre"]
    assert counts == {code: by_hand[code] for code in counts}
    assert {"loners_tried", "loners_made", "marches", "euchres_made", "euchres_suffered"} == set(counts)
    numbers = {player.pk: place for place, player in enumerate(players)}
    for role, found in (("partner", sum_by_partner(played)), ("opponent", sum_by_opponent(played))):
        assert {numbers[pk]: each.games for pk, each in found} == meetings[role]
    assert [each.event.name for each in list_evenings(played.games)] == ["A", "B"]
    assert [game.table for game in list_form(played.games)] == evenings


def test_a_season_and_a_game_narrow_it(evenings: list[Table], players: list[Player]) -> None:
    assert sum_games(list_played_games(players[0], season="spring").games).games == 2
    assert sum_games(list_played_games(players[0], game="euchre").games).games == 0


def test_games_in_play_do_not_count(table: Table, players: list[Player]) -> None:
    record_deal(table, {"maker": "N", "tricks": 3}, position=1, key="1", by=None, source="web")
    assert list_played_games(players[0]).games == ()


def test_setbacks_and_lone_hands_of_grand(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Grand", game="grand", by=None, source="web", entry_kind="player")
    hands = [
        {"bidder": "N", "bid": 20, "play": "euchre", "tricks": 2, "suit": "H", "alone": True},
        {"bidder": "E", "bid": 20, "play": "whist", "tricks": 9, "suit": "H"},
    ]
    table = play(event, "0123", players, hands, round_number=1)
    assert table.records.count() == 2
    north = count_by_game(list_played_games(players[0]).games)["grand"]
    assert (north["loners_tried"], north["loners_made"], north["bids_failed"]) == (1, 0, 1)
    stored = Seat.objects.get(table=table, seat="N").result
    assert north["setbacks"] == stored.side_counts.get("setbacks", 0)


def test_offences_are_for_who_sees_the_record_of_infractions(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Loose", game="land-grant-euchre", by=None, source="web")
    offence = {"maker": "N", "infractions": [{"kind": "renege", "offender": "S"}]}
    play(event, "0123", players, [offence], round_number=1)
    played = list_played_games(players[2])
    assert "penalties" not in count_by_game(played.games)["land-grant-euchre"]
    assert count_by_game(played.games, shows_offences=True)["land-grant-euchre"]["penalties"] == 1


def test_two_names_of_one_person_are_one_record(evenings: list[Table], players: list[Player]) -> None:
    order = "4567"
    event = evenings[0].event
    play(event, order, players, [("N", 5, True)] * 3, round_number=5)
    merge_players(players[4], players[0], reason="one person", by=None, source="web")
    for player in Player.objects.filter(pk__in=[players[0].pk, players[4].pk]):
        assert sum_games(list_played_games(player).games).games == 4
    met = dict(sum_by_partner(list_played_games(Player.objects.get(pk=players[6].pk))))
    assert list(met) == [players[0].pk]


def test_a_shared_seat_counts_for_both_and_they_are_no_partners(event: Event, players: list[Player]) -> None:
    places = {"N": Place(shared_with=players[4]), "E": Place(stands_in_for=players[5])}
    play(event, "0123", players, [("N", 5, True)] * 3, round_number=1, places=places)
    for sharing in (players[0], players[4]):
        (game,) = list_played_games(sharing).games
        assert game.is_shared
        assert (game.partners, game.opponents) == ((players[2].pk,), (players[1].pk, players[3].pk))
    (game,) = list_played_games(players[1]).games
    assert game.is_substitute
    assert list_played_games(players[5]).games == ()


def test_what_one_side_says_unseen_is_not_told(play_both: Table, players: list[Player]) -> None:
    assert len(list_played_games(players[0], rights={"record"}).games) == 1
    assert list_played_games(players[0]).games == ()


@pytest.fixture
def play_both(league: League, players: list[Player]) -> Table:
    """A finished game of which the other side has not yet said the last hand."""
    league.entry_way = EntryWay.BOTH
    league.save()
    event = create_event(league, name="Both", game="land-grant-euchre", by=None, source="web")
    seats = dict(zip("NESW", players, strict=False))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web")
    facts = {"maker": "N", "tricks": 5, "alone": True}
    for position in (1, 2, 3):
        record_deal(table, facts, position=position, key=f"k{position}", by=None, source="web", side="NS")
        if position < 3:
            say_word(table, facts, position=position, key=f"e{position}", by=None, source="web", side="EW")
    return table


def test_queries_do_not_grow_with_games(evenings: list[Table], players: list[Player], admin: User) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as queries:
            write_record(list_played_games(Player.objects.select_related("league").get(pk=players[0].pk)))
        return len(queries)

    before = count()
    for round_number in (3, 4):
        play(evenings[0].event, "0123", players, [("N", 3, False)], round_number=round_number)
    assert count() == before <= 4
