"""Calling the admin: once however often it is sent, one at a time, answered with words or a ruling, or withdrawn."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import AuditRow, Call, DealRecord, Event, Table, TableLink
from league.selectors.sheets import fold_table
from league.services.calls import (
    MOST_A_MINUTE,
    CallAnsweredError,
    CallOpenError,
    answer_call,
    raise_call,
    withdraw_call,
)
from league.services.faults import EntryRefusedError, KeyReusedError, PositionTakenError, RefusedError
from league.services.recording import record_deal

RULING = {"ruling": {"points": {"EW": 2}, "reason": "Renege by Ann", "by": "Olga"}}


@pytest.fixture
def link(table: Table) -> TableLink:
    return TableLink.objects.create(table=table, code="ABC234", expires_at=timezone.now() + timedelta(hours=9))


def call_admin(table: Table, text: str = "Renege disputed", key: str = "k", **more: Any) -> Call:
    return raise_call(table, text=text, key=key, by=None, source="link", **more).call


def list_actions(table: Table) -> list[str]:
    return list(AuditRow.objects.filter(table=table).order_by("pk").values_list("action", flat=True))[1:]


def test_a_call_says_from_where_it_came_and_stands_in_the_log(table: Table, link: TableLink) -> None:
    revision = table.event.revision
    call = call_admin(table, link=link, side="NS")
    assert (call.link, call.side, call.text, call.is_open) == (link, "NS", "Renege disputed", True)
    row = AuditRow.objects.get(action="call_raised")
    assert (row.table, row.link, row.side, row.detail["text"]) == (table, link, "NS", "Renege disputed")
    assert Event.objects.get().revision > revision


def test_the_same_request_twice_is_one_call(table: Table) -> None:
    first = raise_call(table, text="a", key="k", by=None, source="link")
    again = raise_call(table, text="a", key="k", by=None, source="link")
    assert (first.is_new, again.is_new, again.call) == (True, False, first.call)
    assert list_actions(table) == ["call_raised"]


def test_a_table_has_one_open_call_and_says_since_when(table: Table) -> None:
    call = call_admin(table)
    with pytest.raises(CallOpenError, match=r"called to this table at \d\d:\d\d") as refused:
        call_admin(table, key="other")
    assert refused.value.call == call
    withdraw_call(call, by=None, source="link")
    assert call_admin(table, key="other").is_open


def test_whoever_plays_with_the_button_has_to_wait(table: Table) -> None:
    for number in range(MOST_A_MINUTE):
        withdraw_call(call_admin(table, key=f"k{number}"), by=None, source="link")
    with pytest.raises(RefusedError, match="wait a minute"):
        call_admin(table, key="one more")
    Call.objects.update(raised_at=timezone.now() - timedelta(minutes=2))
    assert call_admin(table, key="one more").is_open


@pytest.mark.parametrize("text", ["x" * 501, "a\x00b"])
def test_a_text_that_cannot_be_kept_is_refused(table: Table, text: str) -> None:
    with pytest.raises(RefusedError) as refused:
        call_admin(table, text=text)
    assert list(refused.value.messages) == ["text"]
    assert not Call.objects.exists()


def test_final_results_take_no_call(table: Table) -> None:
    now = timezone.now()
    Event.objects.update(is_open=False, published_at=now, final_at=now)
    with pytest.raises(RefusedError, match="final"):
        call_admin(table)


def test_an_answer_in_words_closes_the_call(table: Table, admin: User) -> None:
    call = answer_call(call_admin(table), answer=" Play on. ", by=admin, source="web")
    call.refresh_from_db()
    assert (call.answer, call.answered_by, call.ruling, call.is_open) == ("Play on.", admin, None, False)
    assert list_actions(table) == ["call_raised", "call_answered"]
    assert not table.records.exists()


def test_an_answer_needs_words_or_a_ruling(table: Table, admin: User) -> None:
    call = call_admin(table)
    with pytest.raises(RefusedError, match="Say what you decided"):
        answer_call(call, answer="  ", by=admin, source="web")
    assert Call.objects.get().is_open


def test_a_ruling_goes_on_the_sheet_with_the_answer(table: Table, admin: User) -> None:
    call = answer_call(
        call_admin(table), answer="Ann held a heart", ruling=RULING, position=1, key="r", by=admin, source="web"
    )
    assert call.ruling == DealRecord.objects.get()
    assert fold_table(table).state.totals == {"NS": 0, "EW": 2}
    assert list_actions(table) == ["call_raised", "deal_recorded", "call_answered"]
    assert AuditRow.objects.get(action="call_answered").detail["position"] == 1


def test_the_same_answer_twice_is_one_ruling(table: Table, admin: User) -> None:
    call = call_admin(table)
    for _time in range(2):
        answer_call(call, answer="", ruling=RULING, position=1, key="r", by=admin, source="web")
    assert table.records.count() == 1
    assert list_actions(table).count("call_answered") == 1


@pytest.mark.parametrize(
    ("ruling", "position", "error"),
    [
        ({"ruling": {"points": {"NS": "two"}, "reason": "x"}}, 1, EntryRefusedError),
        (RULING, 2, PositionTakenError),
    ],
)
def test_a_ruling_that_cannot_stand_leaves_the_call_open(
    table: Table, admin: User, ruling: dict[str, Any], position: int, error: type[Exception]
) -> None:
    call = call_admin(table)
    with pytest.raises(error):
        answer_call(call, answer="words", ruling=ruling, position=position, key="r", by=admin, source="web")
    assert Call.objects.get().is_open
    assert not table.records.exists()


def test_a_ruling_answers_one_call_only(table: Table, admin: User) -> None:
    answer_call(call_admin(table), answer="", ruling=RULING, position=1, key="r", by=admin, source="web")
    with pytest.raises(KeyReusedError):
        answer_call(call_admin(table, key="2"), answer="", ruling=RULING, position=1, key="r", by=admin, source="web")


def test_of_two_admins_the_first_answer_stands(table: Table, admin: User) -> None:
    call = call_admin(table)
    answer_call(call, answer="Play on", by=admin, source="web")
    with pytest.raises(CallAnsweredError, match="answered already"):
        answer_call(call, answer="Deal again", by=None, source="web")
    assert Call.objects.get().answer == "Play on"


def test_a_withdrawn_call_is_neither_open_nor_answered(table: Table, admin: User, link: TableLink) -> None:
    call = call_admin(table, link=link)
    for _time in range(2):
        call = withdraw_call(call, by=None, source="link", link=link, side="EW")
    assert (call.is_open, call.is_withdrawn) == (False, True)
    assert list_actions(table) == ["call_raised", "call_withdrawn"]
    with pytest.raises(CallAnsweredError, match="withdrawn"):
        answer_call(call, answer="Play on", by=admin, source="web")


def test_an_answered_call_cannot_be_withdrawn(table: Table, admin: User) -> None:
    call = answer_call(call_admin(table), answer="Play on", by=admin, source="web")
    with pytest.raises(CallAnsweredError):
        withdraw_call(call, by=None, source="link")


def test_a_ruling_may_follow_the_end_of_a_game(table: Table, admin: User) -> None:
    for position in range(1, 6):
        facts = {"maker": "N", "tricks": 5}
        record_deal(table, facts, position=position, key=f"h{position}", by=admin, source="web")
    call = call_admin(table)
    answer_call(call, answer="", ruling=RULING, position=6, key="r", by=admin, source="web")
    assert fold_table(table).state.totals == {"NS": 10, "EW": 2}
