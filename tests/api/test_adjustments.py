"""Points given and taken by a program: once a key, by who may rule, and taken back with a reason."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import VISITORS, Ask, World


@pytest.fixture
def path(world: World) -> str:
    return f"events/{world.event.slug}/adjustments/"


def make_body(world: World, **change: Any) -> dict[str, Any]:
    entry = world.event.entries.order_by("pk").values_list("pk", flat=True)[0]
    return {"entry": entry, "amount": -2, "unit": "points", "reason": "Late with the card"} | change


def test_points_are_taken_once_a_key_and_given_back(world: World, ask: Ask, path: str) -> None:
    admin = world.people["admin"]
    answers = [ask("POST", path, body=make_body(world), user=admin, key="k") for _again in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert answers[0].json() == answers[1].json()
    standings = f"events/{world.event.slug}/standings/"
    lines = ask("GET", standings).json()["standings"]
    assert sorted(line["points_for"] for line in lines) == [-2, 0]
    assert {line["decided_by"] for line in lines} == {"", "difference"}
    number = answers[0].json()["id"]
    back = [
        ask("POST", f"adjustments/{number}/cancel/", body={"reason": "It had come"}, user=admin) for _again in range(2)
    ]
    assert [answer.status_code for answer in back] == [200, 200]
    assert [each["cancelled"] for each in ask("GET", path).json()["results"]] == [True]
    assert {line["points_for"] for line in ask("GET", standings).json()["standings"]} == {0}


@pytest.mark.parametrize("change", [{"amount": 0}, {"amount": 1001}, {"unit": "beers"}, {"reason": ""}, {"entry": "x"}])
def test_what_is_wrong_is_said(world: World, ask: Ask, path: str, change: dict[str, Any]) -> None:
    answer = ask("POST", path, body=make_body(world, **change), user=world.people["admin"], key="k")
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["field"] == next(iter(change))


def test_only_who_may_rule_adjusts(world: World, ask: Ask, path: str) -> None:
    for visitor in VISITORS:
        answer = ask("POST", path, body=make_body(world), user=world.people[visitor], key=visitor)
        expected = {"anonymous": 401, "owner": 201, "admin": 201}.get(visitor, 403)
        assert answer.status_code == expected, visitor
