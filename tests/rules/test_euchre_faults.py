"""What cannot be a hand of Euchre: every combination of facts that is refused, and why."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec import structs

from rules.catalog import make_game
from rules.euchre import EuchreDeal, Renege
from rules.euchre_hands import BIDDING_FAULTS
from rules.euchre_texts import FAULT_TEXTS, NOT_PASSED_OUT
from scoring.result import score_sheet
from scoring.steps import open_state
from tests.rules import euchre_table as table

RENEGE = Renege(kind="renege", offender="E")

# (the maker is named, the tricks are given, how many reneges) -> the faults.
NO_MAKER, NO_TRICKS = ("maker", "missing"), ("tricks", "missing")
OVER, TWICE = ("tricks", "hand_over"), ("infractions", "two_endings")
ENDINGS = {
    (True, True, 0): [],
    (True, True, 1): [OVER],
    (True, True, 2): [TWICE, OVER],
    (True, False, 0): [NO_TRICKS],
    (True, False, 1): [],
    (True, False, 2): [TWICE],
    (False, True, 0): [NO_MAKER],
    (False, True, 1): [NO_MAKER, OVER],
    (False, True, 2): [NO_MAKER, TWICE, OVER],
    (False, False, 0): [NO_MAKER, NO_TRICKS],
    (False, False, 1): [NO_MAKER],
    (False, False, 2): [NO_MAKER, TWICE],
}

# A fact of a hand that was played -> the field that cannot stand beside "everybody passed".
PLAYED: list[dict[str, Any]] = [
    {"maker": "N"},
    {"alone": True},
    {"tricks": 0},
    {"tricks": 3},
    {"suit": "S"},
    {"lone_defender": "E"},
    {"infractions": (RENEGE,)},
]


def list_faults(deal: EuchreDeal, *, dealer: str = "N", dealer_known: bool = True, **options: Any) -> list[Any]:
    game = make_game("euchre", options=options)
    before = structs.replace(open_state(game), dealer=dealer, dealer_known=dealer_known)
    return [(fault.field, fault.code) for fault in game.violations(deal, before)]


@pytest.mark.parametrize("parts", ENDINGS, ids=str)
def test_a_hand_has_a_maker_and_one_ending(parts: tuple[bool, bool, int]) -> None:
    has_maker, has_tricks, reneges = parts
    for tricks in range(6) if has_tricks else (None,):
        deal = EuchreDeal(maker="N" if has_maker else None, tricks=tricks, infractions=(RENEGE,) * reneges)
        assert list_faults(deal) == ENDINGS[parts], deal


@pytest.mark.parametrize("facts", PLAYED, ids=str)
def test_nothing_was_played_where_everybody_passed(facts: dict[str, Any]) -> None:
    (name,) = facts
    deal = EuchreDeal(passed_out=True, **facts)
    assert list_faults(deal, all_pass="deal_passes") == [(name, "passed_out")]
    assert list_faults(deal) == [("passed_out", "stick_dealer"), (name, "passed_out")]


def test_all_of_it_is_named() -> None:
    deal = EuchreDeal(
        passed_out=True, maker="N", alone=True, tricks=5, suit="C", lone_defender="E", infractions=(RENEGE,)
    )
    names = ["maker", "alone", "tricks", "suit", "lone_defender", "infractions"]
    assert list_faults(deal, all_pass="same_dealer_redeals") == [(name, "passed_out") for name in names]


@pytest.mark.parametrize("maker", "NESW")
def test_who_may_defend_alone(maker: str) -> None:
    for defender, alone in product("NESW", (False, True)):
        deal = EuchreDeal(maker=maker, alone=alone, tricks=3, lone_defender=defender)
        assert list_faults(deal) == [("lone_defender", "not_allowed")]
        expected = [] if alone else [("lone_defender", "not_against_pair")]
        if table.SIDE_OF[defender] == table.SIDE_OF[maker]:
            expected.append(("lone_defender", "own_side"))
        assert list_faults(deal, defend_alone=4) == expected, deal
    without_maker = EuchreDeal(alone=True, tricks=3, lone_defender="E")
    assert list_faults(without_maker, defend_alone=4) == [NO_MAKER]


@pytest.mark.parametrize("dealer", "NESW")
def test_who_must_play_alone(dealer: str) -> None:
    """Only the dealer's partner, only in the first round, only by the house rule."""
    for maker, number, alone in product("NESW", (None, 1, 2), (False, True)):
        deal = EuchreDeal(maker=maker, round=number, alone=alone, tricks=3)
        must = maker == table.PARTNER[dealer] and number == 1 and not alone
        expected = [("alone", "dealers_partner")] if must else []
        assert list_faults(deal, dealer=dealer, assist_alone="yes") == expected, deal
        assert list_faults(deal, dealer=dealer) == []
        assert list_faults(deal, dealer=dealer, assist_alone="yes", dealer_known=False) == []


