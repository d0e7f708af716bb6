"""Every kind of fault of a table: told with its line and its column, all of them at once, and nothing stored."""

from __future__ import annotations

import pytest

from league.models import Event, Player
from rules.catalog import GAMES
from tests.imports.conftest import list_faults, run_import

HEAD = "event,round,table,deal,dealer,maker,alone,tricks,infraction,offender,misdeal,ruling_NS,ruling_reason"

# (rows under HEAD, the faults); line 2 is the first row
CELLS = [
    ("a,1,1,1,,N,,6,,,,,", ["line 2, column tricks: This must be a whole number from 0 to 5."]),
    ("a,1,1,1,,N,,-1,,,,,", ["line 2, column tricks: This must be a whole number from 0 to 5."]),
    ("a,1,1,1,,N,,four,,,,,", ["line 2, column tricks: “four” is no whole number."]),
    ("a,1,1,1,,N,,3.5,,,,,", ["line 2, column tricks: “3.5” is no whole number."]),
    ("a,1,1,1,,Q,,3,,,,,", ["line 2, column maker: “Q” is not possible here; write one of these: N, E, S, W."]),
    ("a,1,1,1,NE,N,,3,,,,,", ["line 2, column dealer: “NE” is not possible here; write one of these: N, E, S, W."]),
    ("a,1,1,1,,N,maybe,3,,,,,", ["line 2, column alone: “maybe” is neither yes nor no: write one of them."]),
    ("a,1,1,1,,N,xx,3,,,,,", ["line 2, column alone: “xx” is neither yes nor no: write one of them."]),
    ("a,1,1,1,,,,3,,,,,", ["line 2, column maker: Say who made trump: every hand has a maker."]),
    ("a,1,1,1,,N,,,,,,,", ["line 2, column tricks: Say how many tricks the makers took, 0 to 5."]),
    ("a,0,1,1,,N,,3,,,,,", ["line 2, column round: This must be a whole number from 1 to 32,767."]),
    ("a,1,99999,1,,N,,3,,,,,", ["line 2, column table: This must be a whole number from 1 to 32,767."]),
    ("a,one,1,1,,N,,3,,,,,", ["line 2, column round: “one” is no whole number."]),
    ("a,1,1,first,,N,,3,,,,,", ["line 2, column deal: “first” is no whole number."]),
    (
        "a,1,1,1,,N,,3,sneezing,E,,,",
        [
            "line 2, column infraction: “sneezing” is not possible here; write one of these: renege, bid_out_of_turn, "
            "lead_out_of_turn, table_talk."
        ],
    ),
    ("a,1,1,1,,N,,3,table_talk,,,,", ["line 2, column offender: This is missing."]),
    (
        "a,1,1,1,,N,,3,table_talk+table_talk,E,,,",
        ["line 2, column offender: This names 1 where the cell beside it names 2: join as many with +."],
    ),
    (
        "a,1,1,1,,N,,3,table_talk+,E,,,",
        ["line 2, column infraction: Something is missing beside a + here: “table_talk+”."],
    ),
    ("a,1,1,1", ["line 2: This row has 4 cells and the heading 13: look for a missing or extra delimiter."]),
    ("a", ["line 2: This row has 1 cell and the heading 13: look for a missing or extra delimiter."]),
    ("a,1,1,,,,,,,,,,", ["line 2: Here are neither hands nor names for a new table: leave it out."]),
    (
        "a,1,1,1,,N,,3,renege,E,,,",
        ["line 2, column tricks: The penalty ended the hand: leave out the tricks."],
    ),
    (
        "a,1,1,,,N,,3,,,yes,,",
        [
            "line 2, column maker: A misdeal has no “maker”: leave it out, or leave out the misdeal.",
            "line 2, column tricks: A misdeal has no “tricks”: leave it out, or leave out the misdeal.",
        ],
    ),
    (
        "a,1,1,,,,,,,,,2,",
        ["line 2, column ruling_reason: A ruling needs a reason, so that everybody can see why."],
    ),
    (
        "a,1,1,,N,,,,,,,2,cards exposed",
        ["line 2, column dealer: A ruling stands alone: put “dealer” into an entry of its own."],
    ),
    (
        "a,1,1,,,,,,,,,10000,cards exposed",
        ["line 2, column ruling_NS: This must be a whole number from -9999 to 9999."],
    ),
    ("a,1,1,1,,N,,3", ["line 2: This row has 8 cells and the heading 13: look for a missing or extra delimiter."]),
    (
        "a,1,1,1,,N,,3,,,,,,",
        ["line 2: This row has 14 cells and the heading 13: look for a missing or extra delimiter."],
    ),
    (
        'a,1,1,1,,N,,"3,,,,,',
        [
            "line 2: The quotation marks do not match here. A cell with a quotation mark in it stands in quotation "
            "marks, and the mark itself is written twice."
        ],
    ),
    (
        'a,1,1,1,,N,,"3"x,,,,,\na,1,1,2,,N,,9,,,,,',
        [
            "line 2: The quotation marks do not match here. A cell with a quotation mark in it stands in quotation "
            "marks, and the mark itself is written twice.",
            "line 3, column tricks: This must be a whole number from 0 to 5.",
        ],
    ),
    (
        "a,1,1,1,,N,,3,,,,,\nb,1,1,2,,N,,3,,,,,",
        ["line 3, column event: This row belongs to “b” and line 2 to “a”: a file holds one event."],
    ),
    (
        "a,1,1,1,,N,,3,,,,,\na,1,,2,,N,,3,,,,,",
        ["line 3, column table: This is empty here and not in other rows."],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "faults"), CELLS)
