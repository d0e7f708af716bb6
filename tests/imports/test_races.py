"""Imports against each other and against a scorer at the table, on real connections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.models import DealRecord, Event, SeatResult
from league.selectors.seat_results import make_results
from league.selectors.sheets import fold_table
from league.services.faults import PositionTakenError
from league.services.import_target import EventWish
from league.services.incoming import ImportRefusedError, ImportReport
from league.services.recording import record_deal
from league.services.results import read_figures
from league.services.setup import create_event, create_league
from tests.concurrency.conftest import race  # noqa: F401
from tests.imports.conftest import TWO_TABLES, read_deals, read_table, run_import

Race = Callable[..., list[Any]]

FOUR = "name_N,name_E,name_S,name_W,maker,tricks\nAnn,Bob,Cyd,Dee,N,3\n,,,,E,2\n"


@pytest.fixture
def event(transactional_db: None) -> Event:
    league = create_league("Riverside", by=None, source="web")
    return create_event(league, name="Spring", game="land-grant-euchre", by=None, source="web")


def assert_results_follow_the_facts(event: Event) -> None:
    for table in event.tables.all():
        fresh = {
            result.seat_id: read_figures(result)
            for result in make_results(table, list(table.seats.all()), fold_table(table))
        }
        assert {result.seat_id: read_figures(result) for result in table.results.all()} == fresh


@pytest.mark.parametrize("attempt", range(3))
def test_the_same_file_sent_twice_at_once_is_stored_once(event: Event, race: Race, attempt: int) -> None:  # noqa: F811
    answers = race(*[lambda: run_import(TWO_TABLES, event) for _sender in range(4)])
    for answer in answers:
        assert isinstance(answer, ImportReport | ImportRefusedError), answer
    assert any(isinstance(answer, ImportReport) for answer in answers)
    assert DealRecord.objects.count() == 5
    assert SeatResult.objects.filter(event=event).count() == 8
    assert event.league.players.count() == 8
    assert_results_follow_the_facts(event)


def test_an_event_that_two_imports_make_at_once_is_made_once(event: Event, race: Race) -> None:  # noqa: F811
    wish = EventWish(game="land-grant-euchre")
    race(*[lambda: run_import(TWO_TABLES.replace("Spring", "Summer"), wish) for _sender in range(3)])
    assert event.league.events.filter(name="Summer").count() == 1
    assert DealRecord.objects.count() == 5


@pytest.mark.parametrize("attempt", range(5))
def test_a_scorer_and_an_import_enter_the_same_hand(event: Event, race: Race, attempt: int) -> None:  # noqa: F811
    run_import(FOUR, event)
    table = read_table(event)
    facts = {"maker": "S", "tricks": 4}

    def record() -> Any:
        return record_deal(table, facts, position=3, key="scorer", by=None, source="web")

    stored, imported = race(record, lambda: run_import(FOUR + ",,,,W,5\n,,,,W,5\n", event))
    deals = read_deals(event)
    if isinstance(imported, ImportRefusedError):
        assert not isinstance(stored, Exception)
        assert deals[2:] == [facts]
    else:
        assert isinstance(imported, ImportReport), imported
        assert isinstance(stored, PositionTakenError)
        assert deals[2:] == [{"maker": "W", "tricks": 5}] * 2
    assert_results_follow_the_facts(event)
