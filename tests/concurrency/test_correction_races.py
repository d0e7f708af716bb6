"""Two corrections at once, and a correction beside a new hand: one is stored, the other told what came before it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import AuditRow, DealRecord, Table
from league.selectors.sheets import list_facts, list_records
from league.services.corrections import Corrected, correct_sheet, undo_last
from league.services.faults import SheetChangedError
from league.services.recording import Recorded, record_deal
from tests.league.replaying import assert_results_are_fresh

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

MARCH = {"maker": "N", "tricks": 5}
POINT = {"maker": "N", "tricks": 3}
EUCHRE = {"maker": "N", "tricks": 2}


@pytest.fixture
def table(tables: list[Table]) -> Table:
    """A table with three hands."""
    for position in (1, 2, 3):
        record_deal(tables[0], MARCH, position=position, key=f"hand-{position}", by=None, source="web")
    return tables[0]


def correct(table: Table, changes: dict[int, Any], *, key: str, by: User | None = None) -> Corrected:
    return correct_sheet(table, changes, seen=3, key=key, reason="misread", by=by, source="web")


def test_of_two_corrections_one_is_stored_and_the_other_told_by_whom(
    table: Table, scorers: list[User], race: Race
) -> None:
    anna, boris = scorers
    outcomes = race(
        partial(correct, table, {1: POINT}, key="anna", by=anna),
        partial(correct, table, {2: EUCHRE}, key="boris", by=boris),
    )
    stored = [outcome for outcome in outcomes if isinstance(outcome, Corrected)]
    told = [outcome for outcome in outcomes if isinstance(outcome, SheetChangedError)]
    assert (len(stored), len(told)) == (1, 1), outcomes
    assert told[0].newer == stored[0].records
    assert told[0].newer[0].recorded_by in scorers
    assert DealRecord.objects.filter(table=table).count() == 4
    assert_results_are_fresh(table)


def test_a_correction_sent_many_times_is_stored_once(table: Table, race: Race) -> None:
    outcomes = race(*[partial(correct, table, {1: POINT, 3: None}, key="tap") for _tap in range(5)])
    assert all(isinstance(outcome, Corrected) for outcome in outcomes), outcomes
    assert sorted(outcome.is_new for outcome in outcomes) == [False] * 4 + [True]
    assert DealRecord.objects.filter(table=table).count() == 5
    assert AuditRow.objects.filter(table=table, action="sheet_corrected").count() == 1
    assert_results_are_fresh(table)


def test_a_correction_and_a_new_hand_at_once_add_up(table: Table, race: Race) -> None:
    """The hand is stored whoever was first; the correction only by somebody who saw the sheet that it changes."""
    correction, hand = race(
        partial(correct, table, {1: EUCHRE}, key="correction"),
        partial(record_deal, table, POINT, position=4, key="hand-4", by=None, source="web"),
    )
    assert isinstance(hand, Recorded), hand
    facts = list_facts(list_records(table))
    assert facts[4] == POINT
    if isinstance(correction, Corrected):
        assert facts[1] == EUCHRE
    else:
        assert isinstance(correction, SheetChangedError), correction
        assert correction.newer == (hand.record,)
        assert facts[1] == MARCH
    assert_results_are_fresh(table)


def test_a_correction_and_an_undo_at_once_add_up(table: Table, race: Race) -> None:
    correction, undone = race(
        partial(correct, table, {3: EUCHRE}, key="correction"),
        partial(undo_last, table, position=3, key="undo", reason="wrong", by=None, source="web"),
    )
    assert isinstance(undone, Recorded), undone
    assert isinstance(correction, Corrected | SheetChangedError), correction
    assert list_facts(list_records(table)) == {1: MARCH, 2: MARCH}
    assert_results_are_fresh(table)
