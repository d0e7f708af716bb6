"""Fold a sheet of which some entries may not be possible any more, and say which and why.

Unlike scoring.fold, which judges a sheet that came from outside, this leaves an entry at fault out as if it had been
taken off: the faults of the others are those that they have then.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rules.game import Violation
from scoring.fold import close_fold
from scoring.reading import read_entry
from scoring.sheet import Folded, InvalidEntryError, Sheet, Step, Unread
from scoring.steps import apply_on, open_state, set_up
from scoring.unsure import find_sure_violations


class Replayed(Struct, frozen=True, kw_only=True):
    """A sheet folded without its entries at fault. `faults` are the violations of those, by position."""

    folded: Folded
    faults: Mapping[int, tuple[Violation, ...]]


def replay_facts(sheet: Sheet, facts: Mapping[int, Mapping[str, Any]]) -> Replayed:
    """Fold these facts, by position and in the score sheet format, in place of a sheet's own entries."""
    game = sheet.game
    board = set_up(game)
    state = open_state(game, first_dealer=sheet.first_dealer, warned=sheet.warned)
    steps: list[Step] = []
    faults: dict[int, tuple[Violation, ...]] = {}
    for position in sorted(facts):
        entry, violations = read_entry(game, dict(facts[position]))
        if isinstance(entry, Unread):
            faults[position] = (*violations, *find_sure_violations(game, entry, state))
            continue
        try:
            step = apply_on(entry, state, position, board)
        except InvalidEntryError as invalid:
            faults[position] = invalid.violations
        else:
            steps.append(step)
            state = step.after
    return Replayed(folded=close_fold(game, tuple(steps), state, finished=sheet.finished), faults=faults)
