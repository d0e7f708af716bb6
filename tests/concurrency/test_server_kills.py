"""The server dies in the middle of requests, again and again: what it had said yes to is there, once."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from league.models import AuditRow, DealRecord, Event, Table
from tests.concurrency.checking import assert_all_is_sound
from tests.concurrency.ledger import Ledger
from tests.concurrency.site import Answer, ApiPhone, FormPhone, KillableSite, NoAnswerError, PaperPhone

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]
AnyPhone = ApiPhone | FormPhone

KINDS: tuple[type[AnyPhone], ...] = (ApiPhone, FormPhone, PaperPhone)

#: Statuses of what was stored, by the API and by forms; and of what was not.
STORED = (200, 201, 303)
REFUSED = (400, 409, 422)
MOST_SECONDS = 120


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[KillableSite]:
    """The running site; ended with the test."""
    running = KillableSite(tmp_path)
    running.start()
    yield running
    running.close()


def make_facts(chance: random.Random) -> dict[str, Any]:
    """A hand of Seven-handed Euchre, which no total ends; now and then one that the rules refuse."""
    seats = chance.sample("ABCDEFG", 3)
    bid = {"bidder": seats[0], "bid": chance.randint(1, 5)}
    if chance.random() < 0.15:
        return bid
    return {**bid, "partners": sorted(seats[1:]), "tricks": chance.randint(0, 7)}


def play(
    phone: AnyPhone, tables: list[Table], ledger: Ledger, *, name: str, seed: int, hands: int, stop: threading.Event
) -> None:
    """Send until so many hands of one's own were acknowledged; what has no answer is sent again, word for word."""
    chance, mine, number = random.Random(f"{seed} {name}"), 0, 0
    while mine < hands and not stop.is_set():
        number += 1
        table, key, facts = chance.choice(tables), f"{name}-{number}", make_facts(chance)
        position = ask_until_answered(partial(phone.find_next, table), stop=stop)
        answer = ask_until_answered(
            partial(phone.send, table, facts, position=position, key=key), ledger=ledger, stop=stop
        )
        if answer.status in STORED:
            ledger.acknowledge(table.pk, key, {position: facts})
            mine += 1
        else:
            assert answer.status in REFUSED, (answer.status, answer.body[:500])
            ledger.refuse(table.pk, key, str(answer.status))
    assert mine == hands


def ask_until_answered(ask: Callable[[], Any], *, stop: threading.Event, ledger: Ledger | None = None) -> Any:
    """The answer, however often the server is dead."""
    deadline = time.monotonic() + MOST_SECONDS
    while time.monotonic() < deadline and not stop.is_set():
        try:
            with ledger.wait_for_answer() if ledger is not None else nullcontext():
                return ask()
        except NoAnswerError:
            if ledger is not None:
                ledger.doubt()
            time.sleep(0.02)
    raise AssertionError("there was never an answer")


def kill_often(site: KillableSite, ledger: Ledger, *, chance: random.Random, times: int, done: threading.Event) -> int:
    """Kill the server at random moments in mid-request and start it again, so many times or until all is sent."""
    killed = 0
    while killed < times and not done.wait(chance.uniform(0.05, 0.6)):
        while not ledger.under_way and not done.is_set():
            time.sleep(0.0005)
        time.sleep(chance.uniform(0, 0.02))
        site.kill()
        killed += 1
        site.start()
    return killed


def run_storm(site: KillableSite, tables: list[Table], users: list[User], race: Race, **how: int) -> tuple[Ledger, int]:
    """Phones of all kinds on all tables while the server is killed; gives what they were told, and how often."""
    ledger, done, seed = Ledger(), threading.Event(), how["seed"]
    phones = [KINDS[n % len(KINDS)](site, users[n % len(users)]) for n in range(how["phones"])]
    storm = [
        partial(play, phone, tables, ledger, name=f"phone{n}", seed=seed, hands=how["hands"], stop=done)
        for n, phone in enumerate(phones)
    ]

    def run_phones() -> list[Any]:
        try:
            return race(*storm)
        finally:
            done.set()

    kills = partial(kill_often, site, ledger, chance=random.Random(seed), times=how["kills"], done=done)
    outcomes, killed = race(run_phones, kills)
    assert outcomes == [None] * len(phones), outcomes
    assert isinstance(killed, int), killed
    return ledger, killed


@pytest.mark.parametrize(("count", "phones", "hands"), [(1, 4, 5), (4, 6, 6)], ids=["one table", "four tables"])
def test_what_was_acknowledged_survives_kills(
    site: KillableSite, make_tables: Any, scorers: list[User], race: Race, count: int, phones: int, hands: int
) -> None:
    tables, users = make_tables(count), scorers
    ledger, killed = run_storm(site, tables, users, race, phones=phones, hands=hands, kills=2, seed=count)
    assert killed
    assert ledger.doubts, "no request was under way when the server was killed"
    assert ledger.acknowledged == phones * hands
    assert_all_is_sound(tables, ledger)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 204))
