"""Calls through the API: raised by who enters hands, listed and answered by who rules."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Call, DealRecord, Table
from league.services.calls import raise_call
from tests.api.conftest import VISITORS, Ask, World, list_codes

RULING = {"points": {"EW": 2}, "reason": "Renege"}


@pytest.fixture
def call(world: World) -> Call:
    return raise_call(world.table, text="Renege", key="k", by=None, source="link", side="NS").call


def list_path(world: World) -> str:
    return f"events/{world.event.slug}/calls/"


def answer(ask: Ask, world: World, call: Call, *, key: str = "a", who: str = "admin", **body: Any) -> Any:
    return ask("POST", f"calls/{call.pk}/answer/", user=world.people[who], body=body, key=key)


@pytest.mark.parametrize("who", VISITORS)
def test_only_who_may_rule_lists_and_answers(ask: Ask, world: World, call: Call, who: str) -> None:
    may = who in ("owner", "admin")
    refused = 401 if who == "anonymous" else 403
    assert ask("GET", list_path(world), user=world.people[who]).status_code == (200 if may else refused)
    assert answer(ask, world, call, who=who, answer="Play on").status_code == (200 if may else refused)
    assert Call.objects.get().is_open != may


@pytest.mark.parametrize("who", ["outsider", "anonymous"])
def test_calls_of_a_private_league_are_not_found(ask: Ask, private_world: World, who: str) -> None:
    call = raise_call(private_world.table, text="", key="k", by=None, source="link").call
    missing = 401 if who == "anonymous" else 404
    assert ask("GET", list_path(private_world), user=private_world.people[who]).status_code == missing
    assert answer(ask, private_world, call, who=who, answer="x").status_code == missing


def test_a_call_says_from_where_and_how_far_it_has_come(ask: Ask, world: World, call: Call) -> None:
    (listed,) = ask("GET", list_path(world), user=world.people["admin"]).json()["results"]
    assert listed["table"] == {"id": world.table.pk, "round": 1, "number": 1}
    assert (listed["side"], listed["text"], listed["state"], listed["ruling"]) == ("NS", "Renege", "open", None)
    answered = answer(ask, world, call, answer="Play on").json()
    assert (answered["state"], answered["answer"], answered["answered_by"]) == (
        "answered",
        "Play on",
        "riverside-admin",
    )
    assert ask("GET", f"{list_path(world)}?open=true", user=world.people["admin"]).json()["results"] == []


def test_raising_one_twice_is_one(ask: Ask, world: World) -> None:
    path, scorer = f"tables/{world.table.pk}/calls/", world.people["scorer"]
    first = ask("POST", path, user=scorer, body={}, key="k")
    again = ask("POST", path, user=scorer, body={}, key="k")
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert list_codes(ask("POST", path, user=scorer, body={}, key="other")) == [(None, "refused")]
    other = ask("POST", path, user=scorer, body={"text": "Renege"}, key="k")
    assert (other.status_code, list_codes(other)) == (422, [("Idempotency-Key", "key_reused")])


def test_a_ruling_goes_on_the_sheet_once(ask: Ask, world: World, call: Call) -> None:
    for _time in range(2):
        response = answer(ask, world, call, ruling=RULING, position=1)
        assert (response.status_code, response.json()["ruling"]) == (200, 1)
    assert DealRecord.objects.get().facts == {"ruling": {**RULING, "by": "riverside-admin"}}


def test_a_ruling_without_a_reason_has_the_words_of_the_answer(ask: Ask, world: World, call: Call) -> None:
    for _time in range(2):
        response = answer(ask, world, call, answer=" Ann held a heart ", ruling={"points": {"EW": 2}}, position=1)
        assert response.status_code == 200
    assert DealRecord.objects.get().facts["ruling"]["reason"] == "Ann held a heart"


@pytest.mark.parametrize(
    "other",
    [{"ruling": {**RULING, "points": {"NS": 1}}}, {"ruling": {**RULING, "reason": "Talk"}}, {"position": 2}],
)
def test_a_key_with_another_ruling_is_refused(ask: Ask, world: World, call: Call, other: dict[str, Any]) -> None:
    assert answer(ask, world, call, ruling=RULING, position=1).status_code == 200
    refused = answer(ask, world, call, **{"ruling": RULING, "position": 1, **other})
    assert (refused.status_code, list_codes(refused)) == (422, [("Idempotency-Key", "key_reused")])


@pytest.mark.parametrize(
    ("body", "status", "codes"),
    [
        ({}, 422, [("answer", "refused")]),
        ({"answer": ""}, 422, [("answer", "missing")]),
        ({"ruling": RULING, "position": 2}, 409, [("position", "position_not_next")]),
        ({"ruling": RULING}, 409, [("position", "position_not_next")]),
        ({"ruling": {"points": {"NS": 1}}, "position": 1}, 422, [("ruling.reason", "missing")]),
        ({"ruling": {"maker": "N", "tricks": 3}, "position": 1}, 422, None),
        ({"ruling": "x", "position": 1}, 422, [("ruling", "wrong_type")]),
        ({"words": "x"}, 422, [("words", "unknown_key")]),
    ],
)
def test_what_is_wrong_is_named_and_leaves_the_call_open(
    ask: Ask, world: World, call: Call, body: dict[str, Any], status: int, codes: list[Any] | None
) -> None:
    response = answer(ask, world, call, **body)
    assert response.status_code == status
    if codes is not None:
        assert list_codes(response) == codes
    assert Call.objects.get().is_open
    assert not Table.objects.get().records.exists()
