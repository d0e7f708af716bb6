"""Yukon on paper: cards of each side or points alone, the check of the pack, and who took the ace of spades."""

from __future__ import annotations

from typing import Any

import pytest

from league.printing.yukon_key import list_keys, list_notes, list_preset_notes
from rules.catalog import make_game
from rules.yukon import Yukon
from tests.printing.written import count_blank, write_sheet

ALL_BUT_TENS = {"grand_yukon": 1, "yukons": 3, "aces": 4, "kings": 4, "queens": 4}
BY_CARDS = {"cards": {"NS": ALL_BUT_TENS, "EW": {"tens": 4}}, "ace_of_spades": "NS"}
COUNTS = ("Grand Yukon × 15", "Yukons × 10", "Tens × 10", "Aces × 5", "Kings × 3", "Queens × 2")


def make_rules(players: int = 4, preset: str = "", **options: Any) -> Yukon:
    game = make_game("yukon", preset=preset, options=options, players=players)
    assert isinstance(game, Yukon)
    return game


def read_counts(line: dict[str, str]) -> list[str]:
    plain = {name.replace("\N{NO-BREAK SPACE}", " "): text for name, text in line.items()}
    return [plain.get(f"Cards captured {name}", "") for name in COUNTS]


def test_each_side_has_a_line_with_its_cards() -> None:
    seats = {"N": "Ann", "E": "Bob", "S": "Cy", "W": "Dee"}
    written = write_sheet("yukon", [BY_CARDS], seats=seats)
    first, second = (written.read(0, line=line) for line in (0, 1))
    assert read_counts(first) == ["1", "3", "0", "4", "4", "4"]
    assert read_counts(second) == ["0", "0", "4", "0", "0", "0"]
    assert (first["No."], first["Dealer"], first["Side"]) == ("1", "N (Ann)", "N–S (Ann, Cy)")
    assert (second["Side"], second.get("No."), second.get("Dealer")) == ("E–W (Bob, Dee)", None, None)
    assert (first["Ace of spades"], second.get("Ace of spades")) == ("♠", None)
    assert [(line["Points"], line["Running total"]) for line in (first, second)] == [("85", "85"), ("40", "40")]
    assert first["Check"] == "= 125"
    assert written.rows[0].below == "", "the columns say it all"


def test_points_are_written_without_cards() -> None:
    written = write_sheet("yukon", [{"points": {"NS": 65, "EW": 60}}])
    first, second = (written.read(0, line=line) for line in (0, 1))
    assert read_counts(first) == read_counts(second) == [""] * 6
    assert (first["Points"], second["Points"]) == ("65", "60")


def test_a_misdeal_and_a_ruling_stand_across_the_lines() -> None:
    ruling = {"ruling": {"points": {"EW": 3}, "reason": "Cards shown"}}
    written = write_sheet("yukon", [{"misdeal": True}, ruling])
    misdeal, ruled = written.rows[:2]
    assert misdeal.says == "Misdeal: the same dealer deals again"
    assert ruled.says == "Ruling: Cards shown"
    spanned = [column.title for column in written.columns[ruled.says_from : ruled.says_to]]
    assert spanned[0].startswith("Grand Yukon")
    assert spanned[-1] == "Ace of spades"
    assert written.read(1, line=1) == {"Side": "E–W", "Points": "+3", "Check": "–", "Running total": "3"}
    assert (misdeal.says_to, misdeal.more) == (len(written.columns), ()), "one line for all sides"


def test_a_revoke_is_said_below() -> None:
    deal = {"infractions": [{"kind": "revoke", "offender": "E"}]}
    written = write_sheet("yukon", [deal], options={"revoke": "forfeit_deal"}, seats={"E": "Bob"})
    assert written.rows[0].below == "Revoke by E (Bob): the whole pack, 125 points, goes to the other side"


def test_five_players_have_a_line_a_deal() -> None:
    cards = {"A": ALL_BUT_TENS, "C": {"tens": 1}, "E": {"tens": 3}}
    written = write_sheet("yukon", [{"cards": cards, "ace_of_spades": "A"}], players=5)
    line = written.read(0)
    assert not written.rows[0].more
    assert [line[f"Points {seat}"] for seat in "ABCDE"] == ["85", "–", "10", "–", "30"]
    assert [line[f"Running total {seat}"] for seat in "ABCDE"] == ["85", "0", "10", "0", "30"]
    assert (line["Ace of spades"], line["Check"]) == ("A", "= 125")
    assert written.rows[0].below == (
        "Cards captured (Grand Yukon, Yukons, Tens, Aces, Kings, Queens): "
        "A 1 3 0 4 4 4; B 0 0 0 0 0 0; C 0 0 1 0 0 0; D 0 0 0 0 0 0; E 0 0 3 0 0 0"
    )


@pytest.mark.parametrize(
    ("players", "options", "deals"),
    [
        # The longest game: all stay below the target as long as 125 points a deal allow; and one for a tie.
        (2, {}, 3 + 1 + 1),
        (4, {}, 3 + 1 + 1),
        (3, {}, 5 + 1 + 1),
        (5, {}, 9 + 1 + 1),
        (4, {"target": 500}, 7 + 1 + 1),
        (4, {"target": "single_deal"}, 2),
        (3, {"target": "each_deals_once"}, 4),
    ],
)
def test_there_is_room_for_the_longest_game(players: int, options: dict[str, Any], deals: int) -> None:
    assert count_blank("yukon", players=players, options=options) == deals


def test_a_long_game_for_three_has_a_line_a_deal() -> None:
    assert not write_sheet("yukon", [], players=3, options={"target": 500}).rows[0].more
    assert len(write_sheet("yukon", [], players=3).rows[0].more) == 2


def test_golddigger_has_its_own_values() -> None:
    written = write_sheet("yukon", [], preset="golddigger")
    titles = [column.title.replace("\N{NO-BREAK SPACE}", " ") for column in written.columns]
    assert "Yukons × 11" in titles
    assert next(column for column in written.columns if column.title == "Check").labels == ("= 128",)
    (key,) = list_keys(make_rules(preset="golddigger"))
    assert key.rows[1] == ("Yukons", "11", "3", "33")
    assert key.rows[-1] == ("The whole pack", "", "", "128")


def test_the_key_adds_up() -> None:
    (key,) = list_keys(make_rules())
    assert key.rows == (
        ("Grand Yukon", "15", "1", "15"), ("Yukons", "10", "3", "30"), ("Tens", "10", "4", "40"),
        ("Aces", "5", "4", "20"), ("Kings", "3", "4", "12"), ("Queens", "2", "4", "8"),
        ("The whole pack", "", "", "125"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("players", "note"),
    [
        (2, None),
        (3, "Three players leave one deuce out of the pack."),
        (4, None),
        (5, "Five players leave two deuces out of the pack."),
    ],
)
def test_deuces_that_are_left_out_are_said(players: int, note: str | None) -> None:
    assert [said for said in list_notes(make_rules(players)) if "deuce" in said] == ([note] if note else [])


def test_what_is_done_before_play_follows_the_source() -> None:
    highest = ("Before play: cut the cards, the highest cut deals.",)
    assert list_preset_notes(make_rules(), "recommended") == list_preset_notes(make_rules(), "golddigger") == highest
    oldest = "To the very first trick of a game the oldest player leads."
    assert list_preset_notes(make_rules(), "extra-deals") == (
        "Before play: draw cards, the two highest are partners and the highest deals.", oldest,
    )  # fmt: skip
    assert list_preset_notes(make_rules(3), "extra-deals") == ("Before play: draw cards, the highest deals.", oldest)
