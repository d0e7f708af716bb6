"""What stands on the lines of a sheet, before it is paper."""

from __future__ import annotations

import pytest

from league.models import Table
from league.printing.sheet import Row, TallySheet
from league.printing.tally import list_table_sheets
from league.services.corrections import undo_last
from league.services.recording import call_time
from tests.printing.conftest import EVENING, SeatTable

MAKER, ALONE, TRICKS, PENALTY = range(2, 6)
POINTS = slice(6, 8)
TOTALS = slice(8, 10)
REMARKS = 10


def make_sheet(table: Table, *, is_blank: bool = False) -> TallySheet:
    (sheet,) = list_table_sheets(Table.objects.filter(pk=table.pk), is_blank=is_blank)
    return sheet


def list_dealers(rows: tuple[Row, ...]) -> str:
    return "".join(row.cells[1].text or "." for row in rows)


def list_numbers(rows: tuple[Row, ...]) -> list[str]:
    return [row.cells[0].text for row in rows]


def list_texts(row: Row, part: slice) -> list[str]:
    return [cell.text for cell in row.cells[part]]


@pytest.mark.parametrize(("first", "dealers"), [("N", "NESW" * 5), ("S", "SWNE" * 5), ("W", "WNES" * 5)])
def test_the_deal_goes_round_on_an_empty_sheet(first: str, dealers: str, seat: SeatTable) -> None:
    rows = make_sheet(seat(first_dealer=first), is_blank=True).rows
    assert list_dealers(rows) == dealers
    assert list_numbers(rows) == [str(number) for number in range(1, 21)]
    assert [cell.note for cell in (row.cells[1] for row in rows[:2])] == {
        "N": ["Ann", "Bob"], "S": ["Фёдор", "Dee"], "W": ["Dee", "Ann"]
    }[first]  # fmt: skip


def test_an_empty_sheet_has_room_for_the_longest_game(seat: SeatTable) -> None:
    table = seat()
    longest = 2 * 9 + 1  # each hand brings a point, and at 9–9 one more ends it
    assert len(make_sheet(table, is_blank=True).rows) >= longest
    assert all(not any(cell.marked or cell.text for cell in row.cells[2:]) for row in make_sheet(table).rows)


def test_a_misdeal_keeps_the_dealer_and_a_named_dealer_moves_the_deal(seat: SeatTable) -> None:
    rows = make_sheet(seat(deals=EVENING)).rows
    # 1 N, misdeal E, 2 E again, 3 S, 4 W, ruling, 5 dealt by E out of turn, then on from there.
    assert list_dealers(rows)[:9] == "NEESW.ESW"
    assert list_numbers(rows)[:9] == ["1", "", "2", "3", "4", "", "5", "6", "7"]


def test_facts_stand_in_their_boxes(seat: SeatTable) -> None:
    rows = make_sheet(seat(deals=EVENING)).rows
    hands = [row for row in rows if row.cells[0].text][:5]
    assert [row.cells[MAKER].marked for row in hands] == [(0,), (1,), (2,), (3,), (2,)]
    assert [row.cells[ALONE].marked for row in hands] == [(), (0,), (), (), ()]
    assert [row.cells[TRICKS].marked for row in hands] == [(3,), (5,), (), (1,), (0,)]
    assert [row.cells[PENALTY].text for row in hands] == ["", "", "R W", "T N", ""]
    assert hands[0].cells[REMARKS].text == "♥, round 1. Made: the makers took 3 of 5 tricks"
    assert hands[2].cells[REMARKS].text == "Renege by W (Dee): 2 points to the opponents"
    assert "Table talk by N (Ann): warning, no points" in hands[3].cells[REMARKS].text


def test_points_and_running_totals(seat: SeatTable) -> None:
    rows = make_sheet(seat(deals=EVENING)).rows[:7]
    assert [list_texts(row, POINTS) for row in rows] == [
        ["1", "–"], ["", ""], ["–", "4"], ["2", "–"], ["2", "–"], ["–", "+1"], ["–", "2"],
    ]  # fmt: skip
    assert [list_texts(row, TOTALS) for row in rows] == [
        ["1", "0"], ["", ""], ["1", "4"], ["3", "4"], ["5", "4"], ["5", "5"], ["5", "7"],
    ]  # fmt: skip


