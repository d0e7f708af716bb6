"""Whole games of Partnership Whist: how they end, who wins, what a game is worth, and a real whist drive."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from msgspec import structs

from rules.catalog import make_game
from rules.partnership_whist import PartnershipWhist
from scoring.declared import list_house_rules
from scoring.result import score_sheet
from scoring.steps import open_state
from tests.rules import whist_table as table
from tests.strategies import make_sheet_game, sheets


def score(deals: list[dict[str, Any]], *, preset: str = "american", **options: Any) -> dict[str, Any]:
    return score_sheet({"game": "partnership-whist", "preset": preset, "options": options, "deals": deals})


def test_the_house_rules_and_presets() -> None:
    assert {rule.name: rule.choices for rule in list_house_rules(PartnershipWhist)} == table.RULES
    defaults = {rule.name: rule.default for rule in list_house_rules(PartnershipWhist)}
    assert defaults == {name: values[0] for name, values in table.RULES.items()}
    assert dict(PartnershipWhist.presets) == table.PRESETS
    assert list(PartnershipWhist.presets) == list(table.PRESETS)


@pytest.mark.parametrize(
    ("target", "scoring", "goal"),
    [(7, "odd_tricks", 7), (5, "odd_tricks", 5), (10, "odd_tricks", 10), ("none", "odd_tricks", None),
     (7, "all_tricks", None), (5, "all_tricks", None), (10, "all_tricks", None), ("none", "all_tricks", None)],
)  # fmt: skip
def test_the_target(target: int | str, scoring: str, goal: int | None) -> None:
    game = make_game("partnership-whist", options={"target": target, "scoring": scoring})
    assert game.goal == goal
    for total in range(20):
        state = structs.replace(open_state(game), totals={"NS": total, "EW": 2}, played=60)
        assert game.is_over(state) is (goal is not None and total >= goal), total


@pytest.mark.parametrize("scoring", ["odd_tricks", "all_tricks"])
@pytest.mark.parametrize("hands", [1, 2, 3, 4, 6, 8, 12, 16, 20, 24])
def test_the_number_of_hands(hands: int, scoring: str) -> None:
    game = make_game("partnership-whist", options={"hands": hands, "scoring": scoring})
    states = [structs.replace(open_state(game), played=played) for played in range(30)]
    assert [game.is_over(state) for state in states] == [played >= hands for played in range(30)]


def test_a_drive_has_no_winner_before_the_agreed_hands() -> None:
    hands = [{"tricks": {"NS": 8}}, {"tricks": {"EW": 9}}, {"tricks": {"NS": 7}}]
    playing = score(hands, preset="drive", hands=4)
    assert (playing["totals"], playing["finished"], playing["winner"]) == ({"NS": 19, "EW": 20}, False, None)
    done = score([*hands, {"tricks": {"NS": 7}}], preset="drive", hands=4)
    assert (done["totals"], done["finished"], done["winner"]) == ({"NS": 26, "EW": 26}, True, None)
    more = score([*hands, *hands], preset="drive", hands=4)
    assert [(fault["deal"], fault["code"]) for fault in more["errors"]] == [(5, "game_over"), (6, "game_over")]


def test_the_deal_passes_and_a_misdeal_and_a_ruling_do_not_pass_it() -> None:
    ruling = {"ruling": {"points": {"EW": 3}, "reason": "Claimed too late"}}
    result = score([{"tricks": {"NS": 9}}, {"misdeal": True}, {"tricks": {"EW": 11}}, ruling])
    assert [(deal["number"], deal["dealer"]) for deal in result["deals"]] == [
        (1, "N"),
        (None, "E"),
        (2, "E"),
        (None, None),
    ]
    assert (result["totals"], result["finished"], result["winner"]) == ({"NS": 3, "EW": 8}, True, "EW")


@pytest.mark.parametrize(("target", "lost"), table.VALUES, ids=str)
def test_what_a_game_is_worth(target: int, lost: int) -> None:
    value, margin = table.VALUES[target, lost]
    for winner, option, worth in [
        ("NS", "single_double_treble", value), ("EW", "single_double_treble", value), ("NS", "margin", margin),
    ]:  # fmt: skip
        game = make_game("partnership-whist", options={"target": target, "game_value": option})
        for won in (target, target + 2):
            state = structs.replace(open_state(game), totals={winner: won, table.OPPONENTS[winner]: lost})
            honours = game.honours((), state=state, finished=True)
            assert honours == {"game_value": {"side": winner, "value": worth}}
            (remark,) = game.describe_honours(honours, state=state)
            assert remark.template.format(**remark.values) == f"The game is worth {worth} to {winner}"


@pytest.mark.parametrize("value", ["off", "single_double_treble", "margin"])
def test_a_game_that_no_side_has_won_is_worth_nothing(value: str) -> None:
    game = make_game("partnership-whist", options={"game_value": value})
    drive = make_game("partnership-whist", preset="drive", options={"game_value": value})
    for totals in ({"NS": 6, "EW": 2}, {"NS": 0, "EW": 0}, {"NS": 8, "EW": 8}):
        assert game.honours((), state=structs.replace(open_state(game), totals=totals), finished=True) == {}
    state = structs.replace(open_state(drive), totals={"NS": 60, "EW": 44})
    assert drive.honours((), state=state, finished=True) == {}
    won = structs.replace(open_state(game), totals={"NS": 7, "EW": 2})
    assert bool(game.honours((), state=won, finished=True)) is (value != "off")
    assert [*game.describe_honours({}, state=won)] == []


def test_a_score_that_a_ruling_put_below_nothing_is_nothing() -> None:
    for option, worth in [("single_double_treble", 3), ("margin", 7)]:
        game = make_game("partnership-whist", options={"game_value": option})
        state = structs.replace(open_state(game), totals={"NS": 7, "EW": -3})
        assert game.honours((), state=state, finished=True) == {"game_value": {"side": "NS", "value": worth}}


def test_a_real_whist_drive(shared_folder: Path) -> None:
    """Each hand stands there twice, once from either side: both cards together are one hand, and they agree."""
    with (shared_folder / "real" / "whist-drive-mirrored-rows.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    tricks: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    for first, second in zip(rows[::2], rows[1::2], strict=True):
        players = {"N": first["Player1"], "S": first["Player2"], "E": second["Player1"], "W": second["Player2"]}
        deal = {
            "tricks": {"NS": int(first["Tricks_Won"]), "EW": int(second["Tricks_Won"])},
            "suit": first["Trump_Suit"][0],
        }
        result = score([deal], preset="progressive-drive")
        assert result["finished"]
        assert result["winner"] == ("NS" if first["Tricks_Won"] > first["Opponent_Tricks"] else "EW")
        for seat, name in players.items():
            tricks[name] += result["totals"][table.SIDE_OF[seat]]
    for row in rows:
        for name in (row["Player1"], row["Player2"]):
            expected[name] += int(row["Tricks_Won"])
    assert tricks == expected
    assert len(tricks) == 20


@given(sheets("partnership-whist", with_rulings=False))
def test_every_hand_adds_up(sheet: dict[str, Any]) -> None:
    game: Any = make_sheet_game(sheet)
    result = score_sheet(sheet)
    for raw, deal in zip(sheet["deals"], result["deals"], strict=True):
        ours, theirs = deal["points"].values()
        assert ours + theirs == sum(line["points"] for line in deal["lines"])
        if game.scoring == "all_tricks" and game.honour_points == "off" and "tricks" in raw and "penalty" not in raw:
            paid = 3 * len(raw.get("infractions", ())) if game.revoke == "three_points" else 0
            assert ours + theirs == 13 + paid
    if game.goal is not None:
        assert max(result["totals"].values()) <= game.goal + 6
        assert min(result["totals"].values()) < game.goal
    assert min(result["totals"].values()) >= 0
