"""The small print of Land-Grant Euchre: figures and house rules as the event has them."""

from __future__ import annotations

from league.printing.land_grant_sheet import list_keys, list_notes
from rules.catalog import make_game
from rules.land_grant import LandGrantEuchre


def make_rules(**options: object) -> LandGrantEuchre:
    game = make_game("land-grant-euchre", options=options)
    assert isinstance(game, LandGrantEuchre)
    return game


def read_penalties(game: LandGrantEuchre) -> dict[str, tuple[str, str]]:
    """Letter of the offence -> what it brings on a hand, on a loner."""
    return {row[0]: (row[2], row[3]) for row in list_keys(game)[1].rows}


def test_points_are_those_of_the_league_page() -> None:
    points = list_keys(make_rules())[0]
    assert points.rows == (("5", "2", "4"), ("3–4", "1", "1"), ("0–2", "defenders 2", "defenders 2"))


def test_penalties_are_those_of_the_league_page() -> None:
    assert read_penalties(make_rules()) == {"R": ("2", "2"), "B": ("2", "2"), "L": ("2", "4"), "T": ("2", "2")}


def test_a_house_rule_changes_the_figure_it_is_about() -> None:
    penalties = read_penalties(make_rules(loner_renege_by_defender=4))
    assert penalties.pop("R") == ("2", "2, by defenders 4")
    assert penalties == {"B": ("2", "2"), "L": ("2", "4"), "T": ("2", "2")}


def test_the_notes_say_the_house_rules_in_force() -> None:
    usual, other = (list_notes(make_rules(**options)) for options in ({}, {"defender_offence": "play_on_plus_2"}))
    assert "Offence by the defenders: the makers get 2 and the hand is over." in usual
    assert "Offence by the defenders: the makers get 2 and the hand is played on." in other


def test_who_is_warned_follows_the_house_rule() -> None:
    assert list_notes(make_rules()) != list_notes(make_rules(warning_scope="player_per_game"))
