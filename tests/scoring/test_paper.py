"""The score sheet to read on a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.paper import write_paper
from scoring.result import work_out
from scoring.text_table import Column, lay_out, make_printable, measure, pad, shorten
from tests.scoring.sheets import climb, make_sheet, offend, play, rule
from tests.strategies import sheets

FINAL = make_sheet(
    play("S", 5, alone=True, suit="H"),
    offend("table_talk", "W", "E", tricks=2),
    {"misdeal": True},
    offend("bid_out_of_turn", "N"),
    {"ruling": {"points": {"EW": -1, "NS": 1}, "reason": "Slow", "by": "Cy"}},
    id="final",
    preset="fair-renege",
    options={"bragging_source": "any_12_13"},
    seats={"N": "Ann", "E": "Bob", "S": "王小明", "W": "A name that is far too long to fit"},
    warned=["NS"],
)

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "land-grant-euchre.txt"


def print_sheet(*deals: Any, **keys: Any) -> list[str]:
    return write_paper(work_out(make_sheet(*deals, **keys)), place=3).splitlines()


def test_a_whole_sheet() -> None:
    assert write_paper(work_out(FINAL), place=1) == GOLDEN.read_text(encoding="utf-8").rstrip("\n")


def test_a_sheet_without_names_id_or_deals() -> None:
    assert print_sheet() == [
        "Land-Grant Euchre 3",
        "League rules, read literally",
        "",
        "              Points  Points  Total  Total",
        "Hand  Dealer      NS      EW     NS     EW",
        "----  ------  ------  ------  -----  -----",
        "",
        "Not finished yet: NS 0, EW 0",
    ]


def test_seats_without_a_name() -> None:
    lines = print_sheet(play("S", 3), seats={"N": "Ann"})
    assert lines[2:4] == ["NS: Ann (N), – (S)", "EW: – (E), – (W)"]
    assert lines[-4].split()[:3] == ["1", "Ann", "S"]
    assert lines[-3] == "      NS +1: Made: the makers took 3 of 5 tricks"


@pytest.mark.parametrize(
    ("deals", "keys", "outcome"),
    [
        ([*climb(NS=9, EW=3), play("N", 5)], {}, ["North–South wins: NS 11, EW 3"]),
        ([*climb(EW=8), play("E", 5, alone=True)], {}, ["East–West wins: NS 0, EW 12", "High score: EW with 12"]),
        ([play("N", 3)], {"finished": True}, ["North–South wins: NS 1, EW 0", "Time was called."]),
        ([], {"finished": True}, ["Finished without a winner: NS 0, EW 0", "Time was called."]),
        ([rule(NS=10, EW=10)], {}, ["Finished without a winner: NS 10, EW 10"]),
    ],
)
def test_how_it_ended(deals: list[Any], keys: dict[str, Any], outcome: list[str]) -> None:
    lines = print_sheet(*deals, **keys)
    assert lines[lines.index("", 4) + 1 :] == outcome


def test_faults_stand_with_their_place() -> None:
    assert print_sheet(play("N", 6), {}, id="x", first_dealer="Q") == [
        "Sheet 3 (x) cannot be scored:",
        "  first_dealer: “Q” is not possible here; write one of these: N, E, S, W.",
        "  deal 1, tricks: This must be a whole number from 0 to 5.",
        "  deal 2, maker: Say who made trump: every hand has a maker.",
        "  deal 2, tricks: Say how many tricks the makers took, 0 to 5.",
    ]
    assert print_sheet(play("N", 6))[0] == "Sheet 3 cannot be scored:"


def test_everything_said_is_translated() -> None:
    asked: list[str] = []

    def translate(template: str) -> str:
        asked.append(template)
        return template

    write_paper(work_out(FINAL), place=1, translate=translate)
    write_paper(work_out({**FINAL, "deals": [{}]}), place=1, translate=translate)
    assert set(asked) == {
        "Land-Grant Euchre",
        "League rules, 4 points for a defender's renege against a loner",
        "High scores listed",
        "12 or 13 reached in any way",
        "Warned before this game: {who}",
        *("Hand", "Dealer", "Maker", "Alone", "yes", "Tricks taken by the makers", "Trump"),
        *("Points {side}", "Total {side}"),
        "Loner: the lone player took all 5 tricks",
        "Table talk by {offender}: warning, no points",
        "Euchre: the makers took {tricks} of 5 tricks",
        "Misdeal: no score, the same dealer deals again",
        "Bid out of turn by {offender}: {points} points to the opponents",
        "Ruling by {by}: {reason}",
        "Not finished yet: {score}",
        "Sheet {place} ({id}) cannot be scored:",
        "deal {position}, {field}: {message}",
        "Say who made trump: every hand has a maker.",
        "Say how many tricks the makers took, 0 to 5.",
    }


@given(sheets("land-grant-euchre"))
def test_every_line_can_be_printed(sheet: dict[str, Any]) -> None:
    text = write_paper(work_out({**sheet, "id": "\x1b[2J\ud800\0", "seats": {"N": "\u202eAnn"}}), place=1)
    assert all(line.isprintable() for line in text.split("\n"))
    text.encode()
    assert text.count("\n") >= len(sheet["deals"])


@pytest.mark.parametrize(
    ("text", "printable"),
    [
        ("Ann", "Ann"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("two\nlines\tand", "two lines and"),
        ("\ud800", "\\ud800"),
        ("\u202eright to left", "\\u202eright to left"),
        ("क्\u200dष", "क्\u200dष"),
    ],
)
def test_what_steers_a_terminal_is_shown_as_its_code(text: str, printable: str) -> None:
    assert make_printable(text) == printable


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("Ann", 3), ("Фёдор", 5), ("王小明", 6), ("e\u0301", 1), ("♥\ufe0e", 1), ("a\u200db", 2)],
)
def test_how_wide_a_text_is(text: str, width: int) -> None:
    assert measure(text) == width
    assert measure(pad(text, 9)) == measure(pad(text, 9, to_the_right=True)) == 9


@given(st.text(st.characters(categories=("L", "Mn"))), st.integers(2, 20))
def test_a_shortened_text_fits(text: str, width: int) -> None:
    short = shorten(text, width)
    assert measure(short) <= width
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))


def test_headings_over_several_lines() -> None:
    columns = [
        Column(heading="Tricks taken by", cells=["1", "10"], is_figures=True),
        Column(heading="Who", cells=["Ann", ""]),
        Column(heading="", cells=["x"]),
    ]
    assert list(lay_out(columns)) == [
        "Tricks",
        " taken",
        "    by  Who",
        "------  ---  -",
        "     1  Ann  x",
        "    10",
    ]


def test_long_names_go_on_below_the_first() -> None:
    names = {"N": "x" * 60, "S": "y" * 60}
    lines = write_paper(work_out(make_sheet(*climb(NS=9), play("N", 3), seats=names)), place=1).split("\n")
    start = lines.index(f"NS: {'x' * 60} (N),")
    assert lines[start + 1] == f"  {'y' * 60} (S)"
    assert "North–South wins: NS 10, EW 0" in lines


def test_who_stands_warned_is_listed() -> None:
    lines = write_paper(work_out(make_sheet(warned=["NS", "EW"])), place=1).split("\n")
    assert sum("EW, NS" in line for line in lines) == 1
