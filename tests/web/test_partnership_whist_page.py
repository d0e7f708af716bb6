"""The page of a table of Partnership Whist: to a target, and as at a whist drive."""

from __future__ import annotations

from django.test import Client

from league.models import League, Player
from tests.web.playing import address, open_table, press, read_facts, read_scores


def test_a_game_to_seven(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="partnership-whist")
    press(scorer, table, tricks__NS="9", suit="H")
    press(scorer, table, tricks__NS="4")
    assert read_scores(scorer, table) == {"NS": 3, "EW": 3}
    assert read_facts(table)[0] == {"tricks": {"NS": 9, "EW": 4}, "suit": "H"}
    press(scorer, table, tricks__NS="8", infractions__0__offender="E")
    page = scorer.get(address(table)).content.decode()
    assert "North–South win" in page
    assert "Tricks 9–4" in page
    assert "Honours held" not in page


def test_honours_and_a_penalty_that_the_opponents_choose(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="partnership-whist", preset="short")
    assert "Honours held" in scorer.get(address(table)).content.decode()
    press(scorer, table, tricks__NS="7", honours__NS="3", penalty="three_points")
    assert read_facts(table)[0] == {"tricks": {"NS": 7, "EW": 6}, "honours": {"NS": 3, "EW": 1}}
    press(scorer, table, tricks__NS="7", honours__NS="3", no_trump="on", suit="S")
    assert read_facts(table)[1] == {"tricks": {"NS": 7, "EW": 6}, "no_trump": True}
    refused = press(scorer, table, tricks__NS="6", infractions__0__offender="N")
    assert "penalty" in refused.context["form"].errors


def test_every_trick_of_a_drive(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="partnership-whist", preset="drive")
    press(scorer, table, tricks__NS="8")
    press(scorer, table, tricks__NS="0")
    assert read_scores(scorer, table) == {"NS": 8, "EW": 18}
    assert set(press(scorer, table).context["form"].errors) == {"tricks-NS"}
