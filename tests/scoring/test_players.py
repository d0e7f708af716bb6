"""How many play is said table by table; where that is unclear, only what holds for any number is named."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.house_rules import read_house_rules
from scoring.reading import read_sheet
from scoring.result import score_sheet
from scoring.values import RepeatedKeys
from tests.scoring.sheets import list_faults, read_faults, score
from tests.strategies import junk, sheets

PLAYERS = (2, 3, 4, 5)


def list_yukon_faults(*deals: Any, **keys: Any) -> list[tuple[int | None, str, str]]:
    return list_faults(*deals, game="yukon", **keys)


@pytest.mark.parametrize(
    ("keys", "sides"),
    [
        ({}, ["NS", "EW"]),
        ({"players": 4}, ["NS", "EW"]),
        ({"players": 2}, ["A", "B"]),
        ({"players": 3}, ["A", "B", "C"]),
        ({"players": 5}, ["A", "B", "C", "D", "E"]),
    ],
)
def test_players_choose_the_sides(keys: dict[str, Any], sides: list[str]) -> None:
    assert list(score(game="yukon", **keys)["totals"]) == sides


AT_FAULT = [
    (1, "unknown_value"),
    (6, "unknown_value"),
    ("4", "wrong_type"),
    (True, "wrong_type"),
    (None, "wrong_type"),
    (4.0, "wrong_type"),
]


def test_where_the_number_is_unclear_the_usual_one_stands_first() -> None:
    rules = read_house_rules({"game": "yukon", "players": 9})
    sheet, _faults = read_sheet({"game": "yukon", "players": 9, "seats": {"N": "Ada", "A": "Bo"}, "deals": []})
    assert sheet is not None
    for game in (rules.game, sheet.game):
        assert game is not None
        assert game.sides == ("NS", "EW")
    assert sheet.names == {"N": "Ada"}


def test_every_number_may_be_meant_where_the_key_is_misspelt() -> None:
    rules = read_house_rules({"game": "yukon"}, unclear_keys={"players"})
    assert rules.violations == ()
    assert rules.rivals is not None
    assert [len(game.seats) for game in rules.rivals] == [4, 2, 3, 5]
    assert read_house_rules({"game": "yukon"}).rivals == ()


@pytest.mark.parametrize(("players", "code"), AT_FAULT)
def test_players_at_fault(players: object, code: str) -> None:
    fault = (None, "players", code)
    assert list_yukon_faults(players=players) == [fault]
    for points in ({"NS": 70, "EW": 55}, {"A": 70, "B": 55}, {"A": 70, "C": 55}):
        assert list_yukon_faults({"points": points}, players=players) == [fault]
    assert list_yukon_faults({"points": {"A": 1, "B": 124}}, players=players) == [fault]
    assert list_yukon_faults({}, players=players) == [fault, (1, "points", "missing")]
    assert list_yukon_faults({"points": {}}, players=players) == [fault, (1, "points", "wrong_sum")]
    assert list_yukon_faults({"points": {"Z": 1}}, players=players) == [fault, (1, "points.Z", "unknown_key")]
    assert list_yukon_faults({"trump": 1}, players=players) == [
        fault,
        (1, "trump", "unknown_key"),
        (1, "points", "missing"),
    ]


@pytest.mark.parametrize(
    ("keys", "faults"),
    [
        ({"seats": {"N": "Ann"}}, []),
        ({"seats": {"A": "Ann", "E": "Eve"}}, []),
        ({"seats": {"Z": "Ann"}}, [(None, "seats.Z", "unknown_key")]),
        ({"seats": []}, [(None, "seats", "wrong_type")]),
        ({"first_dealer": "C"}, []),
        ({"first_dealer": "W"}, []),
        ({"first_dealer": "Z"}, [(None, "first_dealer", "unknown_value")]),
        ({"first_dealer": 1}, [(None, "first_dealer", "wrong_type")]),
        ({"warned": []}, [(None, "warned", "not_for_this_game")]),
    ],
)
def test_seating_under_an_unclear_number(keys: dict[str, Any], faults: list[Any]) -> None:
    assert list_yukon_faults(players="x", **keys) == [(None, "players", "wrong_type"), *faults]


def test_players_mean_nothing_elsewhere() -> None:
    assert list_faults(players=4) == [(None, "players", "not_for_this_game")]
    assert list_faults(players="x") == [(None, "players", "not_for_this_game")]


def test_a_misspelt_key_is_unclear_too() -> None:
    deal = {"points": {"A": 70, "B": 55}}
    assert list_yukon_faults(deal, player=3) == [(None, "player", "unknown_key")]
    assert list_yukon_faults(deal, foo=3) == [
        (None, "foo", "unknown_key"),
        (1, "points.A", "unknown_key"),
        (1, "points.B", "unknown_key"),
    ]
    twice = RepeatedKeys({"game": "yukon", "players": 4, "deals": [deal]})
    twice.repeated = ("players",)
    assert read_faults(score_sheet(twice)) == [(None, "players", "repeated_key")]


def test_the_games_that_may_be_meant() -> None:
    def count_rivals(**keys: Any) -> tuple[list[int], int | None]:
        rules = read_house_rules({"game": "yukon", **keys})
        return [len(game.seats) for game in rules.seatings], None if rules.rivals is None else len(rules.rivals)

    assert count_rivals() == ([4], 0)
    assert count_rivals(players=3) == ([3], 0)
    assert count_rivals(players=9) == ([4, 2, 3, 5], 4)
    assert count_rivals(players=9, options={"revoke": 1}) == ([4, 2, 3, 5], 8)
    assert count_rivals(players=3, options={"target": 99}) == ([3], 55)
    assert count_rivals(players=9, options={"target": 99}) == ([4, 2, 3, 5], None)
    assert count_rivals(preset="none") == ([4], 3)
    rules = read_house_rules({"game": "yukon", "players": 3, "options": {"revoke": 1}})
    assert {len(rival.seats) for rival in rules.rivals or ()} == {3}
    unclear = read_house_rules({"game": "yukon"}, unclear_keys={"players"})
    assert [len(game.seats) for game in unclear.seatings] == [4, 2, 3, 5]
    assert not unclear.violations


def test_rules_that_are_too_many_to_try_leave_only_form() -> None:
    keys: dict[str, Any] = {"players": 9, "options": {"target": 99}}
    said = [(None, "options.target", "unknown_value"), (None, "players", "unknown_value")]
    assert list_yukon_faults({}, **keys) == said
    assert list_yukon_faults({"points": 5}, **keys) == [*said, (1, "points", "wrong_type")]


@given(st.data())
def test_with_an_unclear_number_a_fault_is_named_if_it_holds_for_every_number(data: st.DataObject) -> None:
    """Whole games, some entries of them changed for junk, read with each number of players and with none."""
    sheet = data.draw(sheets("yukon"))
    del sheet["players"]
    deals = sheet["deals"]
    for place in data.draw(st.lists(st.integers(0, max(len(deals) - 1, 0)), max_size=2)):
        if deals:
            deals[place] = data.draw(st.sampled_from([{}, {"points": {}}, {"x": 1}, {"dealer": "Q"}]) | junk)
    sheet.update(data.draw(st.sampled_from([{}, {"first_dealer": "Z"}, {"seats": {"A": "Ann", "Q": 1}}])))
    sheet.pop("id")
    by_number = [read_faults(score_sheet({**sheet, "players": players})) for players in PLAYERS]
    certain = set(by_number[0]).intersection(*by_number[1:])
    for unclear in (0, "4", None):
        found = read_faults(score_sheet({**sheet, "players": unclear}))
        assert [fault for fault in found if fault[1] == "players"]
        assert {fault for fault in found if fault[1] != "players"} == certain
