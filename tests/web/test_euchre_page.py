"""The page of a table of Euchre: the game of an evening, and what its house rules add to the form."""

from __future__ import annotations

from django.test import Client

from league.models import League, Player
from tests.web.playing import address, open_table, press, read_facts, read_scores


def test_a_whole_game(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="euchre")
    page = scorer.get(address(table)).content.decode()
    assert "A defender alone?" not in page
    assert 'value="passed-out"' not in page
    press(scorer, table, maker="N", tricks="5", alone="on")
    press(scorer, table, maker="E", tricks="2")
    press(scorer, table, maker="W", tricks="4", infractions__0__offender="E")
    press(scorer, table, maker="S", tricks="5")
    assert read_scores(scorer, table) == {"NS": 10, "EW": 0}
    assert read_facts(table)[2] == {"maker": "W", "infractions": [{"kind": "renege", "offender": "E"}]}
    assert "North–South win 10–0" in scorer.get(address(table)).content.decode()


def test_house_rules_add_to_the_form(scorer: Client, league: League, players: list[Player]) -> None:
    options = {"defend_alone": 4, "all_pass": "deal_passes"}
    table = open_table(league, players, game="euchre", options=options)
    page = scorer.get(address(table)).content.decode()
    assert "A defender alone?" in page
    press(scorer, table, action="passed-out")
    press(scorer, table, maker="N", tricks="1", alone="on", lone_defender="E")
    press(scorer, table, maker="N", tricks="3", lone_defender="E")
    assert read_scores(scorer, table) == {"NS": 1, "EW": 4}
    page = scorer.get(address(table)).content.decode()
    assert "Everybody passed" in page
    assert "Bob alone against it" in page
    assert "lone_defender" not in read_facts(table)[2], "nobody defends alone against a pair"
