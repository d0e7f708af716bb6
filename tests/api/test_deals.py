"""Hands entered one by one: what is new, what came before, what stands in the way and what the rules refuse."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import AuditRow, DealRecord, Event, Table
from league.services.recording import call_time, record_deal
from tests.api.conftest import Ask, World, list_codes

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
MISDEAL: dict[str, Any] = {"misdeal": True}


@pytest.fixture
def scorer(world: World) -> User:
    user = world.people["scorer"]
    assert user is not None
    return user


@pytest.fixture
def enter(ask: Ask, table: Table, scorer: User) -> Any:
    """Enter facts at a position of the table."""

    def send(facts: Any, position: Any = 1, *, key: str = "key", user: User | None = None) -> Any:
        body = {"position": position, "facts": facts}
        return ask("POST", f"tables/{table.pk}/deals/", user=user or scorer, body=body, key=key)

    return send


def test_a_new_hand_is_stored_with_its_reasons(enter: Any, table: Table, scorer: User) -> None:
    answer = enter(MARCH)
    assert answer.status_code == 201
    deal = answer.json()["deal"]
    assert (deal["position"], deal["number"], deal["dealer"], deal["facts"]) == (1, 1, "N", MARCH)
    assert deal["points"] == {"NS": 2, "EW": 0}
    assert deal["lines"] == [
        {"side": "NS", "points": 2, "code": "march", "text": "March: the makers took all 5 tricks"}
    ]
    assert answer.json()["next_position"] == 2
    assert answer.json()["next_dealer"] == "E"
    assert answer.json()["result"] == {
        "totals": {"NS": 2, "EW": 0}, "finished": False, "winner": None, "high_scores": [],
    }  # fmt: skip
    record = DealRecord.objects.get()
    assert (record.table, record.source, record.recorded_by, record.facts) == (table, "api", scorer, MARCH)
    assert AuditRow.objects.filter(action="deal_recorded", actor=scorer, source="api").count() == 1


def test_a_repeated_request_stores_one_hand(enter: Any) -> None:
    assert [enter(MARCH).status_code for _ in range(3)] == [201, 200, 200]
    assert enter({"tricks": 5, "maker": "N", "alone": False}).status_code == 200
    assert DealRecord.objects.count() == 1


def test_a_repeat_tells_how_the_game_stands_now(enter: Any) -> None:
    enter(MARCH)
    enter(EUCHRE, 2, key="second")
    again = enter(MARCH).json()
    assert (again["deal"]["position"], again["next_position"]) == (1, 3)
    assert again["result"]["totals"] == {"NS": 2, "EW": 2}


@pytest.mark.parametrize(("facts", "position"), [(EUCHRE, 1), (MARCH, 2)])
def test_a_key_with_another_entry_is_refused(enter: Any, facts: Any, position: int) -> None:
    enter(MARCH)
    answer = enter(facts, position)
    assert (answer.status_code, list_codes(answer)) == (422, [("Idempotency-Key", "key_reused")])
    assert DealRecord.objects.count() == 1


def test_a_taken_position_says_who_was_first_and_what_stands(enter: Any, world: World) -> None:
    enter(MARCH, key="first")
    answer = enter(EUCHRE, key="second", user=world.people["admin"])
    assert (answer.status_code, list_codes(answer)) == (409, [("position", "position_taken")])
    assert re.search(r"riverside-scorer entered it, \d\d:\d\d\.$", answer.json()["errors"][0]["message"])
    conflict = answer.json()["conflict"]
    assert conflict["expected"] == 2
    (stands,) = conflict["standing"]
    assert (stands["position"], stands["facts"], stands["recorded_by"], stands["source"]) == (
        1, MARCH, "riverside-scorer", "api",
    )  # fmt: skip
    assert stands["recorded_at"]


def test_a_position_too_far_on_says_which_is_next(enter: Any) -> None:
    answer = enter(MARCH, 3)
    assert (answer.status_code, list_codes(answer)) == (409, [("position", "position_not_next")])
    assert answer.json()["conflict"] == {"expected": 1, "standing": []}


@pytest.mark.parametrize(
    ("facts", "codes"),
    [
        ({}, {("maker", "missing"), ("tricks", "missing")}),
        ({"maker": "Q", "tricks": 6}, {("maker", "unknown_value"), ("tricks", "out_of_range")}),
        ({"maker": None, "tricks": True}, {("maker", "wrong_type"), ("tricks", "wrong_type")}),
        ({"maker": "N", "trcks": 3}, {("trcks", "unknown_key"), ("tricks", "missing")}),
        ({"misdeal": True, "maker": "N"}, {("maker", "not_with_misdeal")}),
        (
            {"maker": "N", "tricks": 3, "infractions": [{"kind": "renege"}]},
            {("infractions.0.offender", "missing"), ("tricks", "hand_over")},
        ),
    ],
)
@pytest.mark.parametrize("address", ["deals/", "deals/preview/"])
def test_every_fault_is_told_at_once(
    ask: Ask, table: Table, scorer: User, address: str, facts: Any, codes: set[tuple[str, str]]
) -> None:
    body = {"facts": facts} if "preview" in address else {"facts": facts, "position": 1}
    answer = ask("POST", f"tables/{table.pk}/{address}", user=scorer, body=body, key="k")
    assert answer.status_code == 422
    assert set(list_codes(answer)) == codes
    assert not DealRecord.objects.exists()


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({}, {("position", "missing"), ("facts", "missing")}),
        ({"position": "1", "facts": []}, {("position", "wrong_type"), ("facts", "wrong_type")}),
        ({"position": True, "facts": None}, {("position", "wrong_type"), ("facts", "wrong_type")}),
        ({"position": 0, "facts": MARCH, "fact": 1}, {("position", "out_of_range"), ("fact", "unknown_key")}),
        ({"position": 10**30, "facts": MARCH}, {("position", "out_of_range")}),
        ([], {(None, "wrong_type")}),
        ("x", {(None, "wrong_type")}),
        (1, {(None, "wrong_type")}),
        (None, {("position", "missing"), ("facts", "missing")}),
    ],
)
def test_a_body_of_another_form_is_explained(
    ask: Ask, table: Table, scorer: User, body: Any, codes: set[tuple[str | None, str]]
) -> None:
    answer = ask("POST", f"tables/{table.pk}/deals/", user=scorer, body=body, key="k")
    assert answer.status_code == 422
    assert set(list_codes(answer)) == codes


@pytest.mark.parametrize("key", ["", "   ", "x" * 101, "a\x00b"])
def test_a_key_is_needed(enter: Any, key: str) -> None:
    answer = enter(MARCH, key=key)
    assert (answer.status_code, list_codes(answer)) == (400, [("Idempotency-Key", "missing")])


def test_the_game_ends_and_takes_no_more(enter: Any) -> None:
    for position in range(1, 6):
        last = enter(MARCH, position, key=f"k{position}")
    assert (last.json()["result"]["finished"], last.json()["result"]["winner"]) == (True, "NS")
    answer = enter(MARCH, 6, key="k6")
    assert (answer.status_code, list_codes(answer)) == (422, [("deal", "game_over")])


def test_nothing_is_entered_where_time_was_called_or_the_event_closed(enter: Any, table: Table) -> None:
    call_time(table, called=True, by=None, source="web")
    assert list_codes(enter(MARCH)) == [(None, "table_closed")]
    call_time(table, called=False, by=None, source="web")
    Event.objects.update(is_open=False)
    answer = enter(MARCH)
    assert (answer.status_code, list_codes(answer)) == (409, [(None, "table_closed")])


def test_a_preview_stores_nothing(ask: Ask, table: Table, scorer: User) -> None:
    revision = Event.objects.get().revision
    answer = ask("POST", f"tables/{table.pk}/deals/preview/", user=scorer, body={"facts": MARCH})
    assert answer.status_code == 200
    assert answer.json()["deal"]["points"] == {"NS": 2, "EW": 0}
    assert answer.json()["result"]["totals"] == {"NS": 2, "EW": 0}
    assert (DealRecord.objects.count(), Event.objects.get().revision) == (0, revision)


def test_undo_takes_off_the_last_entry_once(enter: Any, ask: Ask, table: Table, scorer: User) -> None:
    enter(MARCH, 1, key="one")
    enter(MISDEAL, 2, key="two")
    body = {"reason": "not misdealt"}
    for _ in range(2):
        answer = ask("POST", f"tables/{table.pk}/deals/2/undo/", user=scorer, body=body, key="undo")
        assert (answer.status_code, answer.json()["next_position"]) == (200, 2)
    assert DealRecord.objects.filter(position=2).count() == 2
    assert enter(MISDEAL, 2, key="two").json()["deal"] is None
    assert enter(EUCHRE, 2, key="instead").json()["deal"]["facts"] == EUCHRE
    assert enter(MISDEAL, 2, key="two").json()["deal"] is None
    body = {"reason": "neither"}
    assert ask("POST", f"tables/{table.pk}/deals/2/undo/", user=scorer, body=body, key="again").status_code == 200
    late = ask("POST", f"tables/{table.pk}/deals/2/undo/", user=scorer, body=body, key="other")
    assert (late.status_code, late.json()["conflict"]["expected"]) == (409, 1)


def test_undo_takes_no_ruling_off_for_who_may_not_rule(ask: Ask, table: Table, scorer: User) -> None:
    ruling = {"ruling": {"by": "Olga", "reason": "Slow play", "points": {"NS": -1}}}
    record_deal(table, ruling, position=1, key="ruling", by=None, source="web")
    answer = ask("POST", f"tables/{table.pk}/deals/1/undo/", user=scorer, body={"reason": "no"}, key="undo")
    assert (answer.status_code, DealRecord.objects.count()) == (422, 1)


@pytest.mark.parametrize("reason", ["", "  ", "x" * 501, "a\x00b", "a\ud800", None, 5])
def test_undo_wants_a_reason_that_can_be_kept(enter: Any, ask: Ask, table: Table, scorer: User, reason: Any) -> None:
    enter(MARCH)
    answer = ask("POST", f"tables/{table.pk}/deals/1/undo/", user=scorer, body={"reason": reason}, key="undo")
    assert answer.status_code == 422
    assert [field for field, _code in list_codes(answer)] == ["reason"]


def test_a_position_beyond_every_number_is_only_not_there(ask: Ask, table: Table, scorer: User) -> None:
    for number in (table.pk + 1, 2**63, 10**40):
        assert ask("GET", f"tables/{number}/").status_code == 404
    answer = ask("POST", f"tables/{table.pk}/deals/{10**40}/undo/", user=scorer, body={"reason": "x"}, key="k")
    assert answer.status_code == 409


def test_messages_are_in_the_readers_language(enter: Any, ask: Ask, table: Table, scorer: User) -> None:
    headers = {"Accept-Language": "ru"}
    body = {"position": 1, "facts": MARCH}
    answer = ask("POST", f"tables/{table.pk}/deals/", user=scorer, body=body, key="k", **headers)
    assert answer.headers["Content-Language"] == "ru"
    assert "Accept-Language" in answer.headers["Vary"]
