"""The same file again changes nothing, more of the same is added, and what says otherwise is refused."""

from __future__ import annotations

from typing import Any

import pytest

from league.exports import write_table
from league.imports import running
from league.models import AuditRow, DealRecord, Event, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table
from league.selectors.standings import write_standings
from league.services import importing
from league.services.corrections import correct_sheet, undo_last
from league.services.import_plan import Plan
from league.services.incoming import ImportRefusedError, ImportReport
from league.services.recording import call_time, record_deal
from league.services.results import read_figures
from league.services.seating import reseat_table, seat_table
from league.services.setup import add_players
from tests.imports.conftest import (
    TWO_TABLES,
    count_rows,
    list_faults,
    read_deals,
    read_table,
    read_totals,
    run_import,
)

FOUR = "name_N,name_E,name_S,name_W,maker,tricks\nAnn,Bob,Cyd,Dee,N,3\n,,,,E,2\n"


def assert_unchanged(event: Event, text: str) -> ImportReport:
    """Import a text again and find that nothing at all has been added or moved."""
    rows, standings = count_rows(), write_standings(event)
    revision = Event.objects.get(pk=event.pk).revision
    report = run_import(text, event)
    assert not report.changes_anything
    assert (count_rows(), write_standings(event)) == (rows, standings)
    assert Event.objects.get(pk=event.pk).revision == revision
    return report


def undo(table: Table, position: int) -> None:
    undo_last(table, position=position, key=f"undo-{position}", reason="misread", by=None, source="web")


def record(table: Table, facts: dict[str, Any], position: int) -> None:
    record_deal(table, facts, position=position, key=f"web-{position}", by=None, source="web")


def test_the_same_file_again_changes_nothing(event: Event) -> None:
    run_import(TWO_TABLES, event)
    report = assert_unchanged(event, TWO_TABLES)
    assert (report.tables_unchanged, report.hands_unchanged, report.hands_new) == (2, 5, 0)


def test_another_spelling_of_the_same_facts_changes_nothing(event: Event) -> None:
    run_import("maker,alone,tricks\nN,no,3.0\nE,,x\n", event)
    assert_unchanged(event, "tricks;maker;table\n3;n;1\n0;e;1\n")


def test_an_x_is_a_tick_in_a_box_of_yes_and_no(event: Event) -> None:
    run_import("maker,alone,tricks\nN,X,5\nE,х,x\n", event)
    assert read_deals(event) == [
        {"maker": "N", "alone": True, "tricks": 5},
        {"maker": "E", "alone": True, "tricks": 0},
    ]


def test_the_same_file_again_after_a_hand_was_taken_off(event: Event) -> None:
    run_import(FOUR, event)
    undo(read_table(event), 2)
    assert_unchanged(event, FOUR)
    assert len(read_deals(event)) == 1


def test_the_same_file_again_after_a_hand_was_entered_again(event: Event) -> None:
    run_import(FOUR, event)
    undo(read_table(event), 2)
    record(read_table(event), {"maker": "E", "tricks": 5}, 2)
    assert_unchanged(event, FOUR)
    assert read_deals(event)[1] == {"maker": "E", "tricks": 5}


def test_the_same_file_again_after_more_was_entered(event: Event) -> None:
    run_import(FOUR, event)
    record(read_table(event), {"maker": "S", "tricks": 5}, 3)
    assert_unchanged(event, FOUR)


def test_the_same_file_again_after_the_time_call_was_taken_back(event: Event) -> None:
    text = "maker,tricks,finished\nN,3,yes\n"
    run_import(text, event)
    call_time(read_table(event), called=False, by=None, source="web")
    assert_unchanged(event, text)


def test_the_same_file_again_after_the_event_was_closed(event: Event) -> None:
    run_import(FOUR, event)
    Event.objects.filter(pk=event.pk).update(is_open=False)
    event.refresh_from_db()
    assert_unchanged(event, FOUR)


def test_the_same_file_again_after_a_player_got_another_name(event: Event) -> None:
    run_import(FOUR, event)
    event.league.players.filter(name="Ann").update(name="Anne", name_key="anne")
    assert_unchanged(event, FOUR)


def test_more_hands_of_a_table_are_added(event: Event) -> None:
    run_import(FOUR, event)
    report = run_import(FOUR + ",,,,W,5\n", event)
    assert (report.tables_changed, report.hands_new, report.hands_unchanged) == (1, 1, 2)
    assert read_totals(event) == {(1, 1): (3, 2)}
    assert [record.key.startswith("import:") for record in DealRecord.objects.all()] == [True] * 3
    assert_unchanged(event, FOUR)
    assert_unchanged(event, FOUR + ",,,,W,5\n")


