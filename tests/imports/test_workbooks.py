"""Workbooks: the same table as CSV, and what is no workbook that can be read."""

from __future__ import annotations

import datetime
import io
import zipfile
from typing import Any

import pytest
from django.test import Client
from python_calamine import CalamineWorkbook
from xlsxwriter import Workbook

from league.exports import write_table, write_workbook
from league.imports import workbooks
from league.imports.reading import count_rows
from league.imports.workbooks import write_cell_text
from league.models import Event
from tests.imports.conftest import TWO_TABLES, list_faults, read_deals, read_names, run_import
from tests.imports.test_export import read_event

NO_WORKBOOK = "This is no workbook that can be read: save it again as XLSX, or as CSV."
HEADING = ["table", "maker", "alone", "tricks", "name_N"]


def write(*sheets: list[list[Any]]) -> bytes:
    content = io.BytesIO()
    with Workbook(content) as workbook:
        for rows in sheets:
            sheet = workbook.add_worksheet()
            for line, row in enumerate(rows):
                for place, cell in enumerate(row):
                    sheet.write(line, place, cell)
    return content.getvalue()


def pack(**parts: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return content.getvalue()


def test_a_workbook_is_read_like_a_table(event: Event) -> None:
    rows: list[list[Any]] = [
        HEADING,
        [1, "N", True, 5, "Ёж\nsenior"],
        [],
        [1, "e", "no", "x", ""],
        [1.0, "s", "", 3.0, ""],
    ]
    run_import(write(rows, []), event, name="evening.xlsx")
    assert read_deals(event) == [
        {"maker": "N", "alone": True, "tricks": 5},
        {"maker": "E", "tricks": 0},
        {"maker": "S", "tricks": 3},
    ]
    assert read_names(event)["N"] == "Ёж senior"


def test_a_fault_names_its_row_and_column(event: Event) -> None:
    rows: list[list[Any]] = [[], HEADING, [1, "N", "", 5, "two\nlines"], [], [1, "N", "", 6.5, ""], [1, "Q", "", 3, ""]]
    assert [fault.partition(":")[0] for fault in list_faults(write(rows), event, name="x.xlsx")] == [
        "line 5, column tricks",
        "line 6, column maker",
    ]


def test_what_is_exported_as_a_workbook_comes_back_the_same(event: Event) -> None:
    run_import(TWO_TABLES.replace("Ann", "=1+1").replace("Bob", "007"), event)
    content = write_workbook(event)
    assert not run_import(content, event, name="x.xlsx").changes_anything
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0)
    heading, first, *_rest = sheet.to_python()
    cells = dict(zip(heading, first, strict=True))
    assert (cells["tricks"], cells["name_N"], cells["name_E"]) == (3.0, "'=1+1", "007")
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml")
    assert len(sheet.to_python()) == len("".join(write_table(event)).splitlines())


def test_a_workbook_makes_the_same_event(event: Event, client: Client) -> None:
    run_import(TWO_TABLES, event)
    answer = client.get(f"/events/{event.slug}/export.xlsx")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="{event.slug}.xlsx"'
    other = Event.objects.create(
        league=event.league, name="Spring copy", slug="copy", game=event.game, preset=event.preset
    )
    run_import(answer.content, other, name="copy.xlsx")
    assert read_event(other) == read_event(event)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (write([HEADING, [1, "N", "", 5, ""]], [["more"]]), "several sheets with something in them (Sheet1, Sheet2)"),
        (write([]), "There are no rows in this file."),
        (write([["what", "is", "this"]]), "The first row must name the columns"),
        (b"PK\x03\x04 no archive", NO_WORKBOOK),
        (write([HEADING])[:-200], NO_WORKBOOK),
        (pack(**{"word/document.xml": b"<x/>"}), NO_WORKBOOK),
        (pack(**{"xl/workbook.xml": b"<x>"}), NO_WORKBOOK),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "This is an old workbook"),
    ],
)
def test_what_cannot_be_read_says_so(event: Event, content: bytes, fault: str) -> None:
    (told,) = list_faults(content, event, name="x.xlsx")
    assert fault in told


def test_a_small_archive_that_hides_a_large_one_is_refused(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MOST_UNPACKED", 3_000_000)
    bomb = pack(**{"xl/workbook.xml": b"\0" * 4_000_000})
    assert len(bomb) < 10_000
    assert list_faults(bomb, event, name="x.xlsx") == ["This workbook is far too large: split it."]
    lying = bomb.replace((4_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert list_faults(lying, event, name="x.xlsx") == [NO_WORKBOOK]


def test_cells_are_written_as_in_a_csv_file() -> None:
    cells: list[Any] = [True, False, 5.0, -3.0, 2.5, "x", "", 7, datetime.date(2026, 11, 30)]
    assert [write_cell_text(cell) for cell in cells] == [
        "yes", "no", "5", "-3", "2.5", "x", "", "7", "2026-11-30",
    ]  # fmt: skip


def test_the_rows_of_a_workbook_are_guessed_from_its_size() -> None:
    short = write([HEADING, *[[1, "N", "", 5, f"Player {number}"] for number in range(20)]])
    long = write([HEADING, *[[1, "N", "", number % 6, f"Player {number}"] for number in range(3_000)]])
    assert count_rows(short) <= 100
    assert count_rows(long) > 600
