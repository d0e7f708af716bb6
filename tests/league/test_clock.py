"""The clock of a round: what each change leaves, and that it is written down."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import AuditRow, Event, Round, Table
from league.selectors.clock import Clock, read_clock
from league.services.clock import add_minutes, pause_clock, resume_clock, start_clock, stop_clock
from league.services.faults import RefusedError

SECOND = timedelta(seconds=1)


@pytest.fixture
def round_(table: Table) -> Round:
    return table.round


def read(round_: Round) -> Clock:
    clock = read_clock(Round.objects.get(pk=round_.pk))
    assert clock is not None
    return clock


def start(round_: Round, minutes: int) -> None:
    start_clock(round_, minutes=minutes, by=None, source="web")


def set_left(round_: Round, left: timedelta) -> None:
    Round.objects.filter(pk=round_.pk).update(ends_at=timezone.now() + left)


def test_a_round_begins_without_a_clock(round_: Round) -> None:
    assert read_clock(round_) is None


def test_a_started_clock_runs_down_by_itself(round_: Round) -> None:
    start(round_, 20)
    clock = read(round_)
    assert clock.is_running
    assert timedelta(minutes=20) - 5 * SECOND < clock.left <= timedelta(minutes=20)
    assert clock.ends_at is not None
    later = read_clock(round_, now=clock.ends_at - 65 * SECOND)
    assert later is not None
    assert later.words == "1:05"


def test_at_nought_the_time_is_up_and_nothing_is_below_it(round_: Round) -> None:
    start(round_, 1)
    set_left(round_, -SECOND)
    clock = read(round_)
    assert clock.is_over
    assert clock.words == "0:00"


def test_a_paused_clock_keeps_what_is_left_and_goes_on_from_there(round_: Round) -> None:
    start(round_, 20)
    set_left(round_, 90.2 * SECOND)
    pause_clock(round_, by=None, source="web")
    clock = read(round_)
    assert not clock.is_running
    assert 90 <= clock.left.total_seconds() <= 91, "nobody loses time by a pause"
    resume_clock(round_, by=None, source="web")
    assert read(round_).is_running
    assert 88 <= read(round_).left.total_seconds() <= 91


@pytest.mark.parametrize("paused", [False, True])
def test_more_time_is_added_to_what_is_left(round_: Round, paused: bool) -> None:
    start(round_, 10)
    if paused:
        pause_clock(round_, by=None, source="web")
    add_minutes(round_, minutes=5, by=None, source="web")
    clock = read(round_)
    assert clock.is_running is not paused
    assert timedelta(minutes=14, seconds=50) < clock.left <= timedelta(minutes=15)


def test_more_time_after_the_end_counts_from_now(round_: Round) -> None:
    start(round_, 10)
    set_left(round_, timedelta(minutes=-7))
    add_minutes(round_, minutes=3, by=None, source="web")
    assert timedelta(minutes=2, seconds=50) < read(round_).left <= timedelta(minutes=3)


def test_less_time_never_leaves_less_than_nothing(round_: Round) -> None:
    start(round_, 2)
    add_minutes(round_, minutes=-5, by=None, source="web")
    assert read(round_).is_over


def test_a_stopped_clock_is_gone(round_: Round) -> None:
    start(round_, 10)
    stop_clock(round_, by=None, source="web")
    assert read_clock(Round.objects.get(pk=round_.pk)) is None


def test_every_change_is_written_down_and_moves_the_event_on(round_: Round) -> None:
    before = Event.objects.get(pk=round_.event_id).revision
    start(round_, 10)
    pause_clock(round_, by=None, source="web")
    resume_clock(round_, by=None, source="web")
    add_minutes(round_, minutes=1, by=None, source="web")
    stop_clock(round_, by=None, source="web")
    rows = list(AuditRow.objects.filter(action__startswith="clock_").order_by("pk"))
    actions = ["clock_started", "clock_paused", "clock_resumed", "clock_changed", "clock_stopped"]
    assert [row.action for row in rows] == actions
    assert rows[0].detail == {"round": 1, "minutes": 10}
    assert Event.objects.get(pk=round_.event_id).revision == before + 5


@pytest.mark.parametrize("change", [pause_clock, resume_clock, stop_clock])
def test_what_is_so_already_is_no_change(round_: Round, change: Callable[..., None]) -> None:
    if change is not stop_clock:
        start(round_, 10)
    if change is pause_clock:
        pause_clock(round_, by=None, source="web")
    rows = AuditRow.objects.count()
    change(round_, by=None, source="web")
    assert AuditRow.objects.count() == rows


@pytest.mark.parametrize("minutes", [0, -1, 601, 10**9])
def test_a_length_that_no_round_has_is_refused(round_: Round, minutes: int) -> None:
    with pytest.raises(RefusedError, match="1 to 600 minutes"):
        start(round_, minutes)
    assert read_clock(Round.objects.get(pk=round_.pk)) is None


def test_more_than_the_longest_round_is_refused(round_: Round) -> None:
    start(round_, 600)
    with pytest.raises(RefusedError, match="1 to 600 minutes"):
        add_minutes(round_, minutes=5, by=None, source="web")


@pytest.mark.parametrize("change", [pause_clock, resume_clock])
def test_without_a_clock_there_is_nothing_to_change(round_: Round, change: Callable[..., None]) -> None:
    with pytest.raises(RefusedError, match="no clock yet"):
        change(round_, by=None, source="web")
    with pytest.raises(RefusedError, match="no clock yet"):
        add_minutes(round_, minutes=5, by=None, source="web")


def test_a_closed_event_has_no_clocks(round_: Round) -> None:
    Event.objects.update(is_open=False)
    with pytest.raises(RefusedError, match="closed"):
        start(round_, 10)
