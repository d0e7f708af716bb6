"""Tables between which warnings are carried, written at from all ends: nobody stands in another one's way for good.

A transaction that the database breaks off is not run again here, so that a deadlock is an error.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.models import Event, League, Player, Season, Table
from league.services import locking
from league.services.calls import raise_call, withdraw_call
from league.services.corrections import undo_last
from league.services.editing import rename_player
from league.services.recording import call_time, record_deal
from league.services.seating import seat_table
from league.services.setup import create_event, create_season
from league.services.stages import confirm_tables
from league.services.verification import verify_events

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

WHO: dict[str, Any] = {"by": None, "source": "web"}
TIMES = range(6)

#: Played on after every infraction, so that a hand is allowed whether it brought a warning or a penalty.
PLAYED_ON = {"loss_of_bid": "bid_forfeited_hand_continues", "defender_offence": "play_on_plus_2"}
TALK = {"maker": "N", "tricks": 3, "infractions": [{"kind": "table_talk", "offender": "N"}]}


@pytest.fixture(autouse=True)
def _breaks_are_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "TRIES", 1)


def make_event(league: League, *, scope: str, day: int = 3, season: Season | None = None) -> Event:
    return create_event(
        league, name=f"Day {day}", game="land-grant-euchre", options={"warning_scope": scope, **PLAYED_ON},
        held_on=datetime.date(2026, 3, day), season=season, **WHO,
    )  # fmt: skip


def seat(event: Event, round_number: int) -> Table:
    players = list(event.league.players.order_by("pk"))
    return seat_table(event, round_number=round_number, number=1, seats=dict(zip("NESW", players, strict=False)), **WHO)


def warn_often(table: Table) -> None:
    """A warning and its end, again and again: each is carried to the later tables."""
    for time in TIMES:
        record_deal(table, TALK, position=1, key=f"talk {time}", **WHO)
        undo_last(table, position=1, key=f"undo {time}", reason="wrong", **WHO)


def confirm_often(table: Table) -> None:
    for _time in TIMES:
        confirm_tables([table], **WHO)
        call_time(table, called=False, **WHO)
        call_time(table, called=True, **WHO)


def call_often(table: Table) -> None:
    for time in TIMES[:5]:
        withdraw_call(raise_call(table, text="", key=f"call {time}", **WHO).call, **WHO)


def rename_often(player: Player) -> None:
    for time in TIMES:
        rename_player(player, name=f"Name {time}", **WHO)


def test_tables_of_an_evening_whose_numbers_run_against_the_order_of_play(tables: list[Table], race: Race) -> None:
    event = make_event(tables[0].event.league, scope="team_per_night")
    last, second, first = (seat(event, number) for number in (3, 2, 1))
    record_deal(last, TALK, position=1, key="a", **WHO)
    call_time(last, called=True, **WHO)
    done = race(
        partial(warn_often, first), partial(warn_often, second), partial(confirm_often, last),
        partial(call_often, last), partial(call_often, second),
    )  # fmt: skip
    assert done == [None] * 5
    assert verify_events([event]).differences == []


def test_events_of_a_season_whose_numbers_run_against_their_dates(tables: list[Table], race: Race) -> None:
    """Between them an evening whose own warnings end with it: those of its players are carried on all the same."""
    league = tables[0].event.league
    season = create_season(league, name="Spring", **WHO)
    scopes = {9: "season", 6: "team_per_game", 3: "season"}
    last, second, first = (
        seat(make_event(league, scope=scope, day=day, season=season), 1) for day, scope in scopes.items()
    )
    record_deal(last, TALK, position=1, key="a", **WHO)
    call_time(last, called=True, **WHO)
    done = race(
        partial(warn_often, first), partial(warn_often, second), partial(confirm_often, last),
        partial(rename_often, league.players.order_by("pk")[0]),
    )  # fmt: skip
    assert done == [None] * 4
    assert verify_events().differences == []
