"""Euchre and Partnership Whist on paper."""

from __future__ import annotations

from typing import Any

import pytest

from league.printing.euchre_sheet import list_keys as list_euchre_keys
from league.printing.euchre_sheet import list_notes as list_euchre_notes
from league.printing.whist_sheet import list_keys as list_whist_keys
from rules.catalog import make_game
from tests.printing.written import count_blank, write_sheet


def list_titles(game: str, **more: Any) -> list[str]:
    return [f"{column.group} {column.title}".strip() for column in write_sheet(game, [], **more).columns]


def test_euchre_has_the_columns_that_its_house_rules_need() -> None:
    scores = ["Points N–S", "Points E–W", "Running total N–S", "Running total E–W", "Remarks"]
    assert list_titles("euchre") == [
        "No.", "Dealer", "Maker", "Alone", "Makers' tricks", "Renege, by", *scores,
    ]  # fmt: skip
    assert list_titles("euchre", options={"all_pass": "deal_passes", "defend_alone": 4}) == [
        "No.", "Dealer", "Passed", "Maker", "Alone", "Defender alone", "Makers' tricks", "Renege, by", *scores,
    ]  # fmt: skip


def test_a_hand_of_euchre_stands_in_its_boxes() -> None:
    options = {"all_pass": "deal_passes", "defend_alone": 4}
    deals: list[dict[str, Any]] = [
        {"passed_out": True},
        {"maker": "E", "alone": True, "lone_defender": "S", "tricks": 2},
        {"maker": "N", "infractions": [{"kind": "renege", "offender": "W"}]},
    ]
    written = write_sheet("euchre", deals, options=options)
    assert written.read(0)["Passed"] == "x"
    line = written.read(1)
    assert (line["Maker"], line["Alone"], line["Defender alone"], line["Makers' tricks"]) == ("E", "x", "S", "2")
    assert (line["Points N–S"], line["Points E–W"]) == ("4", "–")
    assert written.read(2)["Renege, by"] == "W"


@pytest.mark.parametrize(
    ("preset", "options", "lines"),
    [("league", {}, 20), ("evening", {}, 8), ("cornish", {}, 24), ("league", {"target": 5}, 10),
     ("evening", {"hands": "open"}, 20), ("league", {"hands": 12}, 12)],
)  # fmt: skip
def test_euchre_has_a_line_for_each_hand(preset: str, options: dict[str, Any], lines: int) -> None:
    assert count_blank("euchre", preset=preset, options=options) == lines


@pytest.mark.parametrize("points", [2, 3, 4])
def test_the_key_of_euchre_follows_what_a_euchred_loner_costs(points: int) -> None:
    (key,) = list_euchre_keys(make_game("euchre", options={"euchred_loner": points}))  # type: ignore[arg-type]
    assert key.rows == (("5", "2", "4"), ("3–4", "1", "1"), ("0–2", "defenders 2", f"defenders {points}"))


def test_notes_of_euchre_name_what_is_played() -> None:
    usual, other = (
        list_euchre_notes(make_game("euchre", options=options))  # type: ignore[arg-type]
        for options in ({}, {"loner_credit": 1, "defend_alone": 4})
    )
    assert set(other) - set(usual) == {
        "A made loner: 1 point more for the lone player alone.",
        "Defending alone: against a loner; stopping it brings 4 points.",
    }


def test_whist_has_tricks_of_both_sides_and_points_over_book() -> None:
    deals: list[dict[str, Any]] = [{"tricks": {"NS": 9}, "suit": "H"}, {"tricks": {"EW": 7, "NS": 6}, "no_trump": True}]
    written = write_sheet("partnership-whist", deals)
    first, second = written.read(0), written.read(1)
    assert (first["Trump"], first["Tricks N–S"], first["Tricks E–W"]) == ("♥", "9", "4")
    assert (first["Points N–S"], first["Points E–W"], first["Running total N–S"]) == ("3", "–", "3")
    assert (second["Trump"], second["Tricks N–S"], second["Tricks E–W"]) == ("NT", "6", "7")


def test_whist_by_english_laws_has_honours_and_a_penalty_to_choose() -> None:
    deal = {
        "tricks": {"NS": 6}, "honours": {"EW": 3}, "penalty": "minus_three",
        "infractions": [{"kind": "revoke", "offender": "N"}],
    }  # fmt: skip
    line = write_sheet("partnership-whist", [deal], preset="long").read(0)
    assert (line["Honours N–S"], line["Honours E–W"]) == ("1", "3")
    assert (line["Revoke, by"], line["Penalty chosen"]) == ("N", "−3")
    without = write_sheet("partnership-whist", [{"tricks": {"NS": 6}}], preset="long").read(0)
    assert "Honours N–S" not in without
    assert not [title for title in list_titles("partnership-whist") if title.startswith(("Honours", "Penalty"))]


def test_at_a_drive_tricks_are_not_written_twice() -> None:
    titles = list_titles("partnership-whist", preset="drive")
    assert "Tricks N–S" in titles
    assert "Running total N–S" in titles
    assert "Points N–S" not in titles
    assert list_whist_keys(make_game("partnership-whist", preset="drive")) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("preset", "options", "lines"),
    [("american", {}, 14), ("short", {}, 10), ("long", {}, 20), ("drive", {}, 24), ("progressive-drive", {}, 1),
     ("drive", {"hands": 16}, 16)],
)  # fmt: skip
def test_whist_has_a_line_for_each_hand(preset: str, options: dict[str, Any], lines: int) -> None:
    assert count_blank("partnership-whist", preset=preset, options=options) == lines


def test_the_key_of_whist_counts_from_the_odd_trick() -> None:
    (key,) = list_whist_keys(make_game("partnership-whist"))  # type: ignore[arg-type]
    assert key.heads == ("Tricks", "7", "8", "9", "10", "11", "12", "13")
    assert key.rows == (("Points", "1", "2", "3", "4", "5", "6", "7"),)
