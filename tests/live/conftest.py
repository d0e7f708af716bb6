"""The league of the pages' tests: what is watched is pages."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from tests.web.conftest import closed_league, closed_table, event, league, log_in, owner, players, table

__all__ = ["closed_league", "closed_table", "event", "league", "log_in", "owner", "players", "table"]


@pytest.fixture(autouse=True)
def _close_connections_of_threads() -> Iterator[None]:
    """The live process reads in threads, which end with a test and leave their connections to it open."""
    made: list[BaseDatabaseWrapper] = []

    def note(connection: BaseDatabaseWrapper, **_: Any) -> None:
        made.append(connection)

    connection_created.connect(note)
    yield
    connection_created.disconnect(note)
    for connection in made:
        if connection is not connections[connection.alias]:
            connection.inc_thread_sharing()
            connection.close()
            connection.dec_thread_sharing()
