"""The one write path: facts added, results derived, repeats and conflicts told apart."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from league.models import AuditRow, DealRecord, Event, SeatResult, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table, write_sheet
from league.services.corrections import undo_last
from league.services.faults import (
    EntryRefusedError,
    KeyReusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
)
from league.services.recording import Recorded, call_time, preview_deal, record_deal
from league.services.results import read_figures
from scoring.result import score_sheet

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
LONER: dict[str, Any] = {"maker": "E", "alone": True, "tricks": 5}
RENEGE: dict[str, Any] = {"maker": "E", "infractions": [{"kind": "renege", "offender": "W"}]}
MISDEAL: dict[str, Any] = {"misdeal": True}
RULING: dict[str, Any] = {"ruling": {"points": {"NS": 1}, "reason": "cards exposed", "by": "Pat"}}


def record(table: Table, facts: dict[str, Any], position: int, *, key: str = "", by: User | None = None) -> Recorded:
    return record_deal(table, facts, position=position, key=key or f"key-{position}", by=by, source="web")


def read_results(table: Table) -> dict[str, tuple[int, int, str]]:
    results = SeatResult.objects.filter(table=table).select_related("seat")
    return {result.seat.seat: (result.points, result.points_against, result.outcome) for result in results}


def test_each_entry_moves_totals_audit_and_revision(table: Table, admin: User) -> None:
    revision = Event.objects.get(pk=table.event_id).revision
    for position, facts in enumerate([MARCH, MISDEAL, RENEGE, RULING, LONER], start=1):
        assert record(table, facts, position, by=admin).is_new
    assert read_results(table) == {
        "N": (5, 4, "open"), "S": (5, 4, "open"), "E": (4, 5, "open"), "W": (4, 5, "open"),
    }  # fmt: skip
    assert Event.objects.get(pk=table.event_id).revision == revision + 5
    rows = AuditRow.objects.filter(table=table, action="deal_recorded").order_by("pk")
    assert [row.detail["position"] for row in rows] == [1, 2, 3, 4, 5]
    assert {row.actor for row in rows} == {admin}
    assert rows[2].detail["facts"] == RENEGE


def test_misdeal_keeps_the_dealer_and_the_hand_number(table: Table) -> None:
    for position, facts in enumerate([MARCH, MISDEAL, MARCH], start=1):
        folded = record(table, facts, position).folded
    assert [(step.number, step.dealer) for step in folded.steps] == [(1, "N"), (None, "E"), (2, "E")]


def test_counts_go_to_the_person_or_to_the_side(table: Table) -> None:
    record(table, LONER, 1)
    record(table, EUCHRE, 2)
    results = {result.seat.seat: result for result in SeatResult.objects.filter(table=table)}
    assert results["E"].own_counts == {"loners_tried": 1, "loners_made": 1}
    assert results["W"].own_counts == {}
    assert results["W"].side_counts == results["E"].side_counts == {"euchres_made": 1}
    assert results["N"].own_counts == {"euchres_suffered": 1}


@pytest.mark.parametrize("facts", [MARCH, RENEGE, MISDEAL, RULING])
def test_a_repeated_key_stores_one_entry(table: Table, facts: dict[str, Any]) -> None:
    first = record(table, facts, 1, key="same")
    again = record(table, facts, 1, key="same")
    assert (first.is_new, again.is_new) == (True, False)
    assert again.record == first.record
    assert DealRecord.objects.count() == 1


def test_a_repeat_is_answered_after_the_game_has_gone_on(table: Table) -> None:
    record(table, MARCH, 1, key="first")
    record(table, EUCHRE, 2)
    again = record(table, MARCH, 1, key="first")
    assert not again.is_new
    assert again.folded.state.totals == {"NS": 2, "EW": 2}


def test_two_ways_of_writing_one_hand_are_the_same_hand(table: Table) -> None:
    record(table, {"maker": "N", "tricks": 5}, 1, key="same")
    assert not record(table, {"tricks": 5, "maker": "N", "alone": False}, 1, key="same").is_new


def test_a_key_with_other_facts_is_refused(table: Table) -> None:
    record(table, MARCH, 1, key="same")
    with pytest.raises(KeyReusedError):
        record(table, EUCHRE, 1, key="same")
    with pytest.raises(KeyReusedError):
        record(table, MARCH, 2, key="same")


def test_a_taken_position_names_what_stands_there(table: Table, admin: User) -> None:
    record(table, MARCH, 1, by=admin)
    with pytest.raises(PositionTakenError) as conflict:
        record(table, EUCHRE, 1, key="other")
    assert conflict.value.expected == 2
    assert conflict.value.existing is not None
    assert conflict.value.existing.recorded_by == admin
    with pytest.raises(PositionTakenError) as ahead:
        record(table, EUCHRE, 3, key="third")
    assert (ahead.value.expected, ahead.value.existing) == (2, None)
    assert DealRecord.objects.count() == 1


@pytest.mark.parametrize(
    ("facts", "fields"),
    [
        ({}, {"maker", "tricks"}),
        ({"maker": "N", "tricks": 6}, {"tricks"}),
        ({"maker": "Q", "tricks": True, "trump": "S"}, {"maker", "tricks", "trump"}),
        ({"maker": "N", "tricks": None}, {"tricks"}),
    ],
)
def test_every_fault_is_told_and_nothing_stored(table: Table, facts: dict[str, Any], fields: set[str]) -> None:
    with pytest.raises(EntryRefusedError) as refused:
        record(table, facts, 1)
    assert {violation.field for violation in refused.value.violations} == fields
    assert not DealRecord.objects.exists()
    assert not AuditRow.objects.filter(action="deal_recorded").exists()


def test_a_finished_game_takes_no_more_hands(table: Table) -> None:
    for position in range(1, 6):
        record(table, MARCH, position)
    assert read_results(table)["N"] == (10, 0, "won")
    assert read_results(table)["W"] == (0, 10, "lost")
    with pytest.raises(EntryRefusedError) as refused:
        record(table, MARCH, 6)
    assert [violation.code for violation in refused.value.violations] == ["game_over"]


def test_undo_takes_the_last_hand_off_and_keeps_it_in_the_history(table: Table, admin: User) -> None:
    for position in range(1, 6):
        record(table, MARCH, position)
    undone = undo_last(table, position=5, key="undo", reason="wrong side", by=admin, source="web")
    assert undone.folded.state.totals == {"NS": 8, "EW": 0}
    assert read_results(table)["N"] == (8, 0, "open")
    assert undone.folded.state.dealer == "N"
    assert not undo_last(table, position=5, key="undo", reason="wrong side", by=admin, source="web").is_new
    record(table, EUCHRE, 5, key="again")
    history = DealRecord.objects.filter(position=5).order_by("revision")
    assert [(row.revision, row.void, row.facts) for row in history] == [
        (1, False, MARCH), (2, True, {}), (3, False, EUCHRE),
    ]  # fmt: skip


def test_undo_wants_a_reason_and_the_last_hand(table: Table) -> None:
    record(table, MARCH, 1)
    record(table, MARCH, 2)
    with pytest.raises(RefusedError):
        undo_last(table, position=2, key="u", reason="  ", by=None, source="web")
    with pytest.raises(PositionTakenError) as stale:
        undo_last(table, position=1, key="u", reason="oops", by=None, source="web")
    assert stale.value.expected == 2
    assert fold_table(table).state.totals["NS"] == 4


def test_a_key_of_a_hand_is_no_key_of_an_undo(table: Table) -> None:
    record(table, MARCH, 1, key="k")
    with pytest.raises(KeyReusedError):
        undo_last(table, position=1, key="k", reason="oops", by=None, source="web")


def test_time_called_ends_the_game_for_the_side_ahead(table: Table) -> None:
    record(table, MARCH, 1)
    call_time(table, called=True, by=None, source="web")
    assert read_results(table)["N"][2] == "won"
    table.refresh_from_db()
    with pytest.raises(TableClosedError):
        record(table, MARCH, 2)
    call_time(table, called=False, by=None, source="web")
    table.refresh_from_db()
    assert read_results(table)["N"][2] == "open"
    record(table, EUCHRE, 2)
    call_time(table, called=True, by=None, source="web")
    assert {row[2] for row in read_results(table).values()} == {"drawn"}


def test_a_closed_event_takes_nothing(table: Table) -> None:
    record(table, MARCH, 1)
    Event.objects.update(is_open=False)
    table.refresh_from_db()
    with pytest.raises(TableClosedError):
        record(table, MARCH, 2)
    with pytest.raises(TableClosedError):
        undo_last(table, position=1, key="u", reason="oops", by=None, source="web")


def test_preview_stores_nothing(table: Table) -> None:
    step, folded = preview_deal(table, MARCH)
    assert step.points == {"NS": 2, "EW": 0}
    assert folded.state.totals == {"NS": 2, "EW": 0}
    assert not DealRecord.objects.exists()


def test_stored_results_equal_a_fresh_fold_and_the_sheet(table: Table) -> None:
    for position, facts in enumerate([MARCH, RENEGE, LONER, RULING, EUCHRE], start=1):
        record(table, facts, position)
    folded = fold_table(table)
    stored = {result.seat_id: read_figures(result) for result in SeatResult.objects.filter(table=table)}
    fresh = {result.seat_id: read_figures(result) for result in make_results(table, list(table.seats.all()), folded)}
    assert stored == fresh
    assert score_sheet(write_sheet(table))["totals"] == dict(folded.state.totals)


def test_the_database_refuses_to_change_a_record(table: Table) -> None:
    stored = record(table, MARCH, 1).record
    with pytest.raises(IntegrityError), transaction.atomic():
        DealRecord.objects.filter(pk=stored.pk).update(facts=EUCHRE)
    with pytest.raises(IntegrityError), transaction.atomic():
        AuditRow.objects.update(action="nothing")
    assert DealRecord.objects.get(pk=stored.pk).facts == MARCH


def test_the_database_refuses_a_second_row_for_one_place_or_key(table: Table) -> None:
    record(table, MARCH, 1, key="k")
    for same in ({"position": 1, "revision": 1, "key": "other"}, {"position": 2, "revision": 1, "key": "k"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DealRecord.objects.create(table=table, facts=MARCH, source="web", **same)
