"""Prizes of Seven-handed Euchre over a whole evening, by the house rule `table_prizes`."""

from __future__ import annotations

import pytest

from rules.catalog import make_game

TOTALS = {"Ann": 9, "Bob": 14, "Cyd": 14, "Dee": 3, "Eve": 3}
COUNTS = {"Ann": {}, "Bob": {"bids_made": 2}, "Cyd": {"bids_made": 1}, "Dee": {"bids_made": 1}, "Eve": {"bids": 5}}


def describe(**options: object) -> list[str]:
    game = make_game("seven-handed-euchre", options={"table_prizes": "per_evening", **options})
    return [remark.template.format(**remark.values) for remark in game.award_evening(TOTALS, COUNTS)]


def test_level_players_share() -> None:
    assert describe() == [
        "Prize for the most points, shared: Bob with 14",
        "Prize for the most points, shared: Cyd with 14",
        "Booby prize for the fewest points, shared: Dee with 3",
        "Booby prize for the fewest points, shared: Eve with 3",
    ]


def test_bids_made_decide_by_house_rule() -> None:
    assert describe(prize_tie="most_bids_made") == [
        "Prize for the most points: Bob with 14; level in points, more bids made",
        "Booby prize for the fewest points: Eve with 3; level in points, fewer bids made",
    ]


def test_there_are_none_where_every_table_has_its_own() -> None:
    game = make_game("seven-handed-euchre")
    assert list(game.award_evening(TOTALS, COUNTS)) == []


@pytest.mark.parametrize("key", ["grand", "yukon", "euchre", "land-grant-euchre", "partnership-whist"])
def test_other_games_award_nothing(key: str) -> None:
    assert list(make_game(key).award_evening(TOTALS, COUNTS)) == []


def test_before_the_first_game_has_ended_there_is_nothing_to_award() -> None:
    game = make_game("seven-handed-euchre", options={"table_prizes": "per_evening"})
    assert list(game.award_evening({}, {})) == []
