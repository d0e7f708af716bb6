"""Whole games of Euchre: how they end, who wins, and what belongs to a person."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from msgspec import structs

from rules.catalog import make_game
from rules.euchre import Euchre
from scoring.declared import list_house_rules
from scoring.result import score_sheet
from scoring.steps import open_state
from tests.rules import euchre_table as table
from tests.strategies import make_sheet_game, sheets

LONER: dict[str, Any] = {"maker": "N", "alone": True, "tricks": 5}


def score(deals: list[dict[str, Any]], *, preset: str = "league", **options: Any) -> dict[str, Any]:
    return score_sheet({"game": "euchre", "preset": preset, "options": options, "deals": deals})


def test_the_house_rules_and_presets() -> None:
    assert {rule.name: rule.choices for rule in list_house_rules(Euchre)} == table.RULES
    assert {rule.name: rule.default for rule in list_house_rules(Euchre)} == {
        name: values[0] for name, values in table.RULES.items()
    }
    assert dict(Euchre.presets) == table.PRESETS
    assert list(Euchre.presets) == list(table.PRESETS)
    assert set(Euchre.credited_tallies) == {"loner_points"}


@pytest.mark.parametrize("target", [10, 5, 7, 11, 13, 15, 21, 25, "none"])
def test_a_game_to_a_target(target: int | str) -> None:
    game = make_game("euchre", options={"target": target})
    assert game.goal == (None if target == "none" else target)
    for total in range(30):
        state = structs.replace(open_state(game), totals={"NS": 3, "EW": total}, played=50)
        assert game.is_over(state) is (target != "none" and total >= int(target)), total
        assert game.is_over(structs.replace(state, totals={"NS": total, "EW": 3})) is game.is_over(state)


@pytest.mark.parametrize("hands", [4, 5, 8, 10, 12, 16, 20])
def test_a_number_of_hands(hands: int) -> None:
    game = make_game("euchre", options={"hands": hands, "target": "none"})
    states = [structs.replace(open_state(game), played=played) for played in range(25)]
    assert [game.is_over(state) for state in states] == [played >= hands for played in range(25)]
    to_ten = make_game("euchre", options={"hands": hands})
    assert to_ten.is_over(structs.replace(open_state(to_ten), totals={"NS": 10, "EW": 0}))


@pytest.mark.parametrize(
    ("totals", "winner"),
    [((0, 0), None), ((3, 3), None), ((4, 3), "NS"), ((3, 4), "EW"), ((10, 9), "NS"), ((9, 13), "EW")],
)
def test_the_side_ahead_wins(totals: tuple[int, int], winner: str | None) -> None:
    game = make_game("euchre")
    state = structs.replace(open_state(game), totals=dict(zip(("NS", "EW"), totals, strict=True)))
    assert game.find_winner(state) == winner


def test_eight_hands_may_go_over_ten_and_end_level() -> None:
    result = score([LONER] * 4 + [{"maker": "E", "tricks": 5}] * 4, preset="evening")
    assert (result["totals"], result["finished"], result["winner"]) == ({"NS": 16, "EW": 8}, True, "NS")
    by_turns: list[dict[str, Any]] = [{"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 3}]
    level = score(by_turns * 4, preset="evening")
    assert (level["totals"], level["finished"], level["winner"]) == ({"NS": 4, "EW": 4}, True, None)
    ninth = score([LONER] * 9, preset="evening")
    assert [(fault["deal"], fault["code"]) for fault in ninth["errors"]] == [(9, "game_over")]


def test_passed_out_hands_count_where_the_deal_passes() -> None:
    passed: dict[str, Any] = {"passed_out": True}
    counted = score([passed] * 8, preset="evening", all_pass="deal_passes")
    assert [deal["number"] for deal in counted["deals"]] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert "".join(deal["dealer"] for deal in counted["deals"]) == "NESWNESW"
    assert counted["finished"]
    dealt_again = score([passed] * 8 + [LONER], preset="evening", all_pass="same_dealer_redeals")
    assert [deal["number"] for deal in dealt_again["deals"]] == [None] * 8 + [1]
    assert "".join(deal["dealer"] for deal in dealt_again["deals"]) == "N" * 9
    assert not dealt_again["finished"]


def test_a_misdeal_and_a_ruling() -> None:
    deals: list[dict[str, Any]] = [
        {"misdeal": True},
        {"maker": "E", "tricks": 5},
        {"ruling": {"points": {"EW": 8}, "reason": "Cards shown"}},
    ]
    result = score(deals)
    assert [deal["dealer"] for deal in result["deals"]] == ["N", "N", None]
    assert (result["totals"], result["finished"], result["winner"]) == ({"NS": 0, "EW": 10}, True, "EW")


def test_points_of_ones_own() -> None:
    deals = [LONER, {"maker": "W", "alone": True, "tricks": 4}, {"misdeal": True}, LONER | {"maker": "E"}, LONER]
    result = score(deals, preset="progressive")
    assert result["totals"] == {"NS": 8, "EW": 5}
    assert result["loner_points"] == {"N": 2, "E": 1}
    assert "loner_points" not in score(deals, preset="evening")
    game = make_game("euchre", preset="progressive")
    remarks = [*game.describe_honours(result, state=open_state(game))]
    assert [remark.template.format(**remark.values) for remark in remarks] == [
        "Points of N alone for lone hands: 2",
        "Points of E alone for lone hands: 1",
    ]
    assert [*make_game("euchre").describe_honours({}, state=open_state(game))] == []
    assert score([], preset="progressive")["loner_points"] == {}


def test_a_ruling_after_a_loner_is_no_loner() -> None:
    ruling = {"ruling": {"points": {"NS": 4}, "reason": "Late"}}
    assert score([LONER, ruling, ruling], preset="progressive")["loner_points"] == {"N": 1}


@given(sheets("euchre", with_rulings=False))
def test_one_side_scores_at_a_time_and_never_more_than_four(sheet: dict[str, Any]) -> None:
    result = score_sheet(sheet)
    for deal in result["deals"]:
        assert sorted(deal["points"].values())[0] == 0
        assert max(deal["points"].values()) in range(5)
        assert sum(line["points"] for line in deal["lines"]) == sum(deal["points"].values())
    goal = make_sheet_game(sheet).goal
    assert goal is None or max(result["totals"].values()) <= goal + 3
