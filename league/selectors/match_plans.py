"""How fixed entries meet in an event: the settings of the plan that stands, and its bracket."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from league.models import Event, EventPlan
from league.models.planning import OF_ENTRIES, Format
from league.selectors.plans import find_plan
from scoring.knockout import Bracket, make_double_knockout, make_knockout

#: The formats in which who meets follows from who has won.
ELIMINATIONS = frozenset({Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT})


class MatchSettings(Struct, frozen=True, kw_only=True):
    """The settings of a format of fixed entries.

    A match is `games` games; with `counts_best` it ends when a side cannot be caught, and with `points_decide` more
    points win it where both won as many. `legs` is how often two meet in a round robin, `rounds` how many a Swiss
    event has (0: as many as find one winner). `third_place` adds the match of who lost the semi-finals. `lot` is the
    number by which entries without a seed are put in order: the same number gives the same order.
    """

    games: int = 1
    counts_best: bool = False
    points_decide: bool = False
    legs: int = 1
    rounds: int = 0
    third_place: bool = False
    lot: int = 0
    apart: tuple[tuple[int, int], ...] = ()


class MatchPlan(Struct, frozen=True, kw_only=True):
    """The plan that stands: its format and settings, and the entries in order, best first.

    Rounds up to `after` were played by an earlier plan, and stay.
    """

    format: Format
    settings: MatchSettings
    order: tuple[int, ...]
    after: int = 0
    version: int = 0

    @property
    def bracket(self) -> Bracket:
        """The bracket of an elimination; rounds count from 1 in it. Nothing elsewhere."""
        if self.format == Format.KNOCKOUT:
            return make_knockout(len(self.order), third_place=self.settings.third_place)
        return make_double_knockout(len(self.order)) if self.format == Format.DOUBLE_KNOCKOUT else ()


def find_match_plan(event: Event) -> MatchPlan | None:
    """The plan by which fixed entries meet; None where there is none, or single players are seated."""
    plan = find_plan(event)
    return read_match_plan(plan) if plan is not None and plan.format in OF_ENTRIES else None


def has_bracket(event: Event) -> bool:
    """Whether an event is played as an elimination."""
    plan = find_plan(event)
    return plan is not None and plan.format in ELIMINATIONS


def read_match_plan(plan: EventPlan) -> MatchPlan:
    """A stored plan of fixed entries."""
    options: Mapping[str, object] = plan.options
    return MatchPlan(
        format=Format(plan.format),
        settings=msgspec.convert(options.get("settings", {}), MatchSettings),
        order=msgspec.convert(options.get("order", ()), tuple[int, ...]),
        after=msgspec.convert(options.get("after", 0), int),
        version=plan.version,
    )


def write_match_plan(plan: MatchPlan) -> dict[str, object]:
    """The options in which a plan of fixed entries is stored."""
    built: dict[str, object] = msgspec.to_builtins(
        {"settings": plan.settings, "order": plan.order, "after": plan.after}
    )
    return built
