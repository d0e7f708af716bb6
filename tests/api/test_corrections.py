"""Corrections over the API: what they change, who may, what stands in the way, and the history of it all."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from league.models import DealRecord, Event, Table
from league.selectors.sheets import list_facts, list_records
from league.services.recording import record_deal
from tests.api.conftest import Ask, World, list_codes

MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
POINT: dict[str, Any] = {"maker": "N", "tricks": 3}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
RULING: dict[str, Any] = {"ruling": {"points": {"NS": 1}, "reason": "late"}}


@pytest.fixture
def scorer(world: World) -> User:
    user = world.people["scorer"]
    assert user is not None
    return user


@pytest.fixture
def correct(ask: Ask, table: Table, scorer: User) -> Any:
    """Send changes as somebody who sees the table as it is."""

    def send(changes: Any, *, key: str = "key", user: User | None = None, preview: bool = False, **said: Any) -> Any:
        body = {"changes": changes} | ({} if preview else {"seen": table.records.count(), "reason": "misread"} | said)
        path = f"tables/{table.pk}/corrections/{'preview/' if preview else ''}"
        return ask("POST", path, user=user or scorer, body=body, key=key)

    return send


def play(table: Table, *entries: dict[str, Any]) -> None:
    for position, facts in enumerate(entries, start=1):
        record_deal(table, facts, position=position, key=f"hand-{position}", by=None, source="web")


def test_a_correction_is_stored_once(correct: Any, table: Table, scorer: User) -> None:
    play(table, MARCH, EUCHRE)
    first = correct({"1": POINT, "2": None})
    assert first.status_code == 201
    assert first.json()["result"]["totals"] == {"NS": 1, "EW": 0}
    assert [(record["position"], record["revision"]) for record in first.json()["records"]] == [(1, 2), (2, 2)]
    assert correct({"1": POINT, "2": None}, seen=2).status_code == 200
    newest = DealRecord.objects.latest("pk")
    assert (newest.source, newest.recorded_by, newest.reason) == ("api", scorer, "misread")
    for other in ({"1": MARCH}, {"1": POINT, "2": None}):
        refused = correct(other, seen=4, reason="another reason")
        assert (refused.status_code, list_codes(refused)) == (422, [("Idempotency-Key", "key_reused")])


def test_a_preview_tells_every_effect_and_stores_nothing(correct: Any, table: Table) -> None:
    play(table, EUCHRE, *[MARCH] * 4, POINT)
    effects = correct({"1": MARCH}, preview=True).json()
    assert [(each["position"], each["before"]["points"], each["after"]["points"]) for each in effects["changed"]] == [
        (1, {"NS": 0, "EW": 2}, {"NS": 2, "EW": 0}),
    ]  # fmt: skip
    assert [(fault["deal"], fault["code"]) for fault in effects["illegal"]] == [(6, "game_over")]
    assert effects["result_before"]["winner"] is None
    assert effects["result_after"]["winner"] == "NS"
    assert effects["standings"][0]["before"]["games_won"] == 0
    assert effects["standings"][0]["after"]["games_won"] == 1
    assert table.records.count() == 6


def test_what_becomes_impossible_is_named_by_its_place(correct: Any, table: Table) -> None:
    play(table, EUCHRE, *[MARCH] * 4, POINT)
    answer = correct({"1": MARCH})
    assert answer.status_code == 422
    assert [(fault["deal"], fault["code"]) for fault in answer.json()["errors"]] == [(6, "game_over")]
    assert correct({"1": MARCH, "6": None}, key="again").status_code == 201


@pytest.mark.parametrize("preview", [True, False])
def test_faults_of_new_facts_are_named_by_their_place(correct: Any, table: Table, preview: bool) -> None:
    play(table, MARCH, EUCHRE)
    answer = correct({"2": {"maker": "Q"}}, preview=preview)
    assert answer.status_code == 422
    assert {(fault["deal"], fault["field"]) for fault in answer.json()["errors"]} == {(2, "maker"), (2, "tricks")}


@pytest.mark.parametrize(
    "changes",
    [{"x": POINT}, {"0": POINT}, {"01": POINT}, {"10000": POINT}, {"1": []}, {"1": "N"}, [], "all", None, {"²": POINT}],
)
def test_junk_is_told(changes: Any, correct: Any, table: Table) -> None:
    play(table, MARCH)
    assert correct(changes).status_code == 422
    assert correct(changes, preview=True).status_code == 422
    assert table.records.count() == 1


def test_who_saw_an_older_sheet_is_told_by_whom_it_was_changed(correct: Any, table: Table, world: World) -> None:
    play(table, MARCH, EUCHRE)
    assert correct({"1": POINT}, key="admin", user=world.people["admin"]).status_code == 201
    late = correct({"2": POINT}, seen=2)
    assert late.status_code == 409
    assert list_codes(late) == [("seen", "sheet_changed")]
    assert re.fullmatch(r"riverside-admin changed .*, \d\d:\d\d: read it again\.", late.json()["errors"][0]["message"])


@pytest.mark.parametrize("reason", ["", "  ", None, 7])
def test_a_reason_is_asked_for(reason: Any, correct: Any, table: Table) -> None:
    play(table, MARCH)
    assert correct({"1": POINT}, reason=reason).status_code == 422


def test_the_right_follows_the_stage(correct: Any, table: Table, world: World) -> None:
    play(table, MARCH, EUCHRE)
    now = timezone.now()
    Event.objects.update(is_open=False, published_at=now, final_at=now + timedelta(hours=1))
    assert correct({"1": POINT}).status_code == 403
    assert correct({"1": POINT}, preview=True).status_code == 403
    admin = world.people["admin"]
    assert correct({"1": POINT}, user=admin).status_code == 201
    Event.objects.update(final_at=now)
    for preview in (True, False):
        answer = correct({"2": POINT}, user=admin, key="late", preview=preview)
        assert (answer.status_code, list_codes(answer)) == (409, [(None, "results_final")])


def test_rulings_are_for_admins_whatever_becomes_of_them(correct: Any, table: Table, world: World) -> None:
    play(table, RULING, MARCH)
    for changes in ({"1": None}, {"1": MARCH}, {"2": RULING}):
        assert correct(changes).status_code == 403
        assert correct(changes, preview=True).status_code == 403
    assert correct({"1": None}, user=world.people["admin"]).status_code == 201


def test_the_history_keeps_everything(correct: Any, ask: Ask, table: Table, scorer: User) -> None:
    play(table, MARCH, EUCHRE)
    correct({"1": POINT, "2": None})
    rows = ask("GET", f"tables/{table.pk}/history/", user=scorer).json()["results"]
    assert [(row["position"], row["revision"], row["void"], row["facts"], row["reason"]) for row in rows] == [
        (2, 2, True, {}, "misread"), (1, 2, False, POINT, "misread"),
        (2, 1, False, EUCHRE, ""), (1, 1, False, MARCH, ""),
    ]  # fmt: skip
    assert rows[0]["recorded_by"] == "riverside-scorer"
    public = ask("GET", f"tables/{table.pk}/history/").json()["results"]
    assert {row["recorded_by"] for row in public} == {None}


def test_the_mark_is_told_with_the_table_and_the_standings(correct: Any, ask: Ask, table: Table) -> None:
    play(table, *[MARCH] * 5)
    path = f"events/{table.event.slug}/standings/"
    assert {line["corrected_at"] for line in ask("GET", path).json()["standings"]} == {None}
    correct({"1": {**MARCH, "suit": "H"}})
    shown = ask("GET", f"tables/{table.pk}/").json()
    assert shown["corrected_at"] is not None
    assert shown["seen"] == 6
    assert all(line["corrected_at"] for line in ask("GET", path).json()["standings"])
    assert list_facts(list_records(table))[1] == {**MARCH, "suit": "H"}
