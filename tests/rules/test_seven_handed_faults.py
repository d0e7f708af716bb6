"""Seven-handed Euchre: hands that cannot be, each with every fault it has."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.result import score_sheet
from tests.rules.seven_handed_table import bid, list_faults, make_sheet, revoke

FAULTS: list[tuple[dict[str, Any], list[str]]] = [
    ({}, ["bidder missing", "bid missing", "tricks missing"]),
    ({"suit": "S", "tricks": 4}, ["bidder missing", "bid missing"]),
    ({"bidder": "A"}, ["bid missing", "tricks missing"]),
    ({"bid": 4, "partners": ["B", "C"], "tricks": 4}, ["bidder missing"]),
    ({"bidder": "A", "partners": ["B", "C"], "tricks": 4}, ["bid missing"]),
    ({"bidder": "A", "partners": ["B", "C"], "tricks": 4, "passed_out": False}, ["bid missing"]),
    (bid("A", 4, "BC"), ["tricks missing"]),
    (bid("A", 10), ["tricks missing"]),
    # partners
    (bid("A", 4, tricks=4), ["partners wrong_number"]),
    (bid("A", 4, "B", tricks=4), ["partners wrong_number"]),
    (bid("A", 4, "BCD", tricks=4), ["partners wrong_number"]),
    (bid("A", 6, "BC", tricks=4), ["partners wrong_number"]),
    (bid("A", 10, "B", tricks=4), ["partners none_alone"]),
    (bid("A", 10, "BCDE", tricks=4), ["partners too_many"]),
    ({"partners": ["B", "C", "D", "E"], "tricks": 4}, ["bidder missing", "bid missing", "partners too_many"]),
    ({"passed_out": True, "partners": ["B", "C", "D", "E"]}, ["passed_out stands_alone", "partners too_many"]),
    ({"partners": ["B", "C", "D"], "tricks": 4}, ["bidder missing", "bid missing"]),
    (bid("A", 4, "BA", tricks=4), ["partners.1 is_bidder"]),
    (bid("A", 4, "BB", tricks=4), ["partners.1 repeated"]),
    (bid("A", 6, "BCB", tricks=4), ["partners.2 repeated"]),
    (bid("A", 6, "BBB", tricks=4), ["partners.1 repeated", "partners.2 repeated"]),
    (bid("A", 4, "AA", tricks=4), ["partners.0 is_bidder", "partners.1 repeated"]),
    (bid("A", 4, "BBA", tricks=4), ["partners wrong_number", "partners.1 repeated", "partners.2 is_bidder"]),
    (bid("A", 20, "A", tricks=4), ["partners none_alone", "partners.0 is_bidder"]),
    ({"bid": 4, "partners": ["B", "B"], "tricks": 4}, ["bidder missing", "partners.1 repeated"]),
    ({"bidder": "A", "partners": ["B", "A"], "tricks": 4}, ["bid missing", "partners.1 is_bidder"]),
    # how the hand ended
    (bid("A", 4, "BC", tricks=4, infractions=revoke("A")), ["tricks hand_over"]),
    (bid("A", 4, "BC", tricks=0, infractions=revoke("G")), ["tricks hand_over"]),
    (bid("A", 4, "BC", infractions=revoke("A", "G")), ["infractions two_endings"]),
    (bid("A", 4, "BC", infractions=revoke("A", "A")), ["infractions two_endings"]),
    (bid("A", 4, "BC", infractions=revoke("A", "B", "C")), ["infractions two_endings"]),
    (bid("A", 4, "BC", tricks=1, infractions=revoke("A", "G")), ["tricks hand_over", "infractions two_endings"]),
    ({"infractions": revoke("A")}, ["bidder missing", "bid missing"]),
    # everybody passed
    ({"passed_out": True, "bidder": "A"}, ["passed_out stands_alone"]),
    ({"passed_out": True, "bid": 4}, ["passed_out stands_alone"]),
    ({"passed_out": True, "suit": "S"}, ["passed_out stands_alone"]),
    ({"passed_out": True, "tricks": 0}, ["passed_out stands_alone"]),
    ({"passed_out": True, "partners": ["A"]}, ["passed_out stands_alone"]),
    ({"passed_out": True, "infractions": revoke("A")}, ["passed_out stands_alone"]),
    (bid("A", 4, "BC", tricks=4, passed_out=True), ["passed_out stands_alone"]),
    (bid("A", 4, "B", tricks=4, passed_out=True), ["passed_out stands_alone", "partners wrong_number"]),
    (
        {"passed_out": True, "tricks": 0, "infractions": revoke("A", "B")},
        ["passed_out stands_alone", "tricks hand_over", "infractions two_endings"],
    ),
    # of form, and what is certain beside them
    (bid("H", 4, "BC", tricks=4), ["bidder unknown_value"]),
    (bid("H", 4, "BB", tricks=4), ["bidder unknown_value", "partners.1 repeated"]),
    (bid("A", 4, "BH", tricks=4), ["partners.1 unknown_value"]),
    (bid("A", 4, "BBHA"), ["partners.2 unknown_value", "tricks missing", "partners.1 repeated"]),
    (bid("A", 8, "BC", tricks=4), ["bid unknown_value"]),
    (bid("A", 9, "BCDE", tricks=4), ["bid unknown_value", "partners too_many"]),
    (bid("A", 4, "BC", tricks=8), ["tricks out_of_range"]),
    (bid("A", 4, "BC", tricks=8, infractions=revoke("B")), ["tricks out_of_range"]),
    (bid("A", 4, "B", tricks=-1), ["tricks out_of_range", "partners wrong_number"]),
    ({"bidder": "A", "bid": 4, "partners": "BC"}, ["partners wrong_type", "tricks missing"]),
    (bid("A", 4, "BC", infractions=revoke("H")), ["infractions.0.offender unknown_value"]),
    (
        bid("A", 4, "BC", infractions=[{"kind": "renege", "offender": "A"}, *revoke("B")]),
        ["infractions.0.kind unknown_value"],
    ),
    ({"passed_out": 1}, ["passed_out wrong_type"]),
    ({"passed_out": True, "hearts": 3}, ["hearts unknown_key"]),
]  # fmt: skip


@pytest.mark.parametrize(("deal", "faults"), FAULTS)
def test_every_fault_of_a_hand(deal: dict[str, Any], faults: list[str]) -> None:
    assert list_faults({"passed_out": True}, deal) == [(2, *fault.split()) for fault in faults]


@pytest.mark.parametrize("least", [1, 2, 3])
def test_the_lowest_bid(least: int) -> None:
    for number in range(1, 6):
        faults = [] if number >= least else [(1, "bid", "below_minimum")]
        assert list_faults(bid("A", number, "BC", tricks=1), options={"min_bid": least}) == faults
    assert list_faults(bid("A", 10, tricks=1), options={"min_bid": least}) == []
    assert list_faults({"passed_out": True}, options={"min_bid": least}) == []


def test_a_bid_that_is_too_low_beside_other_faults() -> None:
    assert list_faults({"bid": 1, "partners": ["B"]}, {"passed_out": True, "bid": 1}, options={"min_bid": 2}) == [
        (1, "bidder", "missing"),
        (1, "tricks", "missing"),
        (1, "bid", "below_minimum"),
        (1, "partners", "wrong_number"),
        (2, "passed_out", "stands_alone"),
        (2, "bid", "below_minimum"),
    ]


MESSAGES: list[tuple[dict[str, Any], list[str]]] = [
    (
        {},
        [
            "Say who bid highest, or that everybody passed.",
            "Say what was bid, or that everybody passed.",
            "Say how many tricks the bidder's side took, 0 to 7, or who revoked.",
        ],
    ),
    (
        bid("A", 2, "BAB", tricks=3, infractions=revoke("A", "G")),
        [
            "The house rules allow no bid below 3.",
            "A bid of 2 is played with 2 partners; here it says 3: name exactly 2.",
            "A is the bidder: name somebody else as partner.",
            "B is named as a partner twice: leave only one, or name another.",
            "The revoke ended the hand: leave out the tricks.",
            "More than one revoke, by one side or by both, of which each ends the hand: "
            "an admin decides this by a ruling.",
        ],
    ),
    (bid("A", 7, tricks=7), ["A bid of 7 is played with 3 partners; here it says 0: name exactly 3."]),
    (bid("A", 4, "BCDE", tricks=7), ["No bid is played with more than 3 partners: name at most 3."]),
    (bid("A", 20, "B", tricks=7), ["A bid of 20 is played alone: leave out the partners."]),
    (
        {"passed_out": True, "tricks": 0},
        ["A hand that everybody passed has no other facts: leave them out, or leave out that it was passed."],
    ),
]


@pytest.mark.parametrize(("deal", "messages"), MESSAGES)
def test_what_people_are_told(deal: dict[str, Any], messages: list[str]) -> None:
    errors = score_sheet(make_sheet(deal, options={"min_bid": 3}))["errors"]
    assert [fault["message"] for fault in errors] == messages


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"players": 7}, "players not_for_this_game"),
        ({"warned": ["A"]}, "warned not_for_this_game"),
        ({"first_dealer": "N"}, "first_dealer unknown_value"),
        ({"preset": "english"}, "preset unknown_value"),
        ({"options": {"min_bid": 4}}, "options.min_bid unknown_value"),
        ({"options": {"target": 50}}, "options.target unknown_key"),
        ({"seats": {"H": "Ann"}}, "seats.H unknown_key"),
    ],
)
def test_what_a_sheet_of_this_game_cannot_say(keys: dict[str, Any], fault: str) -> None:
    assert list_faults(bid("A", 10, tricks=7), **keys) == [(None, *fault.split())]


def test_setbacks_mean_nothing_here() -> None:
    ruling = {"points": {"A": 1}, "setbacks": {"A": 1}, "reason": "Late"}
    assert list_faults({"ruling": ruling}) == [(1, "ruling.setbacks", "unknown_key")]
