"""High scores: the 12 or 13 that a made loner brings, or any, as the house rule says; and how far totals can go."""

from __future__ import annotations

import pytest

from tests.scoring.sheets import climb, offend, play, rule, score


@pytest.mark.parametrize(("side", "maker"), [("NS", "N"), ("EW", "W")])
@pytest.mark.parametrize("from_total", range(7, 10))
@pytest.mark.parametrize("bragging", ["loner_only", "any_12_13"])
def test_high_score_of_a_loner(side: str, maker: str, from_total: int, bragging: str) -> None:
    result = score(*climb(**{side: from_total}), play(maker, 5, alone=True), options={"bragging_source": bragging})
    listed = [{"side": side, "score": from_total + 4}] if from_total in (8, 9) else []
    assert result["high_scores"] == listed
    assert result["totals"][side] == from_total + 4
    assert result["winner"] == side


@pytest.mark.parametrize(("from_total", "score_after"), [(7, 11), (8, 12), (9, 13)])
@pytest.mark.parametrize(("bragging", "lists"), [("loner_only", False), ("any_12_13", True)])
def test_high_score_of_a_penalty(from_total: int, score_after: int, bragging: str, lists: bool) -> None:
    last = offend("lead_out_of_turn", "W", "W", alone=True)
    result = score(*climb(NS=from_total), last, options={"bragging_source": bragging})
    assert result["totals"] == {"NS": score_after, "EW": 0}
    assert result["high_scores"] == ([{"side": "NS", "score": score_after}] if lists and score_after > 11 else [])


def test_a_ruling_takes_a_high_score_away_and_another_loner_brings_one() -> None:
    deals = [*climb(NS=8), play("N", 5, alone=True)]
    assert score(*deals, rule(NS=-1))["high_scores"] == []
    assert score(*deals, rule(EW=1))["high_scores"] == [{"side": "NS", "score": 12}]
    again = [*deals, rule(NS=-3), play("S", 5, alone=True)]
    assert score(*again)["high_scores"] == [{"side": "NS", "score": 13}]


@pytest.mark.parametrize("change", [3, -1])
def test_a_ruling_to_12_from_either_side_counts_where_any_does(change: int) -> None:
    deals = [*climb(NS=9), *([] if change > 0 else [play("N", 5, alone=True)]), rule(NS=change)]
    assert score(*deals)["high_scores"] == []
    assert score(*deals, options={"bragging_source": "any_12_13"})["high_scores"] == [{"side": "NS", "score": 12}]


def test_a_penalty_that_ends_the_game_leaves_the_hand_out() -> None:
    options = {"loss_of_bid": "bid_forfeited_hand_continues", "defender_offence": "play_on_plus_2"}
    last = offend("renege", "E", "E", tricks=5, alone=True)
    result = score(*climb(NS=8, EW=9), last, options=options)
    assert result["totals"] == {"NS": 10, "EW": 9}
    assert [line["code"] for line in result["deals"][-1]["lines"]] == ["renege"]
    below = score(*climb(NS=7, EW=8), last, options=options)
    assert below["totals"] == {"NS": 9, "EW": 12}
    assert below["high_scores"] == [{"side": "EW", "score": 12}]
