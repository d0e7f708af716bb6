"""The record of infractions: what stands counts, of a player and of a team, for who may see it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import Event, League, Player, Table
from league.services.corrections import correct_sheet, undo_last
from league.services.seating import seat_table
from league.services.setup import create_event, create_season
from tests.web.conftest import VISITORS, record
from tests.web.playing import open_table

LEAGUE = "/leagues/riverside/infractions/"
RULING = {"ruling": {"points": {"EW": 2}, "reason": "Cards shown", "by": "Olga"}}


def offend(kind: str, offender: str, **facts: Any) -> dict[str, Any]:
    return {"maker": "N", "infractions": [{"kind": kind, "offender": offender}], **facts}


def read_rows(client: Client, url: str = LEAGUE) -> list[tuple[str, list[str], list[str]]]:
    """Kind, players and reasons of each row."""
    rows = client.get(url).context["rows"]
    return [(str(row["kind"]), [name for _url, name in row["players"]], row["reasons"]) for row in rows]


def test_every_infraction_warning_and_ruling_is_listed_the_newest_first(scorer: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3}, offend("table_talk", "E", tricks=3), offend("renege", "N"), RULING)
    assert read_rows(scorer) == [
        ("Ruling", ["Ann", "Cyd"], ["Ruling: Cards shown"]),
        ("Renege", ["Ann"], ["Renege by Ann: 2 points to the opponents"]),
        ("Table talk", ["Bob"], ["Table talk by Bob: warning, no points"]),
    ]
    page = scorer.get(LEAGUE)
    rows = page.context["rows"]
    assert [row["number"] for row in rows] == [None, 3, 2]
    assert [row["gains"] for row in rows] == [[("EW", "East–West", 2)], [("EW", "East–West", 2)], []]
    assert [(row["is_warning"], row["is_ruling"]) for row in rows] == [(False, True), (False, False), (True, False)]
    assert sorted(page.context["counts"]) == [("Renege", 1), ("Ruling", 1), ("Table talk", 1)]


def test_what_was_taken_off_or_corrected_does_not_count(scorer: Client, table: Table) -> None:
    record(table, offend("renege", "N"), offend("renege", "E"))
    undo_last(table, position=2, key="u", reason="wrong", by=None, source="web")
    assert [row[1] for row in read_rows(scorer)] == [["Ann"]]
    facts = {"maker": "N", "tricks": 3}
    correct_sheet(table, {1: facts}, seen=3, key="c", reason="no renege", by=None, source="web")
    assert read_rows(scorer) == []
    correct_sheet(table, {1: offend("renege", "W")}, seen=4, key="d", reason="after all", by=None, source="web")
    assert [row[1] for row in read_rows(scorer)] == [["Dee"]]


def test_two_in_one_hand_have_each_their_own_words(scorer: Client, table: Table) -> None:
    talks = [{"kind": "table_talk", "offender": "E"}, {"kind": "table_talk", "offender": "E"}]
    record(table, {"maker": "N", "infractions": talks})
    assert [(kind, reasons) for kind, _who, reasons in read_rows(scorer)] == [
        ("Table talk", ["Table talk by Bob: warning, no points"]),
        ("Table talk", ["Table talk by Bob after a warning: 2 points to the opponents"]),
    ]


def test_a_player_has_what_was_his_and_rulings_against_his_side(
    scorer: Client, table: Table, players: list[Player]
) -> None:
    record(table, offend("renege", "N"), offend("renege", "S"), offend("renege", "E"), RULING)
    rows = read_rows(scorer, f"/leagues/riverside/players/{players[0].pk}/infractions/")
    assert [(kind, who) for kind, who, _reasons in rows] == [("Ruling", ["Ann", "Cyd"]), ("Renege", ["Ann"])]
    assert read_rows(scorer, f"/leagues/riverside/players/{players[5].pk}/infractions/") == []


def test_a_pair_has_what_either_did_in_this_event(scorer: Client, table: Table, players: list[Player]) -> None:
    record(table, offend("renege", "N"), offend("renege", "S"), offend("renege", "E"))
    entry = table.event.entries.get(players=players[0])
    rows = read_rows(scorer, f"/events/tuesday/entries/{entry.pk}/infractions/")
    assert [who for _kind, who, _reasons in rows] == [["Cyd"], ["Ann"]]


@pytest.mark.parametrize(
    ("points", "against"),
    [
        ({"EW": -2}, [["Bob", "Dee"]]),
        ({"NS": 1, "EW": 3}, []),
        ({"NS": -1, "EW": -1}, [["Bob", "Dee"], ["Ann", "Cyd"]]),
    ],
)
def test_whom_a_ruling_goes_against(
    scorer: Client, table: Table, points: Mapping[str, int], against: list[list[str]]
) -> None:
    record(table, {"ruling": {"points": points, "reason": "x"}})
    assert [who for _kind, who, _reasons in read_rows(scorer)] == against


def test_a_season_leaves_the_others_out(scorer: Client, league: League, players: list[Player]) -> None:
    names = ("Spring", "Autumn")
    seats = dict(zip("NESW", players, strict=False))
    for offender, name in zip("NE", names, strict=True):
        season = create_season(league, name=name, by=None, source="web")
        event = create_event(
            league, name=name, game="land-grant-euchre", season=season, held_on=datetime.date(2026, 1, 1), by=None,
            source="web",
        )  # fmt: skip
        record(
            seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web"), offend("renege", offender)
        )
    assert len(read_rows(scorer)) == 2
    assert [who for _kind, who, _reasons in read_rows(scorer, f"{LEAGUE}?season=autumn")] == [["Bob"]]
    assert scorer.get(f"{LEAGUE}?season=winter").status_code == 404


GAMES = [
    ("grand", {}, {"bidder": "N", "bid": 10, "play": "whist", "infractions": [{"kind": "revoke", "offender": "E"}]}),
    ("yukon", {"revoke": "forfeit_deal"}, {"infractions": [{"kind": "revoke", "offender": "E"}]}),
    ("euchre", {}, {"maker": "N", "infractions": [{"kind": "renege", "offender": "E"}]}),
    ("partnership-whist", {}, {"tricks": {"NS": 9}, "infractions": [{"kind": "revoke", "offender": "E"}]}),
]


@pytest.mark.parametrize(("game", "options", "facts"), GAMES)
def test_every_game_is_told_in_its_own_words(
    scorer: Client, league: League, players: list[Player], game: str, options: dict[str, Any], facts: dict[str, Any]
) -> None:
    record(open_table(league, players, game=game, options=options), facts)
    ((_kind, who, reasons),) = read_rows(scorer)
    assert who == ["Bob"]
    assert "Bob" in reasons[0]


def test_two_of_one_side_that_count_once_say_so(scorer: Client, league: League, players: list[Player]) -> None:
    both = [{"kind": "revoke", "offender": "E"}, {"kind": "other", "offender": "W"}]
    table = open_table(league, players, game="grand")
    record(table, {"bidder": "N", "bid": 10, "play": "whist", "infractions": both})
    assert [reasons for _kind, _who, reasons in read_rows(scorer)][1] == []
    assert "counted with the one before it" in scorer.get(LEAGUE).content.decode()


@pytest.mark.parametrize("who", VISITORS)
def test_only_who_enters_hands_sees_a_pairs_record(table: Table, log_in: Callable[[str], Client], who: str) -> None:
    entry = table.event.entries.first()
    assert entry is not None
    status = log_in(who).get(f"/events/tuesday/entries/{entry.pk}/infractions/").status_code
    assert status == (200 if who in ("scorer", "admin") else 403)


def test_another_leagues_player_or_entry_is_not_found(scorer: Client, table: Table, closed_table: Table) -> None:
    other = closed_table.event
    player, entry = other.league.players.first(), other.entries.first()
    assert player is not None
    assert entry is not None
    assert scorer.get(f"/leagues/riverside/players/{player.pk}/infractions/").status_code == 404
    assert scorer.get(f"/events/tuesday/entries/{entry.pk}/infractions/").status_code == 404


def test_nothing_of_another_league_is_listed(scorer: Client, table: Table, closed_table: Table) -> None:
    record(closed_table, offend("renege", "N"))
    assert read_rows(scorer) == []


def test_it_asks_the_database_as_often_for_many_as_for_one(scorer: Client, event: Event, players: list[Player]) -> None:
    counts = []
    for number in (1, 2, 3):
        seats = dict(zip("NESW", players, strict=False))
        record(
            seat_table(event, round_number=number, number=1, seats=seats, by=None, source="web"), offend("renege", "N")
        )
        with CaptureQueriesContext(connection) as queries:
            scorer.get(LEAGUE)
        counts.append(len(queries))
    assert counts[0] == counts[2]


def test_long_records_come_in_pages(scorer: Client, league: League, players: list[Player]) -> None:
    table = open_table(league, players, game="euchre", options={"target": "none"})
    record(table, *[{"maker": "N", "infractions": [{"kind": "renege", "offender": "E"}]} for _hand in range(51)])
    assert len(read_rows(scorer)) == 50
    assert len(read_rows(scorer, f"{LEAGUE}?page=2")) == 1
