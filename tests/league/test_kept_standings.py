"""Standings are worked out once a revision, show every change at once, and read nothing of other events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from league.models import Event, Player
from league.selectors.standings import list_standings
from league.services.corrections import correct_sheet
from league.services.editing import rename_player
from tests.league.standing import WHO, find_line, play_game, read_places

pytestmark = pytest.mark.django_db(transaction=True)

MARCH = {"maker": "N", "tricks": 5}


@pytest.fixture
def played(transactional_db: None, event: Event, players: list[Player]) -> Event:
    play_game(event, players[:4], (2, 1))
    play_game(event, players[4:], (1, 2), number=2)
    return event


def test_the_second_reading_asks_for_the_revision_alone(played: Event) -> None:
    first = list_standings(played)
    with CaptureQueriesContext(connection) as queries:
        assert list_standings(played) == first
    assert len(queries) == 1


def test_every_change_shows_at_once(played: Event, players: list[Player], admin: User) -> None:
    def correct() -> None:
        table = played.tables.order_by("pk")[0]
        correct_sheet(table, {1: MARCH}, seen=3, key="c", reason="misread", **WHO)

    changes: list[Callable[[], Any]] = [
        correct,
        lambda: rename_player(players[0], name="Anna", **WHO),
        lambda: play_game(played, players[:4], (0, 1), round_number=2),
    ]
    seen = [list_standings(played)]
    for change in changes:
        change()
        seen.append(list_standings(played))
        assert seen[-1] != seen[-2]
    assert find_line(played, "Anna & Cyd").place.score.games_lost == 1


def test_what_a_transaction_sees_is_kept_for_nobody(played: Event, players: list[Player]) -> None:
    before = read_places(played)
    with transaction.atomic():
        play_game(played, players[:4], (0, 2), round_number=2)
        assert read_places(played) != before
        transaction.set_rollback(True)
    play_game(played, players[4:], (3, 0), round_number=2)
    assert find_line(played, "Eve & Gus").place.score.points_for == 4
    assert find_line(played, "Ann & Cyd").place.score.games_won == 1


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL reads small tables whole")
def test_no_row_of_another_event_is_read(played: Event) -> None:
    with CaptureQueriesContext(connection) as queries:
        list_standings(played)
    assert len(queries) < 13
    with connection.cursor() as cursor:
        for query in queries:
            cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}")
            scans = [row[3] for row in cursor.fetchall() if row[3].startswith("SCAN")]
            assert scans == [], query["sql"]


def test_as_many_queries_for_many_tables(played: Event, players: list[Player]) -> None:
    counts = []
    for round_number in range(2, 6):
        play_game(played, players[:4], (1, 0), round_number=round_number)
        with CaptureQueriesContext(connection) as queries:
            list_standings(played)
        counts.append(len(queries))
    assert len(set(counts)) == 1
