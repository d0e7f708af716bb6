"""A table's whole sheet out and in: the same rules as an import, everything or nothing, and only once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import AuditRow, DealRecord, Event, SeatResult, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table, write_sheet
from league.services.corrections import undo_last
from league.services.recording import call_time, record_deal
from league.services.results import read_figures
from scoring.files import read_json_sheets
from scoring.result import score_sheet
from tests.api.conftest import Ask, World, list_codes, make_world

GAME = "land-grant-euchre"
MARCH: dict[str, Any] = {"maker": "N", "tricks": 5}
EUCHRE: dict[str, Any] = {"maker": "N", "tricks": 2}
RENEGE: dict[str, Any] = {"maker": "E", "infractions": [{"kind": "renege", "offender": "W"}]}
MISDEAL: dict[str, Any] = {"misdeal": True}
RULING: dict[str, Any] = {"ruling": {"points": {"NS": 1}, "reason": "cards exposed", "by": "Pat"}}


@pytest.fixture
def admin(world: World) -> User:
    user = world.people["admin"]
    assert user is not None
    return user


@pytest.fixture
def send(ask: Ask, table: Table, admin: User) -> Any:
    """Send a sheet of these deals to the table."""

    def post(deals: Any, *, user: User | None = None, **more: Any) -> Any:
        body = {"game": GAME, "deals": deals, **more}
        return ask("POST", f"tables/{table.pk}/sheet/", user=user or admin, body=body)

    return post


@pytest.fixture
def fetch(ask: Ask, table: Table, admin: User) -> Any:
    """As a member, who reads who gave a ruling."""
    return lambda: ask("GET", f"tables/{table.pk}/sheet/", user=admin).json()


def list_facts() -> list[Any]:
    return [record.facts for record in DealRecord.objects.order_by("position", "revision")]


def test_what_goes_in_comes_out_and_scores_the_same(send: Any, fetch: Any, table: Table, admin: User) -> None:
    deals = [MARCH, MISDEAL, RENEGE, RULING, EUCHRE]
    answer = send(deals)
    assert (answer.status_code, answer.json()["added"]) == (201, 5)
    assert answer.json()["result"]["totals"] == {"NS": 5, "EW": 2}
    sheet = fetch()
    assert sheet["deals"] == deals
    assert score_sheet(sheet)["totals"] == {"NS": 5, "EW": 2}
    assert {record.source for record in DealRecord.objects.all()} == {"api"}
    assert {record.recorded_by for record in DealRecord.objects.all()} == {admin}
    stored = {result.seat_id: read_figures(result) for result in SeatResult.objects.filter(table=table)}
    fresh = make_results(table, list(table.seats.all()), fold_table(table))
    assert stored == {result.seat_id: read_figures(result) for result in fresh}


def test_what_came_out_goes_in_again_and_changes_nothing(
    send: Any, fetch: Any, ask: Ask, table: Table, admin: User
) -> None:
    send([MARCH, RULING], finished=True)
    sheet, rows, revision = fetch(), AuditRow.objects.count(), Event.objects.get().revision
    answer = ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=sheet)
    assert (answer.status_code, answer.json()["added"]) == (200, 0)
    assert (fetch(), AuditRow.objects.count(), Event.objects.get().revision) == (sheet, rows, revision)


def test_a_sheet_goes_to_a_table_of_the_same_players_elsewhere(send: Any, fetch: Any, ask: Ask, admin: User) -> None:
    send([MARCH, RENEGE, RULING], finished=True)
    there = make_world("Hillside", is_public=True)
    body = {**fetch(), "id": "sheet of another table"}
    answer = ask("POST", f"tables/{there.table.pk}/sheet/", user=there.people["owner"], body=body)
    assert (answer.status_code, answer.json()["added"]) == (201, 3)
    assert write_sheet(there.table)["deals"] == body["deals"]
    there.table.refresh_from_db()
    assert there.table.time_called


def test_only_what_is_new_is_added(send: Any, ask: Ask, table: Table, admin: User) -> None:
    body = {"position": 1, "facts": MARCH}
    ask("POST", f"tables/{table.pk}/deals/", user=admin, body=body, key="by hand")
    answer = send([MARCH, EUCHRE])
    assert (answer.status_code, answer.json()["added"], answer.json()["next_position"]) == (201, 1, 3)
    assert send([MARCH, EUCHRE]).status_code == 200
    assert send([MARCH]).status_code == 200
    assert send([]).status_code == 200
    assert send([{"tricks": 5, "maker": "N", "alone": False}, EUCHRE]).status_code == 200
    assert list_facts() == [MARCH, EUCHRE]


def test_a_sheet_that_says_otherwise_is_a_conflict_and_stores_nothing(send: Any) -> None:
    send([MARCH, MISDEAL])
    answer = send([EUCHRE, MISDEAL, MARCH])
    assert answer.status_code == 409
    (fault,) = answer.json()["errors"]
    assert (fault["deal"], fault["field"], fault["code"]) == (1, "tricks", "differs")
    conflict = answer.json()["conflict"]
    assert conflict["expected"] == 3
    assert [(entry["position"], entry["facts"]) for entry in conflict["standing"]] == [(1, MARCH)]
    assert list_facts() == [MARCH, MISDEAL]


@pytest.mark.parametrize(
    ("more", "status", "fields"),
    [
        ({"seats": {"N": "Ann", "E": "bob"}}, 201, []),
        ({"seats": {"N": "Zoe", "E": "Bob", "S": "Ann"}}, 409, ["seats.N", "seats.S"]),
        ({"first_dealer": "N"}, 201, []),
        ({"first_dealer": "S"}, 409, ["first_dealer"]),
        ({"warned": []}, 201, []),
        ({"warned": ["NS"]}, 409, ["warned"]),
        ({"preset": "league", "options": {}}, 201, []),
        ({"preset": "fair-renege"}, 422, ["preset"]),
        ({"options": {"warning_scope": "season"}}, 422, ["options.warning_scope"]),
        ({"id": "anything"}, 201, []),
        ({"id": 7}, 422, ["id"]),
        ({"id": "x" * 300}, 201, []),
        ({"id": "\x00"}, 201, []),
        ({"extra": 1, "finished": 1}, 422, ["extra", "finished"]),
    ],
)
def test_what_a_sheet_says_besides_must_be_that_of_its_table(
    send: Any, more: dict[str, Any], status: int, fields: list[str]
) -> None:
    answer = send([MARCH], **more)
    assert answer.status_code == status
    assert status == 201 or [field for field, _code in list_codes(answer)] == fields
    assert DealRecord.objects.exists() == (status == 201)


def test_every_fault_is_told_with_its_place_and_code(send: Any) -> None:
    answer = send([MARCH, {"maker": "Q"}, {"tricks": 9}, 7, {"ruling": {"reason": "a\x00"}}], warned=["Q"])
    assert answer.status_code == 422
    found = {(fault["deal"], fault["field"], fault["code"]) for fault in answer.json()["errors"]}
    assert found == {
        (None, "warned.0", "unknown_value"),
        (2, "maker", "unknown_value"),
        (2, "tricks", "missing"),
        (3, "maker", "missing"),
        (3, "tricks", "out_of_range"),
        (4, "deal", "wrong_type"),
        (5, "ruling.reason", "control_character"),
    }
    assert not DealRecord.objects.exists()


def test_a_hand_after_the_end_is_refused_with_all_the_others(send: Any) -> None:
    answer = send([MARCH] * 6)
    assert answer.status_code == 422
    assert [(fault["deal"], fault["code"]) for fault in answer.json()["errors"]] == [(6, "game_over")]
    assert not DealRecord.objects.exists()


@pytest.mark.parametrize("body", [{}, [], 5, "x", None, {"game": "whist", "deals": []}, {"game": GAME}, [{}]])
def test_what_is_no_sheet_is_refused(ask: Ask, table: Table, admin: User, body: Any) -> None:
    assert ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=body).status_code == 422


def test_a_finished_sheet_calls_time(send: Any, fetch: Any, table: Table) -> None:
    assert send([MARCH], finished=True).json()["result"]["winner"] == "NS"
    assert fetch()["finished"] is True
    assert send([MARCH]).status_code == 200
    late = send([MARCH, EUCHRE])
    assert (late.status_code, list_codes(late)[0][1]) == (409, "table_closed")
    call_time(table, called=False, by=None, source="web")
    assert send([MARCH, EUCHRE]).status_code == 201


def test_a_closed_event_takes_nothing_new(send: Any) -> None:
    send([MARCH])
    Event.objects.update(is_open=False)
    assert send([MARCH]).status_code == 200
    answer = send([MARCH, EUCHRE])
    assert (answer.status_code, list_codes(answer)) == (409, [(None, "table_closed")])
    assert list_facts() == [MARCH]


def test_a_hand_taken_off_stays_off_when_its_sheet_comes_again(send: Any, fetch: Any, table: Table) -> None:
    send([MARCH, EUCHRE])
    undo_last(table, position=2, key="undo", reason="not played", by=None, source="web")
    assert send([MARCH, EUCHRE]).status_code == 200
    assert fetch()["deals"] == [MARCH]
    assert send([MARCH, RENEGE]).status_code == 201
    assert fetch()["deals"] == [MARCH, RENEGE]


def test_a_scorer_may_send_a_sheet_with_a_ruling_that_stands(send: Any, table: Table, world: World) -> None:
    scorer = world.people["scorer"]
    assert send([MARCH, RULING], user=scorer).status_code == 403
    assert send([MARCH, RULING]).status_code == 201
    assert send([MARCH, RULING, EUCHRE], user=scorer).status_code == 201
    assert list_facts() == [MARCH, RULING, EUCHRE]


def test_the_event_s_own_rules_hold_where_the_sheet_says_none(
    ask: Ask, world: World, admin: User, table: Table
) -> None:
    Event.objects.update(preset="fair-renege", options={"warning_scope": "player_per_game"})
    deals = [{"maker": "N", "alone": True, "infractions": [{"kind": "renege", "offender": "E"}]}]
    for body in ({"game": GAME, "deals": deals}, {**write_sheet(Table.objects.get()), "deals": deals}):
        answer = ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=body)
        assert answer.json()["result"]["totals"] == {"NS": 4, "EW": 0}
    assert DealRecord.objects.count() == 1


def test_the_real_final_goes_in_and_comes_out(shared_folder: Path, ask: Ask, table: Table, admin: User) -> None:
    """Reads ../shared/real, which may lie beside this checkout."""
    (sheet,) = read_json_sheets((shared_folder / "real" / "euchre-final.sheet.json").read_bytes())
    assert isinstance(sheet, dict)
    sheet = {key: value for key, value in sheet.items() if key != "seats"}
    answer = ask("POST", f"tables/{table.pk}/sheet/", user=admin, body=sheet)
    assert answer.status_code == 201
    assert answer.json()["result"]["totals"] == {"NS": 8, "EW": 10}
    again = ask("GET", f"tables/{table.pk}/sheet/").json()
    assert score_sheet(again)["deals"] == score_sheet(sheet)["deals"]


def test_a_hand_entered_beside_is_found_by_the_next_sheet(send: Any, table: Table) -> None:
    send([MARCH])
    record_deal(table, EUCHRE, position=2, key="web", by=None, source="web")
    assert send([MARCH, EUCHRE, RENEGE]).json()["added"] == 1
    assert send([MARCH, RENEGE]).status_code == 409
