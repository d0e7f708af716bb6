"""Evenings of a season in a few lines: who plays with whom, and by how many points it ends."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from league.models import Event, League, Player, Season, Table
from league.services.recording import call_time, record_deal
from league.services.seat_places import Place
from league.services.seating import seat_table
from league.services.setup import create_event, create_season

BY: dict[str, Any] = {"by": None, "source": "web"}

#: A hand of Land-Grant Euchre that brings North–South two points, and one that brings East–West as many.
NORTH, EAST = {"maker": "N", "tricks": 5}, {"maker": "E", "tricks": 5}


def make_season(league: League, name: str = "Spring") -> Season:
    return create_season(league, name=name, **BY)


def make_evening(season: Season, day: int, *, kind: str = "player", name: str = "") -> Event:
    return create_event(
        season.league,
        name=name or f"Evening {day}",
        game="land-grant-euchre",
        season=season,
        held_on=datetime.date(2026, 3, day),
        entry_kind=kind,
        **BY,
    )


def play_game(
    event: Event,
    players: Sequence[Player],
    hands: str,
    *,
    round_number: int = 1,
    number: int = 1,
    places: Mapping[str, Place] | None = None,
    last: Mapping[str, Any] | None = None,
) -> Table:
    """A game to the end: players round the table from North, and for each hand N or E, whose side takes two points;
    then a hand that is said in full.
    """
    seats = dict(zip("NESW", players, strict=True))
    table = seat_table(event, round_number=round_number, number=number, seats=seats, places=places, **BY)
    played = [NORTH if side == "N" else EAST for side in hands]
    for position, facts in enumerate([*played, *([last] if last else [])], start=1):
        record_deal(table, facts, position=position, key=f"{table.pk}-{position}", **BY)
    call_time(table, called=True, **BY)
    return table
