"""Score sheets as JSON and JSON Lines: where they are played, how they are known again, and their faults."""

from __future__ import annotations

import json
from typing import Any

import pytest

from league.models import Event
from rules.catalog import GAMES
from tests.imports.conftest import list_faults, read_deals, read_names, read_table, read_totals, run_import

FOUR = {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"}
OTHERS = {"N": "Eve", "E": "Фёдор", "S": "Gus", "W": "Hal"}


def sheet(*deals: Any, **keys: Any) -> dict[str, Any]:
    return {"game": "land-grant-euchre", **keys, "deals": list(deals)}


N3 = {"maker": "N", "tricks": 3}
E5 = {"maker": "E", "tricks": 5}


def write_lines(*sheets: Any) -> str:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in sheets)


def import_sheets(event: Event, *sheets: Any, name: str = "sheets.jsonl") -> Any:
    return run_import(write_lines(*sheets), event, name=name)


FORMS = [
    ("one.json", json.dumps(sheet(N3, id="a", seats=FOUR))),
    ("pretty.json", json.dumps(sheet(N3, id="a", seats=FOUR), indent=2)),
    ("list.json", json.dumps([sheet(N3, id="a", seats=FOUR)], indent=1)),
    ("lines.jsonl", write_lines(sheet(N3, id="a", seats=FOUR))),
    ("named-wrongly.csv", write_lines(sheet(N3, id="a", seats=FOUR))),
    ("mark.json", "\ufeff" + json.dumps(sheet(N3, id="a", seats=FOUR))),
]


@pytest.mark.parametrize(("name", "text"), FORMS)
def test_the_content_says_which_format_it_is(event: Event, name: str, text: str) -> None:
    run_import(text, event, name=name)
    assert read_deals(event) == [N3]
    assert read_names(event) == FOUR
    assert read_table(event).source_id == "a"


def test_sheets_go_where_their_players_are_free(event: Event) -> None:
    import_sheets(
        event,
        sheet(N3, id="a", seats=FOUR),
        sheet(E5, id="b", seats=OTHERS),
        sheet(E5, id="c", seats={**OTHERS, "W": "Dee"}),
        sheet(N3, id="d", seats=FOUR),
        sheet(N3, id="e", seats={"N": "Ida", "E": "Jo", "S": "Kim", "W": "Lea"}),
    )
    places = {table.source_id: (table.round.number, table.number) for table in event.tables.select_related("round")}
    assert places == {"a": (1, 1), "b": (1, 2), "c": (2, 1), "d": (3, 1), "e": (1, 3)}


def test_sheets_go_beside_the_tables_that_are_there(event: Event) -> None:
    run_import("round,table,name_N,maker,tricks\n1,4,Ann,N,3\n2,1,Bob,N,3\n", event)
    import_sheets(event, sheet(N3, id="a", seats={"N": "Ann", "E": "Bob"}), sheet(N3, id="b", seats={"N": "Eve"}))
    places = {table.source_id: (table.round.number, table.number) for table in event.tables.select_related("round")}
    assert (places["a"], places["b"]) == ((3, 1), (1, 5))
    assert read_names(event, 3, 1) == {"N": "Ann", "E": "Bob", "S": "Table 1 S", "W": "Table 1 W"}


def test_sheets_without_names_are_tables_of_one_round(event: Event) -> None:
    import_sheets(event, sheet(N3, id="a"), sheet(E5, id="b"))
    assert read_totals(event) == {(1, 1): (1, 0), (1, 2): (0, 2)}
    assert read_names(event, 1, 2)["S"] == "Table 2 S"


def test_a_sheet_is_known_again_by_its_id(event: Event) -> None:
    import_sheets(event, sheet(N3, id="a", seats=FOUR))
    assert not import_sheets(event, sheet(N3, id="a", seats=FOUR)).changes_anything
    report = import_sheets(event, sheet(N3, E5, id="a", seats=FOUR))
    assert (report.tables_changed, report.hands_new) == (1, 1)
    assert read_deals(event) == [N3, E5]


def test_a_sheet_without_id_is_known_again_by_what_it_says(event: Event) -> None:
    import_sheets(event, sheet(N3, seats=FOUR))
    assert not import_sheets(event, {"deals": [{"tricks": 3, "maker": "N"}], **sheet(N3, seats=FOUR)}).changes_anything
    assert import_sheets(event, sheet(E5, seats=FOUR)).tables_new == 1


def test_the_sheet_of_a_table_of_this_event_is_that_table(event: Event) -> None:
    run_import("name_N,maker,tricks\nAnn,N,3\n", event)
    report = import_sheets(event, sheet(N3, E5, id="spring/1/1"))
    assert (report.tables_new, report.tables_changed) == (0, 1)
    assert read_totals(event) == {(1, 1): (1, 2)}


def test_a_sheet_carries_everything(event: Event) -> None:
    deals = [
        {"misdeal": True, "dealer": "W"},
        {"maker": "W", "infractions": [{"kind": "renege", "offender": "E"}], "suit": "H", "round": 2},
        {"ruling": {"points": {"EW": 1}, "reason": "late", "by": "Pat"}},
    ]
    import_sheets(event, sheet(*deals, id="a", seats=FOUR, first_dealer="E", warned=["NS"], finished=True))
    table = read_table(event)
    assert (table.first_dealer, table.warned, table.time_called) == ("E", ["NS"], True)
    assert read_deals(event) == deals
    assert read_totals(event) == {(1, 1): (2, 1)}