def test_a_file_with_fewer_hands_takes_none_away(event: Event) -> None:
    run_import(FOUR + ",,,,W,5\n", event)
    assert_unchanged(event, FOUR)
    assert len(read_deals(event)) == 3


def test_two_halves_of_an_event_are_one_event(event: Event) -> None:
    lines = TWO_TABLES.splitlines()
    run_import("\n".join(lines[:4]), event)
    run_import("\n".join([*lines[:4], *lines[4:]]), event)
    assert read_totals(event) == {(1, 1): (3, 2), (1, 2): (0, 6)}
    assert event.league.players.count() == 8


def test_hands_entered_on_the_page_first_are_the_same_hands(event: Event) -> None:
    players = list(add_players(event.league, ["Ann", "Bob", "Cyd", "Dee"], by=None, source="web").added)
    seats = dict(zip("NESW", players, strict=True))
    table = seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web")
    record(table, {"maker": "N", "tricks": 3}, 1)
    report = run_import("maker,tricks\nN,3\nE,2\n", event)  # without names: whoever sits there
    assert (report.hands_unchanged, report.hands_new, report.players_new) == (1, 1, 0)
    assert read_totals(event) == {(1, 1): (3, 0)}


def test_a_hand_after_one_that_was_taken_off_goes_in_its_place(event: Event) -> None:
    run_import(FOUR, event)
    undo(read_table(event), 2)
    run_import("name_N,maker,tricks\nAnn,N,3\n,W,5\n", event)
    records = DealRecord.objects.filter(position=2).order_by("revision")
    assert [(record.revision, record.void, record.reason) for record in records] == [
        (1, False, ""),
        (2, True, "misread"),
        (3, False, "entered again"),
    ]
    assert read_totals(event) == {(1, 1): (1, 2)}


def test_time_is_called_by_a_file_that_says_so_later(event: Event) -> None:
    run_import(FOUR, event)
    report = run_import("maker,tricks,finished\nN,3,yes\nE,2,\n", event)
    assert (report.tables_changed, report.hands_new) == (1, 0)
    assert write_standings(event)[0]["games_won"] == 1


REFUSED = [
    (
        "maker,tricks\nN,3\nE,4\n",
        [
            "line 3, column tricks: Stored at this table is: maker E, tricks 2. Correct the hand on the table's page, "
            "or put the file right."
        ],
    ),
    (
        "maker,tricks,suit\nN,3,H\n",
        [
            "line 2, column suit: Stored at this table is: maker N, tricks 3. Correct the hand on the table's page, "
            "or put the file right."
        ],
    ),
    (
        "maker,tricks,name_E,name_S\nN,3,Eve,cyd\n",
        ["line 2, column name_E: At this table Bob sits here, not Eve."],
    ),
    ("maker,tricks,first_dealer\nN,3,W\n", ["line 2, column first_dealer: At this table N dealt first."]),
    ("maker,tricks,warned\nN,3,EW\n", ["line 2, column warned: At this table, warned before was: nobody."]),
    (
        "maker,tricks,table\nN,3,1\nN,3,2\nE,4,1\n",
        [
            "line 4, column tricks: Stored at this table is: maker E, tricks 2. Correct the hand on the table's page, "
            "or put the file right."
        ],
    ),
    (
        "table,name_W,maker,tricks\n2,Ann,N,3\n",
        ["line 2, column name_W: Ann already sits at table 1 in round 1."],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "faults"), REFUSED)
def test_what_says_otherwise_than_what_is_stored_is_refused(event: Event, text: str, faults: list[str]) -> None:
    run_import(FOUR, event)
    assert list_faults(text, event) == faults


def test_nothing_is_added_after_a_hand_that_was_taken_off_here(event: Event) -> None:
    run_import(FOUR, event)
    undo(read_table(event), 2)
    assert list_faults(FOUR + ",,,,W,5\n", event) == [
        "line 3: This hand was taken off on the table's page: take it out of the file before adding more."
    ]


def test_nothing_is_added_after_a_hand_that_was_corrected_here(event: Event) -> None:
    run_import(FOUR, event)
    undo(read_table(event), 2)
    record(read_table(event), {"maker": "E", "tricks": 5}, 2)
    assert list_faults(FOUR + ",,,,W,5\n", event) == [
        "line 3: This hand was corrected on the table's page to: maker E, tricks 5. Put the file right before adding "
        "more."
    ]
    right = FOUR.replace("E,2", "E,5") + ",,,,W,5\n"
    assert run_import(right, event).hands_new == 1


def test_nothing_is_added_where_time_was_called(event: Event) -> None:
    run_import(FOUR, event)
    call_time(read_table(event), called=True, by=None, source="web")
    assert list_faults(FOUR + ",,,,W,5\n", event) == [
        "line 4: Time was called at this table: take that back on its page, then hands can be added."
    ]


