"""Grand on paper: its boxes, setbacks to tick, and the settlement worked out below."""

from __future__ import annotations

from typing import Any

import pytest

from league.printing.grand_key import list_keys, list_notes, list_preset_notes
from league.printing.sheet import Working
from rules.catalog import make_game
from rules.grand import Grand
from tests.printing.played import ELDEST, GRAND
from tests.printing.written import Written, write_sheet

SEATS = {"N": "Ann Perkins", "E": "Bob", "S": "Ann Peters", "W": "Dee"}


def make_rules(preset: str = "", **options: Any) -> Grand:
    game = make_game("grand", preset=preset, options=options)
    assert isinstance(game, Grand)
    return game


@pytest.fixture
def written() -> Written:
    return write_sheet("grand", GRAND, seats=SEATS, finished=True)


def read_working(working: Working) -> dict[str, tuple[str, ...]]:
    return {line.label: line.texts for line in working.lines}


def test_columns_stand_in_the_order_of_a_deal(written: Written) -> None:
    assert [column.title for column in written.columns[:9]] == [
        "No.", "Dealer", "Bidder", "Bid", "Game named", "Trump", "Alone", "Tricks or hearts", "Infraction, by",
    ]  # fmt: skip
    assert [(column.group, column.title) for column in written.columns[9:]] == [
        (group, side) for group in ("Points", "Running total", "Setbacks") for side in ("N–S", "E–W")
    ]


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (0, {"No.": "1", "Dealer": "N (Ann Per.)", "Bidder": "N", "Bid": "25", "Game named": "W", "Trump": "♥",
             "Tricks or hearts": "11", "Points N–S": "25", "Points E–W": "–", "Running total N–S": "25",
             "Running total E–W": "0"}),
        (2, {"No.": "2", "Dealer": "E (Bob)", "Bidder": "E", "Bid": "40", "Game named": "G", "Tricks or hearts": "9",
             "Points N–S": "–", "Points E–W": "−40", "Running total N–S": "25", "Running total E–W": "−40",
             "Setbacks E–W": "x"}),
        (3, {"No.": "3", "Dealer": "S (Ann Pet.)", "Bidder": "S", "Bid": "20", "Game named": "E", "Trump": "♣",
             "Alone": "B", "Tricks or hearts": "3", "Points N–S": "−40", "Points E–W": "–", "Running total N–S": "−15",
             "Running total E–W": "−40", "Setbacks N–S": "x"}),
        (4, {"No.": "4", "Dealer": "W (Dee)", "Bidder": "W", "Bid": "50", "Game named": "H", "Tricks or hearts": "4",
             "Points N–S": "−9", "Points E–W": "−54", "Running total N–S": "−24", "Running total E–W": "−94",
             "Setbacks E–W": "x"}),
        (5, {"Points N–S": "−5", "Points E–W": "–", "Running total N–S": "−29", "Running total E–W": "−94",
             "Setbacks N–S": "+2", "Setbacks E–W": "–"}),
        (6, {"No.": "5", "Dealer": "N (Ann Per.)", "Bidder": "N", "Bid": "5 F", "Game named": "W", "Trump": "♠",
             "Tricks or hearts": "7", "Points N–S": "5", "Points E–W": "–", "Running total N–S": "−24",
             "Running total E–W": "−94"}),
        (7, {"No.": "6", "Dealer": "E (Bob)", "Bidder": "E", "Bid": "50", "Game named": "H", "Infraction, by": "R E",
             "Points N–S": "–", "Points E–W": "−63", "Running total N–S": "−24", "Running total E–W": "−157",
             "Setbacks E–W": "x"}),
    ],
)  # fmt: skip
def test_a_deal_stands_in_its_boxes(place: int, line: dict[str, str], written: Written) -> None:
    assert written.read(place) == line


def test_the_reason_stands_below_its_line(written: Written) -> None:
    assert written.rows[0].below == "Whist at 25: 11 tricks, 5 over book at 5"
    failed, defended = written.rows[4].below.split(". ")
    assert failed.startswith("Hearts at 50 failed")
    assert defended.startswith("Hearts taken by the defenders")
    assert written.rows[1].says == "Misdeal: the same dealer deals again"
    assert written.rows[5].says == "Ruling: Cards shown before the lead (Cy)"
    assert written.rows[1].below == written.rows[5].below == ""
    assert not any(column.kind == "words" for column in written.columns)


def test_hearts_that_the_eldest_hand_led_have_a_dash_for_the_bid() -> None:
    line = write_sheet("grand", ELDEST, first_dealer="E").read(3)
    assert (line["Bid"], line["Game named"], line["Tricks or hearts"]) == ("–", "H", "0")


