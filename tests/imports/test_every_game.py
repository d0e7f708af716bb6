"""Every game as a table and as score sheets, through the real import into an event and out again."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from league.exports import MARK, write_sheets, write_table, write_workbook
from league.models import Event, League
from league.services.import_target import EventWish
from league.services.setup import create_event, create_league
from rules.catalog import GAMES
from scoring.columns import NOTE_COLUMNS, list_columns
from scoring.reading import read_entry
from scoring.result import score_sheet
from scoring.rows import join_cells, read_cells, write_row
from tests.examples import take_examples
from tests.imports.conftest import list_faults, read_deals, read_names, read_table, run_import
from tests.imports.test_export import read_event
from tests.strategies import make_sheet_game, sheets

every_game = pytest.mark.parametrize("key", sorted(GAMES))


def name_seats(sheet: dict[str, Any], number: int) -> dict[str, Any]:
    """A sheet with a player in every seat, and an id of its own."""
    game = make_sheet_game(sheet)
    return {**sheet, "id": f"sheet {number}", "seats": {seat: f"Ёж {number}{seat}" for seat in game.seats}}


def make_event(league: League, key: str, name: str, **rules: Any) -> Event:
    return create_event(league, name=name, game=key, by=None, source="web", **rules)


@every_game
@given(data=st.data())
def test_every_entry_goes_through_cells_unchanged(key: str, data: st.DataObject) -> None:
    sheet = data.draw(sheets(key))
    game = make_sheet_game(sheet)
    for facts in sheet["deals"]:
        cells = write_row(type(game), facts, scope="entry")
        values, faults = read_cells(type(game), cells, scope="entry")
        back, misfits = join_cells(type(game), values)
        assert not faults + misfits
        assert read_entry(game, back) == read_entry(game, facts)


@every_game
@take_examples(one_in=10)
@given(data=st.data())
@pytest.mark.django_db
def test_what_is_exported_comes_back_the_same(key: str, data: st.DataObject) -> None:
    first = data.draw(sheets(key))
    rules = {"preset": first["preset"], "options": first["options"]}
    drawn = [first, *(data.draw(sheets(key, by_default_rules=True)) for _ in range(2))]
    tables = [name_seats({**sheet, **rules}, number) for number, sheet in enumerate(drawn)]
    tables = [table for table in tables if "errors" not in score_sheet(table)]
    with transaction.atomic():
        league = create_league("Riverside", by=None, source="web")
        event = make_event(league, key, "Spring", **rules)
        run_import(json.dumps(tables).encode(), event, name="sheets.json")
        assert len(read_event(event)) == len(tables)
        for sheet, kept in zip(tables, read_event(event), strict=True):
            assert_same_result(sheet, kept)
        table, lines = "".join(write_table(event)).encode(), "".join(write_sheets(event)).encode()
        for content, name in ((table, "x.csv"), (lines, "x.jsonl"), (write_workbook(event), "x.xlsx")):
            copy = make_event(league, key, f"copy of {name}", **rules)
            run_import(content, copy, name=name)
            assert read_event(copy) == read_event(event)
            assert not run_import(content, copy, name=name).changes_anything
            assert not run_import(content, event, name=name).changes_anything
        made = run_import(table, EventWish(game=key, slug="made-by-import"), name="x.csv").event
        assert made is not None
        assert read_event(made) == read_event(event)
        transaction.set_rollback(True)


def assert_same_result(sheet: dict[str, Any], kept: dict[str, Any]) -> None:
    """A sheet that was stored scores as the one that was sent."""
    sent, stored = score_sheet(sheet), score_sheet(kept)
    assert {**sent, "id": None} == {**stored, "id": None}


@every_game
def test_no_column_stands_twice(key: str) -> None:
    names = [column.name for column in list_columns(GAMES[key])]
    assert len({name.casefold() for name in names}) == len(names)


# -- each game as people write it

GRAND = """\
    table,dealer,bidder,bid,play,suit,alone,defender_alone,tricks,hearts,forced,eldest_lead,infraction,offender,ruling_NS,ruling_setbacks_NS,ruling_setbacks_EW,ruling_reason
    1,,N,25,whist,S,,,11,,,,,,,,,
    1,,E,20,Euchre,h,yes,,x,,,,,,,,,
    1,,S,50,hearts,,,,,X,,,,,,,,
    1,,W,5,whist,c,,,,,,,revoke,W,,,,
    1,,,,,,,,,,,,,,-5,1,-1,Cards shown
    1,,N,5,grand,,no,no,5.0,,да,0,,,,,,
