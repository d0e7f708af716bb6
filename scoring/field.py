"""Everybody who is ranked, and what comparing some of them yields: what every tie-break looks at and answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from msgspec import Struct

from scoring.figures import Counted, Figures
from scoring.game_results import Decision
from scoring.standing_rules import StandingRules


class Field(Struct, frozen=True, kw_only=True):
    """Everybody with their figures. `worth` is how good each is by what is ranked: more is better, always.

    `levels` are those ranked, by that alone, best first. `decisions` are in the order in which they were taken.
    """

    rules: StandingRules
    figures: Mapping[int, Figures]
    worth: Mapping[int, Fraction] = {}
    levels: tuple[frozenset[int], ...] = ()
    decisions: tuple[Decision, ...] = ()

    def list_counted(self, entry: int) -> tuple[Counted, ...]:
        """The results of an entry as they count, without what is dropped."""
        return self.figures[entry].counted


class Measured(Struct, frozen=True, kw_only=True):
    """The figures of those who are compared, and what they were taken from where that is not everything.

    `against`: only from games against these. `evening`: only from that evening. `decision`: what people decided.
    """

    values: Mapping[int, Fraction]
    against: frozenset[int] | None = None
    evening: int | None = None
    decision: Decision | None = None


#: Compares those who are tied; None where it says nothing about all of them.
Measure = Callable[[Field, frozenset[int]], Measured | None]
#: The results that the figure of an entry comes from.
Trace = Callable[[Field, int, Measured], tuple[Counted, ...]]
