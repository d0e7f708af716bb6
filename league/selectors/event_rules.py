"""The rules by which an event ranks."""

from __future__ import annotations

import msgspec

from league.models import Event
from league.models.planning import Format
from league.selectors.match_plans import ELIMINATIONS
from league.selectors.plans import find_plan
from scoring.standing_presets import credit_byes, find_usual_rules
from scoring.standing_rules import StandingRules


def read_rules(event: Event, *, format: str | None = None) -> StandingRules:
    """The rules that were set for an event, or those that are usual in its game and format.

    `format` is that of a plan which is not taken yet.
    """
    if not event.standing_rules:
        return read_usual_rules(event, format=format)
    return msgspec.convert(event.standing_rules, StandingRules)


def read_usual_rules(event: Event, *, format: str | None = None) -> StandingRules:
    """The rules that hold where nothing was set for an event. In a Swiss one a bye counts as won, as in its pairing."""
    stands = format or find_format(event)
    usual = find_usual_rules(event.rules, has_bracket=stands in ELIMINATIONS)
    return credit_byes(usual) if stands == Format.SWISS else usual


def find_format(event: Event) -> str | None:
    """The format of the plan that stands; None without one."""
    plan = find_plan(event)
    return plan.format if plan is not None else None


def uses_bracket(rules: StandingRules) -> bool:
    """Whether the place in the bracket decides anything."""
    return "bracket" in (rules.rank_by, *rules.tie_breaks)
