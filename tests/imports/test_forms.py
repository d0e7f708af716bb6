"""What people and spreadsheets write for one and the same thing is read as the same facts."""

from __future__ import annotations

from typing import Any

import pytest

from league.models import Event
from tests.imports.conftest import TWO_TABLES, read_deals, read_names, read_table, read_totals, run_import

N3: dict[str, Any] = {"maker": "N", "tricks": 3}

# (a table of one hand, its facts)
HANDS: list[tuple[str, dict[str, Any]]] = [
    ("maker,tricks\nN,3\n", N3),
    ("maker;tricks\nN;3\n", N3),
    ("maker\ttricks\nN\t3\n", N3),
    ("sep=;\nmaker;tricks\nN;3\n", N3),
    ("sep=,\r\nmaker,tricks\r\nN,3\r\n", N3),
    ("\n,\nmaker,tricks\n\nN,3\n,\n", N3),
    ("maker,tricks\r\nN,3\r\n", N3),
    ("maker,tricks\rN,3\r", N3),
    ("maker,tricks\nN,3", N3),
    ("tricks,maker\n3,N\n", N3),
    (" MAKER , Tricks \n n , 3 \n", N3),
    ('"maker","tricks"\n"N","3"\n', N3),
    ("maker,tricks,,\nN,3,,\n", N3),
    ("event,round,table,deal,maker,tricks\nFinal,1,1,1,N,3\n", N3),
    ("maker,tricks\nN,3.0\n", N3),
    ("maker;tricks\nN;3,0\n", N3),
    ("maker,tricks\nN,3.\n", N3),
    ("maker,tricks\nN,+3\n", N3),
    ("maker,tricks\nN,03\n", N3),
    ("round,table,maker,tricks\n1.0,1.0,N,3\n", N3),
    ("maker,tricks\nN,x\n", {"maker": "N", "tricks": 0}),
    ("maker,tricks\nN,X\n", {"maker": "N", "tricks": 0}),
    ("maker,tricks\nN,х\n", {"maker": "N", "tricks": 0}),  # Cyrillic
    ("maker,tricks\nЕ,Х\n", {"maker": "E", "tricks": 0}),  # Cyrillic
    ("maker,tricks\nN,0\n", {"maker": "N", "tricks": 0}),
    *[
        (f"maker,tricks,alone\nN,3,{word}\n", {**N3, "alone": True})
        for word in ("yes", "YES", "true", "TRUE", "1", "да", "Да", "ДА", "ИСТИНА", " Yes ")
    ],
    *[
        (f"maker,tricks,alone\nN,3,{word}\n", N3)
        for word in ("no", "No", "false", "FALSE", "0", "нет", "НЕТ", "ложь", "")
    ],
    *[(f"maker,tricks,suit\nN,3,{word}\n", {**N3, "suit": "H"}) for word in ("H", "h", "♥", "♥️", "♥︎", "♡", "Н")],
    *[(f"maker,tricks,suit\nN,3,{word}\n", {**N3, "suit": "C"}) for word in ("c", "♣", "С")],
    ("maker,tricks,suit,deal_round,turned_down\nN,3,♠,2,♦\n", {**N3, "suit": "S", "round": 2, "turned_down": "D"}),
    ("dealer,maker,tricks\nw,N,3\n", {**N3, "dealer": "W"}),
    ("misdeal,dealer\nyes,E\n", {"misdeal": True, "dealer": "E"}),
    ("misdeal,maker,tricks\nno,N,3\n", N3),
    (
        "maker,infraction,offender\nN,renege,E\n",
        {"maker": "N", "infractions": [{"kind": "renege", "offender": "E"}]},
    ),
    (
        "maker,infraction,offender\nN,Table talk + renege, e+S\n",
        {
            "maker": "N",
            "infractions": [{"kind": "table_talk", "offender": "E"}, {"kind": "renege", "offender": "S"}],
        },
    ),
    (
        'ruling_NS,ruling_EW,ruling_reason,ruling_by\n2,-1,"late, twice",Pat\n',
        {"ruling": {"points": {"NS": 2, "EW": -1}, "reason": "late, twice", "by": "Pat"}},
    ),
    ("ruling_NS,ruling_reason\nx,no harm\n", {"ruling": {"points": {"NS": 0}, "reason": "no harm"}}),
    ("ruling_EW,ruling_reason\n−2,no harm\n", {"ruling": {"points": {"EW": -2}, "reason": "no harm"}}),
    ("ruling_reason\nno harm\n", {"ruling": {"points": {}, "reason": "no harm"}}),
    ("ruling_NS,ruling_reason\n1,'=SUM(A1)\n", {"ruling": {"points": {"NS": 1}, "reason": "=SUM(A1)"}}),
    ("ruling_NS,ruling_reason\n1,'tis late\n", {"ruling": {"points": {"NS": 1}, "reason": "'tis late"}}),
]


