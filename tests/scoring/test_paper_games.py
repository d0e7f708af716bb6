"""The readable score sheet of every game: a whole one of each, and room on a terminal for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.catalog import GAMES
from scoring.paper import write_paper
from scoring.paper_table import WIDEST_TABLE, WIDEST_TEXT
from scoring.result import work_out
from scoring.text_table import measure, wrap_text
from tests.strategies import sheets

GOLDEN = Path(__file__).resolve().parents[1] / "golden"

NAMES = ("Ann Perkins", "Bob", "Фёдор Достоевский", "王小明", "Maximiliana Wolfeschlegelstein", "Fay", "Gus")
RULING = {"ruling": {"points": {"NS": 1, "EW": -1}, "reason": "Cards shown", "by": "Cy"}}
ALL_BUT_TENS = {"grand_yukon": 1, "yukons": 3, "aces": 4, "kings": 4, "queens": 4}

#: Name of the file -> a sheet with every kind of entry that reads in its own way.
SHEETS: dict[str, dict[str, Any]] = {
    "seven-handed-euchre": {
        "game": "seven-handed-euchre",
        "seats": dict(zip("ABCDEFG", NAMES, strict=True)),
        "finished": True,
        "deals": [
            {"bidder": "B", "bid": 5, "suit": "H", "partners": ["A", "F"], "tricks": 7},
            {"bidder": "G", "bid": 7, "partners": ["C", "D", "E"], "tricks": 3},
            {"misdeal": True},
            {"passed_out": True},
            {"bidder": "D", "bid": 3, "partners": ["E", "F"], "infractions": [{"kind": "revoke", "offender": "A"}]},
            {"ruling": {"points": {"G": 2, "A": 2, "C": -1}, "reason": "Counted twice"}},
        ],
    },
    "yukon-for-five": {
        "game": "yukon",
        "players": 5,
        "seats": dict(zip("ABCDE", NAMES, strict=False)),
        "deals": [
            {"cards": {"A": ALL_BUT_TENS, "C": {"tens": 1}, "E": {"tens": 3}}, "ace_of_spades": "A"},
            {"points": {"B": 65, "D": 60}},
        ],
    },
    "yukon": {
        "game": "yukon",
        "preset": "golddigger",
        "options": {"target": 125, "revoke": "forfeit_deal"},
        "seats": dict(zip("NESW", NAMES, strict=False)),
        "deals": [
            {"cards": {"NS": ALL_BUT_TENS, "EW": {"tens": 4}}, "ace_of_spades": "NS"},
            RULING,
            {"infractions": [{"kind": "revoke", "offender": "E"}]},
        ],
    },
    "euchre": {
        "game": "euchre",
        "preset": "progressive",
        "options": {"all_pass": "same_dealer_redeals", "defend_alone": 4},
        "seats": dict(zip("NESW", NAMES, strict=False)),
        "deals": [
            {"maker": "N", "alone": True, "tricks": 5, "suit": "H", "round": 1},
            {"passed_out": True},
            {"maker": "E", "alone": True, "lone_defender": "S", "tricks": 2},
            RULING,
            {"maker": "S", "infractions": [{"kind": "renege", "offender": "S"}]},
        ],
    },
    "partnership-whist": {
        "game": "partnership-whist",
        "preset": "long",
        "seats": dict(zip("NESW", NAMES, strict=False)),
        "deals": [
            {"tricks": {"NS": 9}, "suit": "H", "honours": {"NS": 3}},
            {"tricks": {"EW": 7}, "no_trump": True},
            {
                "tricks": {"NS": 8},
                "suit": "S",
                "infractions": [{"kind": "revoke", "offender": "N"}],
                "penalty": "minus_three",
            },
        ],
    },
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_whole_sheet(name: str) -> None:
    text = write_paper(work_out(SHEETS[name]), place=1)
    assert text == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").rstrip("\n")


@st.composite
def named_sheets(draw: st.DrawFn) -> dict[str, Any]:
    """A sheet of any game, with long names."""
    sheet = draw(sheets(draw(st.sampled_from(sorted(GAMES)))))
    return {**sheet, "seats": dict.fromkeys(sheet.get("seats", {}), "Maximiliana Wolfeschlegelstein")}


@given(named_sheets())
def test_every_sheet_has_room_on_a_terminal(sheet: dict[str, Any]) -> None:
    lines = write_paper(work_out(sheet), place=1).splitlines()
    assert max(map(measure, lines)) <= WIDEST_TABLE
    assert all(measure(line) <= WIDEST_TEXT for line in lines if line.startswith("      ") and ": " in line)


def test_every_case_has_room_on_a_terminal(shared_folder: Path) -> None:
    """Reads ../shared/cases, which may lie beside the checkout; skipped where it is missing."""
    for line in (shared_folder / "cases" / "random.jsonl").read_text(encoding="utf-8").splitlines():
        worked_out = work_out(json.loads(line)["sheet"])
        if worked_out.scored is not None:
            lines = write_paper(worked_out, place=1).splitlines()
            assert max(map(measure, lines)) <= WIDEST_TABLE, line


def find_heading(sheet: dict[str, Any]) -> list[str]:
    """The headings of the table, each in one piece."""
    lines = write_paper(work_out(sheet), place=1).splitlines()
    rule = next(place for place, line in enumerate(lines) if line.startswith("----"))
    first = max(place for place in range(rule) if not lines[place]) + 1
    return [" ".join(parts) for parts in _cut(lines[first:rule], lines[rule])]


def _cut(lines: list[str], rule: str) -> Iterator[list[str]]:
    start = 0
    for dashes in rule.split("  "):
        end = start + len(dashes)
        yield [line[start:end].strip() for line in lines if line[start:end].strip()]
        start = end + 2


def make_grand(*deals: dict[str, Any], name: str = "Al") -> dict[str, Any]:
    return {"game": "grand", "seats": dict.fromkeys("NESW", name), "deals": list(deals)}


WHIST = {"bidder": "N", "bid": 5, "play": "whist", "suit": "H", "tricks": 7}
EUCHRE = {"bidder": "E", "bid": 20, "play": "euchre", "suit": "C", "alone": True, "tricks": 5}
HEARTS = {"bidder": "S", "bid": 5, "play": "hearts", "hearts": 0, "forced": True}


def read_dealer(sheet: dict[str, Any]) -> str:
    line = next(line for line in write_paper(work_out(sheet), place=1).splitlines() if line.startswith("   1  "))
    return line[6:].split("  ")[0]


def test_a_narrow_table_has_names_and_a_wide_one_letters() -> None:
    assert read_dealer(make_grand(WHIST, name="Al")) == "Al"
    assert read_dealer(make_grand(WHIST, name="Maximiliana Wolfe")) == "N"


@pytest.mark.parametrize(("letters", "dealer"), [(12, "x" * 12), (13, "N")])
def test_a_table_may_be_just_as_wide_as_a_terminal(letters: int, dealer: str) -> None:
    sheet = make_grand(WHIST, name="x" * letters)
    assert read_dealer(sheet) == dealer
    rule = next(line for line in write_paper(work_out(sheet), place=1).splitlines() if line.startswith("----"))
    assert (len(rule) == WIDEST_TABLE) is (letters == 12)


def test_letters_alone_make_room_for_all_columns() -> None:
    sheet = make_grand(EUCHRE, name="Maximiliana Wolfe")
    assert read_dealer(sheet) == "N"
    assert {"Alone", "Points NS", "Points EW", "Total NS"} <= set(find_heading(sheet))


def test_setbacks_of_a_ruling_carry_their_number() -> None:
    ruling = {"points": {"NS": 0}, "setbacks": {"NS": 2, "EW": -1}, "reason": "Slow"}
    text = write_paper(work_out(make_grand({"ruling": ruling})), place=1)
    assert "  NS +2, EW -1  " in text
    assert "\n      Ruling: Slow\n" in text, "no points, so no sides"


def test_a_side_that_is_a_player_has_a_name() -> None:
    deal = {"points": {"A": 65, "B": 60}, "ace_of_spades": "B"}
    sheet = {"game": "yukon", "players": 2, "seats": {"A": "Al", "B": "Bo"}, "deals": [deal]}
    row = next(line for line in write_paper(work_out(sheet), place=1).splitlines() if line.startswith("   1  "))
    assert row.split() == ["1", "Al", "Bo", "65", "60", "65", "60"]


def test_the_letters_of_sides_are_not_translated() -> None:
    asked: list[str] = []

    def translate(template: str) -> str:
        asked.append(template)
        return template

    write_paper(work_out(SHEETS["seven-handed-euchre"]), place=1, translate=translate)
    assert "{side}" not in asked
    assert "Bid" in asked


def test_what_is_only_yes_or_no_goes_below_where_a_table_is_too_wide() -> None:
    narrow, wide = make_grand(EUCHRE, name="Al"), make_grand(WHIST, EUCHRE, HEARTS, name="Al")
    assert "Alone" in find_heading(narrow)
    assert "Alone" not in find_heading(wide)
    text = write_paper(work_out(wide), place=1)
    assert "\n      Alone\n      EW +25: Euchre alone at 20: 5 of 5 tricks\n" in text
    assert "\n      Forced bid\n" in text


def test_several_such_facts_stand_on_one_line() -> None:
    lone = {"bidder": "E", "bid": 5, "play": "euchre", "suit": "C", "alone": True, "forced": True, "tricks": 5}
    text = write_paper(work_out({**make_grand(WHIST, lone, HEARTS), "preset": "english"}), place=1)
    assert "\n      Alone, Forced bid\n" in text


def test_points_are_left_to_the_reasons_last() -> None:
    seven = SHEETS["seven-handed-euchre"]
    assert "Points A" not in find_heading(seven)
    assert "A" in find_heading(seven), "no room for the word above the letter"
    plain = {**seven, "deals": seven["deals"][1:2], "seats": {}}
    assert [heading for heading in find_heading(plain) if "A" in heading] == ["Total A"]
    assert "Points E" in find_heading(SHEETS["yukon-for-five"])


@pytest.mark.parametrize(
    ("text", "keys", "lines"),
    [
        ("", {}, [""]),
        ("one", {}, ["one"]),
        ("one two three", {}, ["one two", "three"]),
        ("one two", {"indent": 1}, [" one", " two"]),
        ("one two three", {"hanging": 2}, ["one two", "  three"]),
        ("one two three", {"indent": 1, "hanging": 1}, [" one", "  two", "  three"]),
        ("a longer-than-that b", {}, ["a", "longer-than-that", "b"]),
        ("longer-than-that b", {}, ["longer-than-that", "b"]),
        ("ab 2 × 3 c", {}, ["ab", "2 × 3 c"]),
        ("王小明 王", {}, ["王小明", "王"]),
        ("1234567", {}, ["1234567"]),
        ("123 567 9", {}, ["123 567", "9"]),
    ],
)
def test_a_text_is_cut_into_lines(text: str, keys: dict[str, int], lines: list[str]) -> None:
    assert list(wrap_text(text, 7, **keys)) == lines
