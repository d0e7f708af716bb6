"""Publishing at the very moment when somebody does something else: one comes first, and the other one knows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from league.models import AuditRow, DealRecord, Event, Table
from league.models.event import Stage
from league.services.corrections import Corrected, correct_sheet
from league.services.editing import close_event
from league.services.faults import RefusedError, ResultsFinalError, RightGoneError, TableClosedError
from league.services.locking import lock_table
from league.services.recording import Recorded, record_deal
from league.services.seating import seat_table
from league.services.setup import create_event
from league.services.stages import (
    NotReadyError,
    confirm_tables,
    finalise_event,
    publish_event,
    reopen_results,
)
from league.services.verification import verify_events

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]

MARCH = {"maker": "N", "tricks": 5}
WHO: dict[str, Any] = {"by": None, "source": "web"}
TRIES = range(6)


def make_evening(tables: list[Table], number: int) -> tuple[Event, Table, Table]:
    """An event with a finished game and a table at which nothing has been entered yet."""
    league = tables[0].event.league
    players = list(league.players.order_by("pk"))
    event = create_event(league, name=f"Evening {number}", game="land-grant-euchre", **WHO)
    played, fresh = (
        seat_table(
            event, round_number=1, number=place + 1, seats=dict(zip("NESW", players[4 * place :], strict=False)), **WHO
        )
        for place in range(2)
    )
    for position in range(1, 6):
        record_deal(played, MARCH, position=position, key=f"{position}", **WHO)
    confirm_tables([played], **WHO)
    return event, played, fresh


def read(event: Event) -> Event:
    return Event.objects.select_related("league").get(pk=event.pk)


def test_a_hand_is_in_before_the_results_are_published_or_refused_after(tables: list[Table], race: Race) -> None:
    for number in TRIES:
        event, _played, fresh = make_evening(tables, number)
        published, recorded = race(
            partial(publish_event, read(event), **WHO),
            partial(record_deal, fresh, MARCH, position=1, key="late", **WHO),
        )
        if isinstance(recorded, Recorded):
            assert isinstance(published, NotReadyError), published
            assert read(event).stage == Stage.OPEN
        else:
            assert isinstance(recorded, TableClosedError), recorded
            assert published is True, published
            assert not DealRecord.objects.filter(table=fresh).exists()
    assert verify_events().differences == []


def test_two_publishers_publish_once(tables: list[Table], race: Race) -> None:
    event, _played, _fresh = make_evening(tables, 1)
    outcomes = race(*[partial(publish_event, read(event), window=window, **WHO) for window in (0, 30, 0, 30)])
    assert sorted(map(str, outcomes)) == ["False", "False", "False", "True"], outcomes
    (row,) = AuditRow.objects.filter(action="results_published")
    now = read(event)
    assert now.published_at is not None
    assert now.final_at is not None
    assert (now.final_at - now.published_at).total_seconds() == 60 * row.detail["window"]


def test_opening_again_and_making_final_at_once_leaves_them_open(tables: list[Table], race: Race) -> None:
    for number in TRIES:
        event, _played, _fresh = make_evening(tables, number)
        publish_event(event, window=30, **WHO)
        reopened, finalised = race(
            partial(reopen_results, read(event), reason="wrong", **WHO), partial(finalise_event, read(event), **WHO)
        )
        assert reopened is True, reopened
        assert finalised is True or isinstance(finalised, RefusedError), finalised
        assert read(event).stage == Stage.CLOSED
        stage = AuditRow.objects.get(event=event, action="results_reopened").detail["stage"]
        assert stage == ("final" if finalised is True else "published")


def test_a_correction_is_in_before_the_results_are_final_or_refused_after(tables: list[Table], race: Race) -> None:
    for number in TRIES:
        event, played, _fresh = make_evening(tables, number)
        publish_event(event, window=30, **WHO)
        facts = {"maker": "N", "tricks": 5, "alone": True}
        corrected, finalised = race(
            partial(correct_sheet, played, {5: facts}, seen=5, key="late", reason="alone", **WHO),
            partial(finalise_event, read(event), **WHO),
        )
        assert finalised is True, finalised
        final = AuditRow.objects.get(event=event, action="results_final").pk
        if isinstance(corrected, Corrected):
            assert AuditRow.objects.get(table=played, action="sheet_corrected").pk < final
        else:
            assert isinstance(corrected, ResultsFinalError), corrected


def test_a_scorers_correction_is_in_before_the_event_is_closed_or_refused_after(
    tables: list[Table], race: Race, scorers: list[User]
) -> None:
    """The page has asked for the right before; closing takes it away while the correction waits for the table."""
    for number in TRIES:
        event, played, _fresh = make_evening(tables, number)
        facts = {"maker": "N", "tricks": 5, "alone": True}
        is_held = threading.Event()
        correct = partial(
            correct_sheet, played, {5: facts}, seen=5, key="late", reason="alone", by=scorers[1], source="web"
        )
        ends = (publish_event, close_event)[number % 2]
        corrected, ended = race(
            partial(wait_and, is_held, correct), partial(end_slowly, partial(ends, read(event), **WHO), played, is_held)
        )
        assert not isinstance(ended, Exception), ended
        assert isinstance(corrected, RightGoneError), corrected
        assert played.records.count() == 5


def wait_and(is_held: threading.Event, work: Callable[[], Any]) -> Any:
    assert is_held.wait(30)
    return work()


def end_slowly(end: Callable[[], Any], table: Table, is_held: threading.Event) -> Any:
    """Hold a table, let the other one come, and only then end what goes on at it."""
    with transaction.atomic():
        lock_table(table)
        is_held.set()
        return end()


def test_a_table_is_opened_before_publishing_or_refused_after(tables: list[Table], race: Race) -> None:
    players = list(tables[0].event.league.players.order_by("pk"))
    for number in TRIES:
        event, _played, _fresh = make_evening(tables, number)
        seats = dict(zip("NESW", players[8:12], strict=True))
        published, seated = race(
            partial(publish_event, read(event), **WHO),
            partial(seat_table, read(event), round_number=1, number=3, seats=seats, **WHO),
        )
        if isinstance(seated, Table):
            rows = dict(AuditRow.objects.filter(event=event, table__isnull=True).values_list("action", "pk"))
            opened = AuditRow.objects.get(table=seated, action="table_seated").pk
            assert published is True or isinstance(published, RefusedError), published
            assert opened < rows.get("results_published", opened + 1)
        else:
            assert isinstance(seated, RefusedError), seated
            assert published is True


def test_closing_and_recording_at_once(tables: list[Table], race: Race) -> None:
    for number in TRIES:
        event, _played, fresh = make_evening(tables, number)
        _closed, recorded = race(
            partial(close_event, read(event), **WHO),
            partial(record_deal, fresh, MARCH, position=1, key="late", **WHO),
        )
        closed = AuditRow.objects.get(event=event, action="event_closed").pk
        if isinstance(recorded, Recorded):
            assert AuditRow.objects.get(table=fresh, action="deal_recorded").pk < closed
        else:
            assert isinstance(recorded, TableClosedError), recorded


def test_checking_while_hands_are_entered_finds_nothing(tables: list[Table], race: Race) -> None:
    """What is read at two moments may not fit together: it is looked at again with the table held."""
    found = race(*[partial(_enter, table) for table in tables], *[_check_often] * 2)
    assert all(result == [] for result in found), found


def _enter(table: Table) -> list[Any]:
    for position in range(1, 16):
        record_deal(table, {"maker": "NE"[position % 2], "tricks": 3}, position=position, key=f"{position}", **WHO)
    return []


def _check_often() -> list[Any]:
    return [difference for _time in range(12) for difference in verify_events().differences]
