"""What a fault says to people: the sentences in full, with what was written and what is possible."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import Violation
from scoring.values import RepeatedKeys, check_choice, check_figures, check_keys, check_text, check_whole

GAME = make_game("land-grant-euchre")


def say(faults: Iterable[Violation]) -> list[tuple[str, str, str]]:
    return [(fault.field, fault.code, fault.message) for fault in faults]


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("trick", "There is no “trick” here; perhaps “tricks” is meant. Possible are: maker, tricks."),
        ("zzz", "There is no “zzz” here. Possible are: maker, tricks."),
    ],
)
def test_a_key_that_does_not_exist(key: str, sentence: str) -> None:
    found = say(check_keys({"maker": 1, key: 2}, known=("maker", "tricks"), path="deal"))
    assert found == [(f"deal.{key}", "unknown_key", sentence)]


def test_a_key_that_stands_twice() -> None:
    raw = RepeatedKeys({"maker": "N"})
    raw.repeated = ("maker",)
    sentence = "“maker” stands here more than once: leave only the one that is right."
    assert say(check_keys(raw, known=("maker",))) == [("maker", "repeated_key", sentence)]


@pytest.mark.parametrize(
    ("value", "code", "sentence"),
    [
        ("X", "unknown_value", "“X” is not possible here; write one of these: N, E."),
        (4, "wrong_type", "One of these is wanted here: N, E; it says 4."),
    ],
)
def test_a_choice_at_fault(value: object, code: str, sentence: str) -> None:
    assert say(check_choice(value, path="maker", choices=("N", "E"))) == [("maker", code, sentence)]


@pytest.mark.parametrize(
    ("value", "bounds", "code", "sentence"),
    [
        (6, (0, 5), "out_of_range", "This must be a whole number from 0 to 5."),
        (-1, (0, 5), "out_of_range", "This must be a whole number from 0 to 5."),
        (10_000, (None, None), "out_of_range", "This must be a whole number from -9999 to 9999."),
        (True, (0, 5), "wrong_type", "A whole number is wanted here, without quotes; it says true."),
        (0.5, (0, 5), "wrong_type", "A whole number is wanted here, without quotes; it says 0.5."),
    ],
)
def test_a_number_at_fault(value: object, bounds: tuple[int | None, int | None], code: str, sentence: str) -> None:
    low, high = bounds
    assert say(check_whole(value, path="tricks", low=low, high=high)) == [("tricks", code, sentence)]


def test_the_widest_numbers_are_right() -> None:
    for value in (-9_999, 0, 9_999):
        assert say(check_whole(value, path="points", low=None, high=None)) == []


@pytest.mark.parametrize(
    ("value", "code", "sentence"),
    [
        (4, "wrong_type", "Text in quotes is wanted here; it says 4."),
        (" ", "missing", "This must not be empty."),
        ("x" * 501, "too_long", "This is longer than 500 characters: shorten it."),
        ("\0", "control_character", "This has a character that cannot be seen or kept: write the text again by hand."),
    ],
)
def test_a_text_at_fault(value: object, code: str, sentence: str) -> None:
    assert say(check_text(value, path="reason", required=True)) == [("reason", code, sentence)]


def test_figures_that_are_none() -> None:
    sentence = "Keys and values in braces are wanted here; it says […]."
    wrong: Any = [1]
    assert say(check_figures(wrong, path="points", game=GAME)) == [("points", "wrong_type", sentence)]
