"""A reason that cannot be kept is refused in words, wherever one is given: databases differ in what they hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import Event, EventPlan, Player
from league.models.planning import Format
from league.services.faults import RefusedError
from league.services.merging import merge_players
from league.services.plans import NewPlan, take_plan
from league.services.setup import add_players
from league.services.standing_rules import set_standing_rules

UNKEPT = {"too long": "x" * 501, "a control character": "late\x00"}


def plan(event: Event, reason: str) -> None:
    new = NewPlan(format=Format.REDRAW, options={})
    take_plan(event, new, seen_version=0, seen_round=1, by=None, source="web", reason=reason)


def join(event: Event, reason: str) -> None:
    one, other = add_players(event.league, ["Twice One", "Twice Two"], by=None, source="web").added
    merge_players(one, other, reason=reason, by=None, source="web")


def rank(event: Event, reason: str) -> None:
    set_standing_rules(event, None, substitute_credit="both", by=None, source="web", reason=reason)


@pytest.mark.parametrize("unkept", UNKEPT.values(), ids=UNKEPT)
@pytest.mark.parametrize("change", [plan, join, rank])
def test_it_is_refused_and_nothing_is_changed(
    event: Event, admin: User, change: Callable[[Event, str], Any], unkept: str
) -> None:
    with pytest.raises(RefusedError) as refused:
        change(event, unkept)
    assert list(refused.value.messages) == ["reason"]
    assert not EventPlan.objects.exists()
    assert not Player.objects.filter(same_as__isnull=False).exists()
    assert Event.objects.get(pk=event.pk).substitute_credit == "absent"
