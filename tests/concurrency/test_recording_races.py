"""Two phones, one hand: what is stored once, who is told, and that nothing acknowledged is lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from league.models import DealRecord, Event, SeatResult, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import find_next_position, fold_table, list_records
from league.services.corrections import undo_last
from league.services.faults import PositionTakenError
from league.services.recording import Recorded, record_deal
from league.services.results import read_figures

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

NORTH = {"maker": "N", "tricks": 4}
EAST = {"maker": "E", "tricks": 4}


def record(table: Table, facts: dict[str, Any], *, position: int, key: str, by: User | None = None) -> Recorded:
    return record_deal(table, facts, position=position, key=key, by=by, source="web")


def assert_results_are_fresh(table: Table) -> None:
    folded = fold_table(table)
    fresh = {result.seat_id: read_figures(result) for result in make_results(table, list(table.seats.all()), folded)}
    stored = {result.seat_id: read_figures(result) for result in SeatResult.objects.filter(table=table)}
    assert stored == fresh


def test_control_without_the_lock_both_think_they_are_next(tables: list[Table], race: Race) -> None:
    """What the write path guards against: read, then decide, with nothing held in between."""
    found = race(*[partial(_find_next_slowly, tables[0]) for _phone in range(2)])
    assert found == [1, 1]


def _find_next_slowly(table: Table) -> int:
    return find_next_position(list_records(table))


def test_of_two_hands_with_one_number_one_is_stored_and_the_other_told(
    tables: list[Table], scorers: list[User], race: Race
) -> None:
    table = tables[0]
    anna, boris = scorers
    outcomes = race(
        partial(record, table, NORTH, position=1, key="anna-1", by=anna),
        partial(record, table, EAST, position=1, key="boris-1", by=boris),
    )
    stored = [outcome for outcome in outcomes if isinstance(outcome, Recorded)]
    told = [outcome for outcome in outcomes if isinstance(outcome, PositionTakenError)]
    assert (len(stored), len(told)) == (1, 1), outcomes
    assert told[0].existing == stored[0].record
    assert told[0].existing.recorded_by in scorers
    assert DealRecord.objects.count() == 1
    assert_results_are_fresh(table)


def test_a_double_tap_stores_one_hand_and_answers_both(tables: list[Table], race: Race) -> None:
    table = tables[0]
    outcomes = race(*[partial(record, table, NORTH, position=1, key="tap") for _tap in range(6)])
    assert all(isinstance(outcome, Recorded) for outcome in outcomes), outcomes
    assert sorted(outcome.is_new for outcome in outcomes) == [False] * 5 + [True]
    assert len({outcome.record.pk for outcome in outcomes}) == 1
    assert DealRecord.objects.count() == 1
    assert_results_are_fresh(table)


def test_many_phones_on_many_tables_lose_nothing(tables: list[Table], race: Race) -> None:
    """Three phones a table, each trying five hands; every acknowledged hand is there once."""
    revision = Event.objects.get().revision
    outcomes = race(
        *[partial(_enter_five, table, phone=phone) for table in tables for phone in ("a", "b", "c")],
    )
    acknowledged = [record for outcome in outcomes for record in outcome]
    assert len({record.pk for record in acknowledged}) == len(acknowledged)
    assert set(DealRecord.objects.values_list("pk", flat=True)) == {record.pk for record in acknowledged}
    for table in tables:
        positions = [record.position for record in list_records(table)]
        assert positions == list(range(1, len(positions) + 1))
        assert_results_are_fresh(table)
    assert Event.objects.get().revision == revision + len(acknowledged)


def _enter_five(table: Table, *, phone: str) -> list[DealRecord]:
    """Enter five hands as a phone would: look what is next, send, and look again where somebody was quicker."""
    mine = []
    for hand in range(5):
        position = find_next_position(list_records(table))
        facts = {"maker": "NE"[position % 2], "tricks": 3}  # fifteen hands in turn end no game
        try:
            mine.append(record(table, facts, position=position, key=f"{phone}{hand}").record)
        except PositionTakenError:
            continue
    return mine


def test_an_undo_and_a_hand_at_once_leave_a_sheet_that_adds_up(tables: list[Table], race: Race) -> None:
    table = tables[0]
    record(table, NORTH, position=1, key="first")
    undo = partial(undo_last, table, position=1, key="undo", reason="wrong", by=None, source="web")
    outcomes = race(undo, partial(record, table, EAST, position=2, key="second"))
    assert sum(isinstance(outcome, Recorded) for outcome in outcomes) == 1, outcomes
    assert sum(isinstance(outcome, PositionTakenError) for outcome in outcomes) == 1, outcomes
    assert_results_are_fresh(table)


def test_what_fails_half_way_stores_nothing(tables: list[Table], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_event: Event) -> None:
        raise RuntimeError("power cut")

    monkeypatch.setattr("league.services.recording.move_revision", fail)
    with pytest.raises(RuntimeError):
        record(tables[0], NORTH, position=1, key="k")
    assert not transaction.get_connection().in_atomic_block
    assert not DealRecord.objects.exists()
    assert set(SeatResult.objects.values_list("points", flat=True)) == {0}
