"""The rules by which an event ranks."""

from __future__ import annotations

import msgspec

from league.models import Event
from league.selectors.match_plans import has_bracket
from scoring.standing_presets import find_usual_rules
from scoring.standing_rules import StandingRules


def read_rules(event: Event) -> StandingRules:
    """The rules that were set for an event, or those that are usual in its game and format."""
    if not event.standing_rules:
        return read_usual_rules(event)
    return msgspec.convert(event.standing_rules, StandingRules)


def read_usual_rules(event: Event) -> StandingRules:
    """The rules that hold where nothing was set for an event."""
    return find_usual_rules(event.rules, has_bracket=has_bracket(event))


def uses_bracket(rules: StandingRules) -> bool:
    """Whether the place in the bracket decides anything."""
    return "bracket" in (rules.rank_by, *rules.tie_breaks)