# (the text, the faults)
FAULTS = [
    ("{", ["line 1: This is not JSON: at line 1, column 2 it cannot be read."]),
    ("null", ["line 1, column sheet: Keys and values in braces are wanted here; it says null."]),
    ("12", ["line 1, column sheet: Keys and values in braces are wanted here; it says 12."]),
    (
        json.dumps([sheet(N3, id="a"), sheet({"maker": "N"}, id="b"), sheet(id="c")]),
        [
            "line 1, column sheet 2, deal 1, tricks: Say how many tricks the makers took, 0 to 5.",
            "line 1, column sheet 3: Here are neither hands nor names for a new table: leave it out.",
        ],
    ),
    ("[]", ["There are no score sheets in this file."]),
    ("[1]", ["line 1, column sheet 1: Keys and values in braces are wanted here; it says 1."]),
    ('{"deals": []}', [f"line 1, column game: Say which game this is, one of these: {', '.join(GAMES)}."]),
    (
        write_lines(sheet(N3, id="a"), sheet({"maker": "N", "tricks": 9}, id="b"), sheet({"maker": "Q"}, id="c")),
        [
            "line 2, column deal 1, tricks: This must be a whole number from 0 to 5.",
            "line 3, column deal 1, maker: “Q” is not possible here; write one of these: N, E, S, W.",
            "line 3, column deal 1, tricks: Say how many tricks the makers took, 0 to 5.",
        ],
    ),
    (
        json.dumps([sheet(N3, id="a"), sheet({"maker": "N", "tricks": "3"}, id="b")], indent=1),
        ["line 12, column sheet 2, deal 1, tricks: A whole number is wanted here, without quotes; it says 3."],
    ),
    (
        write_lines(sheet(N3, id="a")) + '{"id": "b", broken}\n' + write_lines(sheet({"maker": "N"}, id="c")),
        [
            "line 2: This is not JSON: at line 2, column 13 it cannot be read.",
            "line 3, column deal 1, tricks: Say how many tricks the makers took, 0 to 5.",
        ],
    ),
    (
        write_lines(sheet(N3, id="a", seats=FOUR), sheet(E5, id="a", seats=OTHERS)),
        ["line 2, column id: This id stands on line 1 too: every sheet needs one of its own."],
    ),
    (
        write_lines(sheet(N3, seats=FOUR), sheet(N3, seats=FOUR)),
        ["line 2, column id: The same sheet stands on line 1 too: take one out, or give each an id."],
    ),
    (write_lines(sheet(N3, id="n" * 201)), ["line 1, column id: An id has at most 200 characters."]),
    (
        write_lines(sheet(N3, seats={"N": "Ann", "S": "ann"})),
        ["line 1, column seats.S: ann already sits in seat N of this table."],
    ),
    (
        write_lines(sheet(N3, preset="fair-renege")),
        [
            "line 1, column preset: “Defender's renege against a loner” is 4 here and 2 in the event: a file keeps to "
            "the event's rules."
        ],
    ),
    (
        write_lines(sheet(N3, options={"warning_scope": "season"})),
        [
            "line 1, column options.warning_scope: “A warning counts for” is season here and team_per_game in the "
            "event: a file keeps to the event's rules."
        ],
    ),
    (
        write_lines(sheet(N3, options={"warning_scope": "ever"})),
        [
            "line 1, column options.warning_scope: “ever” is not possible here; write one of these: team_per_game, "
            "team_per_night, player_per_game, season."
        ],
    ),
    (
        '{"game": "land-grant-euchre", "deals": [], "deals": []}',
        ["line 1, column deals: “deals” stands here more than once: leave only the one that is right."],
    ),
    (
        '{"game": "land-grant-euchre", "deals": [], "options": {"loss_of_bid": 1, "loss_of_bid": "hand_over"}}',
        [
            "line 1, column options.loss_of_bid: “loss_of_bid” stands here more than once: leave only the one that is "
            "right."
        ],
    ),
]


@pytest.mark.parametrize(("text", "faults"), FAULTS)
def test_a_fault_is_told_with_its_sheet_and_deal(event: Event, text: str, faults: list[str]) -> None:
    assert list_faults(text, event, name="sheets.json") == faults


def test_a_sheet_silent_about_house_rules_is_played_by_the_events(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(preset="fair-renege", options={"warning_scope": "player_per_game"})
    event.refresh_from_db()
    loner = {"maker": "N", "alone": True, "infractions": [{"kind": "renege", "offender": "E"}]}
    import_sheets(event, sheet(loner, id="a", warned=["E"]))
    import_sheets(event, sheet(loner, id="b", preset="fair-renege", options={"warning_scope": "player_per_game"}))
    # the same rules under another name are the same rules
    import_sheets(
        event,
        sheet(
            loner, id="c", preset="league", options={"loner_renege_by_defender": 4, "warning_scope": "player_per_game"}
        ),
    )
    assert set(read_totals(event).values()) == {(4, 0)}