def test_misdeals_and_rulings_say_so_across_the_boxes(seat: SeatTable) -> None:
    rows = make_sheet(seat(deals=EVENING)).rows
    assert "Misdeal" in rows[1].says
    assert rows[5].says == "Ruling: Cards shown before the lead (Marta)"
    assert (rows[5].says_from, rows[5].says_to) == (MAKER, PENALTY + 1)
    assert not rows[0].says


def test_points_taken_away_carry_a_minus(seat: SeatTable) -> None:
    ruling = {"ruling": {"points": {"NS": -1}, "reason": "Slow play"}}
    rows = make_sheet(seat(deals=[EVENING[0], ruling])).rows
    assert list_texts(rows[1], POINTS) == ["\N{MINUS SIGN}1", "–"]
    assert list_texts(rows[1], TOTALS) == ["0", "0"]


def test_an_entry_that_was_taken_off_is_not_printed(seat: SeatTable) -> None:
    table = seat(deals=EVENING)
    undo_last(table, position=7, key="undo", reason="Wrong table", by=None, source="web")
    rows = make_sheet(table).rows
    assert not any(row.cells[TRICKS].marked == (0,) for row in rows)
    assert list_dealers(rows)[5:8] == ".NE"


def test_a_game_in_play_leaves_lines_for_the_rest(seat: SeatTable) -> None:
    sheet = make_sheet(seat(deals=EVENING))
    assert len(sheet.rows) == 20
    assert sheet.outcome == "In play"
    assert [score.text for score in sheet.scores] == ["", ""]


def test_a_finished_game_has_its_result_and_no_empty_lines(seat: SeatTable) -> None:
    deals = [{"maker": "E", "tricks": 5, "alone": True}] * 2 + [{"maker": "W", "tricks": 5}]
    sheet = make_sheet(seat(deals=deals))
    assert len(sheet.rows) == 3
    assert [(score.label, score.text, score.has_won) for score in sheet.scores] == [
        ("N–S", "0", False), ("E–W", "10", True),
    ]  # fmt: skip
    assert sheet.outcome == "Won by E–W: Bob & Dee Łukasz"
    loners = next(count for count in sheet.counts if count.title == "Loners made")
    assert dict(zip(loners.labels, loners.texts, strict=True)) == {"N": "0", "E": "2", "S": "0", "W": "0"}


def test_a_loner_that_brings_12_is_told(seat: SeatTable) -> None:
    deals = [{"maker": "E", "tricks": 5, "alone": True}] * 3
    assert make_sheet(seat(deals=deals)).remarks == ("High score: E–W with 12",)


def test_time_called_on_a_level_game_is_a_draw(seat: SeatTable) -> None:
    table = seat(deals=[{"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 3}])
    call_time(table, called=True, by=None, source="web")
    sheet = make_sheet(table)
    assert sheet.outcome == "Level: a draw"
    assert sheet.remarks == ("Time was called.",)
    assert not any(score.has_won for score in sheet.scores)


def test_warnings_from_before_stand_on_the_empty_sheet_too(seat: SeatTable) -> None:
    table = seat(
        warned=["EW"], deals=[{"maker": "W", "tricks": 1, "infractions": [{"kind": "table_talk", "offender": "N"}]}]
    )
    blank, recorded = make_sheet(table, is_blank=True).counts[-1], make_sheet(table).counts[-1]
    assert dict(zip(blank.labels, blank.texts, strict=True)) == {"N–S": "", "E–W": "×"}
    assert dict(zip(recorded.labels, recorded.texts, strict=True)) == {"N–S": "×", "E–W": "×"}


def test_heavier_rules_follow_the_round_of_dealers(seat: SeatTable) -> None:
    rows = make_sheet(seat(deals=EVENING)).rows
    assert [row.cells[0].text for row in rows if row.opens_cycle] == ["5", "9", "13", "17"]


def test_players_who_begin_alike_are_told_apart(seat: SeatTable) -> None:
    table = seat(["Ann Perkins", "Ann Swanson", "Bob", "Anna"])
    notes = {row.cells[1].text: row.cells[1].note for row in make_sheet(table).rows[:4]}
    assert notes == {"N": "Ann P.", "E": "Ann S.", "S": "Bob", "W": "Anna"}
