"""Warnings: whom they are for, how long they last, and that they are carried into a game."""

from __future__ import annotations

import pytest

from tests.scoring.sheets import offend, play, score


@pytest.mark.parametrize("scope", ["team_per_game", "team_per_night", "season"])
def test_a_warning_is_for_the_side_and_stays(scope: str) -> None:
    result = score(
        offend("table_talk", "N", "E", tricks=3),
        play("E", 3),
        offend("table_talk", "S", "E"),
        offend("table_talk", "W", "E", tricks=3),
        options={"warning_scope": scope},
    )
    assert [deal["lines"][0]["code"] for deal in result["deals"]] == ["warning", "made", "table_talk", "warning"]


def test_a_personal_warning_is_for_the_player() -> None:
    result = score(
        offend("table_talk", "N", "E", tricks=3),
        offend("table_talk", "S", "E", tricks=3),
        offend("table_talk", "N", "E"),
        options={"warning_scope": "player_per_game"},
    )
    assert [deal["lines"][0]["code"] for deal in result["deals"]] == ["warning", "warning", "table_talk"]


@pytest.mark.parametrize(
    ("options", "warned"),
    [({}, ["NS"]), ({"warning_scope": "season"}, ["NS"]), ({"warning_scope": "player_per_game"}, ["S"])],
)
def test_warnings_are_carried_into_a_game(options: dict[str, str], warned: list[str]) -> None:
    result = score(offend("table_talk", "S", "E"), options=options, warned=warned)
    assert result["totals"] == {"NS": 0, "EW": 2}
