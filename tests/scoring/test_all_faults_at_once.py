"""Every fault of a sheet in one answer, and no fault that another reading of it would not have."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.result import score_sheet
from scoring.values import RepeatedKeys
from tests.scoring.sheets import climb, list_faults, make_sheet, offend, play, read_faults

PLAYED_ON = {"loss_of_bid": "bid_forfeited_hand_continues", "defender_offence": "play_on_plus_2"}


def test_every_fault_of_a_sheet_at_once() -> None:
    sheet = {
        "id": 7,
        "game": "land-grant-euchre",
        "preset": "leage",
        "options": {"loss_of_bid": "never", "loner_renege_by_defender": "4", "colour": "red"},
        "players": 4,
        "seats": {"N": 5, "X": "Ann", "E": "y" * 501, "S": ""},
        "first_dealer": "NS",
        "finished": "yes",
        "warned": ["NS", "Q", 3],
        "deal": [],
        "deals": [
            {"maker": "Z", "tricks": 6, "alone": 1, "suit": "h", "round": 0, "turned_down": "", "dealer": 1, "bid": 5},
            {"maker": "N"},
            {"tricks": 2},
            {"maker": "N", "alone": True, "infractions": [{"kind": "renege", "offender": "S"}]},
            {"maker": "N", "infractions": [{"kind": "revoke", "offender": "E", "why": ""}, {"kind": "renege"}, 4]},
            {"misdeal": True, "tricks": 3, "dealer": "Q"},
            {"misdeal": 1, "tricks": 9},
            {"ruling": {"points": {"NS": "2", "N": 1, "EW": 10000}, "setbacks": {}, "by": 1, "who": ""}, "dealer": "N"},
            {"ruling": {"reason": " "}, "maker": "N"},
            {"ruling": 2},
            [],
            {"maker": "N", "tricks": 3, "round": 1, "suit": "H", "turned_down": "S"},
            {"maker": "N", "tricks": 3, "round": 2, "suit": "H", "turned_down": "H"},
            {"suit": "H", "alone": True, "infractions": [{"kind": "bid_out_of_turn", "offender": "E"}]},
        ],
    }
    assert read_faults(score_sheet(sheet)) == [
        (None, "deal", "unknown_key"),
        (None, "id", "wrong_type"),
        (None, "finished", "wrong_type"),
        (None, "preset", "unknown_value"),
        (None, "options.colour", "unknown_key"),
        (None, "options.loss_of_bid", "unknown_value"),
        (None, "options.loner_renege_by_defender", "wrong_type"),
        (None, "players", "not_for_this_game"),
        (None, "first_dealer", "unknown_value"),
        (None, "seats.X", "unknown_key"),
        (None, "seats.N", "wrong_type"),
        (None, "seats.E", "too_long"),
        (None, "warned.1", "unknown_value"),
        (None, "warned.2", "wrong_type"),
        (1, "bid", "unknown_key"),
        (1, "dealer", "wrong_type"),
        (1, "maker", "unknown_value"),
        (1, "alone", "wrong_type"),
        (1, "tricks", "out_of_range"),
        (1, "suit", "unknown_value"),
        (1, "round", "out_of_range"),
        (1, "turned_down", "unknown_value"),
        (2, "tricks", "missing"),
        (3, "maker", "missing"),
        (4, "infractions.0.offender", "sits_out"),
        (5, "infractions.0.why", "unknown_key"),
        (5, "infractions.0.kind", "unknown_value"),
        (5, "infractions.1.offender", "missing"),
        (5, "infractions.2", "wrong_type"),
        (6, "dealer", "unknown_value"),
        (6, "tricks", "not_with_misdeal"),
        (7, "misdeal", "wrong_type"),
        (7, "tricks", "out_of_range"),
        (8, "dealer", "not_with_ruling"),
        (8, "ruling.setbacks", "unknown_key"),
        (8, "ruling.who", "unknown_key"),
        (8, "ruling.points.N", "unknown_key"),
        (8, "ruling.points.NS", "wrong_type"),
        (8, "ruling.points.EW", "out_of_range"),
        (8, "ruling.reason", "missing"),
        (8, "ruling.by", "wrong_type"),
        (9, "maker", "not_with_ruling"),
        (9, "ruling.reason", "missing"),
        (10, "ruling", "wrong_type"),
        (11, "deal", "wrong_type"),
        (12, "suit", "not_turned_up"),
        (13, "suit", "turned_down"),
    ]


@pytest.mark.parametrize(
    ("sheet", "faults"),
    [
        ([], [(None, "sheet", "wrong_type")]),
        ({}, [(None, "deals", "missing"), (None, "game", "missing")]),
        ({"game": "grandd", "deals": {}}, [(None, "deals", "wrong_type"), (None, "game", "unknown_value")]),
        ({"game": ["land-grant-euchre"], "deals": []}, [(None, "game", "wrong_type")]),
    ],
)
def test_what_is_no_sheet_of_any_game(sheet: Any, faults: list[Any]) -> None:
    assert read_faults(score_sheet(sheet)) == faults


@pytest.mark.parametrize(
    ("deal", "faults"),
    [
        ({}, ["maker missing", "tricks missing"]),
        ({"alone": True}, ["maker missing", "tricks missing"]),
        ({"maker": None, "tricks": 3}, ["maker wrong_type"]),
        (play("N", 9), ["tricks out_of_range"]),
        (play("N", -1, suit="H", turned_down="H"), ["tricks out_of_range", "suit turned_down"]),
        ({"tricks": True, **offend("renege", "N")}, ["tricks wrong_type", "maker missing"]),
        # A list of infractions that cannot be read may have said what makes the tricks superfluous, or the maker.
        (offend("renage", "E", "N"), ["infractions.0.kind unknown_value"]),
        (offend("talk", "E"), ["infractions.0.kind unknown_value"]),
        (offend("renege", "X"), ["infractions.0.offender unknown_value", "maker missing"]),
        ({"maker": "N", "infractions": {}}, ["infractions wrong_type"]),
        ({"maker": "N", "infractions": [None]}, ["infractions.0 wrong_type"]),
        (
            {"maker": "N", "infractions": [{}] * 3},
            [f"infractions.{n}.{name} missing" for n in range(3) for name in ("kind", "offender")],
        ),
        # But not that the hand was played when a warning is all that there is.
        (offend("table_talk", "X", "N"), ["infractions.0.offender unknown_value", "tricks missing"]),
        # Too much is unclear to say more.
        (
            {"maker": 1, "alone": 2, "tricks": 9, "suit": 4, "round": 5, "turned_down": 6},
            [
                "maker wrong_type", "alone wrong_type", "tricks out_of_range", "suit wrong_type", "round out_of_range",
                "turned_down wrong_type",
            ],
        ),
    ],
)  # fmt: skip
def test_faults_beside_those_of_form_are_certain(deal: dict[str, Any], faults: list[str]) -> None:
    assert list_faults(deal) == [(1, *fault.split()) for fault in faults]


def test_the_deal_moves_on_after_a_deal_at_fault() -> None:
    """The second table talk is a penalty because the first was a warning, although that hand is at fault."""
    first = offend("table_talk", "N", "E", tricks=7)
    assert list_faults(first, offend("table_talk", "S", "E")) == [(1, "tricks", "out_of_range")]
    first = offend("table_talk", "N", "E")
    assert list_faults(first, offend("table_talk", "S", "E")) == [(1, "tricks", "missing")]
    assert list_faults({"maker": "E", "infractions": [{"kind": "talk"}]}, offend("table_talk", "S", "E")) == [
        (1, "infractions.0.kind", "unknown_value"),
        (1, "infractions.0.offender", "missing"),
    ]  # the first may have been a warning for either side, and then the second needs no tricks


@pytest.mark.parametrize(
    ("keys", "own"),
    [
        ({"options": {**PLAYED_ON, "loss_of_bid": "hand over"}}, "options.loss_of_bid unknown_value"),
        ({"options": {"loss_of_bids": "hand_over"}}, "options.loss_of_bids unknown_key"),
        ({"options": "none"}, "options wrong_type"),
    ],
)
def test_house_rules_with_faults_refuse_no_hand_that_may_be_right(keys: dict[str, Any], own: str) -> None:
    with_tricks = offend("renege", "N", "N", tricks=3)
    without = offend("renege", "S", "S")
    assert list_faults(with_tricks, without, {"tricks": 1}, **keys) == [
        (None, *own.split()),
        (3, "maker", "missing"),
    ]


def test_a_preset_with_faults_still_lets_hands_be_checked() -> None:
    assert list_faults(play("N", 3), {"tricks": 1}, preset="fair") == [
        (None, "preset", "unknown_value"),
        (2, "maker", "missing"),
    ]


def test_warnings_of_unclear_house_rules_may_be_of_players() -> None:
    assert list_faults(warned=["N", "NS"], options={"warning_scope": "player"}) == [
        (None, "options.warning_scope", "unknown_value")
    ]
    assert list_faults(warned=["N"]) == [(None, "warned.0", "unknown_value")]
    assert list_faults(warned=["NS"], options={"warning_scope": "player_per_game"}) == [
        (None, "warned.0", "unknown_value")
    ]


def test_a_deal_after_the_end_names_its_other_faults_too() -> None:
    assert list_faults(*climb(NS=9), play("N", 5), {"maker": "N", "alone": "x"}) == [
        (11, "alone", "wrong_type"),
        (11, "deal", "game_over"),
        (11, "tricks", "missing"),
    ]


def test_keys_that_stand_twice() -> None:
    def repeat(plain: dict[str, Any], *keys: str) -> RepeatedKeys:
        repeated = RepeatedKeys(plain)
        repeated.repeated = keys
        return repeated

    sheet = make_sheet(
        repeat(play("N", 3), "tricks", "maker"),
        repeat({"misdeal": True}, "misdeal"),
        repeat({"misdeal": 1}, "misdeal"),
        {"ruling": repeat({"reason": "x"}, "reason")},
        repeat({"ruling": {"reason": "x"}}, "ruling"),
        {"maker": "N", "infractions": [repeat({"kind": "renege", "offender": "N"}, "kind")]},
        seats=repeat({"N": "Ann"}, "N"),
    )
    assert read_faults(score_sheet(repeat(sheet, "deals"))) == [
        (None, "deals", "repeated_key"),
        (None, "seats.N", "repeated_key"),
        (1, "tricks", "repeated_key"),
        (1, "maker", "repeated_key"),
        (2, "misdeal", "repeated_key"),
        (3, "misdeal", "wrong_type"),
        (3, "misdeal", "repeated_key"),
        (4, "ruling.reason", "repeated_key"),
        (5, "ruling", "repeated_key"),
        (6, "infractions.0.kind", "repeated_key"),
    ]


@pytest.mark.parametrize(
    ("key", "echoed"),
    [
        ("x" * 300, "x" * 300),
        ("Ёлка \ud800 \0", "Ёлка \ud800 \0"),
        ("", ""),
        (12, 12),
        (-(2**70), None),
        (1.5, None),
        (float("inf"), None),
        (None, None),
        ([1], None),
        ({}, None),
    ],
)
def test_an_answer_with_faults_names_its_sheet(key: Any, echoed: Any) -> None:
    assert score_sheet({"id": key})["id"] == echoed


def test_messages_say_what_is_wrong_and_what_to_do() -> None:
    result = score_sheet(make_sheet({"maker": "n", "trick": 3, "infractions": [{"kind": "x" * 99}]}, finished=1))
    assert [fault["message"] for fault in result["errors"]] == [
        "true or false is wanted here, without quotes; it says 1.",
        "There is no “trick” here; perhaps “tricks” is meant. Possible are: dealer, maker, alone, tricks, suit, round, "
        "turned_down, infractions, misdeal, ruling.",
        "“n” is not possible here; write one of these: N, E, S, W.",
        f"“{'x' * 39}…” is not possible here; write one of these: renege, bid_out_of_turn, lead_out_of_turn, "
        "table_talk.",
        "This is missing.",
    ]


def test_a_long_run_of_numbers_is_named_by_its_ends() -> None:
    def read_message(**sheet: Any) -> str:
        message: str = score_sheet({"deals": [], **sheet})["errors"][0]["message"]
        return message

    assert read_message(game="yukon", options={"target": 99}) == (
        "“99” is not possible here; write one of these: 250, 500, 100–150, single_deal, each_deals_once."
    )
    assert read_message(game="seven-handed-euchre", deals=[{"bidder": "A", "bid": 8, "tricks": 1}]) == (
        "“8” is not possible here; write one of these: 1, 2, 3, 4, 5, 6, 7, 10, 20."
    )
