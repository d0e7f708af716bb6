"""Two admins on two devices at one desk: nobody is counted twice, and nobody undoes what the other has just said."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from league.models import Attendance, AuditRow, Player, Table
from league.services.attendance import AttendanceChangedError, check_in, mark_no_show
from league.services.attendance_places import stand_in
from league.services.faults import RefusedError
from league.services.setup import add_players
from league.services.walk_ins import check_in_by_name

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]
BY: dict[str, Any] = {"by": None, "source": "web"}


def test_one_person_checked_in_on_many_devices_is_there_once(race: Race, tables: list[Table]) -> None:
    event = tables[0].event
    (late,) = add_players(event.league, ["Late"], **BY).added
    outcomes = race(*[partial(check_in, event, late, **BY, seen="-") for _device in range(4)])
    assert {outcome.pk for outcome in outcomes} == {Attendance.objects.get().pk}
    assert AuditRow.objects.filter(action="checked_in").count() == 1
    assert event.sit_outs.count() <= 1


def test_here_and_did_not_come_at_once_is_one_of_the_two(race: Race, tables: list[Table]) -> None:
    event = tables[0].event
    (late,) = add_players(event.league, ["Late"], **BY).added
    outcomes = race(partial(check_in, event, late, **BY, seen="-"), partial(mark_no_show, event, late, **BY, seen="-"))
    assert sum(isinstance(outcome, AttendanceChangedError) for outcome in outcomes) == 1, outcomes
    row = Attendance.objects.get()
    assert row.is_no_show == isinstance(outcomes[0], AttendanceChangedError)


def test_one_new_name_typed_on_two_devices_is_one_person(race: Race, tables: list[Table]) -> None:
    event = tables[0].event
    outcomes = race(*[partial(check_in_by_name, event, "Winifred", **BY) for _device in range(2)])
    assert Player.objects.filter(name="Winifred").count() == 1, outcomes


def test_of_two_who_stand_in_for_one_only_one_does(race: Race, tables: list[Table]) -> None:
    event = tables[0].event
    away, *others = add_players(event.league, ["Away", "First", "Second"], **BY).added
    outcomes = race(*[partial(stand_in, event, other, place_of=away, **BY) for other in others])
    assert sum(isinstance(outcome, RefusedError) for outcome in outcomes) == 1, outcomes
    assert Attendance.objects.filter(stands_in_for=away).count() == 1
