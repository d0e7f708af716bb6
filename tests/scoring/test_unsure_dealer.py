"""Faults that depend on who deals or on the score are named only where those are certain. Shown by Grand."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.result import score_sheet
from tests.scoring.sheets import read_faults

WHIST = {"bidder": "N", "bid": 5, "play": "whist", "tricks": 7}
CARRIED = {"ruling": {"points": {"NS": 70, "EW": 69}, "reason": "Carried in"}}
#: North deals first: these are right only where West deals, and where South deals.
FORCED_WEST = {"bidder": "W", "bid": 5, "play": "whist", "tricks": 7, "forced": True}
ELDEST_WEST = {"bidder": "W", "play": "hearts", "eldest_lead": True, "hearts": 0}

NOT_DEALER = ("bidder", "not_dealer")
NOT_ELDEST = ("bidder", "not_eldest")
BELOW_70 = ("eldest_lead", "dealer_below_70")
ONLY_ELDEST = ("play", "only_eldest")


def list_faults(*deals: Any, **keys: Any) -> list[tuple[Any, ...]]:
    """Faults of the last deal; the others have some of their own."""
    faults = read_faults(score_sheet({"game": "grand", **keys, "deals": [*deals]}))
    return [(field, code) for position, field, code in faults if position == len(deals)]


def test_who_deals_is_known() -> None:
    assert list_faults(FORCED_WEST) == [NOT_DEALER]
    assert list_faults(FORCED_WEST, first_dealer="W") == []
    assert list_faults(WHIST, FORCED_WEST, first_dealer="S") == []
    assert list_faults(ELDEST_WEST) == [NOT_ELDEST, BELOW_70]
    assert list_faults(CARRIED, ELDEST_WEST) == [NOT_ELDEST]
    assert list_faults(CARRIED, ELDEST_WEST, first_dealer="S") == []
    assert list_faults(CARRIED, WHIST, ELDEST_WEST) == [NOT_ELDEST, BELOW_70]


@pytest.mark.parametrize(
    ("deals", "keys"),
    [
        ([], {"first_dealer": "X"}),
        ([], {"frist_dealer": "W"}),
        ([{**WHIST, "dealer": "X"}], {}),
        ([{**WHIST, "daeler": "S"}], {}),
        ([{**WHIST, "dealer": "X", "tricks": "x"}], {}),
        ([{**WHIST, "daeler": "S", "tricks": "x"}], {}),
        (["a deal"], {}),
        ([{"misdeal": 1, **WHIST}], {}),
        ([{"misdeal": True, "tricks": 7}], {}),
        ([{"misdeal": True, "dealer": "X"}], {}),
        ([{"ruling": {"points": {}, "reason": "x"}, "bidder": "N"}], {}),
        ([{"ruling": 1, "bidder": "N"}], {}),
        ([{**WHIST, "dealer": "X"}, WHIST], {}),
        ([{**WHIST, "dealer": "X"}, CARRIED], {}),
        ([{**WHIST, "dealer": "X"}, {"misdeal": True}], {}),
        ([{**WHIST, "dealer": "X"}, {**WHIST, "bid": 7}], {}),
        ([{"ruling": 7}], {"first_dealer": "X"}),
    ],
)
def test_who_deals_is_not_known(deals: list[Any], keys: dict[str, Any]) -> None:
    assert list_faults(*deals, FORCED_WEST, **keys) == []
    assert list_faults(*deals, ELDEST_WEST, **keys) == []
    hearts = {**WHIST, "play": "hearts", "hearts": 0}
    assert list_faults(*deals, hearts, **keys, options={"eldest_exclusive": "yes"}) == [("tricks", "not_in_hearts")]


@pytest.mark.parametrize("deal", [{**WHIST, "dealer": "S"}, {"misdeal": True, "dealer": "W"}])
def test_a_dealer_who_is_named_is_known_again(deal: dict[str, Any]) -> None:
    assert list_faults(deal, FORCED_WEST, first_dealer="X") == []
    assert list_faults(deal, {**FORCED_WEST, "bidder": "N"}, first_dealer="X") == [NOT_DEALER]
    assert list_faults({**FORCED_WEST, "dealer": "N"}, first_dealer="X") == [NOT_DEALER]
    assert list_faults({**FORCED_WEST, "dealer": "W"}, first_dealer="X") == []
    # Also where that deal has faults that say nothing against its dealer.
    faulty = {**deal, "bid": 7} if "bid" in deal else {**deal, "dealer": "W"}
    assert list_faults(faulty, {**FORCED_WEST, "bidder": "N"}, first_dealer="X") == [NOT_DEALER]


def test_a_dealer_is_known_again_though_it_is_the_first_seat() -> None:
    assert list_faults({**WHIST, "dealer": "N"}, FORCED_WEST, first_dealer="X") == [NOT_DEALER]
    assert list_faults({"misdeal": True, "dealer": "N"}, FORCED_WEST, first_dealer="X") == [NOT_DEALER]


def test_an_unreadable_dealer_leaves_other_faults_named() -> None:
    assert list_faults({**FORCED_WEST, "dealer": 4, "bid": 10}) == [
        ("dealer", "wrong_type"),
        ("bid", "forced_is_5"),
    ]


def test_a_dealer_who_is_known_is_so_beside_other_faults() -> None:
    assert list_faults({**FORCED_WEST, "tricks": "x"}) == [("tricks", "wrong_type"), NOT_DEALER]


@pytest.mark.parametrize(
    ("ruling", "faults"),
    [
        ({"points": {"EW": "70"}, "reason": "x"}, []),
        ({"points": {"EW": 70}, "reason": "x", "who": 1}, []),
        ({"points": {"EW": 70}, "reason": "x", "setbacks": []}, []),
        # What is wrong says nothing against the points.
        ({"points": {"EW": 69}}, [BELOW_70]),
        ({"points": {"EW": 70}}, []),
        ({"points": {"EW": 69}, "reason": "", "by": 4}, [BELOW_70]),
        ({"setbacks": {"EW": 4}}, [BELOW_70]),
        ({"points": {"EW": 100}}, [("deal", "game_over")]),
        (7, []),
    ],
)
def test_the_score_after_a_ruling_at_fault(ruling: Any, faults: list[tuple[str, str]]) -> None:
    eldest = {"bidder": "N", "play": "hearts", "eldest_lead": True, "hearts": 0}
    assert list_faults({"ruling": ruling}, eldest, first_dealer="W") == faults


def test_the_score_after_a_deal_at_fault_is_not_known() -> None:
    options = {"eldest_exclusive": "yes"}
    hearts = {"bidder": "W", "bid": 50, "play": "hearts", "hearts": 0}
    assert list_faults(CARRIED, hearts, options=options) == [ONLY_ELDEST]
    assert list_faults(CARRIED, {**hearts, "bidder": "E"}, options=options) == []
    assert list_faults(CARRIED, {**WHIST, "tricks": 14}, hearts, options=options, first_dealer="W") == []
    assert list_faults({"misdeal": 1, **WHIST}, {**ELDEST_WEST, "dealer": "S"}) == []
    # A ruling may count to 100 and more: what the deals at fault brought is as unknown as before.
    over = {"ruling": {"points": {"NS": 100}, "reason": "Late"}}
    wrong = {**WHIST, "tricks": 14}
    assert list_faults(wrong, over, WHIST) == []
    assert list_faults(wrong, over, wrong, WHIST) == []
    assert list_faults(wrong, over, {"misdeal": True}) == []
    assert list_faults(over, {"misdeal": True}) == [("deal", "game_over")]
    assert list_faults(over, wrong, WHIST) == [("deal", "game_over")]


def test_a_misdeal_after_the_end_keeps_its_dealer() -> None:
    over = {"ruling": {"points": {"NS": 100}, "reason": "Carried in"}}
    assert list_faults(over, {"misdeal": True, "dealer": "W"}, FORCED_WEST) == [("deal", "game_over")]
