"""One event sent as a table and as score sheets is one event, in whichever order; what only looks alike is not."""

from __future__ import annotations

import json
from typing import Any

import pytest

from league.exports import write_sheets, write_table
from league.models import Event
from league.services.corrections import undo_last
from league.services.setup import create_event
from tests.imports.conftest import (
    count_rows,
    list_faults,
    read_deals,
    read_names,
    read_table,
    read_totals,
    run_import,
    write_places,
)

SEATS = {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"}
HANDS = [{"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 2}, {"maker": "W", "tricks": 5}]

FIRST_GAME = "maker,tricks,name_N,name_E,name_S,name_W\nN,3,Ann,Bob,Cyd,Dee\nE,2,,,,\n"

#: Two rounds: in the second one, table 2 is played by people who had no game in the first, and table 3 is still empty.
EVENING = """\
    round,table,maker,tricks,name_N,name_E,name_S,name_W
    1,1,N,3,Ann,Bob,Cyd,Dee
    1,1,E,2,,,,
    2,1,N,3,Ann,Bob,Cyd,Dee
    2,1,E,4,,,,
    2,2,W,5,Eve,Fay,Gus,Hal
    2,3,,,Ida,Jan,Kit,Lou
"""


@pytest.fixture
def copy(event: Event) -> Event:
    return create_event(event.league, name="Copy", game="land-grant-euchre", by=None, source="web")


def make_sheet(name: str, hands: list[dict[str, Any]], **more: Any) -> bytes:
    return json.dumps({"id": name, "game": "land-grant-euchre", "seats": SEATS, "deals": hands, **more}).encode()


@pytest.mark.parametrize("table_first", [True, False])
def test_both_exports_into_a_new_event_count_every_game_once(event: Event, copy: Event, table_first: bool) -> None:
    run_import(EVENING, event)
    table, sheets = "".join(write_table(event)).encode(), "".join(write_sheets(event)).encode()
    first, second = (table, sheets) if table_first else (sheets, table)
    run_import(first, copy)
    rows = count_rows()
    assert not run_import(second, copy).changes_anything
    assert count_rows() == rows
    assert write_places(copy) == write_places(event)
    for content in (first, second):
        assert not run_import(content, copy).changes_anything


def test_a_sheet_grows_the_table_that_its_id_names(event: Event) -> None:
    run_import(EVENING, event)
    report = run_import(make_sheet("tuesday/1/1", HANDS), event)
    assert (report.tables_changed, report.tables_new, report.hands_new) == (1, 0, 1)
    assert read_deals(event) == HANDS
    assert not run_import(make_sheet("tuesday/1/1", HANDS[:1]), event).changes_anything


def test_a_sheet_of_a_table_without_hands_fills_it(event: Event) -> None:
    run_import("name_N,name_E,name_S,name_W\nAnn,Bob,Cyd,Dee\n", event)
    assert not run_import(make_sheet("tuesday/1/1", []), event).changes_anything
    assert run_import(make_sheet("tuesday/1/1", HANDS), event).tables_changed == 1
    assert event.tables.count() == 1


def test_the_very_same_hands_under_another_id_are_the_same_game(event: Event) -> None:
    run_import(make_sheet("monday-7", HANDS), event)
    assert not run_import(make_sheet("tuesday/4/2", HANDS), event).changes_anything
    assert not run_import(make_sheet("another", HANDS), event).changes_anything
    assert event.tables.count() == 1


@pytest.mark.parametrize(
    ("name", "hands", "more"),
    [
        ("tuesday/1/1", [HANDS[1]], {}),  # another first hand
        ("tuesday/1/1", HANDS, {"seats": {**SEATS, "N": "Cyd", "S": "Ann"}}),
        ("tuesday/2/1", HANDS[:1], {}),  # another place, and not all of the hands
        ("another", HANDS, {}),
        ("another", [], {}),
    ],
)
def test_what_only_looks_alike_is_another_game(
    event: Event, name: str, hands: list[dict[str, Any]], more: dict[str, Any]
) -> None:
    run_import(FIRST_GAME, event)
    assert run_import(make_sheet(name, hands, **more), event).tables_new == 1
    assert event.tables.count() == 2


def test_sheets_without_hands_are_not_the_same(event: Event) -> None:
    run_import(make_sheet("a", []), event)
    assert run_import(make_sheet("b", []), event).tables_new == 1
    assert run_import(make_sheet("b/1/1", []), event).tables_new == 1


def test_equal_sheets_of_one_file_are_two_games_and_stay_two(event: Event) -> None:
    """Whoever gives them two ids means two; the file again finds both."""
    both = make_sheet("a", HANDS) + b"\n" + make_sheet("b", HANDS)
    assert run_import(both, event, name="x.jsonl").tables_new == 2
    assert not run_import(both, event, name="x.jsonl").changes_anything


def test_a_hand_taken_off_here_since_does_not_make_it_another_game(event: Event) -> None:
    run_import(EVENING, event)
    undo_last(read_table(event), position=2, key="undo", reason="misread", by=None, source="web")
    assert not run_import(make_sheet("tuesday/1/1", HANDS[:2]), event).changes_anything
    assert len(read_deals(event)) == 1
    assert list_faults(make_sheet("tuesday/1/1", HANDS), event) == [
        "line 1, column deal 2: This hand was taken off on the table's page: take it out of the file before adding "
        "more."
    ]


def test_rows_find_a_sheet_that_was_put_at_another_place(event: Event) -> None:
    run_import(make_sheet("a", HANDS[:1], seats=dict(zip("NESW", ["Eve", "Fay", "Gus", "Hal"], strict=True))), event)
    run_import(make_sheet("b", HANDS[:2]), event)
    rows = "table,maker,tricks,name_N,name_E,name_S,name_W\n1,N,3,Ann,Bob,Cyd,Dee\n1,E,2,,,,\n"
    assert not run_import(rows, event).changes_anything
    assert read_names(event, 1, 2) == SEATS
    assert read_totals(event) == {(1, 1): (1, 0), (1, 2): (3, 0)}
