"""One game at one table as it was written down, and what comes of working it out: facts and values, no rules.

A sheet's entries are deals played, misdeals and rulings; scoring/steps.py says what one of them does, scoring/fold.py
takes them in order.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.game import Game, GameDeal, Line, State, Violation


class Played(Struct, frozen=True, kw_only=True):
    """A deal that was played; `dealer` where the sheet names who dealt it."""

    deal: GameDeal
    dealer: str | None = None


class Misdeal(Struct, frozen=True, kw_only=True):
    """Cards dealt wrongly: no score, the same dealer deals again."""

    dealer: str | None = None


class Ruling(Struct, frozen=True, kw_only=True):
    """An admin's decision: signed points (and setbacks) per side, with a reason. It is no deal."""

    points: Mapping[str, int]
    reason: str
    setbacks: Mapping[str, int] = {}
    by: str | None = None


Entry = Played | Misdeal | Ruling


class Unread(Struct, frozen=True, kw_only=True):
    """An entry with faults of form; `candidates` are what it may have been meant to say.

    A violation that every candidate has is a fault beside those of form, whatever was meant. `is_dealt` is False
    where nobody dealt: a misdeal, a ruling. `tells_dealer` is False where it is unclear who dealt or whether anybody
    did. `is_whole` is False where there may be more that it was meant to say.
    """

    candidates: tuple[Entry, ...] = ()
    faulty: frozenset[str] = frozenset()
    is_dealt: bool = True
    tells_dealer: bool = True
    is_whole: bool = True


class Sheet(Struct, frozen=True, kw_only=True):
    """One game at one table. `positions` are the entries' places, from 1.

    `rivals` are the sheets that may have been meant where the house rules or the number of players have faults: the
    same entries by another game. None where they are too many.
    """

    game: Game
    rivals: tuple[Sheet, ...] | None = ()
    preset: str
    entries: tuple[Entry | Unread, ...]
    positions: tuple[int, ...]
    id: str | None = None
    names: Mapping[str, str] = {}
    first_dealer: str
    dealer_known: bool = True
    warned: frozenset[str] = frozenset()
    warned_known: bool = True
    finished: bool = False


class Fault(Struct, frozen=True, kw_only=True):
    """One fault of a sheet. `position` is the entry's place from 1; None is a fault of the sheet itself."""

    position: int | None
    violation: Violation


class Step(Struct, frozen=True, kw_only=True):
    """What one entry did. `number` counts deals; it and `dealer` are None where the entry is no deal."""

    position: int
    entry: Entry
    number: int | None
    dealer: str | None
    points: Mapping[str, int]
    setbacks: Mapping[str, int]
    lines: tuple[Line, ...]
    before: State
    after: State


class Folded(Struct, frozen=True, kw_only=True):
    """A sheet worked out."""

    game: Game
    steps: tuple[Step, ...]
    state: State
    is_over: bool
    finished: bool
    winner: str | None
    honours: Mapping[str, object]


class InvalidEntryError(Exception):
    """An entry cannot be scored where it stands; carries every violation."""

    def __init__(self, violations: tuple[Violation, ...]) -> None:
        super().__init__("; ".join(violation.message for violation in violations))
        self.violations = violations
