"""What cannot be a hand of Partnership Whist: every combination of facts that is refused, and why."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.catalog import make_game
from rules.partnership_whist_deal import Revoke, WhistDeal
from rules.partnership_whist_texts import FAULT_TEXTS
from scoring.result import score_sheet
from scoring.steps import open_state

EAST = (Revoke(kind="revoke", offender="E"),)

# (the opponents choose, somebody revoked, a penalty is given) -> the faults.
PENALTIES = {
    (False, False, False): [],
    (False, False, True): [("penalty", "not_chosen")],
    (False, True, False): [],
    (False, True, True): [("penalty", "not_chosen")],
    (True, False, False): [],
    (True, False, True): [("penalty", "no_revoke")],
    (True, True, False): [("penalty", "missing")],
    (True, True, True): [],
}

# (honours count, no trump, the honours of both sides make 4) -> the faults.
HONOURS = {
    (False, False, False): ["not_counted"],
    (False, False, True): ["not_counted"],
    (False, True, False): ["not_counted"],
    (False, True, True): ["not_counted"],
    (True, False, False): ["not_four"],
    (True, False, True): [],
    (True, True, False): ["no_trump", "not_four"],
    (True, True, True): ["no_trump"],
}


def list_faults(deal: WhistDeal, **options: Any) -> list[tuple[str, str]]:
    game = make_game("partnership-whist", options=options)
    return [(fault.field, fault.code) for fault in game.violations(deal, open_state(game))]


def test_a_hand_has_thirteen_tricks() -> None:
    for ours, theirs in product(range(14), repeat=2):
        expected = [] if ours + theirs == 13 else [("tricks", "not_thirteen")]
        assert list_faults(WhistDeal(tricks={"NS": ours, "EW": theirs})) == expected, (ours, theirs)
    for side, tricks in product(("NS", "EW"), range(14)):
        assert list_faults(WhistDeal(tricks={side: tricks})) == []


@pytest.mark.parametrize("tricks", [None, {}])
def test_without_tricks_there_is_no_hand(tricks: dict[str, int] | None) -> None:
    game = make_game("partnership-whist")
    assert list_faults(WhistDeal(tricks=tricks)) == [("tricks", "missing")]
    assert [*game.lines(WhistDeal(tricks=tricks), open_state(game))] == []


@pytest.mark.parametrize("rules", HONOURS, ids=str)
def test_what_honours_there_can_be(rules: tuple[bool, bool, bool]) -> None:
    count, no_trump, is_whole = rules
    option = "four_and_two" if count else "off"
    for ours, theirs in product(range(5), repeat=2):
        if (ours + theirs == 4) is is_whole:
            deal = WhistDeal(tricks={"NS": 7}, honours={"NS": ours, "EW": theirs}, no_trump=no_trump)
            assert list_faults(deal, honour_points=option) == [("honours", code) for code in HONOURS[rules]], deal
    for side, held in product(("NS", "EW"), range(5)):
        deal = WhistDeal(tricks={"NS": 7}, honours={side: held})
        assert list_faults(deal, honour_points=option) == ([] if count else [("honours", "not_counted")])
    assert list_faults(WhistDeal(tricks={"NS": 7}, honours={}), honour_points=option) == []


@pytest.mark.parametrize("parts", PENALTIES, ids=str)
def test_who_says_what_a_revoke_costs(parts: tuple[bool, bool, bool]) -> None:
    is_chosen, has_revoke, has_penalty = parts
    for rule in ("opponents_choose",) if is_chosen else ("three_tricks", "two_tricks", "three_points"):
        deal = WhistDeal(
            tricks={"NS": 7},
            infractions=EAST if has_revoke else (),
            penalty="three_points" if has_penalty else None,
        )
        assert list_faults(deal, revoke=rule) == PENALTIES[parts], rule


@pytest.mark.parametrize("suit", [None, *"CDHS"])
def test_a_trump_suit_or_none(suit: Any) -> None:
    for no_trump in (False, True):
        expected = [("no_trump", "suit")] if suit and no_trump else []
        assert list_faults(WhistDeal(tricks={"NS": 7}, suit=suit, no_trump=no_trump)) == expected


def test_a_sheet_names_every_fault() -> None:
    deals = [
        {"tricks": {"NS": 8, "EW": 6}, "honours": {"NS": 4}},
        {"tricks": {"NS": 14}},
        {"tricks": {"N": 7}},
        {"honours": {"NS": 3, "EW": 3}, "suit": "H", "no_trump": True, "penalty": "three_points"},
    ]
    faults = score_sheet({"game": "partnership-whist", "deals": deals})["errors"]
    assert [(fault["deal"], fault["field"], fault["code"]) for fault in faults] == [
        (1, "tricks", "not_thirteen"),
        (1, "honours", "not_counted"),
        (2, "tricks.NS", "out_of_range"),
        (3, "tricks.N", "unknown_key"),
        (4, "tricks", "missing"),
        (4, "honours", "not_counted"),
        (4, "no_trump", "suit"),
        (4, "penalty", "not_chosen"),
    ]


def test_every_sentence_belongs_to_its_fault() -> None:
    game = make_game("partnership-whist", preset="short")
    plain = make_game("partnership-whist")
    everything = WhistDeal(
        tricks={"NS": 8, "EW": 6}, honours={"NS": 3, "EW": 3}, suit="C", no_trump=True, infractions=EAST
    )
    said = [
        *game.violations(everything, open_state(game)),
        *game.violations(WhistDeal(penalty="minus_three"), open_state(game)),
        *plain.violations(WhistDeal(tricks={"NS": 7}, honours={"NS": 4}, penalty="minus_three"), open_state(plain)),
    ]
    assert {(fault.field, fault.code): fault.message for fault in said} == {
        ("tricks", "not_thirteen"): "The tricks of both sides make 14, and not 13: one of the two is wrong.",
        ("honours", "no_trump"): "Without a trump suit there are no honours: leave them out.",
        ("honours", "not_four"): "The honours of both sides make 6, and not 4: one of the two is wrong.",
        ("no_trump", "suit"): "A hand has a trump suit or none: leave out one of the two.",
        ("penalty", "missing"): "Say which penalty for the revoke the opponents chose.",
        ("tricks", "missing"): "Say how many of the 13 tricks a side took; one side is enough.",
        ("penalty", "no_revoke"): "Nobody revoked: leave out the penalty, or say who revoked.",
        ("honours", "not_counted"): "By the house rules honours do not count: leave them out.",
        ("penalty", "not_chosen"): "By the house rules nobody chooses the penalty for a revoke: leave it out.",
    }
    assert {(fault.field, fault.code) for fault in said} == FAULT_TEXTS.keys()
