"""What is exported comes back as the same sheets, and no spreadsheet takes a name for a formula."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from league.exports import MARK, write_sheets, write_table, write_workbook
from league.models import Event, League
from league.selectors.event_tables import list_sheets
from league.selectors.sheets import write_facts
from league.services.corrections import correct_sheet
from league.services.recording import call_time
from league.services.setup import create_event, create_league
from league.services.stages import finalise_event, publish_event
from rules.catalog import make_game
from rules.game import Game
from scoring.reading import read_entry
from scoring.rows import join_cells, read_cells, write_row
from scoring.sheet import InvalidEntryError, Unread
from scoring.steps import apply_entry, open_state
from tests.examples import take_examples
from tests.imports.conftest import TWO_TABLES, list_faults, run_import, write_places

GAME = "land-grant-euchre"
SEATS = st.sampled_from("NESW")
SUITS = st.sampled_from("CDHS")
KINDS = st.sampled_from(["renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"])

#: Texts that spreadsheets and readers stumble over, and any others.
NASTY = st.sampled_from(
    [
        "=1+1",
        "+44 1",
        "-x",
        "@SUM(A1)",
        "\t=1",
        "'=1",
        "''=1",
        "'tis",
        'say "no"',
        "a,b;c\td",
        "two\nlines",
        "Ёж ♥",
        "x",
        "0",
    ]
)
TEXTS = NASTY | st.text(st.characters(exclude_categories=("Cc", "Cs", "Cn", "Co")), min_size=1, max_size=20).filter(
    str.strip
)

DEALS = st.fixed_dictionaries(
    {"maker": SEATS, "tricks": st.integers(0, 5)},
    optional={
        "alone": st.booleans(),
        "suit": SUITS,
        "round": st.integers(1, 2),
        "turned_down": SUITS,
        "dealer": SEATS,
    },
)
OFFENCES = st.fixed_dictionaries(
    {"infractions": st.lists(st.fixed_dictionaries({"kind": KINDS, "offender": SEATS}), min_size=1, max_size=3)},
    optional={"maker": SEATS, "tricks": st.integers(0, 5), "alone": st.booleans()},
)
MISDEALS = st.fixed_dictionaries({"misdeal": st.just(True)}, optional={"dealer": SEATS})
RULINGS = st.fixed_dictionaries(
    {
        "ruling": st.fixed_dictionaries(
            {"points": st.dictionaries(st.sampled_from(["NS", "EW"]), st.integers(-3, 3)), "reason": TEXTS},
            optional={"by": TEXTS},
        )
    }
)
ENTRIES = st.lists(DEALS | OFFENCES | MISDEALS | RULINGS, max_size=12)
RULES = st.sampled_from(
    [
        ("league", {}),
        ("fair-renege", {}),
        ("league", {"loss_of_bid": "bid_forfeited_hand_continues", "warning_scope": "season"}),
        ("fair-renege", {"defender_offence": "play_on_plus_2", "bragging_source": "any_12_13"}),
    ]
)
TABLES = st.lists(
    st.tuples(
        ENTRIES,
        st.sampled_from("NESW"),
        st.sampled_from([[], ["NS"], ["NS", "EW"]]),
        st.booleans(),
    ),
    min_size=1,
    max_size=3,
)


def keep_legal(game: Game, entries: list[Any], first_dealer: str, warned: list[str]) -> list[Any]:
    """The entries that the rules allow where they stand."""
    state = open_state(game, first_dealer=first_dealer, warned=warned)
    kept = []
    for facts in entries:
        entry, _faults = read_entry(game, facts)
        if isinstance(entry, Unread):
            continue
        try:
            state = apply_entry(game, entry, state).after
        except InvalidEntryError:
            continue
        kept.append(facts)
    return kept


def read_event(event: Event) -> list[dict[str, Any]]:
    """The sheets of an event, without the ids that name it."""
    sheets = [write_facts(sheet, event) for _table, sheet in list_sheets(event)]
    return [{key: value for key, value in each.items() if key != "id"} for each in sheets]


def make_event(league: League, name: str, preset: str, options: dict[str, Any]) -> Event:
    return create_event(league, name=name, game=GAME, preset=preset, options=options, by=None, source="web")


@given(ENTRIES)
def test_every_entry_goes_through_cells_unchanged(entries: list[Any]) -> None:
    game = make_game(GAME)
    for facts in keep_legal(game, entries, "N", []):
        values, faults = read_cells(type(game), write_row(type(game), facts, scope="entry"), scope="entry")
        back, misfits = join_cells(type(game), values)
        assert not faults
        assert not misfits
        assert read_entry(game, back) == read_entry(game, facts)


@take_examples(one_in=4)
@given(tables=TABLES, rules=RULES, names=st.lists(TEXTS, min_size=12, max_size=12), title=NASTY.filter(str.strip))
@pytest.mark.django_db
def test_what_is_exported_comes_back_the_same(
    tables: list[Any], rules: tuple[str, dict[str, Any]], names: list[str], title: str
) -> None:
    preset, options = rules
    game = make_game(GAME, preset=preset, options=options)
    sheets = []
    for number, (entries, first_dealer, warned, finished) in enumerate(tables):
        seats = {seat: f"{names[4 * number + place]} {number}{seat}" for place, seat in enumerate("NESW")}
        deals = keep_legal(game, entries, first_dealer, warned)
        sheets.append(
            {
                "game": GAME, "preset": preset, "options": options, "seats": seats, "first_dealer": first_dealer,
                "warned": warned, "finished": finished, "deals": deals, "id": str(number),
            }
        )  # fmt: skip
    with transaction.atomic():
        league = create_league("Riverside", by=None, source="web")
        event = make_event(league, title, preset, options)
        run_import(json.dumps(sheets).encode(), event, name="sheets.json")
        table, lines = "".join(write_table(event)).encode(), "".join(write_sheets(event)).encode()
        for content, name in ((table, "x.csv"), (lines, "x.jsonl")):
            copy = make_event(league, f"copy of {name}", preset, options)
            run_import(content, copy, name=name)
            assert read_event(copy) == read_event(event)
            assert write_places(copy) == write_places(event)
            assert not run_import(content, copy, name=name).changes_anything
            assert not run_import(content, event, name=name).changes_anything
        assert "".join(write_table(event)).encode() == table
        transaction.set_rollback(True)


def test_no_cell_is_a_formula_and_every_number_is_a_number(event: Event) -> None:
    names = ["=1+1", "+44", "-5", "@x"]
    rows = [
        ["name_N", "name_E", "name_S", "name_W", "maker", "tricks", "ruling_NS", "ruling_reason"],
        [*names, "N", "3", "", ""],
        ["", "", "", "", "", "", "-2", "=cmd|'/c calc'!A1"],
    ]
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    run_import(text.getvalue().encode(), event)
    exported = "".join(write_table(event))
    assert exported.startswith(MARK)
    first, second = csv.DictReader(io.StringIO(exported.removeprefix(MARK), newline=""))
    assert [first[f"name_{seat}"] for seat in "NESW"] == ["'=1+1", "'+44", "'-5", "'@x"]
    assert (second["ruling_NS"], second["ruling_reason"]) == ("-2", "'=cmd|'/c calc'!A1")
    for cell in [*first.values(), *second.values()]:
        assert not cell.startswith(("=", "+", "@", "\t", "\r"))


def test_a_table_without_hands_is_exported_with_its_seats(event: Event) -> None:
    run_import("name_N,name_E,name_S,name_W,maker,tricks,first_dealer\nAnn,Bob,Cyd,Dee,,,W\n", event)
    copy = make_event(event.league, "Copy", "league", {})
    run_import("".join(write_table(event)).encode(), copy)
    assert read_event(copy) == read_event(event) != []


def test_an_event_without_tables_is_exported_as_a_heading(event: Event) -> None:
    assert "".join(write_table(event)).count("\r\n") == 1
    assert "".join(write_sheets(event)) == ""


def test_exporting_takes_few_queries(event: Event, django_assert_max_num_queries: Any) -> None:
    rows = "".join(f"{number},N,3\n" for number in range(1, 51))
    run_import("table,maker,tricks\n" + rows, event)
    with django_assert_max_num_queries(5):
        assert "".join(write_table(event)).count("\r\n") == 51


def test_a_table_says_how_far_its_results_have_come(event: Event) -> None:
    """On the first row of each table; what it says is passed over when the file comes in again."""
    run_import(TWO_TABLES, event)
    for table in event.tables.all():
        call_time(table, called=True, by=None, source="web")
    publish_event(event, window=30, force_unconfirmed=True, by=None, source="web")
    exported = "".join(write_table(event))
    rows = list(csv.DictReader(io.StringIO(exported.removeprefix(MARK), newline="")))
    assert [row["stage"] for row in rows] == ["published", "", "", "published", ""]
    assert event.published_at is not None
    assert event.final_at is not None
    assert datetime.fromisoformat(rows[0]["published_at"]) == event.published_at.replace(microsecond=0)
    assert datetime.fromisoformat(rows[0]["final_at"]) == event.final_at.replace(microsecond=0)
    (sheet,) = CalamineWorkbook.from_filelike(io.BytesIO(write_workbook(event))).sheet_names
    cells = CalamineWorkbook.from_filelike(io.BytesIO(write_workbook(event))).get_sheet_by_name(sheet).to_python()
    assert dict(zip(cells[0], cells[1], strict=True))["stage"] == "published"
    copy = create_event(event.league, name="Copy", game=GAME, by=None, source="web")
    for content, name in ((exported.encode(), "x.csv"), (write_workbook(event), "x.xlsx")):
        run_import(content, copy, name=name)
    assert copy.tables.count() == 2
    assert Event.objects.get(pk=copy.pk).stage == "open"


def test_a_corrected_table_says_when(event: Event) -> None:
    run_import(TWO_TABLES, event)
    table = event.tables.get(number=2)
    correct_sheet(table, {1: None}, seen=2, key="c", reason="never played", by=None, source="web")
    rows = list(csv.DictReader(io.StringIO("".join(write_table(event)).removeprefix(MARK), newline="")))
    table.refresh_from_db()
    assert table.corrected_at is not None
    when = table.corrected_at.replace(microsecond=0).isoformat()
    assert [(row["table"], row["corrected_at"]) for row in rows] == [("1", ""), ("1", ""), ("1", ""), ("2", when)]


def test_a_published_event_takes_no_import(event: Event) -> None:
    run_import(TWO_TABLES, event)
    for table in event.tables.all():
        call_time(table, called=True, by=None, source="web")
    publish_event(event, window=30, force_unconfirmed=True, by=None, source="web")
    more = TWO_TABLES + "    Spring,2,1,1,N,,4,,,,\n"
    text = "The results of this event are published: reopen them first."
    assert list_faults(more, event) == [text]
    finalise_event(event, by=None, source="web")
    assert list_faults(more, event) == [text.replace("published", "final")]
    assert not run_import(TWO_TABLES, event).changes_anything
