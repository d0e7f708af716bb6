"""Evenings whose results are written down in a line, and their standings as one reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from league.models import Entry, Event, Player, Table
from league.selectors.standings import Standing, list_standings
from league.services.recording import call_time, record_deal
from league.services.seat_places import Place
from league.services.seating import seat_table

WHO: dict[str, Any] = {"by": None, "source": "web"}
#: Hands of Land-Grant euchre: one point for North–South, and one for East–West.
NORTH, EAST = {"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 3}


def play_game(
    event: Event,
    seats: Sequence[Player],
    points: tuple[int, int],
    *,
    round_number: int = 1,
    number: int = 1,
    places: Mapping[str, Place] | None = None,
    teams: Mapping[str, Entry] | None = None,
    match: Any = None,
    is_finished: bool = True,
) -> Table:
    """A game of N, E, S and W that ends with so many points for each side when time is called."""
    table = seat_table(
        event,
        round_number=round_number,
        number=number,
        seats=dict(zip("NESW", seats, strict=True)),
        places=places,
        teams=teams,
        match=match,
        **WHO,
    )
    hands = [NORTH] * points[0] + [EAST] * points[1]
    for position, hand in enumerate(hands, start=1):
        record_deal(table, hand, position=position, key=str(position), **WHO)
    if is_finished:
        call_time(table, called=True, **WHO)
    return table


def read_places(event: Event) -> list[tuple[int | None, str]]:
    """Rank and name, best first."""
    return [(line.place.rank, line.entry.name) for line in list_standings(event)]


def find_line(event: Event, name: str) -> Standing:
    """The line of an entry by its name."""
    return next(line for line in list_standings(event) if line.entry.name == name)