def test_a_fault_is_told_with_line_and_column(event: Event, rows: str, faults: list[str]) -> None:
    assert list_faults(f"{HEAD}\n{rows}\n", event) == faults


def test_every_fault_of_every_row_is_told_at_once(event: Event) -> None:
    text = """\
        round,table,deal,maker,alone,tricks
        1,1,1,N,,3
        1,1,2,Q,maybe,7

        1,2,1,N,,x
        ,,,,,
        1,2,2,,yes,
        1,1,3,S,,9
    """
    assert list_faults(text, event) == [
        "line 3, column alone: “maybe” is neither yes nor no: write one of them.",
        "line 3, column maker: “Q” is not possible here; write one of these: N, E, S, W.",
        "line 3, column tricks: This must be a whole number from 0 to 5.",
        "line 7, column maker: Say who made trump: every hand has a maker.",
        "line 7, column tricks: Say how many tricks the makers took, 0 to 5.",
        "line 8, column tricks: This must be a whole number from 0 to 5.",
    ]


def test_a_hand_after_the_end_of_the_game_is_a_fault(event: Event) -> None:
    rows = "".join(f"{deal},N,yes,5\n" for deal in range(1, 5))
    assert list_faults("deal,maker,alone,tricks\n" + rows, event) == [
        "line 5, column deal: The game had ended before this hand: take it off, or start a new game."
    ]


# (heading and rows, the faults)
HEADINGS = [
    ("maker,trickz\nN,3\n", ["line 1, column trickz: There is no column “trickz”; perhaps “tricks” is meant."]),
    ("Makr;tricks\nN;3\n", ["line 1, column Makr: There is no column “Makr”; perhaps “maker” is meant."]),
    # what stands in a known column is told as well; what is missing because of the heading is not
    (
        "makr,tricks\nN,3\nN,7\n",
        [
            "line 1, column makr: There is no column “makr”; perhaps “maker” is meant.",
            "line 3, column tricks: This must be a whole number from 0 to 5.",
        ],
    ),
    (
        "maker,tricks,TRICKS\nN,3,3\n",
        ["line 1, column tricks: This column stands here 2 times: leave only the one that is right."],
    ),
    ("maker,tricks,\nN,3,9\n", ["line 2: Column 3 has something in it and no heading: name it, or empty it."]),
    (
        "Spieler,Stiche\nN,3\n",
        ["line 1: The first row must name the columns: event, round, table, deal, dealer, maker, alone, tricks, suit."],
    ),
    ("", ["There are no rows in this file."]),
    ("\n\n , \n", ["There are no rows in this file."]),
    ("maker,tricks\n", ["There are no rows in this file."]),
]


@pytest.mark.parametrize(("text", "faults"), HEADINGS)
def test_a_heading_that_is_not_understood(event: Event, text: str, faults: list[str]) -> None:
    assert list_faults(text, event) == faults


# (numbers of the deals of one table, the faults); m is a misdeal, r a ruling
NUMBERS = [
    ("1 2 3", []),
    ("- - -", []),
    ("1 - 3", []),
    ("1 m 2", []),
    ("1 2m 2", []),
    ("1 1r 2", []),
    ("1 2m 3", []),  # the rows counted through, misdeal included
    ("1 2r 3 4m 5", []),
    ("2 3", ["line 2, column deal: Deal 2 comes where deal 1 was to come: a row is missing."]),
    ("1 3", ["line 3, column deal: Deal 3 comes where deal 2 was to come: a row is missing."]),
    ("1 3 4", ["line 3, column deal: Deal 3 comes where deal 2 was to come: a row is missing."]),
    ("1 - 4", ["line 4, column deal: Deal 4 comes where deal 2 was to come: a row is missing."]),
    (
        "1 1",
        ["line 3, column deal: Deal 1 comes after a deal with that number or a higher one; 2 was to come."],
    ),
    (
        "1 2 2 3",
        ["line 4, column deal: Deal 2 comes after a deal with that number or a higher one; 3 was to come."],
    ),
    (
        "2 1",
        [
            "line 2, column deal: Deal 2 comes where deal 1 was to come: a row is missing.",
            "line 3, column deal: Deal 1 comes after a deal with that number or a higher one; 3 was to come.",
        ],
    ),
    ("1 4m 2", ["line 3, column deal: Deal 4 comes where deal 2 was to come: a row is missing."]),
]  # fmt: skip


