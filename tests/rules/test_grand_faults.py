"""What is refused of a deal of Grand, with the sentence that says so. Who may bid what is in test_grand_points.py."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import State
from rules.grand_deal import GrandDeal, GrandInfraction
from scoring.reading import read_entry
from scoring.sheet import Unread
from scoring.unsure import find_sure_violations
from tests.rules.grand_table import LEFT_OF, SIDE_OF
from tests.rules.test_grand_points import open_state

WHIST: dict[str, Any] = {"bidder": "N", "bid": 10, "play": "whist", "tricks": 8}
EUCHRE: dict[str, Any] = {"bidder": "N", "bid": 10, "play": "euchre", "tricks": 4}
HEARTS: dict[str, Any] = {"bidder": "N", "bid": 50, "play": "hearts", "hearts": 0}
GRAND: dict[str, Any] = {"bidder": "N", "bid": 10, "play": "grand", "tricks": 8}
ELDEST: dict[str, Any] = {"bidder": "E", "play": "hearts", "hearts": 0, "eldest_lead": True}
SEVENTY = open_state(totals=(70, 70))


def revoke(*offenders: str, kind: Any = "revoke") -> tuple[GrandInfraction, ...]:
    return tuple(GrandInfraction(kind=kind, offender=offender) for offender in offenders)


def drop(facts: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in facts.items() if name not in names}


def list_faults(facts: dict[str, Any], before: State | None = None, **options: Any) -> list[str]:
    game = make_game("grand", options=options)
    found = game.violations(GrandDeal(**facts), before or open_state())
    return [f"{fault.field} {fault.code}" for fault in found]


@pytest.mark.parametrize("facts", [WHIST, EUCHRE, HEARTS, GRAND])
def test_deals_without_a_fault(facts: dict[str, Any]) -> None:
    assert list_faults(facts) == []
    assert list_faults({**facts, "infractions": revoke("S")}) == []
    assert list_faults({**drop(facts, "tricks", "hearts"), "infractions": revoke("W", "E")}) == []


@pytest.mark.parametrize(
    ("facts", "faults"),
    [
        ({}, ["bidder missing", "play missing", "bid missing"]),
        (drop(WHIST, "bidder"), ["bidder missing"]),
        (drop(WHIST, "bid"), ["bid missing"]),
        (drop(WHIST, "play"), ["play missing"]),
        (drop(WHIST, "tricks"), ["tricks missing"]),
        (drop(GRAND, "tricks"), ["tricks missing"]),
        (drop(EUCHRE, "tricks"), ["tricks missing_in_euchre"]),
        (drop(HEARTS, "hearts"), ["hearts missing"]),
        ({**WHIST, "hearts": 0}, ["hearts only_in_hearts"]),
        ({**drop(EUCHRE, "tricks"), "hearts": 3}, ["hearts only_in_hearts", "tricks missing_in_euchre"]),
        ({**HEARTS, "tricks": 0}, ["tricks not_in_hearts"]),
        ({**drop(HEARTS, "hearts"), "tricks": 7}, ["tricks not_in_hearts", "hearts missing"]),
        ({**EUCHRE, "tricks": 6}, ["tricks too_many_for_euchre"]),
        ({**EUCHRE, "tricks": 5}, []),
        ({**EUCHRE, "tricks": 6, "infractions": revoke("N")}, ["tricks too_many_for_euchre"]),
        ({**WHIST, "tricks": 13}, []),
        ({**WHIST, "suit": "H"}, []),
        ({**EUCHRE, "suit": "H"}, []),
        ({**GRAND, "suit": "H"}, ["suit no_trump"]),
        ({**HEARTS, "suit": "H"}, ["suit no_trump"]),
        ({**WHIST, "alone": True}, ["alone only_in_euchre"]),
        ({**GRAND, "alone": True, "defender_alone": True}, ["alone only_in_euchre", "defender_alone only_in_euchre"]),
        ({**HEARTS, "defender_alone": True}, ["defender_alone only_in_euchre"]),
        ({**EUCHRE, "defender_alone": True}, []),
        ({**WHIST, "infractions": revoke("N", "E")}, ["infractions both_sides"]),
        ({**HEARTS, "infractions": revoke("N", "S", "W")}, ["infractions both_sides"]),
        ({**WHIST, "infractions": revoke("N", kind="low_trump_kept")}, ["infractions.0.kind only_in_euchre"]),
        ({**HEARTS, "infractions": revoke("N", kind="too_many_cards")}, ["infractions.0.kind only_in_euchre"]),
        (
            {**GRAND, "infractions": (*revoke("N"), *revoke("N", kind="too_many_cards"))},
            ["infractions.1.kind only_in_euchre"],
        ),
        ({**GRAND, "infractions": revoke("N", kind="other")}, []),
        ({**drop(WHIST, "play"), "alone": True, "suit": "H", "bid": 999}, ["play missing", "bid not_in_fives"]),
        (
            {"bid": 7, "play": "euchre", "hearts": 3, "tricks": 9, "alone": True, "infractions": revoke("N", "E")},
            [
                "bidder missing", "bid not_in_fives", "alone bid_too_low", "hearts only_in_hearts",
                "tricks too_many_for_euchre", "infractions both_sides",
            ],
        ),
    ],
)  # fmt: skip
def test_faults_of_a_deal(facts: dict[str, Any], faults: list[str]) -> None:
    assert list_faults(facts) == faults


@pytest.mark.parametrize(
    ("rule", "bidder", "bid", "faults"),
    [
        ("exactly_5", "N", 5, []),
        ("exactly_5", "N", 10, ["bid forced_is_5"]),
        ("exactly_5", "S", 5, ["bidder not_dealer"]),
        ("exactly_5", "E", 10, ["bidder not_dealer", "bid forced_is_5"]),
        ("any", "N", 5, []),
        ("any", "N", 10, []),
        ("any", "W", 10, ["bidder not_dealer"]),
        ("any", None, None, ["bidder missing", "bid missing"]),
        ("exactly_5", None, 10, ["bidder missing", "bid forced_is_5"]),
        ("exactly_5", "N", None, ["bid missing"]),
    ],
)
def test_a_forced_bid(rule: str, bidder: str | None, bid: int | None, faults: list[str]) -> None:
    facts = {**WHIST, "bidder": bidder, "bid": bid}
    assert list_faults({**facts, "forced": True}, forced_dealer_bid=rule) == faults
    assert list_faults(facts, forced_dealer_bid=rule) == [fault for fault in faults if "missing" in fault]


@pytest.mark.parametrize("choice", ["notional_50", "notional_5", "no_bid", "off"])
@pytest.mark.parametrize("exclusive", ["no", "yes"])
def test_who_may_lead_hearts_without_a_bid(choice: str, exclusive: str) -> None:
    options = {"eldest_hearts": choice, "eldest_exclusive": exclusive}
    for dealer, bidder, score, other in product("NESW", "NESW", (-5, 69, 70, 71), (0, 69, 70)):
        totals = (score, other) if SIDE_OF[dealer] == "NS" else (other, score)
        before = open_state(dealer=dealer, totals=totals)
        faults = ["eldest_lead not_played"] if choice == "off" else []
        if bidder != LEFT_OF[dealer]:
            faults.append("bidder not_eldest")
        if score < 70:
            faults.append("eldest_lead dealer_below_70")
        assert list_faults({**ELDEST, "bidder": bidder}, before, **options) == faults
        # With a bid anybody may name Hearts, unless the house rule keeps it for the eldest hand.
        faults = []
        if exclusive == "yes" and bidder != LEFT_OF[dealer] and score >= 70:
            faults.append("play only_eldest")
        assert list_faults({**HEARTS, "bidder": bidder}, before, **options) == faults
        assert list_faults({**WHIST, "bidder": bidder}, before, **options) == []


@pytest.mark.parametrize(
    ("facts", "faults"),
    [
        ({}, []),
        ({"bid": 50}, ["bid not_with_eldest_lead"]),
        ({"bid": 7}, ["bid not_with_eldest_lead"]),
        ({"forced": True}, ["forced not_with_eldest_lead"]),
        ({"play": "whist", "hearts": None, "tricks": 7}, ["play not_hearts"]),
        ({"play": None}, ["play missing"]),
        ({"bidder": None}, ["bidder missing"]),
        ({"bidder": "N", "bid": 5, "forced": True}, [
            "bid not_with_eldest_lead", "forced not_with_eldest_lead", "bidder not_eldest",
        ]),
    ],
)  # fmt: skip
def test_what_does_not_go_with_the_eldest_lead(facts: dict[str, Any], faults: list[str]) -> None:
    assert list_faults({**ELDEST, **facts}, SEVENTY) == faults


def test_the_eldest_hand_is_the_only_one_without_being_named() -> None:
    """A deal without a bidder is not refused for one."""
    assert list_faults(drop(HEARTS, "bidder"), SEVENTY, eldest_exclusive="yes") == ["bidder missing"]


SENTENCES = {
    "bidder missing": "Say who won the bidding: every deal has a bidder.",
    "play missing": "Say which game the bidder named: Whist, Grand, Euchre or Hearts.",
    "bid missing": "Say the highest bid; only Hearts led by the eldest hand has none.",
    "bid not_in_fives": "Bids are made in fives here: write 5, 10, 15 and so on.",
    "alone bid_too_low": "Euchre can be played alone only at a bid of 20 or more.",
    "bidder not_dealer": "When three have passed, the dealer is the bidder.",
    "bidder not_eldest": "Only the player to the dealer's left may lead Hearts without a bid.",
}


def test_a_fault_says_what_to_do() -> None:
    game = make_game("grand")
    deals = [
        (GrandDeal(), open_state()),
        (GrandDeal(**{**EUCHRE, "bid": 7, "alone": True}), open_state()),
        (GrandDeal(**{**WHIST, "bidder": "E", "bid": 5, "forced": True}), open_state()),
        (GrandDeal(**{**ELDEST, "bidder": "N"}), SEVENTY),
    ]
    found = [fault for deal, before in deals for fault in game.violations(deal, before)]
    assert {f"{fault.field} {fault.code}": fault.message for fault in found} == SENTENCES


FACTS = {
    "bidder": (None, "N", "E"),
    "play": (None, "whist", "grand", "euchre", "hearts"),
    "alone": (False, True),
    "forced": (False, True),
    "eldest_lead": (False, True),
    "tricks": (None, 5, 7),
}


@pytest.mark.parametrize("preset", ["recommended", "english", "russian"])
def test_an_unreadable_bid_brings_no_fault_that_is_not_certain(preset: str) -> None:
    """Whatever else a deal says, its faults beside the bid are those that it would have at every bid."""
    wide = {"unmakeable_bid": "allow", "euchre_cap": "none", "hearts_bid": "any"}
    for options in ({}, wide):
        game = make_game("grand", preset=preset, options=options)
        for values in product(*FACTS.values()):
            facts = {name: value for name, value in zip(FACTS, values, strict=True) if value not in (None, False)}
            entry, _faults = read_entry(game, {**facts, "bid": "twenty"})
            assert isinstance(entry, Unread)
            named = {(fault.field, fault.code) for fault in find_sure_violations(game, entry, SEVENTY)}
            certain = None
            for bid in (*range(5, 31), 45, 49, 50, 51, 55, 65, 66, 100, 103, 104, 998, 999):
                deal = GrandDeal(**facts, bid=bid)  # type: ignore[arg-type]
                found = {(fault.field, fault.code) for fault in game.violations(deal, SEVENTY)}
                certain = found if certain is None else certain & found
            assert certain is not None
            assert named == {fault for fault in certain if fault[0] != "bid"}, facts