"""

SEVEN = """\
    bidder,bid,suit,partners,tricks,passed_out,infraction,offender,dealer
    A,5,♠,B+G,5,,,,
    C,10,,,7,,,,
    ,,,,,yes,,,
    D,6,h,a + b +c,,,revoke,G,
    E,2,,F+G,x,no,,,A
"""

YUKON = """\
    table,players,points_NS,points_EW,tens_NS,yukons_NS,tens_EW,yukons_EW,grand_yukon_NS,aces_NS,kings_EW,queens_EW,ace_of_spades,points_A,points_B,points_C
    1,,65,60,,,,,,,,,NS,,,
    1,,,,4,3,x,x,1,4,4,4,,,,
    2,3,,,,,,,,,,,B,100,20,5
    2,3,,,,,,,,,,,,x,120,5
"""


def read_result(event: Event, number: int = 1) -> dict[str, Any]:
    table = read_table(event, 1, number)
    (sheet,) = [each for each in read_event(event) if each["seats"] == read_names(event, 1, number)]
    assert table.records.count() == len(sheet["deals"])
    return score_sheet(sheet)


def test_grand_as_people_write_it(league: League) -> None:
    event = make_event(league, "grand", "Spring")
    run_import(GRAND, event)
    assert read_deals(event) == [
        {"bidder": "N", "bid": 25, "play": "whist", "suit": "S", "tricks": 11},
        {"bidder": "E", "bid": 20, "play": "euchre", "suit": "H", "alone": True, "tricks": 0},
        {"bidder": "S", "bid": 50, "play": "hearts", "hearts": 0},
        {"bidder": "W", "bid": 5, "play": "whist", "suit": "C", "infractions": [{"kind": "revoke", "offender": "W"}]},
        {"ruling": {"points": {"NS": -5}, "setbacks": {"NS": 1, "EW": -1}, "reason": "Cards shown"}},
        {"bidder": "N", "bid": 5, "play": "grand", "tricks": 5, "forced": True},
    ]
    result = read_result(event)
    assert result["totals"] == {"NS": 25 + 20 + 50 - 5 - 5, "EW": -40 - 13 - 5 + 18}
    assert result["setbacks"] == {"NS": 0 + 1 + 1, "EW": 1 + 1 - 1}


def test_seven_handed_as_people_write_it(league: League) -> None:
    event = make_event(league, "seven-handed-euchre", "Spring")
    run_import(SEVEN, event)
    assert read_deals(event) == [
        {"bidder": "A", "bid": 5, "suit": "S", "partners": ["B", "G"], "tricks": 5},
        {"bidder": "C", "bid": 10, "tricks": 7},
        {"passed_out": True},
        {"bidder": "D", "bid": 6, "suit": "H", "partners": ["A", "B", "C"],
         "infractions": [{"kind": "revoke", "offender": "G"}]},
        {"bidder": "E", "bid": 2, "partners": ["F", "G"], "tricks": 0, "dealer": "A"},
    ]  # fmt: skip
    assert read_result(event)["totals"] == {"A": 13, "B": 13, "C": 18, "D": 8, "E": 0, "F": 0, "G": 5}


def test_yukon_as_people_write_it_with_tables_of_several_sizes(league: League) -> None:
    event = make_event(league, "yukon", "Spring")
    run_import(YUKON, event)
    assert read_deals(event) == [
        {"points": {"NS": 65, "EW": 60}, "ace_of_spades": "NS"},
        {"cards": {
            "NS": {"grand_yukon": 1, "yukons": 3, "tens": 4, "aces": 4, "kings": 0, "queens": 0},
            "EW": {"grand_yukon": 0, "yukons": 0, "tens": 0, "aces": 0, "kings": 4, "queens": 4},
        }},
    ]  # fmt: skip
    assert read_result(event)["totals"] == {"NS": 65 + 105, "EW": 60 + 20}
    assert read_result(event, 2)["totals"] == {"A": 100, "B": 140, "C": 10}
    assert read_table(event, 1, 2).players == 3
    assert sorted(read_names(event, 1, 2).values()) == ["Table 2 A", "Table 2 B", "Table 2 C"]


def test_tables_play_by_the_number_of_the_event_unless_they_say_another(league: League) -> None:
    event = make_event(league, "yukon", "Spring", players=3)
    run_import("table,points_A,points_B,points_C,points_D,players\n1,100,20,5,,\n2,100,20,3,2,5\n", event)
    assert (read_table(event, 1, 1).players, read_table(event, 1, 2).players) == (3, 5)


@pytest.mark.parametrize(
    ("key", "text", "fault"),
    [
        ("grand", "bidder,bid,play,tricks\nN,7,whist,8\n", "line 2, column bid: "),
        ("grand", "bidder,bid,play,tricks\nN,5,whist,14\n", "line 2, column tricks: "),
        ("grand", "ruling_NS,ruling_setbacks_NS,ruling_reason\n5,many,late\n", "line 2, column ruling_setbacks_NS: "),
        ("grand", "ruling_NS,ruling_setbacks_NS\n5,1\n", "line 2, column ruling_reason: "),
        ("seven-handed-euchre", "bidder,bid,partners,tricks\nA,5,B,5\n", "line 2, column partners: "),
        ("seven-handed-euchre", "bidder,bid,partners,tricks\nA,5,B+Z,5\n", "line 2, column partners: "),
        ("seven-handed-euchre", "bidder,bid,partners,tricks\nA,8,B+C,5\n", "line 2, column bid: "),
        ("seven-handed-euchre", "passed_out,tricks\nyes,5\n", "line 2, column passed_out: "),
        ("seven-handed-euchre", "bidder,bid,warned\nA,5,A\n", "line 2, column warned: "),
        ("yukon", "points_NS,points_EW\n65,61\n", "line 2, column points_"),
        ("yukon", "points_NS,points_EW\n65,sixty\n", "line 2, column points_EW: "),
        ("yukon", "tens_NS,tens_EW\n5,\n", "line 2, column tens_NS: "),
        ("yukon", "players,points_NS,points_EW\n3,65,60\n", "line 2, column points_NS: "),
        ("yukon", "players,points_A,points_B\n6,65,60\n", "line 2, column players: "),
        ("yukon", "players,points_A,points_B\nmany,65,60\n", "line 2, column players: "),
        ("yukon", "players,name_A,name_D\n3,Ann,Dee\n", "line 2, column name_D: "),
        ("yukon", "points_NS,points_EW,ace_of_spades\n125,x,N\n", "line 2, column ace_of_spades: "),
        ("land-grant-euchre", "players,maker,tricks\n4,N,3\n", "line 2, column players: "),
    ],
)
def test_a_fault_names_its_column(league: League, key: str, text: str, fault: str) -> None:
    found = list_faults(text, make_event(league, key, "Spring"))
    assert any(each.startswith(fault) for each in found), found


@every_game
def test_the_heading_of_an_export_is_what_an_import_knows(key: str, league: League) -> None:
    event = make_event(league, key, "Spring")
    text = "".join(write_table(event)).removeprefix(MARK)
    (heading,) = csv.reader(io.StringIO(text, newline=""))
    assert heading == [*(column.name for column in list_columns(GAMES[key]) if column.is_used), *NOTE_COLUMNS]
