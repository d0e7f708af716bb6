"""What an infraction costs is said before it is saved, and it is what the rules then give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES, make_game
from rules.game import Game, Line
from scoring.fold import fold_sheet
from scoring.penalties import PricedInfraction, list_kinds, price_infraction, price_infractions
from scoring.reading import read_sheet
from scoring.steps import open_state

LG = "land-grant-euchre"
FAIR = {"loner_renege_by_defender": 4}
PLAYED_ON = {"loss_of_bid": "bid_forfeited_hand_continues", "defender_offence": "play_on_plus_2"}
FORFEIT = {"revoke": "forfeit_deal"}
CHOSEN = {"revoke": "opponents_choose"}
LONER = {"maker": "N", "alone": True}
MADE = {"maker": "N", "tricks": 3}
EUCHRE_20 = {"bidder": "N", "bid": 20, "play": "euchre"}
WHIST_10 = {"bidder": "N", "bid": 10, "play": "whist"}
HEARTS_50 = {"bidder": "N", "bid": 50, "play": "hearts"}
BID_3 = {"bidder": "A", "bid": 3, "partners": ["B", "C"]}


def price(
    game: Game, kind: str, offender: str, facts: Mapping[str, Any], *, warned: tuple[str, ...] = ()
) -> PricedInfraction:
    return price_infraction(game, facts, open_state(game, warned=warned), kind=kind, offender=offender)


def sum_up(lines: tuple[Line, ...]) -> dict[str, int]:
    """Points by side, without those who get none."""
    points: dict[str, int] = {}
    for line in lines:
        points[line.side] = points.get(line.side, 0) + line.points
    return {side: figure for side, figure in points.items() if figure}


#: game, house rules, what has been pressed, kind, offender -> points by side, whether the hand is over.
PRICES: list[tuple[str, dict[str, Any], dict[str, Any], str, str, dict[str, int], bool | None]] = [
    (LG, {}, {}, "renege", "N", {"EW": 2}, True),
    (LG, {}, {}, "bid_out_of_turn", "E", {"NS": 2}, None),
    (LG, {}, LONER, "renege", "N", {"EW": 2}, True),
    (LG, {}, LONER, "renege", "E", {"NS": 2}, True),
    (LG, FAIR, LONER, "renege", "E", {"NS": 4}, True),
    (LG, FAIR, LONER, "renege", "N", {"EW": 2}, True),
    (LG, {}, LONER, "lead_out_of_turn", "N", {"EW": 4}, True),
    (LG, {}, LONER, "lead_out_of_turn", "W", {"NS": 4}, True),
    (LG, {}, LONER, "bid_out_of_turn", "W", {"NS": 2}, True),
    (LG, {}, {"maker": "N"}, "lead_out_of_turn", "N", {"EW": 2}, True),
    (LG, {}, MADE, "renege", "E", {"NS": 2}, True),
    (LG, PLAYED_ON, MADE, "renege", "E", {"NS": 2}, False),
    (LG, PLAYED_ON, {"maker": "N"}, "renege", "N", {"EW": 2}, False),
    (LG, {}, MADE, "table_talk", "E", {}, False),
    ("euchre", {}, {}, "renege", "N", {"EW": 2}, True),
    ("euchre", {}, LONER, "renege", "E", {"NS": 4}, True),
    ("euchre", {"loner_renege": 2}, LONER, "renege", "E", {"NS": 2}, True),
    ("euchre", {}, {**MADE, "suit": "H"}, "renege", "W", {"NS": 2}, True),
    ("grand", {}, EUCHRE_20, "revoke", "N", {"NS": -40}, None),
    ("grand", {}, EUCHRE_20, "low_trump_kept", "E", {"NS": 20}, None),
    ("grand", {}, WHIST_10, "other", "S", {"NS": -10}, None),
    ("grand", {}, WHIST_10, "revoke", "W", {"NS": 10}, None),
    ("grand", {}, {**WHIST_10, "tricks": 9}, "revoke", "W", {"NS": 15}, False),
    ("grand", {}, HEARTS_50, "revoke", "N", {"NS": -63}, None),
    ("grand", {}, HEARTS_50, "revoke", "E", {"NS": 50, "EW": -13}, None),
    ("yukon", FORFEIT, {}, "revoke", "N", {"EW": 125}, True),
    ("yukon", {**FORFEIT, "card_values": "golddigger_128"}, {}, "revoke", "W", {"NS": 128}, True),
    ("yukon", FORFEIT, {"points": {"NS": 65, "EW": 60}}, "revoke", "N", {"EW": 125}, True),
    ("seven-handed-euchre", {}, BID_3, "revoke", "C", {"D": 3, "E": 3, "F": 3, "G": 3}, True),
    ("seven-handed-euchre", {}, BID_3, "revoke", "F", {"A": 3, "B": 3, "C": 3}, True),
    ("seven-handed-euchre", {}, {**BID_3, "tricks": 5}, "revoke", "F", {"A": 3, "B": 3, "C": 3}, True),
    ("partnership-whist", {}, {}, "revoke", "N", {}, False),
    ("partnership-whist", {}, {"tricks": {"NS": 9}}, "revoke", "N", {"EW": 1}, False),
    ("partnership-whist", {"revoke": "three_points"}, {}, "revoke", "N", {"EW": 3}, False),
    ("partnership-whist", CHOSEN, {"penalty": "three_points"}, "revoke", "N", {"EW": 3}, False),
]  # fmt: skip


@pytest.mark.parametrize(("key", "options", "facts", "kind", "offender", "points", "ends"), PRICES)
def test_price(
    key: str, options: dict[str, Any], facts: dict[str, Any], kind: str, offender: str, points: dict[str, int],
    ends: bool | None,
) -> None:  # fmt: skip
    priced = price(make_game(key, options=options), kind, offender, facts)
    assert priced.lines, priced.refused
    assert (sum_up(priced.lines), priced.ends_hand) == (points, ends)


#: The same, where it has no price: what has to be known first, or who decides.
REFUSED = [
    (LG, FAIR, {"alone": True}, "renege", "N", "Say who made trump"),
    ("grand", {}, {}, "revoke", "N", "Say who won the bidding"),
    ("grand", {}, WHIST_10, "low_trump_kept", "N", "Euchre"),
    ("yukon", {}, {}, "revoke", "N", "enter a ruling instead"),
    ("seven-handed-euchre", {}, {}, "revoke", "A", "Say who bid highest"),
    ("partnership-whist", CHOSEN, {"tricks": {"NS": 9}}, "revoke", "N", "which penalty for the revoke"),
]


@pytest.mark.parametrize(("key", "options", "facts", "kind", "offender", "words"), REFUSED)
def test_without_a_price_it_says_what_has_to_be_known_first_or_who_decides(
    key: str, options: dict[str, Any], facts: dict[str, Any], kind: str, offender: str, words: str
) -> None:
    priced = price(make_game(key, options=options), kind, offender, facts)
    assert not priced.lines
    assert priced.refused is not None
    assert words in priced.refused.message


def test_a_warning_says_what_the_next_one_costs() -> None:
    priced = price(make_game(LG), "table_talk", "E", MADE)
    assert [(line.code, line.warns) for line in priced.lines] == [("warning", "EW")]
    assert sum_up(priced.next_lines) == {"NS": 2}


def test_whoever_stands_warned_pays_at_once() -> None:
    game = make_game(LG)
    assert sum_up(price(game, "table_talk", "E", MADE, warned=("EW",)).lines) == {"NS": 2}
    assert sum_up(price(game, "table_talk", "N", MADE, warned=("EW",)).lines) == {}


def test_personal_warnings_are_priced_by_person() -> None:
    game = make_game(LG, options={"warning_scope": "player_per_game"})
    found = price_infractions(game, MADE, open_state(game, warned=["N"]))
    assert {each.seats: sum_up(each.lines) for each in found if each.kind == "table_talk"} == {
        ("N",): {"EW": 2},
        ("S",): {},
        ("E", "W"): {},
    }


def test_who_would_pay_the_same_stands_together_and_who_cannot_is_left_out() -> None:
    game = make_game(LG)
    found = price_infractions(game, LONER, open_state(game))
    assert [each.seats for each in found if each.kind == "renege"] == [("N",), ("E", "W")]
    assert [each.seats for each in found if each.kind == "table_talk"] == [("N", "S"), ("E", "W")]


def test_what_was_pressed_as_infraction_or_misdeal_does_not_change_the_prices() -> None:
    game, pressed = make_game(LG), {"infractions": [{"kind": "renege", "offender": "N"}], "misdeal": True}
    state = open_state(game)
    assert price_infractions(game, LONER | pressed, state) == price_infractions(game, LONER, state)


@pytest.mark.parametrize("key", GAMES)
def test_every_kind_of_every_game_is_priced_or_says_why_not(key: str) -> None:
    for preset in GAMES[key].presets:
        game = make_game(key, preset=preset)
        found = price_infractions(game, {}, open_state(game))
        assert {each.kind for each in found} == set(list_kinds(game))
        assert all(bool(each.lines) != (each.refused is not None) for each in found)


OPTIONS: dict[str, list[dict[str, Any]]] = {LG: [{}, PLAYED_ON, FAIR], "yukon": [FORFEIT]}

HANDS: dict[str, list[dict[str, Any]]] = {
    LG: [MADE, LONER | {"tricks": 5}, {"maker": "E", "tricks": 1}],
    "euchre": [MADE, LONER | {"tricks": 2}],
    "grand": [EUCHRE_20 | {"tricks": 5}, WHIST_10 | {"tricks": 7}, HEARTS_50 | {"hearts": 2}],
    "yukon": [{"points": {"NS": 65, "EW": 60}}],
    "seven-handed-euchre": [BID_3 | {"tricks": 2}, {"bidder": "D", "bid": 10, "tricks": 7}],
    "partnership-whist": [{"tricks": {"NS": 9}}, {"tricks": {"EW": 13}}],
}


@given(data=st.data(), key=st.sampled_from(list(GAMES)))
def test_what_is_priced_is_what_the_sheet_then_gives(data: st.DataObject, key: str) -> None:
    """The price stands among the reasons of the saved hand, whatever had to be left out beside the infraction."""
    options: dict[str, Any] = data.draw(st.sampled_from(OPTIONS.get(key, [{}])))
    game = make_game(key, options=options)
    hand = data.draw(st.sampled_from(HANDS[key]))
    kind, offender = data.draw(st.sampled_from(list_kinds(game))), data.draw(st.sampled_from(game.seats))
    priced = price(game, kind, offender, hand)
    results = ("tricks", "hearts", "points", "cards")
    left_out = results if priced.ends_hand else ()
    facts = {name: value for name, value in hand.items() if name not in left_out}
    deal = facts | {"infractions": [{"kind": kind, "offender": offender}]}
    sheet, faults = read_sheet({"game": key, "options": options, "deals": [deal]})
    assert sheet is not None
    folded, more = fold_sheet(sheet)
    if priced.refused is not None:
        assert faults or more
        return
    assert (faults, more) == ((), ())
    assert set(map(repr, priced.lines)) <= set(map(repr, folded.steps[0].lines))
