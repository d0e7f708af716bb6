"""Two admins at once: one opens the next round, the other opens it too or takes another plan."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Event
from league.models.planning import Format
from league.selectors.plans import find_plan, list_played_rounds, read_rounds
from league.services.planned_rounds import open_planned_round
from league.services.plans import PlanChangedError, take_plan
from league.services.rounds import RoundExistsError
from league.services.setup import create_league
from tests.league.nights import Night

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]

Race = Callable[..., list[Any]]


@pytest.fixture
def night(scorers: list[User]) -> Night:
    night = Night(create_league("Race", by=scorers[0], source="web"), scorers[0], 9)
    night.plan(Format.ROTATION, rounds=6)
    return night


def read(night: Night) -> Event:
    return Event.objects.select_related("league").get(pk=night.event.pk)


def test_one_of_two_opens_a_round(night: Night, race: Race) -> None:
    for number in range(1, 4):
        open_it = [partial(open_planned_round, read(night), number=number, **night.who) for _admin in range(2)]
        outcomes = race(*open_it)
        assert [type(each) for each in outcomes if isinstance(each, Exception)] == [RoundExistsError], outcomes
        assert night.event.rounds.count() == number
        assert night.event.sit_outs.filter(round_number=number).count() == 1


def test_a_round_is_of_the_plan_that_stood_when_it_was_opened(night: Night, race: Race) -> None:
    for number in range(1, 4):
        other = night.propose(Format.ROTATION, rounds=6, seed=number)
        opened, taken = race(
            partial(open_planned_round, read(night), number=number, **night.who),
            partial(
                take_plan, read(night), other.plan, seen_version=other.seen_version, seen_round=other.seen_round,
                reason="Other lots", **night.who,
            ),
        )  # fmt: skip
        assert isinstance(opened, list), opened
        plan = find_plan(night.event)
        assert plan is not None
        if isinstance(taken, Exception):
            assert isinstance(taken, PlanChangedError), taken
        planned = next(each for each in read_rounds(plan) if each.number == number)
        played = list_played_rounds(night.event)[-1]
        assert played.tables == {table.number: table.seats for table in planned.tables}