def test_the_suit_turned_down_is_judged_as_in_every_euchre() -> None:
    assert list_faults(EuchreDeal(maker="N", tricks=3, round=1, suit="C", turned_down="D")) == [
        ("suit", "not_turned_up")
    ]
    assert list_faults(EuchreDeal(maker="N", tricks=3, suit="C", turned_down="C")) == [("suit", "turned_down")]
    assert list_faults(EuchreDeal(maker="N", tricks=3, round=1, suit="C", turned_down="C")) == []
    assert list_faults(EuchreDeal(maker="N", tricks=3, round=1, suit="C")) == []
    assert list_faults(EuchreDeal(maker="N", tricks=3, round=1, turned_down="C")) == []


def test_each_renege_of_somebody_who_sits_out_is_named() -> None:
    idle = Renege(kind="renege", offender="S")
    deal = EuchreDeal(maker="N", alone=True, infractions=(RENEGE, idle))
    assert list_faults(deal) == [TWICE, ("infractions.1.offender", "sits_out")]


def test_a_sheet_names_every_fault() -> None:
    deals = [
        {"maker": "N", "tricks": 6},
        {"passed_out": True, "tricks": 1},
        {"maker": "E", "lone_defender": "N"},
        {"maker": "E", "infractions": [{"kind": "table_talk", "offender": "W"}]},
    ]
    faults = score_sheet({"game": "euchre", "deals": deals})["errors"]
    assert [(fault["deal"], fault["field"], fault["code"]) for fault in faults] == [
        (1, "tricks", "out_of_range"),
        (2, "passed_out", "stick_dealer"),
        (2, "tricks", "passed_out"),
        (3, "tricks", "missing"),
        (3, "lone_defender", "not_allowed"),
        (4, "infractions.0.kind", "unknown_value"),
    ]


def test_every_sentence_belongs_to_its_fault() -> None:
    """A word of each sentence that only this fault can mean."""
    words = {
        ("passed_out", "stick_dealer"): "the dealer must name trump",
        ("maker", "missing"): "Say who made trump",
        ("infractions", "two_endings"): "ruling",
        ("tricks", "hand_over"): "leave out the tricks",
        ("tricks", "missing"): "0 to 5",
        ("lone_defender", "not_allowed"): "nobody defends alone",
        ("lone_defender", "not_against_pair"): "only against a lone player",
        ("lone_defender", "own_side"): "one of the opponents",
        ("alone", "dealers_partner"): "plays alone after ordering",
        ("offender", "sits_out"): "plays no cards",
        ("suit", "not_turned_up"): "first round",
        ("suit", "turned_down"): "second round",
    }
    texts = {**FAULT_TEXTS, **BIDDING_FAULTS}
    assert {key: word for key, word in words.items() if word in texts[key]} == words
    assert texts.keys() == words.keys()
    game = make_game("euchre")
    (fault,) = [
        fault
        for fault in game.violations(EuchreDeal(passed_out=True, maker="N"), open_state(game))
        if fault.field == "maker"
    ]
    assert fault.message == NOT_PASSED_OUT
    (missing,) = game.violations(EuchreDeal(maker="N"), open_state(game))
    assert missing.message == FAULT_TEXTS["tricks", "missing"]
    (bidding,) = game.violations(EuchreDeal(maker="N", tricks=3, suit="C", turned_down="C"), open_state(game))
    assert bidding.message == BIDDING_FAULTS["suit", "turned_down"]