def test_a_defender_alone_has_a_box_where_the_rules_allow_it() -> None:
    deal = {"bidder": "N", "bid": 5, "play": "euchre", "tricks": 0, "defender_alone": True}
    assert write_sheet("grand", [deal]).read(0)["Alone"] == "D"
    columns = write_sheet("grand", [], preset="russian").columns
    assert next(column for column in columns if column.title == "Alone").labels == ("",)


def test_the_settlement_is_worked_out(written: Written) -> None:
    # Scores 11 and -157: 100 - (-157); setbacks 3 and 3 (two of them by the ruling).
    working = written.work()
    assert (working.title, working.heads, working.has_scores) == ("Settlement", ("N–S", "E–W"), True)
    assert read_working(working) == {
        "Final score": ("6", "−157"),
        "100 − lower score, to the higher": ("257", "–"),
        "Setbacks": ("3", "3"),
        "10 for each setback fewer": ("–", "–"),
        "Net": ("+257", "−257"),
    }


def test_a_settlement_that_the_higher_score_loses() -> None:
    made = {"bidder": "N", "bid": 5, "play": "whist", "tricks": 13}
    lost = {"bidder": "N", "bid": 5, "play": "whist", "tricks": 6}
    deals = [made, *[lost] * 5, made]
    working = write_sheet("grand", deals, finished=True).work()
    # 65 - 25 + 65 = 105 against 25 (five times the seventh trick): 75 for closeness, 50 for five setbacks fewer.
    assert read_working(working) == {
        "Final score": ("105", "25"),
        "100 − lower score, to the higher": ("75", "–"),
        "Setbacks": ("5", "0"),
        "10 for each setback fewer": ("–", "50"),
        "Net": ("+25", "−25"),
    }


def test_a_game_in_play_leaves_the_settlement_to_be_worked_by_hand() -> None:
    working = write_sheet("grand", GRAND[:3]).work()
    assert all(text == "" for line in working.lines for text in line.texts)


def test_a_slam_that_wins_outright_is_not_settled() -> None:
    working = write_sheet("grand", [{"bidder": "N", "bid": 20, "play": "grand", "tricks": 13}]).work()
    assert read_working(working)["Final score"] == ("103", "0")
    assert read_working(working)["Net"] == ("–", "–")


def test_the_other_way_to_be_closer_is_said() -> None:
    label = write_sheet("grand", [], options={"leader": "nearest_100"}).work().lines[1].label
    assert label == "To the side nearer to 100: what the other lacks of it, or has over it"


def test_the_key_has_the_value_tables_of_both_texts() -> None:
    tricks, euchre, _results = list_keys(make_rules())
    assert tricks.heads[1:] == ("7", "8", "9", "10", "11", "12", "13")
    assert tricks.rows == (
        ("Whist", "5", "10", "15", "20", "25", "30", "65"), ("Grand", "9", "18", "27", "36", "45", "54", "103"),
    )  # fmt: skip
    assert euchre.heads == ("Tricks", "3", "4", "5", "5 alone")
    assert euchre.rows == (("Euchre", "5", "10", "20", "25"),)


@pytest.mark.parametrize(
    ("preset", "rows"),
    [
        ("recommended", [("−(bid + 20)", "value of their tricks"), ("−(bid + 20)", "value of their tricks"),
                         ("+50", "−13"), ("−(bid + hearts)", "−their hearts")]),
        ("english", [("−(bid + 20)", "0"), ("−(bid + 20)", "0"),
                     ("+50", "−13"), ("−(bid + hearts)", "−their hearts")]),
        ("russian", [("−(bid + 20)", "value of their tricks"), ("−2 × bid", "value of their tricks"),
                     ("+50", "0"), ("−(bid + hearts)", "0")]),
    ],
)  # fmt: skip
def test_the_key_follows_the_preset(preset: str, rows: list[tuple[str, str]]) -> None:
    found = list_keys(make_rules(preset))[2].rows
    assert [row[0] for row in found] == [
        "Whist or Grand made", "Whist or Grand failed", "Euchre failed", "Euchre alone failed", "Hearts, none taken",
        "Hearts, some taken",
    ]  # fmt: skip
    made, failed, *others = (row[1:] for row in found)
    assert (made, failed) == (("value of all their tricks", "0"), ("−bid", "5 or 9 for each trick over six"))
    assert others == rows


def test_notes_follow_the_house_rules() -> None:
    dash = "Hearts led by the eldest hand has no bid: write a dash."
    assert dash in list_notes(make_rules())
    assert dash not in list_notes(make_rules(eldest_hearts="off"))
    assert "Bids are made: in fives." in list_notes(make_rules())
    assert "Bids are made: in any whole number from 5." in list_notes(make_rules("english"))
    assert list_preset_notes(make_rules(), "recommended") == ()
    assert list_preset_notes(make_rules("russian"), "russian") == (
        "The player who won the bidding leads to the first trick.",
    )
