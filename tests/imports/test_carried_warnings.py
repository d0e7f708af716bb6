"""Imported evenings carry their warnings from round to round as evenings entered by hand do."""

from __future__ import annotations

import pytest

from league.exports import write_sheets, write_table
from league.models import AuditRow, Event, League
from league.services.setup import create_event
from tests.imports.conftest import count_rows, list_faults, read_table, read_totals, run_import

OPTIONS = {
    "warning_scope": "team_per_night",
    "loss_of_bid": "bid_forfeited_hand_continues",
    "defender_offence": "play_on_plus_2",
}

#: Ann talks in round 1, her partner Cyd in round 2; Bob and Dee, who sit together first in round 2, get a warning.
EVENING = """\
    round,table,maker,tricks,infraction,offender,name_N,name_E,name_S,name_W
    1,1,N,3,table_talk,N,Ann,Bob,Cyd,Dee
    2,1,N,3,table_talk,E,Cyd,Bob,Ann,Dee
    2,1,N,3,table_talk,N,,,,
"""


@pytest.fixture
def night(league: League) -> Event:
    return make_night(league, "Night")


def make_night(league: League, name: str, **options: str) -> Event:
    return create_event(
        league, name=name, game="land-grant-euchre", options={**OPTIONS, **options}, by=None, source="web"
    )


def test_a_warning_of_round_1_counts_in_round_2_of_the_same_file(night: Event) -> None:
    run_import(EVENING, night)
    assert read_totals(night) == {(1, 1): (1, 0), (2, 1): (2, 2)}
    assert read_table(night, 2).warned == [], "that is what the file says"


def test_an_earlier_round_that_is_imported_later_changes_the_later_one(night: Event) -> None:
    lines = EVENING.splitlines()
    run_import("\n".join([lines[0], *lines[2:]]), night)
    assert read_totals(night) == {(2, 1): (2, 0)}
    run_import("\n".join(lines[:2]), night)
    assert read_totals(night)[2, 1] == (2, 2)
    assert AuditRow.objects.filter(action="warning_carried", table=read_table(night, 2)).exists()


@pytest.mark.parametrize("write", [write_table, write_sheets])
def test_an_export_says_who_stood_warned_and_comes_back_as_it_was(night: Event, league: League, write: object) -> None:
    run_import(EVENING, night)
    assert callable(write)
    text = "".join(write(night)).encode()
    copy = make_night(league, "Copy")
    run_import(text, copy)
    assert read_totals(copy) == read_totals(night)
    assert read_table(copy, 2).warned == ["NS"]
    rows = count_rows()
    for event in (night, copy):
        assert not run_import(text, event).changes_anything
    assert count_rows() == rows


def test_a_file_that_makes_a_stored_hand_impossible_is_refused(league: League) -> None:
    """With hands over after a penalty, the tricks of round 2 cannot stand beside a second table talk."""
    event = make_night(league, "Strict", loss_of_bid="hand_over", defender_offence="opponents_2_hand_over")
    lines = EVENING.splitlines()
    run_import("\n".join([lines[0], *lines[2:]]), event)
    (fault,) = list_faults("\n".join(lines[:2]), event)
    assert "round 2, table 1 of Strict" in fault
