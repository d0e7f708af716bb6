"""What an unreadable value may have been meant to say: all of it, or nothing where that is too much to try."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import Game
from scoring.declared import Field, find_field
from scoring.house_rules import MOST_RIVALS, read_house_rules
from scoring.meanings import MOST_CANDIDATES, list_candidates, list_meanings
from scoring.values import shorten
from tests.scoring.sheets import list_faults, offend, play

GAME = make_game("land-grant-euchre")
SEVEN = make_game("seven-handed-euchre")
YUKON = make_game("yukon")


def read_rivals(**keys: Any) -> list[tuple[str, int]] | None:
    """(loss_of_bid, loner_renege_by_defender) of each game that may have been meant."""
    rivals: Any = read_house_rules({"game": GAME.key, **keys}).rivals
    if rivals is None:
        return None
    return [(rival.loss_of_bid, rival.loner_renege_by_defender) for rival in rivals]


@pytest.mark.parametrize(
    ("keys", "rivals"),
    [
        ({}, []),
        ({"preset": "fair-renege", "options": {"loss_of_bid": "hand_over"}}, []),
        ({"preset": "fair"}, [("hand_over", 2), ("hand_over", 4)]),
        ({"preset": "fair-renege", "options": {"x": 1}}, [("hand_over", 4)]),
        (
            {"preset": "fair-renege", "options": {"loss_of_bid": 1}},
            [("hand_over", 4), ("bid_forfeited_hand_continues", 4)],
        ),
        ({"preset": "fair-renege", "options": {"loner_renege_by_defender": 3}}, [("hand_over", 2), ("hand_over", 4)]),
        (
            {"options": {"loss_of_bids": "hand_over", "loner_renege_by_defender": 4}},
            [("hand_over", 4), ("bid_forfeited_hand_continues", 4)],
        ),
        ({"options": {"loss_of_bids": 1, "x": 1}}, [("hand_over", 2), ("bid_forfeited_hand_continues", 2)]),
        ({"preset": None, "options": None}, None),
    ],
)
def test_the_games_that_house_rules_with_faults_may_mean(
    keys: dict[str, Any], rivals: list[tuple[str, int]] | None
) -> None:
    assert read_rivals(**keys) == rivals


def test_where_the_preset_is_unclear_the_default_stands_first() -> None:
    rules = read_house_rules({"game": GAME.key, "preset": "fair"})
    assert rules.preset == next(iter(GAME.presets))
    assert rules.game == GAME
    assert rules.seatings == (GAME,)


def test_without_a_game_all_games_are_named() -> None:
    (fault,) = read_house_rules({}).violations
    assert fault.message == (
        "Say which game this is, one of these: "
        "land-grant-euchre, grand, yukon, seven-handed-euchre, euchre, partnership-whist."
    )


def test_all_games_are_tried_or_none() -> None:
    rivals = read_house_rules({"game": GAME.key, "options": 1}).rivals
    assert rivals is not None
    assert len(set(rivals)) == MOST_RIVALS == 2 * 2 * 2 * 4 * 2
    assert list_faults(play("N", 9), {}, preset=1, options=1) == [
        (None, "preset", "wrong_type"),
        (None, "options", "wrong_type"),
        (1, "tricks", "out_of_range"),
    ]


def test_all_readings_of_a_deal_are_tried_or_none() -> None:
    whole: dict[str, list[Any]] = {
        "tricks": [0, 1, 2, 3, 4],
        "maker": ["N", "E", "S", "W"],
        "suit": ["C", "D", "H", "S"],
    }
    assert len(set(list_candidates(GAME, {"round": 1}, {**whole, "alone": [True, False]}))) == 160
    most = {**whole, "turned_down": ["C", "D", "H", "S", None]}
    assert len(list(list_candidates(GAME, {}, most))) == MOST_CANDIDATES
    assert list(list_candidates(GAME, {}, {**most, "alone": [True, False]})) == []


@pytest.mark.parametrize(
    ("name", "value", "meanings"),
    [
        ("tricks", 9, [0, 1, 2, 3, 4, 5]),
        ("round", "1", [1, 2]),
        ("alone", "yes", [True, False]),
        ("maker", "n", ["N", "E", "S", "W"]),
        ("suit", None, ["C", "D", "H", "S"]),
        ("infractions", [{"kind": "talk", "offender": "N"}] * 9, []),
    ],
)
def test_meanings(name: str, value: object, meanings: list[Any]) -> None:
    field = find_field(GAME.Deal, name)
    assert field is not None
    assert list_meanings(field, value, game=GAME) == meanings


def test_a_text_that_is_none_may_have_been_meant_to_be_one() -> None:
    assert list_meanings(Field(name="note", kind="text", title="Note"), 5, game=GAME) == [""]


def test_a_number_without_bounds_may_be_nothing() -> None:
    assert list_meanings(Field(name="figure", kind="whole", title="Figure"), "x", game=GAME) == [0]
    assert list_meanings(Field(name="figure", kind="whole", title="Figure", low=3, high=22), "x", game=GAME) == [
        *range(3, 23)
    ]
    assert list_meanings(Field(name="figure", kind="whole", title="Figure", low=3, high=23), "x", game=GAME) == [3, 23]


@pytest.mark.parametrize(
    ("game", "name", "value", "count"),
    [
        (GAME, "infractions", [{}], 16),
        (GAME, "infractions", [{"kind": "renege"}, {"offender": "N"}], 4 * 4),
        (SEVEN, "partners", ["x", "B", "y"], 8 * 8),
        (YUKON, "points", {"NS": "x", "EW": "y"}, 4),
    ],
)
def test_as_many_readings_as_are_tried_and_one_more(
    game: Game, name: str, value: object, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = find_field(game.Deal, name)
    assert field is not None
    monkeypatch.setattr("scoring.meanings.MOST_CANDIDATES", count)
    assert len(list_meanings(field, value, game=game)) == count
    monkeypatch.setattr("scoring.meanings.MOST_CANDIDATES", count - 1)
    assert list_meanings(field, value, game=game) == []


def test_as_many_deals_as_are_tried_and_one_more(monkeypatch: pytest.MonkeyPatch) -> None:
    meant: dict[str, list[Any]] = {"tricks": [0, 1], "maker": ["N", "S", "E"]}
    monkeypatch.setattr("scoring.meanings.MOST_CANDIDATES", 6)
    assert len([*list_candidates(GAME, {}, meant)]) == 6
    monkeypatch.setattr("scoring.meanings.MOST_CANDIDATES", 5)
    assert [*list_candidates(GAME, {}, meant)] == []


def test_meanings_of_a_list_of_infractions() -> None:
    field = find_field(GAME.Deal, "infractions")
    assert field is not None
    right = {"kind": "renege", "offender": "N"}
    assert list_meanings(field, [right, {"kind": "renege"}], game=GAME) == [
        [right, {"kind": "renege", "offender": seat}] for seat in "NESW"
    ]
    assert len(list_meanings(field, [right, None], game=GAME)) == 17
    assert list_meanings(field, [right, None], game=GAME)[0] == [right]
    assert len(list_meanings(field, "renege", game=GAME)) == 17
    assert list_meanings(field, "renege", game=GAME)[0] == []


@pytest.mark.parametrize(
    ("value", "meanings"),
    [
        (["B", "x"], [["B"], *(["B", seat] for seat in "ABCDEFG")]),
        ([None, "B"], [["B"], *([seat, "B"] for seat in "ABCDEFG")]),
        (["B", "B", "C"], [["B", "B", "C"]]),
        ([1, 2, 3], []),
    ],
)
def test_meanings_of_a_list_of_seats(value: object, meanings: list[Any]) -> None:
    field = find_field(SEVEN.Deal, "partners")
    assert field is not None
    assert list_meanings(field, value, game=SEVEN) == meanings


def test_a_list_of_seats_that_cannot_be_read_may_name_any_of_them() -> None:
    field = find_field(SEVEN.Deal, "partners")
    assert field is not None
    meanings = list_meanings(field, "B+C", game=SEVEN)
    assert len({frozenset(seats) for seats in meanings}) == len(meanings) == 2**7
    assert meanings[0] == []
    assert meanings[-1] == [*"ABCDEFG"]


def test_a_fault_that_only_some_readings_have_is_not_named() -> None:
    everybody = ["NS", "EW"]
    assert list_faults(play("N", 3, infractions=[None]), warned=everybody) == [(1, "infractions.0", "wrong_type")]
    assert list_faults(play("N", 3, infractions=[{}]), warned=everybody) == [
        (1, "infractions.0.kind", "missing"),
        (1, "infractions.0.offender", "missing"),
        (1, "tricks", "hand_over"),
    ]
    assert list_faults(offend("renege", "S", "N", alone="x")) == [(1, "alone", "wrong_type")]
    assert list_faults({"ruling": {"reason": "x", "setbacks": 5}}) == [(1, "ruling.setbacks", "unknown_key")]


@pytest.mark.parametrize(
    ("value", "short"),
    [
        ("x" * 40, "x" * 40),
        ("x" * 41, "x" * 39 + "…"),
        ("", '""'),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (10**40 - 1, "9" * 40),
        (10**40, "9…"),
        (-(10**40), "-9…"),
        (0.5, "0.5"),
        ([], "[]"),
        ([1], "[…]"),
        ({}, "{}"),
        ({"a": 1}, "{…}"),
        ("\ud800", "\ufffd"),
    ],
)
def test_how_a_value_is_echoed(value: object, short: str) -> None:
    assert shorten(value) == short
