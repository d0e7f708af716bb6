"""Any earlier hand of any game: changed, taken off or put in between, and the rest played again from there."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.access import name_correction_right
from league.models import AuditRow, DealRecord, Event, League, Player, Table
from league.selectors.replays import plan_insertion
from league.selectors.sheets import fold_table, list_facts, list_records
from league.services.corrections import Corrected, correct_sheet
from league.services.faults import (
    ChangeRefusedError,
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    ResultsFinalError,
    SheetChangedError,
)
from league.services.recording import call_time, record_deal
from league.services.records import digest_record
from league.services.setup import add_players, create_league
from rules.catalog import GAMES
from scoring.reading import write_back
from scoring.result import score_sheet
from tests.league.replaying import assert_results_are_fresh, make_event, put_on_table
from tests.strategies import hands, make_sheet_game, of_each_game, rulings, sheets

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
POINT: dict[str, Any] = {"maker": "N", "tricks": 3}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
LONER: dict[str, Any] = {"maker": "E", "alone": True, "tricks": 5}
MISDEAL: dict[str, Any] = {"misdeal": True}


def correct(table: Table, changes: dict[int, Any], **said: Any) -> Corrected:
    """Correct as somebody who sees the sheet as it is."""
    given: dict[str, Any] = {
        "seen": table.records.count(),
        "key": "correction",
        "reason": "misread",
        "by": None,
        "source": "web",
    }
    return correct_sheet(table, changes, **(given | said))


def play(table: Table, *entries: dict[str, Any]) -> None:
    for position, facts in enumerate(entries, start=table.records.count() + 1):
        record_deal(table, facts, position=position, key=f"hand-{position}", by=None, source="web")


@pytest.mark.parametrize("key", sorted(GAMES))
@of_each_game
@given(data=st.data())
@pytest.mark.django_db
def test_a_corrected_sheet_is_the_sheet_with_the_new_facts(key: str, data: st.DataObject) -> None:
    """Saved exactly where the rules allow the whole sheet, and then equal to a fresh fold of it."""
    sheet = data.draw(sheets(key).filter(lambda sheet: sheet["deals"]))
    game = make_sheet_game(sheet)
    place = data.draw(st.integers(1, len(sheet["deals"])))
    entry = hands(game) | st.just(MISDEAL) | rulings(game) | st.none()
    changes = {place: data.draw(entry)}
    deals = [*sheet["deals"]]
    deals[place - 1 : place] = [facts for facts in changes.values() if facts is not None]
    expected = score_sheet({**sheet, "deals": deals})
    with transaction.atomic():
        league = create_league("Riverside", by=None, source="web")
        players = add_players(league, [f"Player {seat}" for seat in game.seats], by=None, source="web").added
        table = put_on_table(make_event(league, sheet), players, sheet)
        before = list_facts(list_records(table))
        try:
            corrected = correct(table, changes)
        except RefusedError:
            assert write_back(game, changes[place] or {}) == write_back(game, sheet["deals"][place - 1])
        except (ChangeRefusedError, LaterIllegalError):
            assert expected["errors"]
            assert list_facts(list_records(table)) == before
        else:
            assert dict(corrected.folded.state.totals) == expected["totals"]
            assert corrected.folded.winner == expected["winner"]
        assert_results_are_fresh(table)
        transaction.set_rollback(True)


@pytest.mark.parametrize("key", sorted(GAMES))
@of_each_game
@given(data=st.data())
@pytest.mark.django_db
def test_entries_that_become_illegal_can_be_taken_off_in_the_same_batch(key: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(key).filter(lambda sheet: len(sheet["deals"]) > 1))
    game = make_sheet_game(sheet)
    changes: dict[int, Any] = {data.draw(st.integers(1, len(sheet["deals"]))): data.draw(hands(game))}
    with transaction.atomic():
        league = create_league("Riverside", by=None, source="web")
        players = add_players(league, [f"Player {seat}" for seat in game.seats], by=None, source="web").added
        table = put_on_table(make_event(league, sheet), players, sheet)
        illegal: LaterIllegalError | None = None
        try:
            correct(table, changes)
        except LaterIllegalError as error:
            illegal = error
        except (ChangeRefusedError, RefusedError):
            pass
        if illegal is not None:
            assert min(illegal.by_position) > min(changes)
            assert all(illegal.by_position.values())
            correct(table, changes | dict.fromkeys(illegal.by_position))
        assert_results_are_fresh(table)
        transaction.set_rollback(True)


def test_a_changed_hand_leaves_everything_that_was_entered(table: Table, admin: User) -> None:
    play(table, MARCH, EUCHRE, MARCH)
    corrected = correct(table, {1: LONER}, by=admin, reason="  wrong side  ")
    assert corrected.folded.state.totals == {"NS": 2, "EW": 6}
    history = DealRecord.objects.filter(table=table, position=1).order_by("revision")
    assert [(row.revision, row.facts, row.reason, row.recorded_by) for row in history] == [
        (1, MARCH, "", None), (2, LONER, "wrong side", admin),
    ]  # fmt: skip
    assert_results_are_fresh(table)


def test_the_audit_row_says_what_was_and_what_is(table: Table, admin: User) -> None:
    play(table, MARCH, EUCHRE, MARCH)
    revision = Event.objects.get(pk=table.event_id).revision
    corrected = correct(table, {3: None, 1: LONER}, by=admin)
    row = AuditRow.objects.get(table=table, action="sheet_corrected")
    assert row.detail["changes"] == [
        {"position": 1, "old": MARCH, "new": LONER}, {"position": 3, "old": MARCH, "new": None},
    ]  # fmt: skip
    assert row.detail["totals_before"] == {"NS": 4, "EW": 2}
    assert row.detail["totals"] == {"NS": 0, "EW": 6}
    assert row.detail["reason"] == "misread"
    assert row.detail["records"] == {
        f"{record.position}.{record.revision}": digest_record(record) for record in corrected.records
    }
    assert row.actor == admin
    assert Event.objects.get(pk=table.event_id).revision == revision + 1


def test_a_correction_that_ends_the_game_earlier_names_every_hand_after_it(table: Table) -> None:
    play(table, EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT)
    with pytest.raises(LaterIllegalError) as illegal:
        correct(table, {1: MARCH})
    assert {place: [fault.code for fault in faults] for place, faults in illegal.value.by_position.items()} == {
        6: ["game_over"],
    }  # fmt: skip
    assert DealRecord.objects.filter(table=table).count() == 6
    corrected = correct(table, {1: MARCH, 6: None})
    assert corrected.folded.winner == "NS"
    assert_results_are_fresh(table)


def test_what_became_illegal_can_be_entered_again_in_the_same_batch(league: League, players: list[Player]) -> None:
    table = put_on_table(
        make_event(league, {"game": "euchre"}),
        players,
        {"game": "euchre", "first_dealer": "N", "deals": [EUCHRE, MARCH, MARCH, MARCH, MARCH, POINT]},
    )
    with pytest.raises(LaterIllegalError):
        correct(table, {1: MARCH})
    ruling = {"ruling": {"points": {"EW": 1}, "reason": "late"}}
    corrected = correct(table, {1: MARCH, 6: ruling})
    assert corrected.folded.state.totals == {"NS": 10, "EW": 1}
    assert_results_are_fresh(table)


def test_a_forgotten_hand_goes_in_between_and_the_later_ones_move_down(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    changes = plan_insertion(list_records(table), 2, MISDEAL)
    assert changes == {2: MISDEAL, 3: EUCHRE, 4: LONER}
    correct(table, changes)
    assert list_facts(list_records(table)) == {1: MARCH, 2: MISDEAL, 3: EUCHRE, 4: LONER}
    assert_results_are_fresh(table)


def test_an_insertion_fills_the_place_of_a_hand_taken_off(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER, MARCH)
    correct(table, {3: None})
    assert plan_insertion(list_records(table), 2, MISDEAL) == {2: MISDEAL, 3: EUCHRE}
    play_on = plan_insertion(list_records(table), 3, POINT)
    assert play_on == {3: POINT}
    correct(table, play_on, key="again")
    assert list_facts(list_records(table)) == {1: MARCH, 2: EUCHRE, 3: POINT, 4: MARCH}


def test_after_a_middle_hand_is_taken_off_the_game_goes_on(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    correct(table, {2: None})
    record_deal(table, MARCH, position=4, key="next", by=None, source="web")
    folded = fold_table(table)
    assert [(step.position, step.number, step.dealer) for step in folded.steps] == [
        (1, 1, "N"),
        (3, 2, "E"),
        (4, 3, "S"),
    ]
    assert_results_are_fresh(table)


def test_a_repeat_is_answered_with_what_was_stored(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    seen = table.records.count()
    first = correct(table, {1: POINT, 3: None}, seen=seen)
    again = correct(table, {3: None, 1: {**POINT, "alone": False}}, seen=seen)
    assert (first.is_new, again.is_new) == (True, False)
    assert again.records == first.records
    assert [record.key for record in first.records] == ["correction", "correction~3"]
    assert DealRecord.objects.filter(table=table).count() == 5


@pytest.mark.parametrize("changes", [{1: EUCHRE}, {1: None}, {2: POINT}, {1: POINT, 2: POINT}])
def test_a_key_with_other_contents_is_refused(table: Table, changes: dict[int, Any]) -> None:
    play(table, MARCH, EUCHRE, LONER)
    correct(table, {1: POINT})
    with pytest.raises(KeyReusedError):
        correct(table, changes)
    with pytest.raises(KeyReusedError):
        correct(table, {1: POINT}, key="hand-1")


def test_a_key_that_a_hand_has_in_place_of_one_of_the_batch_is_refused(table: Table) -> None:
    record_deal(table, POINT, position=1, key="batch~2", by=None, source="web")
    record_deal(table, EUCHRE, position=2, key="other", by=None, source="web")
    with pytest.raises(KeyReusedError) as reused:
        correct(table, {1: MARCH, 2: MARCH}, key="batch")
    assert reused.value.existing.position == 1
    assert table.records.count() == 2


def test_long_keys_of_two_batches_stay_apart(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    for end in "ab":
        changes = {1: POINT, 2: MARCH} if end == "a" else {1: MARCH, 2: POINT}
        correct(table, changes, key="k" * 99 + end)
    assert not correct(table, {1: MARCH, 2: POINT}, key="k" * 99 + "b", seen=0).is_new


def test_who_saw_an_older_sheet_is_told_what_came_since(table: Table, admin: User) -> None:
    play(table, MARCH, EUCHRE)
    correct(table, {1: POINT}, by=admin)
    with pytest.raises(SheetChangedError) as changed:
        correct(table, {2: POINT}, seen=2, key="late")
    assert [(record.position, record.recorded_by) for record in changed.value.newer] == [(1, admin)]
    with pytest.raises(SheetChangedError):
        correct(table, {2: POINT}, seen=99, key="late")


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 501, "a\x00b"])
def test_a_reason_that_can_be_kept_is_asked_for(table: Table, reason: str) -> None:
    play(table, MARCH)
    with pytest.raises(RefusedError) as refused:
        correct(table, {1: POINT}, reason=reason)
    assert list(refused.value.messages) == ["reason"]
    assert DealRecord.objects.filter(table=table).count() == 1


def test_faults_of_the_new_facts_are_told_by_place(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    with pytest.raises(ChangeRefusedError) as refused:
        correct(table, {1: {"maker": "Q", "tricks": 9}, 3: {}})
    assert {place: {fault.field for fault in faults} for place, faults in refused.value.by_position.items()} == {
        1: {"maker", "tricks"}, 3: {"maker", "tricks"},
    }  # fmt: skip
    assert DealRecord.objects.filter(table=table).count() == 3


def test_only_places_of_the_sheet_can_be_changed(table: Table) -> None:
    play(table, MARCH, EUCHRE)
    for changes in ({4: POINT}, {0: POINT}):
        with pytest.raises(PositionTakenError):
            correct(table, changes)
    for nothing in ({}, {1: MARCH}, {3: None}):
        with pytest.raises(RefusedError):
            correct(table, nothing)
    correct(table, {3: POINT})
    assert_results_are_fresh(table)


def test_a_hand_taken_off_comes_back(table: Table) -> None:
    play(table, MARCH, EUCHRE, LONER)
    correct(table, {2: None})
    correct(table, {2: EUCHRE}, key="back")
    assert list_facts(list_records(table)) == {1: MARCH, 2: EUCHRE, 3: LONER}


def test_a_table_at_which_time_was_called_can_be_corrected(table: Table) -> None:
    play(table, MARCH, EUCHRE, MARCH)
    call_time(table, called=True, by=None, source="web")
    corrected = correct(table, {1: LONER})
    assert corrected.folded.winner == "EW"
    assert_results_are_fresh(table)


def test_a_changed_result_has_to_be_confirmed_again(table: Table) -> None:
    play(table, MARCH, EUCHRE)
    Table.objects.update(confirmed_at=timezone.now())
    correct(table, {1: POINT})
    assert Table.objects.get(pk=table.pk).confirmed_at is None


@pytest.mark.parametrize(
    ("entries", "changes", "is_marked"),
    [
        ((MARCH, EUCHRE), {2: POINT}, False),
        ((MARCH, EUCHRE), {2: None}, False),
        ((MARCH, EUCHRE), {3: POINT}, False),
        ((MARCH, EUCHRE), {1: POINT}, True),
        ((MARCH,) * 5, {5: POINT}, True),
    ],
)
def test_the_mark_is_for_what_people_may_have_seen(
    table: Table, entries: tuple[Any, ...], changes: dict[int, Any], is_marked: bool
) -> None:
    play(table, *entries)
    correct(table, changes)
    assert (Table.objects.get(pk=table.pk).corrected_at is not None) == is_marked


def test_a_correction_after_the_event_was_closed_is_marked(table: Table) -> None:
    play(table, MARCH, EUCHRE)
    Event.objects.update(is_open=False)
    correct(table, {2: POINT})
    assert Table.objects.get(pk=table.pk).corrected_at is not None


def test_which_right_a_correction_needs_follows_the_stage(table: Table) -> None:
    event = Event.objects.get(pk=table.event_id)
    assert name_correction_right(event) == "correct"
    event.is_open = False
    assert name_correction_right(event) == "publish"
    event.published_at, event.final_at = timezone.now(), timezone.now() + timedelta(hours=1)
    assert name_correction_right(event) == "publish"
    event.final_at = event.published_at
    assert name_correction_right(event) is None


def test_final_results_are_reopened_first(table: Table) -> None:
    play(table, MARCH, EUCHRE)
    Event.objects.update(is_open=False, published_at=timezone.now(), final_at=timezone.now())
    with pytest.raises(ResultsFinalError):
        correct(table, {1: POINT})
    assert DealRecord.objects.filter(table=table).count() == 2