@pytest.mark.parametrize(("numbers", "faults"), NUMBERS)
def test_deals_are_numbered_from_1_without_gap_or_repeat(event: Event, numbers: str, faults: list[str]) -> None:
    rows = ["deal,maker,tricks,misdeal,ruling_NS,ruling_reason"]
    for word in numbers.split():
        number = word.rstrip("mr-")
        rows.append(
            f"{number},,,yes,,"
            if word.endswith("m")
            else f"{number},,,,1,late"
            if word.endswith("r")
            else f"{number},N,3,,,"
        )
    if faults:
        assert list_faults("\n".join(rows), event) == faults
    else:
        assert run_import("\n".join(rows), event).hands_new == len(numbers.split())


SHARED = [
    (
        "finished,maker,tricks\nyes,N,3\nno,N,3\n",
        ["line 3, column finished: This says “no” and line 2 “yes”, for one and the same table."],
    ),
    (
        "name_N,maker,tricks\nAnn,N,3\nANN,N,3\nBob,N,3\n",
        ["line 4, column name_N: This says “Bob” and line 2 “Ann”, for one and the same table."],
    ),
    (
        "first_dealer,maker,tricks\n,N,3\nE,N,3\nS,N,3\n",
        ["line 4, column first_dealer: This says “S” and line 3 “E”, for one and the same table."],
    ),
    ("first_dealer,maker,tricks\nX,N,3\n", [
        "line 2, column first_dealer: “X” is not possible here; write one of these: N, E, S, W.",
    ]),
    ("warned,maker,tricks\n,N,3\nNS+XX,N,3\n", [
        "line 3, column warned: “XX” is not possible here; write one of these: NS, EW.",
    ]),
    ("game,maker,tricks\nbridge,N,3\n", [
        f"line 2, column game: “bridge” is not possible here; write one of these: {', '.join(GAMES)}.",
    ]),
    ("preset,maker,tricks\nharsh,N,3\n", [
        "line 2, column preset: “harsh” is not possible here; write one of these: league, fair-renege.",
    ]),
    ("preset,maker,tricks\nfair-renege,N,3\n", [
        "line 2, column preset: “Defender's renege against a loner” is 4 here and 2 in the event: a file keeps to the "
        "event's rules.",
    ]),
    ("option_loner_renege_by_defender,maker,tricks\n4,N,3\n", [
        "line 2, column option_loner_renege_by_defender: “Defender's renege against a loner” is 4 here and 2 in the "
        "event: a file keeps to the event's rules.",
    ]),
    ("option_loss_of_bid,maker,tricks\nnever,N,3\n", [
        "line 2, column option_loss_of_bid: “never” is not possible here; write one of these: hand_over, "
        "bid_forfeited_hand_continues.",
    ]),
    ("players,maker,tricks\n4,N,3\n", [
        "line 2, column players: “players” means nothing in Land-Grant Euchre: leave it out.",
    ]),
    ("name_N,name_S,maker,tricks\nAnn,ann,N,3\n", [
        "line 2, column name_S: ann already sits in seat N of this table.",
    ]),
    (f"name_N,maker,tricks\n{'n' * 101},N,3\n", [
        "line 2, column name_N: A name has at most 100 characters.",
    ]),
    ("table,name_N,maker,tricks\n1,Ann,N,3\n2,Ann,N,3\n", [
        "line 3, column name_N: Ann already sits at table 1 in round 1.",
    ]),
    ("name_N,maker,tricks\nMÃ¼ller,N,3\n", [
        "line 2, column name_N: “MÃ¼ller” is “Müller” saved in a wrong encoding: save the file again as UTF-8.",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "faults"), SHARED)
def test_what_holds_for_a_whole_table(event: Event, text: str, faults: list[str]) -> None:
    assert list_faults(text, event) == faults


def test_two_players_of_one_name_must_be_told_apart(event: Event) -> None:
    for _twin in range(2):
        Player.objects.create(league=event.league, name="P. Smith", name_key="p. smith")
    assert list_faults("name_E,maker,tricks\nP. SMITH,N,3\n", event) == [
        "line 2, column name_E: Several players of this league are called P. SMITH: give them different names first."
    ]


def test_a_closed_event_takes_nothing(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(is_open=False)
    event.refresh_from_db()
    assert list_faults("maker,tricks\nN,3\n", event) == ["This event is closed: open it again first."]


def test_more_rows_than_a_file_may_have(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.imports.rows.MOST_ROWS", 2)
    assert list_faults("maker,tricks\nN,3\nN,3\nN,3\n", event) == ["line 4: A file may have at most 2 rows: split it."]


def test_more_sheets_than_a_file_may_have(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.imports.sheets.MOST_ROWS", 2)
    text = '{"game": "land-grant-euchre", "deals": [{}, {}, {}]}'
    assert list_faults(text, event) == ["A file may have at most 2 rows: split it."]


def test_more_hands_than_a_table_may_have(event: Event) -> None:
    assert list_faults("misdeal\n" + "yes\n" * 32_768, event) == [
        "line 32769, column deal: A table has at most 32,767 hands."
    ]


def test_a_cell_without_end(event: Event) -> None:
    text = 'maker,tricks,ruling_reason\nN,3,"' + "never closed " * 20_000
    assert list_faults(text, event)[0] == (
        "line 2: A cell here is far too long: look for a quotation mark that is never closed."
    )
