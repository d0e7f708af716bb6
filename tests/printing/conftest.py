"""A league whose players write themselves in many scripts, and tables for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Event, League, Table
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league

NAMES = ("Ann Perkins", "Bob", "Фёдор Достоевский", "Dee Łukasz")

#: A hand of each kind, an admin's ruling and a misdeal: N–S 5, E–W 7, in play.
EVENING: tuple[dict[str, Any], ...] = (
    {"maker": "N", "tricks": 3, "suit": "H", "round": 1},
    {"misdeal": True},
    {"maker": "E", "tricks": 5, "alone": True},
    {"maker": "S", "infractions": [{"kind": "renege", "offender": "W"}]},
    {"maker": "W", "tricks": 1, "infractions": [{"kind": "table_talk", "offender": "N"}]},
    {"ruling": {"points": {"EW": 1}, "reason": "Cards shown before the lead", "by": "Marta"}},
    {"maker": "S", "tricks": 0, "dealer": "E"},
)

SeatTable = Callable[..., Table]


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_user("admin")


@pytest.fixture
def league(admin: User) -> League:
    return create_league("Клуб Riverside", by=admin, source="web")


@pytest.fixture
def event(league: League) -> Event:
    return create_event(league, name="Autumn evening", game="land-grant-euchre", by=None, source="web")


@pytest.fixture
def seat(event: Event) -> SeatTable:
    """Seats a table of a round with new players of these names, and records what was played there."""

    def make(
        names: Iterable[str] = NAMES,
        *,
        deals: Iterable[Mapping[str, Any]] = (),
        event: Event = event,
        round_number: int = 1,
        number: int = 1,
        **more: Any,
    ) -> Table:
        players = add_players(event.league, names, by=None, source="web").added
        seats = dict(zip(event.make_rules(more.get("players")).seats, players, strict=True))
        table = seat_table(event, round_number=round_number, number=number, seats=seats, by=None, source="web", **more)
        for position, facts in enumerate(deals, start=1):
            record_deal(table, facts, position=position, key=f"k{position}", by=None, source="web")
        return table

    return make
