"""Warnings carried between tables that are written at one instant, and calls that several phones raise at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Call, Event, SeatResult, Table
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table
from league.services.calls import CallAnsweredError, CallOpenError, Raised, answer_call, raise_call
from league.services.recording import Recorded, record_deal
from league.services.results import read_figures
from league.services.seating import seat_table
from league.services.setup import create_event

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

TALK = {"maker": "N", "tricks": 3, "infractions": [{"kind": "table_talk", "offender": "N"}]}
OPTIONS = {
    "warning_scope": "team_per_night",
    "loss_of_bid": "bid_forfeited_hand_continues",
    "defender_offence": "play_on_plus_2",
}
ROUNDS = 4
RULING = {"ruling": {"points": {"EW": 2}, "reason": "Renege"}}


@pytest.fixture
def rounds(tables: list[Table]) -> list[Table]:
    """The same four players at one table in each round, made in the wrong order: the last round is the oldest row."""
    seats = {seat.seat: seat.player for seat in tables[0].seats.select_related("player")}
    league = tables[0].event.league
    event = create_event(league, name="Night", game="land-grant-euchre", options=OPTIONS, by=None, source="web")
    opened = [
        seat_table(event, round_number=number, number=1, seats=seats, by=None, source="web")
        for number in range(ROUNDS, 0, -1)
    ]
    return opened[::-1]


def record_talk(table: Table) -> Recorded:
    return record_deal(table, TALK, position=1, key="talk", by=None, source="web")


def test_whoever_writes_first_only_the_first_round_gets_the_warning(rounds: list[Table], race: Race) -> None:
    outcomes = race(*[partial(record_talk, table) for table in rounds])
    assert all(isinstance(outcome, Recorded) for outcome in outcomes), outcomes
    for number, table in enumerate(rounds, start=1):
        fresh = make_results(table, list(table.seats.all()), fold_table(table))
        stored = SeatResult.objects.in_bulk([result.seat_id for result in fresh])
        assert [read_figures(stored[each.seat_id]) for each in fresh] == [read_figures(each) for each in fresh]
        against = SeatResult.objects.filter(table=table, side="EW").values_list("points", flat=True)[0]
        assert against == (0 if number == 1 else 2), number


def test_of_many_calls_of_a_table_one_is_raised(tables: list[Table], race: Race) -> None:
    keys = ("a", "a", "b", "c")
    outcomes = race(*[partial(raise_call, tables[0], text="", key=key, by=None, source="link") for key in keys])
    assert Call.objects.count() == 1
    for outcome in outcomes:
        assert isinstance(outcome, Raised | CallOpenError), outcome
    assert sum(isinstance(outcome, Raised) and outcome.is_new for outcome in outcomes) == 1


def test_of_two_admins_who_rule_at_once_one_does(tables: list[Table], scorers: list[User], race: Race) -> None:
    call = raise_call(tables[0], text="", key="k", by=None, source="link").call
    outcomes = race(
        *[
            partial(answer_call, call, answer="", ruling=RULING, position=1, key=who.username, by=who, source="web")
            for who in scorers
        ]
    )
    assert sum(isinstance(outcome, Call) for outcome in outcomes) == 1, outcomes
    assert sum(isinstance(outcome, CallAnsweredError) for outcome in outcomes) == 1, outcomes
    assert tables[0].records.count() == 1
    assert Event.objects.filter(pk=tables[0].event_id, calls__ruling__isnull=False).exists()
