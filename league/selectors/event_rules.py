"""The rules by which an event ranks."""

from __future__ import annotations

import msgspec

from league.models import Event
from scoring.standing_presets import find_usual_rules
from scoring.standing_rules import StandingRules


def read_rules(event: Event) -> StandingRules:
    """The rules that were set for an event, or those that are usual in its game."""
    if not event.standing_rules:
        return find_usual_rules(event.rules)
    return msgspec.convert(event.standing_rules, StandingRules)
