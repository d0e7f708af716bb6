"""Real connections: threads that each have their own, on a database that is truly committed to."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import close_old_connections, connection, connections

from league.models import Membership, Table
from league.models.people import Role
from league.services.seating import seat_table
from league.services.setup import add_players, create_event, create_league


@pytest.fixture
def scorers(transactional_db: None) -> list[User]:
    return [User.objects.create_user(name) for name in ("anna", "boris")]


@pytest.fixture
def tables(scorers: list[User]) -> list[Table]:
    """Three tables of one event, with nothing entered yet."""
    league = create_league("Race", by=scorers[0], source="web")
    Membership.objects.create(league=league, user=scorers[1], role=Role.SCORER)
    players = add_players(league, [f"P{number}" for number in range(12)], by=None, source="web").added
    event = create_event(league, name="Race", game="land-grant-euchre", by=None, source="web")
    return [
        seat_table(
            event,
            round_number=1,
            number=number + 1,
            seats=dict(zip("NESW", players[4 * number : 4 * number + 4], strict=True)),
            by=None,
            source="web",
        )
        for number in range(3)
    ]


@pytest.fixture
def race() -> Callable[..., list[Any]]:
    """Start functions at one instant, each in a thread with a connection of its own; gives results or exceptions."""
    if connection.vendor == "sqlite":
        assert "memory" not in str(connection.settings_dict["NAME"]), "a race needs a database in a file"

    def run(*functions: Callable[[], Any]) -> list[Any]:
        gate = threading.Barrier(len(functions))

        def start(function: Callable[[], Any]) -> Any:
            close_old_connections()
            gate.wait(timeout=30)
            try:
                return function()
            except Exception as error:
                return error
            finally:
                connections.close_all()

        with ThreadPoolExecutor(max_workers=len(functions)) as pool:
            return list(pool.map(start, functions))

    return run


@pytest.fixture
def make_tables(scorers: list[User]) -> Callable[[int], list[Table]]:
    """So many tables of seven in one event."""
    league = create_league("Hall", by=scorers[0], source="web")
    Membership.objects.create(league=league, user=scorers[1], role=Role.SCORER)

    def make(count: int) -> list[Table]:
        players = add_players(league, [f"P{number}" for number in range(7 * count)], by=None, source="web").added
        event = create_event(league, name="Hall", game="seven-handed-euchre", by=None, source="web")
        return [
            seat_table(
                event,
                round_number=1,
                number=number + 1,
                seats=dict(zip("ABCDEFG", players[7 * number : 7 * number + 7], strict=True)),
                by=None,
                source="web",
            )
            for number in range(count)
        ]

    return make
