"""Warnings that an unreadable value may or may not have meant: no later hand is refused for what nobody knows."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.result import score_sheet
from scoring.values import RepeatedKeys

TALK = {"kind": "table_talk", "offender": "N"}
PENALTY = {"maker": "E", "infractions": [TALK]}
WARNING = {"maker": "E", "infractions": [TALK], "tricks": 3}
PLAIN = {"maker": "E", "tricks": 3}


def read_faults(*deals: Any, **keys: Any) -> list[tuple[int | None, str]]:
    answer = score_sheet({"game": "land-grant-euchre", "deals": [*deals], **keys})
    return [(fault["deal"], fault["field"]) for fault in answer.get("errors", [])]


def say_twice(*, kind: str) -> dict[str, Any]:
    twice = RepeatedKeys(TALK | {"kind": kind})
    twice.repeated = ("kind",)
    return {"maker": "E", "infractions": [twice], "tricks": 3}


@pytest.mark.parametrize("kind", ["table_talk", "renege"])
@pytest.mark.parametrize("then", [PENALTY, WARNING])
def test_an_offence_that_may_have_been_table_talk(kind: str, then: dict[str, Any]) -> None:
    assert read_faults(say_twice(kind=kind), then, PLAIN) == [(1, "infractions.0.kind")]


@pytest.mark.parametrize("then", [PENALTY, WARNING])
@pytest.mark.parametrize(("warned", "field"), [(5, "warned"), (["N"], "warned.0"), ([None], "warned.0")])
def test_warnings_carried_in_that_cannot_be_read(warned: object, field: str, then: dict[str, Any]) -> None:
    assert read_faults(then, PLAIN, warned=warned) == [(None, field)]


@pytest.mark.parametrize("then", [PENALTY, WARNING])
def test_a_misspelt_key_may_have_been_the_warnings(then: dict[str, Any]) -> None:
    assert read_faults(then, PLAIN, warnd=["NS"]) == [(None, "warnd")]


def test_a_hand_of_which_nothing_is_known_may_have_brought_a_warning() -> None:
    assert read_faults(5, PENALTY) == read_faults(5, WARNING) == [(1, "deal")]
    assert read_faults(5, PENALTY, WARNING) == [(1, "deal"), (3, "tricks")]  # by the second at the latest


def test_a_fault_that_holds_either_way_is_named() -> None:
    assert read_faults(5, {"maker": "E", "infractions": [TALK], "alone": True, "round": 2}) == [(1, "deal")]
    named = {"maker": "E", "infractions": [TALK], "suit": "H", "turned_down": "H"}
    assert read_faults(5, named) == [(1, "deal"), (2, "suit")]
    assert read_faults(5, {"maker": "E"}) == [(1, "deal"), (2, "tricks")]


def test_a_warning_that_is_sure_stays_sure() -> None:
    assert read_faults(5, {**WARNING, "tricks": None}, WARNING) == [(1, "deal"), (2, "tricks"), (3, "tricks")]
    assert read_faults(WARNING, 5, WARNING) == [(2, "deal"), (3, "tricks")]
