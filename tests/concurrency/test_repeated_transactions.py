"""A transaction that the database broke off for another one is run again, and its hand is there once."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from league.models import Claim, DealRecord, Event, Table
from league.services.claims import say_word
from league.services.corrections import correct_sheet
from league.services.locking import TRIES, repeat_interrupted
from league.services.recording import record_deal

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

HAND = {"maker": "N", "tricks": 3}
OTHER = {"maker": "N", "tricks": 4}
WHO: dict[str, Any] = {"by": None, "source": "link"}


def hold_up(table: Table, *, is_held: threading.Event) -> None:
    """Hold the event and then want the table: the other way round than all services, and so a deadlock with them.

    PostgreSQL breaks off whoever has waited for a second and finds it first; this one waits the longer.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL deadlock_timeout = '60s'")
        Event.objects.select_for_update().get(pk=table.event_id)
        is_held.set()
        wait_for_waiting()
        Table.objects.select_for_update().get(pk=table.pk)


def wait_for_waiting() -> None:
    """Until somebody waits for a lock."""
    for _look in range(600):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            cursor.execute("SELECT pg_sleep(0.05)")
    raise AssertionError("nobody came")


def write(work: Callable[[], Any], *, is_held: threading.Event) -> Any:
    assert is_held.wait(30)
    return work()


def make_work(table: Table) -> dict[str, Callable[[], Any]]:
    correct = partial(correct_sheet, table, {1: OTHER}, seen=1, reason="Misread", key="k", side="NS", **WHO)
    return {
        "record": partial(record_deal, table, HAND, position=2, key="k", side="NS", **WHO),
        "say": partial(say_word, table, OTHER, position=1, key="k", side="EW", **WHO),
        "correct": correct,
    }


@pytest.mark.parametrize("what", ["record", "say", "correct"])
def test_who_was_broken_off_by_a_deadlock_is_in_after_all(what: str, tables: list[Table], race: Race) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite knows no deadlocks: one writes at a time")
    table = tables[0]
    record_deal(table, HAND, position=1, key="first", side="NS", **WHO)
    is_held = threading.Event()
    work = make_work(table)[what]
    held, done = race(partial(hold_up, table, is_held=is_held), partial(write, work, is_held=is_held))
    assert held is None
    assert not isinstance(done, Exception), done
    assert done.is_new
    assert DealRecord.objects.count() + Claim.objects.count() == 2
    assert not work().is_new
    assert DealRecord.objects.count() + Claim.objects.count() == 2


def refuse(times: int, *, cause: Exception) -> Callable[[], str]:
    """A service that the database breaks off so many times."""
    left = [times]

    @repeat_interrupted
    def work() -> str:
        if left[0]:
            left[0] -= 1
            raise OperationalError("broken off") from cause
        return "done"

    return work


class BrokenError(Exception):
    """What a driver raises."""

    def __init__(self, **codes: str) -> None:
        self.__dict__ |= codes


INTERRUPTED = [
    BrokenError(sqlstate="40P01"),
    BrokenError(sqlstate="40001"),
    BrokenError(sqlite_errorname="SQLITE_BUSY"),
]


@pytest.mark.parametrize("cause", INTERRUPTED, ids=["deadlock", "serialization", "busy"])
def test_three_times_and_then_it_is_an_error(cause: Exception) -> None:
    assert refuse(TRIES - 1, cause=cause)() == "done"
    with pytest.raises(OperationalError):
        refuse(TRIES, cause=cause)()


@pytest.mark.parametrize(
    "cause", [BrokenError(sqlstate="08006"), BrokenError(sqlite_errorname="SQLITE_FULL"), BrokenError()]
)
def test_any_other_error_is_not_tried_again(cause: Exception) -> None:
    with pytest.raises(OperationalError):
        refuse(1, cause=cause)()


def test_inside_another_transaction_nothing_is_repeated() -> None:
    with pytest.raises(OperationalError), transaction.atomic():
        refuse(1, cause=BrokenError(sqlstate="40P01"))()


def test_a_database_that_was_locked_too_long_is_asked_again(tables: list[Table]) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL locks rows")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    connection.ensure_connection()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout = 300")
    timer = threading.Timer(0.5, lambda: other.execute("ROLLBACK"))
    timer.start()
    try:
        assert record_deal(tables[0], HAND, position=1, key="k", **WHO).is_new
    finally:
        timer.join()
        other.close()
        connection.close()
