"""A league with four players at one table, made through the services."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from league.models import Event, League, Membership, Player, Table
from league.models.people import Role
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league
from tests.league.play import Play


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


@pytest.fixture
def scorer(league: League) -> User:
    user = User.objects.create_user("scorer")
    Membership.objects.create(league=league, user=user, role=Role.SCORER)
    return user


@pytest.fixture
def play(table: Table, admin: User, scorer: User) -> Play:
    return Play(table, admin, scorer)
