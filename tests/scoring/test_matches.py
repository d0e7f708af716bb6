"""When a match is over and who has won it: a table of all that can be."""

from __future__ import annotations

import pytest

from scoring.matches import PlayedGame, judge_match

GAMES = {
    "1": PlayedGame(first=10, second=6, winner="first"),
    "2": PlayedGame(first=3, second=11, winner="second"),
    "=": PlayedGame(first=8, second=8, winner=""),
}


@pytest.mark.parametrize(
    ("played", "games", "best", "is_over", "winner"),
    [
        ("", 1, False, False, ""),
        ("1", 1, False, True, "first"),
        ("=", 1, False, True, ""),
        ("1", 3, True, False, ""),
        ("11", 3, True, True, "first"),
        ("11", 3, False, False, ""),
        ("22", 3, True, True, "second"),
        ("12", 3, True, False, ""),
        ("122", 3, True, True, "second"),
        ("1=", 3, True, False, ""),
        ("1==", 3, True, True, "first"),
        ("12=", 3, True, True, ""),
        ("12", 2, False, True, ""),
        ("111", 5, True, True, "first"),
        ("1121", 5, True, True, "first"),
        ("112", 3, False, True, "first"),
    ],
)
def test_when_a_match_is_over(played: str, games: int, best: bool, is_over: bool, winner: str) -> None:
    verdict = judge_match([GAMES[game] for game in played], games=games, counts_best=best)
    assert (verdict.is_over, verdict.winner) == (is_over, winner)
    assert verdict.first_won + verdict.second_won + verdict.drawn == len(played)
    assert verdict.is_level == (is_over and not winner)


def test_points_decide_where_they_are_to() -> None:
    level = [GAMES["1"], GAMES["2"]]
    assert judge_match(level, games=2).winner == ""
    assert judge_match(level, games=2, points_decide=True).winner == "second"
    assert judge_match(level[:1], games=2, points_decide=True).winner == ""
    assert judge_match([GAMES["="]], games=1, points_decide=True).winner == ""
