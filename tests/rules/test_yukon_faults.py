"""What is refused in Yukon: figures that no pack makes, and records that say two things."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game import Violation
from tests.rules.test_yukon_points import make_yukon, read_deal

SUM = ("points", "wrong_sum")
DIVISION = ("points", "impossible_division")
NO_ACE = ("ace_of_spades", "no_ace")
MISSING = ("points", "missing")
FORFEIT = {"revoke": "forfeit_deal"}
GOLD = {"card_values": "golddigger_128"}

#: Half a pack of each side.
HALF = {"yukons": 1, "tens": 2, "aces": 2, "kings": 2, "queens": 2}
REST = {"grand_yukon": 1, "yukons": 2, "tens": 2, "aces": 2, "kings": 2, "queens": 2}


def list_violations(players: int, facts: dict[str, Any], options: dict[str, Any]) -> list[Violation]:
    game = make_yukon(players, **options)
    return [*game.violations(*read_deal(game, facts))]


def total(side: str) -> tuple[str, str]:
    return f"points.{side}", "impossible_total"


def revoke(*offenders: str) -> dict[str, Any]:
    return {"infractions": [{"kind": "revoke", "offender": offender} for offender in offenders]}


def count(side: str, card: str) -> tuple[str, str]:
    return f"cards.{side}.{card}", "wrong_count"


@pytest.mark.parametrize(
    ("players", "options", "facts", "faults"),
    [
        # what there is to say
        (4, {}, {}, [MISSING]),
        (4, {}, {"ace_of_spades": "NS"}, [MISSING]),
        (4, {}, {"points": {"NS": 70, "EW": 55}, "cards": {"NS": HALF, "EW": REST}}, [("cards", "points_too")]),
        (4, {}, {"points": {"NS": 1}, "cards": {}}, [("cards", "points_too")]),
        # totals
        (4, {}, {"points": {"NS": 125}}, []),
        (4, {}, {"points": {"NS": 0, "EW": 125}}, []),
        (4, {}, {"points": {"NS": 123, "EW": 2}}, []),
        (4, {}, {"points": {}}, [SUM]),
        (4, {}, {"points": {"NS": 70, "EW": 54}}, [SUM]),
        (4, {}, {"points": {"NS": 70, "EW": 56}}, [SUM]),
        (4, {}, {"points": {"NS": 70}}, [SUM]),
        (4, {}, {"points": {"NS": 1, "EW": 124}}, [total("NS"), total("EW")]),
        (4, {}, {"points": {"NS": 124, "EW": 2}}, [SUM, total("NS")]),
        (4, {}, {"points": {"EW": 126}}, [SUM, total("EW")]),
        (4, GOLD, {"points": {"NS": 70, "EW": 55}}, [SUM]),
        (4, GOLD, {"points": {"NS": 70, "EW": 58}}, []),
        (4, GOLD, {"points": {"NS": 128}}, []),
        (4, GOLD, {"points": {"NS": 124, "EW": 4}}, []),
        (4, GOLD, {"points": {"NS": 1, "EW": 127}}, [total("NS"), total("EW")]),
        (2, {}, {"points": {"A": 1, "B": 124}}, [total("A"), total("B")]),
        (3, {}, {"points": {"A": 124, "B": 1, "C": 0}}, [total("A"), total("B")]),
        (3, {}, {"points": {"A": 120, "B": 3, "C": 2}}, []),
        (4, {}, {"points": {"NS": 121, "EW": 4}}, []),
        (5, {}, {"points": {"A": 113, "B": 4, "C": 4, "D": 4}}, [DIVISION]),
        (5, {}, {"points": {"A": 112, "B": 4, "C": 4, "D": 4}}, [SUM]),
        (5, {}, {"points": {"A": 118, "B": 1, "C": 2, "D": 2, "E": 2}}, [total("B")]),
        (5, {}, {"points": {"A": 117, "B": 2, "C": 2, "D": 2, "E": 2}}, []),
        (5, {}, {"points": {"A": 113, "B": 3, "C": 3, "D": 3, "E": 3}}, []),
        # totals beside the ace
        (4, {}, {"points": {"NS": 125}, "ace_of_spades": "NS"}, []),
        (4, {}, {"points": {"NS": 125}, "ace_of_spades": "EW"}, [NO_ACE]),
        (4, {}, {"points": {"NS": 120, "EW": 5}, "ace_of_spades": "EW"}, []),
        (4, {}, {"points": {"NS": 121, "EW": 4}, "ace_of_spades": "EW"}, [NO_ACE]),
        (4, {}, {"points": {"NS": 119, "EW": 6}, "ace_of_spades": "EW"}, [NO_ACE]),
        (4, {}, {"points": {"NS": 119, "EW": 6}, "ace_of_spades": "NS"}, []),
        (4, {}, {"points": {"NS": 118, "EW": 7}, "ace_of_spades": "EW"}, []),
        (4, {}, {"points": {"NS": 118, "EW": 6}, "ace_of_spades": "EW"}, [SUM, NO_ACE]),
        (4, {}, {"points": {"NS": 118, "EW": 8}, "ace_of_spades": "EW"}, [SUM]),
        (4, {}, {"points": {"NS": 1, "EW": 124}, "ace_of_spades": "NS"}, [total("NS"), total("EW")]),
        (4, GOLD, {"points": {"NS": 122, "EW": 6}, "ace_of_spades": "EW"}, [NO_ACE]),
        (5, {}, {"points": {"A": 110, "B": 9, "C": 4, "D": 2}, "ace_of_spades": "B"}, [NO_ACE]),
        (5, {}, {"points": {"A": 110, "B": 9, "C": 4, "D": 2}, "ace_of_spades": "A"}, []),
        (5, {}, {"points": {"A": 111, "B": 9, "C": 4, "D": 2}, "ace_of_spades": "B"}, [SUM]),
        (5, {}, {"points": {"A": 108, "B": 5, "C": 4, "D": 4, "E": 4}, "ace_of_spades": "B"}, [DIVISION]),
        (3, {}, {"points": {"A": 120, "B": 3, "C": 2}, "ace_of_spades": "B"}, [NO_ACE]),
        # cards
        (4, {}, {"cards": {"NS": HALF, "EW": REST}}, []),
        (4, {}, {"cards": {"NS": HALF, "EW": REST}, "ace_of_spades": "EW"}, []),
        (
            4,
            {},
            {"cards": {}},
            [count("NS", card) for card in ("grand_yukon", "yukons", "tens", "aces", "kings", "queens")],
        ),
        (4, {}, {"cards": {"NS": {**HALF, "tens": 1}, "EW": REST}}, [count("EW", "tens")]),
        (4, {}, {"cards": {"NS": {**HALF, "tens": 3}, "EW": REST}}, [count("NS", "tens")]),
        (4, {}, {"cards": {"NS": {**HALF, "grand_yukon": 1}, "EW": REST}}, [count("NS", "grand_yukon")]),
        (
            4,
            {},
            {"cards": {"NS": {**HALF, "kings": 4, "queens": 0}, "EW": REST}},
            [count("NS", "kings"), count("EW", "queens")],
        ),
        (4, {}, {"cards": {"NS": {**HALF, "aces": 0}, "EW": {**REST, "aces": 4}}, "ace_of_spades": "NS"}, [NO_ACE]),
        (4, {}, {"cards": {"NS": {**HALF, "aces": 1}, "EW": {**REST, "aces": 3}}, "ace_of_spades": "NS"}, []),
        (
            4,
            {},
            {"cards": {"NS": {**HALF, "aces": 0}, "EW": REST}, "ace_of_spades": "NS"},
            [count("EW", "aces")],
        ),
        (3, {}, {"cards": {"A": HALF, "C": REST}, "ace_of_spades": "B"}, [NO_ACE]),
        (3, {}, {"cards": {"A": HALF, "C": REST}, "ace_of_spades": "C"}, []),
        # revokes
        (4, {}, revoke("N"), [("infractions", "ruling"), MISSING]),
        (4, {}, {**revoke("N"), "points": {"NS": 125}}, [("infractions", "ruling")]),
        (4, {}, {**revoke("N", "E"), "points": {"NS": 124}}, [("infractions", "ruling"), SUM, total("NS")]),
        (3, {}, {**revoke("A"), "points": {"A": 125}}, [("infractions", "ruling")]),
        (4, FORFEIT, revoke("N"), []),
        (2, FORFEIT, revoke("B"), []),
        (3, FORFEIT, revoke("B"), [("infractions", "two_sides_only")]),
        (5, FORFEIT, revoke("B", "C"), [("infractions", "two_sides_only")]),
        (4, FORFEIT, revoke("N", "S"), [("infractions", "two_endings")]),
        (4, FORFEIT, revoke("N", "E"), [("infractions", "two_endings")]),
        (4, FORFEIT, {**revoke("N"), "points": {"EW": 125}}, [("points", "forfeited")]),
        (
            4,
            FORFEIT,
            {**revoke("N"), "cards": {}, "points": {}, "ace_of_spades": "EW"},
            [("points", "forfeited"), ("cards", "forfeited"), ("ace_of_spades", "forfeited")],
        ),
        (4, FORFEIT, {"points": {"NS": 125}}, []),
        (4, FORFEIT, {"points": {"NS": 120}}, [SUM]),
        (4, FORFEIT, {}, [MISSING]),
    ],
)
def test_faults(players: int, options: dict[str, Any], facts: dict[str, Any], faults: list[tuple[str, str]]) -> None:
    assert [(fault.field, fault.code) for fault in list_violations(players, facts, options)] == faults


@pytest.mark.parametrize(
    ("facts", "options", "sentences"),
    [
        (
            {"points": {"NS": 124, "EW": 2}},
            {},
            [
                "The sides have 126 points together, the pack has 125: count again.",
                "No cards of this pack make 124 points for one side: count again.",
            ],
        ),
        ({"points": {"NS": 12}}, GOLD, ["The sides have 12 points together, the pack has 128: count again."]),
        (
            {"cards": {"NS": HALF, "EW": {**REST, "tens": 0}}},
            {},
            ["The sides have 2 of these cards together, the pack has 4."],
        ),
        ({}, {}, ["Say how many points each side captured, or which cards."]),
    ],
)
def test_sentences(facts: dict[str, Any], options: dict[str, Any], sentences: list[str]) -> None:
    assert [fault.message for fault in list_violations(4, facts, options)] == sentences