def test_what_was_acknowledged_survives_many_kills(
    site: KillableSite, make_tables: Any, scorers: list[User], race: Race, seed: int
) -> None:
    tables = make_tables(3)
    ledger, killed = run_storm(site, tables, scorers, race, phones=9, hands=60, kills=15, seed=seed)
    assert killed > 5
    assert_all_is_sound(tables, ledger)


# -- killed on purpose in the middle of a write


HAND = {"bidder": "A", "bid": 2, "partners": ["B", "C"], "tricks": 3}


def send_in_vain(phone: ApiPhone, table: Table) -> Any:
    try:
        return phone.send(table, HAND, position=1, key="hand")
    except NoAnswerError as error:
        return error


def assert_nothing_then_once(site: KillableSite, phone: ApiPhone, table: Table, before: int) -> None:
    """Nothing of the hand is there, not a half of it; sent again to a new server it is there, once."""
    assert not DealRecord.objects.exists()
    assert not AuditRow.objects.filter(action="deal_recorded").exists()
    assert Event.objects.get().revision == before
    site.start()
    ledger = Ledger()
    answers: list[Answer] = [phone.send(table, HAND, position=1, key="hand") for _time in range(2)]
    assert [answer.status for answer in answers] == [201, 200]
    ledger.acknowledge(table.pk, "hand", {1: HAND})
    assert json.loads(answers[0].body)["deal"]["facts"] == HAND
    assert_all_is_sound([table], ledger)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one lock for all: see the test below")
def test_killed_with_all_rows_written_but_one(site: KillableSite, make_tables: Any, scorers: list[User]) -> None:
    """The event's row, which a hand writes last, is held: record, results and audit row are written and not kept."""
    (table,) = make_tables(1)
    before, phone = Event.objects.get().revision, ApiPhone(site, scorers[0])
    sender = threading.Thread(target=send_in_vain, args=(phone, table))
    with transaction.atomic():
        Event.objects.select_for_update(no_key=True).get()
        sender.start()
        assert wait_until(lambda: count_waiting() == 1), list_sessions()
        site.kill()
    sender.join()
    assert wait_until(lambda: count_others() == 0)  # its session ends when it finds nobody there
    assert_nothing_then_once(site, phone, table, before)


def count_waiting() -> int:
    """How many sessions of this database wait for a lock while they update an event."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    return _ask_postgres(f"{query} AND query LIKE 'UPDATE \"league_event\"%'")


def count_others() -> int:
    """How many other sessions of this database there are."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    return _ask_postgres(f"{query} AND backend_type = 'client backend'")


def list_sessions() -> list[Any]:
    """What the sessions of this database are at."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute("SELECT state, wait_event_type, query FROM pg_stat_activity WHERE datname = current_database()")
        return list(cursor.fetchall())


def _ask_postgres(query: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction would see the same picture all along
        cursor.execute(query)
        (count,) = cursor.fetchone()
    return int(count)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL locks rows: see the test above")
def test_killed_while_it_held_the_lock_of_the_file(site: KillableSite, make_tables: Any, scorers: list[User]) -> None:
    """The server is stopped while it holds the write lock, which it gives up only by committing, and is killed."""
    tables = make_tables(1)
    ledger, stop = Ledger(), threading.Event()
    phone = ApiPhone(site, scorers[0])
    sender = threading.Thread(
        target=play,
        args=(phone, tables, ledger),
        kwargs={"name": "phone", "seed": 1, "hands": 30, "stop": stop},
    )
    caught = 0
    sender.start()
    try:
        while sender.is_alive() and caught < 2:
            if not is_locked():
                continue
            site.freeze()
            caught += is_locked()  # it stands still, and still holds the lock: nothing of this hand is committed
            site.kill()
            site.start()
        sender.join(timeout=MOST_SECONDS)
    finally:
        stop.set()
    assert caught == 2
    assert ledger.acknowledged == 30
    assert ledger.doubts >= caught
    assert_all_is_sound(tables, ledger)


def is_locked() -> bool:
    """Whether somebody else is writing to the database right now."""
    own = sqlite3.connect(str(connection.settings_dict["NAME"]), timeout=0, isolation_level=None)
    try:
        own.execute("BEGIN IMMEDIATE")
        own.execute("ROLLBACK")
    except sqlite3.OperationalError:
        return True
    finally:
        own.close()
    return False


def wait_until(condition: Callable[[], bool], *, seconds: float = 30) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
