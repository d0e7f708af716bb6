"""What holds for every game of Land-Grant Euchre that can be played."""

from __future__ import annotations

from typing import Any

from hypothesis import given

from scoring.result import score_sheet
from tests.strategies import sheets


@given(sheets("land-grant-euchre", with_rulings=False))
def test_no_score_above_13_and_one_winner(sheet: dict[str, Any]) -> None:
    """9 and a lone march is the most, whatever the house rules; a game that is over has a winner with 10 or more."""
    result = score_sheet(sheet)
    high, low = max(result["totals"].values()), min(result["totals"].values())
    assert 0 <= low <= 9
    assert high <= 13
    for step in result["deals"][:-1]:
        assert max(step["totals"].values()) < 10
    assert result["finished"] == (high >= 10 or sheet["finished"])
    leader = max(result["totals"], key=result["totals"].__getitem__)
    assert result["winner"] == (leader if result["finished"] and high > low else None)
    assert {entry["score"] for entry in result["high_scores"]} <= {high} & {12, 13}


@given(sheets("land-grant-euchre", with_rulings=False, by_default_rules=True))
def test_under_the_league_rules_a_hand_brings_one_side_1_to_4_points(sheet: dict[str, Any]) -> None:
    for deal in score_sheet(sheet)["deals"]:
        points = sorted(deal["points"].values())
        assert points == [0, 0] if deal["number"] is None else points in ([0, 1], [0, 2], [0, 4])
