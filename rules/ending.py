"""How games end that are played to a target, for an agreed number of hands, or for whichever comes first."""

from __future__ import annotations

from rules.game import State


def has_ended(state: State, *, goal: int | None, hands: int | str) -> bool:
    """Whether a side is at `goal`, or so many hands are played. A text in the place of a number sets no limit."""
    if isinstance(hands, int) and state.played >= hands:
        return True
    return goal is not None and max(state.totals.values()) >= goal
