"""A league with four players at one table, made through the services."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from league.models import Event, League, Player, Table
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_user("admin", "admin@example.org", "a long pass phrase")


@pytest.fixture
def league(admin: User) -> League:
    return create_league("Riverside", by=admin, source="web")


@pytest.fixture
def players(league: League, admin: User) -> list[Player]:
    names = ["Ann", "Bob", "Cyd", "Dee", "Eve", "Фёдор", "Gus", "Hal"]
    return list(add_players(league, names, by=admin, source="web").added)


@pytest.fixture
def event(league: League, admin: User) -> Event:
    return create_event(league, name="Tuesday", game="land-grant-euchre", by=admin, source="web")


@pytest.fixture
def table(event: Event, players: list[Player], admin: User) -> Table:
    seats = dict(zip("NESW", players, strict=False))
    return seat_table(event, round_number=1, number=1, seats=seats, by=admin, source="web")