@pytest.mark.parametrize(("text", "facts"), HANDS)
def test_one_hand_in_many_spellings(event: Event, text: str, facts: dict[str, Any]) -> None:
    report = run_import(text, event)
    assert (report.tables_new, report.hands_new) == (1, 1)
    assert read_deals(event) == [facts]


# (how bytes are made of the text, whether the reader is asked to look at the names)
ENCODINGS = [
    ("utf-8", False),
    ("utf-8-sig", False),
    ("utf-16", False),
    ("utf-16-be-mark", False),
    ("cp1251", True),
]


@pytest.mark.parametrize(("encoding", "is_noted"), ENCODINGS)
def test_cyrillic_names_in_every_encoding(event: Event, encoding: str, is_noted: bool) -> None:
    text = "name_N;name_E;maker;tricks\nФёдор Ёжиков;Мария;N;3\n"
    content = b"\xfe\xff" + text.encode("utf-16-be") if encoding == "utf-16-be-mark" else text.encode(encoding)
    report = run_import(content, event)
    assert read_names(event) == {"N": "Фёдор Ёжиков", "E": "Мария", "S": "Table 1 S", "W": "Table 1 W"}
    assert bool(report.notes) is is_noted


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_western_names_in_every_encoding(event: Event, encoding: str) -> None:
    report = run_import("name_N,name_E,maker,tricks\nJosé Müller,Siân O’Neil,N,3\n".encode(encoding), event)
    assert read_names(event)["N"] == "José Müller"
    assert read_names(event)["E"] == "Siân O’Neil"
    assert bool(report.notes) is (encoding == "cp1252")


def test_a_table_without_names_round_or_number(event: Event) -> None:
    run_import("maker,tricks\nN,3\nE,x\n", event)
    assert read_names(event) == {seat: f"Table 1 {seat}" for seat in "NESW"}
    assert read_totals(event) == {(1, 1): (3, 0)}


def test_nameless_tables_of_two_rounds_have_the_same_players(event: Event) -> None:
    run_import("round,table,maker,tricks\n1,1,N,3\n1,2,N,3\n2,1,E,3\n", event)
    assert event.league.players.count() == 8
    assert [entry.name for entry in event.entries.all()] == [
        "Table 1 E & Table 1 W",
        "Table 1 N & Table 1 S",
        "Table 2 E & Table 2 W",
        "Table 2 N & Table 2 S",
    ]


def test_rows_of_tables_may_be_mixed(event: Event) -> None:
    report = run_import(TWO_TABLES, event)
    assert (report.tables_new, report.hands_new, report.players_new) == (2, 5, 8)
    assert read_totals(event) == {(1, 1): (3, 2), (1, 2): (0, 6)}
    assert read_names(event, 1, 2) == {"N": "Eve", "E": "Фёдор", "S": "Gus", "W": "Hal"}


def test_what_holds_for_a_table_may_stand_on_any_of_its_rows(event: Event) -> None:
    run_import(
        """\
        maker,tricks,name_N,first_dealer,warned,finished
        N,3,,,,
        E,2,Ann,W,EW,
        S,4,ann,,,yes
        """,
        event,
    )
    table = read_table(event)
    assert (table.first_dealer, table.warned, table.time_called) == ("W", ["EW"], True)
    assert read_names(event)["N"] == "Ann"


def test_a_row_that_only_says_who_sits_there(event: Event) -> None:
    report = run_import("round,table,maker,tricks,name_N\n1,1,,,Ann\n1,1,N,3,\n1,2,,,Bob\n", event)
    assert (report.tables_new, report.hands_new) == (2, 1)
    assert read_deals(event, 1, 2) == []
    assert read_names(event, 1, 2)["N"] == "Bob"


def test_players_are_known_by_name_however_it_is_spelt(event: Event) -> None:
    run_import("name_N,name_E,maker,tricks\nJosé  Müller,Eve,N,3\n", event)
    again = "round,name_N,name_E,maker,tricks\n2,jose\u0301 MÜLLER,eve ,N,3\n"
    assert run_import(again, event).players_new == 0
    assert sorted(player.name for player in event.league.players.all())[:2] == ["Eve", "José Müller"]


def test_an_event_of_single_players(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(entry_kind="player")
    event.refresh_from_db()
    run_import("name_N,name_E,name_S,name_W,maker,tricks\nAnn,Bob,Cyd,Dee,N,3\n", event)
    assert [entry.name for entry in event.entries.all()] == ["Ann", "Bob", "Cyd", "Dee"]
