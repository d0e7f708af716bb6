"""Facts, seats and reasons in words."""

from __future__ import annotations

import pytest

from rules.catalog import make_game
from scoring.declared import find_field, list_fields
from scoring.wording import AS_TEXT, keep_english, name_seat, name_side, word_reason, word_value

GAME = make_game("land-grant-euchre")
NAMES = {"N": "Ann", "E": "Bob"}


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("maker", "N", "Ann"),
        ("maker", "S", "S"),
        ("alone", True, "yes"),
        ("alone", False, "no"),
        ("tricks", 0, "0"),
        ("suit", "H", f"♥{AS_TEXT}"),
        ("round", 2, "2"),
    ],
)
def test_facts(name: str, value: object, words: str) -> None:
    field = find_field(GAME.Deal, name)
    assert field is not None
    assert word_value(field, value, NAMES, translate=keep_english) == words


def test_house_rules() -> None:
    said = {
        rule.name: [word_value(rule, value, {}, translate=str.upper) for value in rule.choices]
        for rule in list_fields(type(GAME))
    }
    assert said["loner_renege_by_defender"] == [
        "2 POINTS, AS ON ANY HAND",
        "4 POINTS, AS MUCH AS THE LONER COULD HAVE MADE",
    ]
    assert all(words.isupper() for values in said.values() for words in values)


def test_names_stand_for_seats_only() -> None:
    values: dict[str, int | str] = {"offender": "N", "reason": "N", "points": 2}
    said = word_reason(GAME, "{offender} {reason} {points}", values, NAMES, translate=keep_english)
    assert said == "Ann N 2"
    assert word_reason(GAME, "{offender}", {"offender": "W"}, NAMES, translate=keep_english) == "W"


def test_seats_and_sides() -> None:
    assert [name_seat(seat, translate=keep_english) for seat in "NESWA"] == ["North", "East", "South", "West", "A"]
    assert [name_side(side, {"A": "Ann"}, translate=keep_english) for side in ("NS", "EW", "A", "B")] == [
        "North–South",
        "East–West",
        "Ann",
        "B",
    ]
