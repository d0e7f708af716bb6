"""Seven-handed Euchre on paper: seven columns with names, and the prizes below."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from league.printing.seven_handed_sheet import list_keys, list_notes
from rules.catalog import make_game
from rules.seven_handed import SevenHandedEuchre
from tests.printing.played import SEVEN
from tests.printing.written import Written, count_blank, write_sheet

SEATS = dict(zip("ABCDEFG", ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus"), strict=True))


def make_rules(**options: Any) -> SevenHandedEuchre:
    game = make_game("seven-handed-euchre", options=options)
    assert isinstance(game, SevenHandedEuchre)
    return game


@pytest.fixture
def written() -> Written:
    return write_sheet("seven-handed-euchre", SEVEN, seats=SEATS, finished=True)


def read_totals(written: Written, place: int) -> list[str]:
    line = written.read(place)
    return [line.get(f"Running total {seat}", "") for seat in "ABCDEFG"]


def test_facts_stand_in_the_order_of_a_hand(written: Written) -> None:
    line = {name: text for name, text in written.read(0).items() if not name.startswith("Running")}
    assert list(line.items()) == [
        ("No.", "1"), ("Dealer", "A (Ann)"), ("Bidder", "B"), ("Bid", "5"), ("Trump", "♥"), ("Partners", "AF"),
        ("Tricks", "7"),
    ]  # fmt: skip


def test_running_totals_have_what_the_hand_brought_above_them(written: Written) -> None:
    assert read_totals(written, 0) == ["5 (+5)", "5 (+5)", "0", "0", "0", "5 (+5)", "0"]
    assert read_totals(written, 1) == ["12 (+7)", "12 (+7)", "0", "0", "0", "12 (+7)", "0"]
    assert read_totals(written, 2) == [""] * 7, "a misdeal"
    assert read_totals(written, 6) == ["12", "12", "20", "3", "3", "15", "2 (+2)"], "a ruling"


def test_a_pass_has_a_dash_and_a_revoke_its_offender(written: Written) -> None:
    assert written.read(3)["Bid"] == "–"
    assert written.rows[3].below == "Everybody passed"
    assert written.read(5)["Revoke, by"] == "A"
    assert "Tricks" not in written.read(5)


def test_each_reason_is_said_once(written: Written) -> None:
    assert written.rows[0].below == "Bid of 5 made: 7 of 7 tricks"
    assert written.rows[1].below == "G (Gus) is euchred on a bid of 7 with 3 of 7 tricks: 7 to each adversary"
    assert written.rows[5].below == "Revoke by A (Ann): the bid of 3 counts as made"


def test_prizes_are_named(written: Written) -> None:
    working = written.work()
    assert [(line.label, line.texts) for line in working.lines] == [
        ("Most points", ("C Cy",)), ("Booby prize: fewest points", ("G Gus",)),
    ]  # fmt: skip
    assert not working.has_scores


def test_prizes_of_those_who_are_level() -> None:
    deal = {"bidder": "A", "bid": 1, "partners": ["B", "C"], "tricks": 3}
    lines = write_sheet("seven-handed-euchre", [deal], finished=True).work().lines
    assert [line.texts for line in lines] == [("A, B, C",), ("D, E, F, G",)]
    level = write_sheet("seven-handed-euchre", [], finished=True).work().lines
    assert [line.texts for line in level] == [("none, all are level",)] * 2


def test_prizes_of_a_game_in_play_are_written_by_hand() -> None:
    assert [line.texts for line in write_sheet("seven-handed-euchre", SEVEN).work().lines] == [("",), ("",)]


def test_seat_e_is_no_compass_seat_in_any_language(written: Written) -> None:
    with translation.override("ru"):
        russian = write_sheet("seven-handed-euchre", SEVEN, seats=SEATS)
        assert next(column for column in russian.columns if len(column.labels) == 7).labels == tuple("ABCDEFG")
        assert russian.rows[4].cells[1].text == "D"
        assert russian.rows[5].cells[1].text == "E"


def test_everybody_deals_as_often() -> None:
    assert count_blank("seven-handed-euchre") == 21


def test_the_key_says_who_gets_the_number_bid() -> None:
    (key,) = list_keys(make_rules())
    to_side, to_others = "to bidder and each partner", "to each adversary"
    assert key.rows == (
        ("1–5", "2", "the bid", to_side, to_others),
        ("6, 7", "3", "the bid", to_side, to_others),
        ("10", "alone, with the widow", "7", "to the bidder", to_others),
        ("20", "alone, without the widow", "7", "to the bidder", to_others),
    )


def test_the_key_follows_the_house_rules() -> None:
    (key,) = list_keys(make_rules(min_bid=3, credit="split"))
    assert key.rows[0] == (
        "3–5", "2", "the bid", "divided among bidder and partners", "divided among the adversaries",
    )  # fmt: skip
    assert "Players level for a prize: they cut the cards for it." in list_notes(make_rules(prize_tie="cut"))
