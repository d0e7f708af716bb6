"""Many phones on one table and on many: hands, repeats, wrong places, undo, corrections, all at once."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from msgspec import Struct

from league.models import Claim, DealRecord, Table
from league.selectors.sheets import find_next_position, list_records, select_standing
from league.services.claims import say_word
from league.services.corrections import correct_sheet, undo_last
from league.services.faults import (
    ChangeRefusedError,
    EntryRefusedError,
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    SheetChangedError,
    TableClosedError,
    WordReusedError,
)
from league.services.recording import record_deal
from tests.concurrency.checking import assert_all_is_sound
from tests.concurrency.ledger import Ledger, Places

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

REFUSALS = (
    ChangeRefusedError, EntryRefusedError, KeyReusedError, LaterIllegalError, PositionTakenError, RefusedError,
    SheetChangedError, TableClosedError, WordReusedError,
)  # fmt: skip

#: An answer that came after this many tries is none.
MOST_TRIES = 20


class Ledgers(Struct, frozen=True, kw_only=True):
    """What was told of hands, and of what sides say of them."""

    hands: Ledger
    words: Ledger


class Change(Struct, frozen=True, kw_only=True):
    """One thing that a phone sends, and would send again word for word. `send` gives what is then stored.

    `ledger` is that of hands, or that of what sides say of them.
    """

    table: Table
    key: str
    send: Callable[[], Places]
    ledger: Ledger


class Phone:
    """One phone with its own ideas of what to do next; it sends again until it is answered."""

    def __init__(self, tables: list[Table], ledgers: Ledgers, *, name: str, seed: int, user: User) -> None:
        self.tables, self.ledgers, self.name, self.user = tables, ledgers, name, user
        self.chance = random.Random(f"{seed} {name}")
        self.sent: list[Change] = []

    def play(self, steps: int) -> None:
        """Do so many things, some of them again."""
        for step in range(steps):
            table = self.chance.choice(self.tables)
            key = f"{self.name}-{step}"
            kind = self.chance.choices((self.enter, self.correct, self.undo, self.speak), (8, 2, 1, 3))[0]
            change = kind(table, key)
            if change is not None:
                self.sent.append(change)
                self.send(change)
            for again in self.chance.sample(self.sent, min(len(self.sent), self.chance.choice((0, 0, 1, 2)))):
                self.send(again)

    def send(self, change: Change) -> None:
        for _try in range(MOST_TRIES):
            try:
                places = change.send()
            except OperationalError:  # the database had no time: nothing was said
                change.ledger.doubt()
                time.sleep(0.01)
                continue
            except REFUSALS as refused:
                change.ledger.refuse(change.table.pk, change.key, type(refused).__name__)
                return
            change.ledger.acknowledge(change.table.pk, change.key, places)
            return
        raise AssertionError(f"{change.key} was never answered")

    def enter(self, table: Table, key: str) -> Change:
        """A hand at the place that looks next, or sometimes at another; sometimes one that the rules refuse."""
        position = max(1, find_next_position(list_records(table)) + self.chance.choice((0, 0, 0, 0, -1, 1)))
        facts = self.make_facts()

        def send() -> Places:
            recorded = record_deal(table, facts, position=position, key=key, by=self.user, source="api")
            return {recorded.record.position: recorded.record.facts}

        return Change(table=table, key=key, send=send, ledger=self.ledgers.hands)

    def correct(self, table: Table, key: str) -> Change | None:
        """Other facts for one or two hands, as many records as this phone has seen."""
        records = list_records(table)
        places = [record.position for record in select_standing(records)]
        if not places:
            return None
        chosen = self.chance.sample(places, min(len(places), self.chance.choice((1, 2))))
        changes = {position: self.make_facts() for position in chosen}

        def send() -> Places:
            corrected = correct_sheet(
                table, changes, seen=len(records), key=key, reason="misread", by=self.user, source="api"
            )
            return {record.position: record.facts for record in corrected.records}

        return Change(table=table, key=key, send=send, ledger=self.ledgers.hands)

    def undo(self, table: Table, key: str) -> Change | None:
        """Take the last hand off, or one that is the last no more."""
        position = find_next_position(list_records(table)) - 1
        if position < 1:
            return None

        def send() -> Places:
            taken = undo_last(table, position=position, key=key, reason="twice", by=self.user, source="api")
            return {taken.record.position: None}

        return Change(table=table, key=key, send=send, ledger=self.ledgers.hands)

    def speak(self, table: Table, key: str) -> Change | None:
        """Say what the last hand was, as the phone of one seat: what stands, or something else."""
        standing = select_standing(list_records(table))
        if not standing:
            return None
        side, position = self.chance.choice("ABC"), standing[-1].position
        facts = self.chance.choice((standing[-1].facts, self.make_facts()))

        def send() -> Places:
            said = say_word(table, facts, position=position, key=key, by=self.user, source="link", side=side)
            return {} if said.claim is None else {said.claim.position: said.claim.facts}

        return Change(table=table, key=key, send=send, ledger=self.ledgers.words)

    def make_facts(self) -> dict[str, Any]:
        """A hand of Seven-handed Euchre, which no total ends; now and then one that cannot be."""
        if self.chance.random() < 0.1:
            return {"bidder": "A", "bid": 3}
        seats = self.chance.sample("ABCDEFG", 3)
        return {
            "bidder": seats[0],
            "bid": self.chance.randint(1, 5),
            "partners": sorted(seats[1:]),
            "tricks": self.chance.randint(0, 7),
        }


@pytest.fixture
def hammer(make_tables: Any, scorers: list[User], race: Race) -> Callable[..., Ledgers]:
    """Let phones loose on tables, and see what they leave."""

    def run(*, tables: int, phones: int, steps: int, seed: int) -> Ledgers:
        ledgers, seated = Ledgers(hands=Ledger(), words=Ledger()), make_tables(tables)
        users = [Phone(seated, ledgers, name=f"phone{n}", seed=seed, user=scorers[n % 2]) for n in range(phones)]
        outcomes = race(*[partial(phone.play, steps) for phone in users])
        assert outcomes == [None] * phones
        assert_all_is_sound(seated, ledgers.hands)
        assert not ledgers.words.find_faults(Claim.objects.all())
        return ledgers

    return run


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("tables", "phones", "steps"), [(1, 8, 8), (4, 8, 8)])
def test_nothing_is_lost_and_nothing_is_there_twice(
    hammer: Callable[..., Ledgers], tables: int, phones: int, steps: int, seed: int
) -> None:
    ledgers = hammer(tables=tables, phones=phones, steps=steps, seed=seed)
    assert ledgers.hands.acknowledged > phones  # the storm did something,
    assert ledgers.hands.refused > 0  # not all of it was allowed,
    assert ledgers.hands.repeats > 0  # some of it came more than once,
    assert ledgers.words.acknowledged > 0  # and hands were spoken of meanwhile
    assert DealRecord.objects.filter(revision__gt=1).exists()


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 110))
@pytest.mark.parametrize(("tables", "phones", "steps"), [(1, 16, 30), (6, 16, 30)])
def test_nothing_is_lost_in_a_long_storm(
    hammer: Callable[..., Ledgers], tables: int, phones: int, steps: int, seed: int
) -> None:
    hammer(tables=tables, phones=phones, steps=steps, seed=seed)


# -- controls: the ledger finds what it is there to find


@pytest.fixture
def stored(make_tables: Any) -> tuple[Table, Ledger]:
    """One hand stored and written down."""
    (table,), ledger = make_tables(1), Ledger()
    facts = {"bidder": "A", "bid": 2, "partners": ["B", "C"], "tricks": 3}
    record_deal(table, facts, position=1, key="anna-0", by=None, source="api")
    ledger.acknowledge(table.pk, "anna-0", {1: facts})
    assert not ledger.find_faults(DealRecord.objects.all())
    return table, ledger


def test_control_a_phone_that_makes_a_new_key_for_each_try_is_found(stored: tuple[Table, Ledger]) -> None:
    """Its first try was stored and the answer lost: the hand stands twice, and of one nobody was told."""
    table, ledger = stored
    facts = {"bidder": "B", "bid": 2, "partners": ["C", "D"], "tricks": 3}
    for key in ("first", "second"):
        position = find_next_position(list_records(table))
        record_deal(table, facts, position=position, key=key, by=None, source="api")
    ledger.acknowledge(table.pk, "second", {3: facts})
    assert ledger.find_faults(DealRecord.objects.all()) == ["first: stored, and nobody was told"]


def test_control_a_lost_hand_is_found(stored: tuple[Table, Ledger]) -> None:
    table, ledger = stored
    ledger.acknowledge(table.pk, "gone", {2: {"passed_out": True}})
    assert ledger.find_faults(DealRecord.objects.all()) == ["gone: acknowledged and lost"]


def test_control_a_hand_that_was_refused_and_stored_is_found(stored: tuple[Table, Ledger]) -> None:
    table, ledger = stored
    record_deal(table, {"passed_out": True}, position=2, key="told no", by=None, source="api")
    ledger.refuse(table.pk, "told no", "409")
    assert ledger.find_faults(DealRecord.objects.all()) == ["told no: refused (409) and stored all the same"]


def test_control_another_hand_than_was_acknowledged_is_found(stored: tuple[Table, Ledger]) -> None:
    table, ledger = stored
    ledger.acknowledge(table.pk, "anna-0", {1: {"passed_out": True}})
    assert ledger.find_faults(DealRecord.objects.all()) == ["anna-0: stored otherwise than acknowledged"]