def test_the_rules_are_asked_with_what_is_stored(event: Event) -> None:
    """A file that is silent about warnings is folded with those that the table has."""
    run_import("warned,maker,tricks\nEW,N,3\n", event)
    silent = "maker,tricks,infraction,offender\nN,3,,\nN,3,table_talk,E\n"
    assert list_faults(silent, event) == ["line 3, column tricks: The penalty ended the hand: leave out the tricks."]


def test_a_table_without_hands_may_be_reseated_and_imported_again(event: Event) -> None:
    text = "name_N,name_E,name_S,name_W,maker,tricks\nAnn,Bob,Cyd,Dee,,\n"
    run_import(text, event)
    table = read_table(event)
    seats = {seat.seat: seat.player for seat in table.seats.all()}
    seats["N"], seats["E"] = seats["E"], seats["N"]
    reseat_table(table, seats=seats, first_dealer="N", by=None, source="web")
    assert_unchanged(event, text)


def test_what_is_stored_is_what_pages_store(event: Event) -> None:
    """Results, audit and revision of an import are those of hands entered one by one."""
    run_import(TWO_TABLES, event)
    for table in event.tables.all():
        seats = list(table.seats.all())
        stored = {result.seat_id: read_figures(result) for result in table.results.all()}
        assert {r.seat_id: read_figures(r) for r in make_results(table, seats, fold_table(table))} == stored
    assert {record.source for record in DealRecord.objects.all()} == {"import"}
    rows = AuditRow.objects.filter(event=event).order_by("pk")
    assert [row.action for row in rows][1:] == ["table_imported", "table_imported", "results_imported"]
    assert rows[1].detail["totals"] == {"NS": 3, "EW": 2}
    assert rows[3].detail == {"file": "hands.csv", "tables_new": 2, "tables_changed": 0, "hands_new": 5}
    assert Event.objects.get(pk=event.pk).revision == 1


def test_a_dry_run_stores_nothing(event: Event) -> None:
    before = count_rows()
    report = run_import(TWO_TABLES, event, is_dry=True)
    assert (report.tables_new, report.hands_new, report.players_new) == (2, 5, 8)
    assert count_rows() == before


def test_somebody_was_faster(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hand that is recorded after the file was compared and before it is stored: it stands, the file does not."""
    run_import(FOUR, event)
    compare = importing.plan_import

    def compare_then_record(*args: Any) -> Plan:
        plan = compare(*args)
        record(read_table(event), {"maker": "S", "tricks": 4}, 3)
        return plan

    monkeypatch.setattr(running, "plan_import", compare_then_record)
    with pytest.raises(ImportRefusedError) as refused:
        run_import(FOUR + ",,,,W,5\n", event)
    assert [str(fault) for fault in refused.value.faults] == [
        "Somebody changed this event while the file was being checked. Look at what stands there now.",
        "line 4, column maker: Stored at this table is: maker S, tricks 4. Correct the hand on the table's page, or "
        "put the file right.",
    ]
    assert read_deals(event)[2] == {"maker": "S", "tricks": 4}


def test_a_sheet_with_an_empty_place_goes_out_and_comes_in_again(event: Event) -> None:
    """A hand taken off in the middle leaves its place empty, of which a file knows nothing."""
    run_import(TWO_TABLES, event)
    table = Table.objects.get(number=1)
    correct_sheet(table, {2: None}, seen=3, key="c", reason="never played", by=None, source="web")
    exported = "".join(write_table(event))
    assert_unchanged(event, exported)
    assert_unchanged(event, TWO_TABLES)
    columns = exported.splitlines()[0].removeprefix("\ufeff").split(",")
    more = {"event": "Spring", "round": "1", "table": "1", "maker": "S", "tricks": "3"}
    last = ",".join(more.get(column, "") for column in columns)
    lines = exported.splitlines()
    at = max(number for number, line in enumerate(lines) if line.startswith("Spring,1,1"))
    assert run_import("\n".join([*lines[: at + 1], last, *lines[at + 1 :]]), event).hands_new == 1
    standing = {record.position: record.facts for record in table.records.filter(void=False).exclude(position=2)}
    assert standing == {1: {"maker": "N", "tricks": 3}, 3: {"maker": "W", "tricks": 5}, 4: {"maker": "S", "tricks": 3}}


def test_a_file_that_still_has_a_hand_taken_off_in_the_middle_adds_nothing_after_it(event: Event) -> None:
    run_import(TWO_TABLES, event)
    table = Table.objects.get(number=1)
    correct_sheet(table, {2: None}, seen=3, key="c", reason="never played", by=None, source="web")
    faults = list_faults(TWO_TABLES + "    Spring,1,1,4,S,,3,,,,\n", event)
    assert any("corrected on the table's page" in fault or "taken off" in fault for fault in faults)
