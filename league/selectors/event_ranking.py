"""The entries of an event ranked by its rules, each division by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from league.models import Event, SeatResult
from league.selectors.event_rules import read_rules, uses_bracket
from league.selectors.standing_inputs import Inputs, read_inputs
from scoring.placing import Ranking, rank_results
from scoring.standing_rules import StandingRules


class RankedGroup(Struct, frozen=True, kw_only=True):
    """Those who are ranked among themselves: a division, or everybody. `division` is its name, or ""."""

    division: str
    ranking: Ranking


class EventRanking(Struct, frozen=True, kw_only=True):
    """An event's entries ranked: by division, the highest first, and then those who are in none."""

    inputs: Inputs
    rules: StandingRules
    groups: tuple[RankedGroup, ...]

    def find_group(self, entry: int) -> RankedGroup:
        """The group in which an entry stands. Raises KeyError for one that is not listed."""
        for group in self.groups:
            if entry in group.ranking.field.figures:
                return group
        raise KeyError(entry)


def rank_event(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> EventRanking:
    """Rank an event as its rows are now. `instead`: table -> unsaved results that stand in for its stored ones."""
    rules = read_rules(event)
    inputs = read_inputs(event, instead=instead, with_bracket=uses_bracket(rules))
    return EventRanking(
        inputs=inputs,
        rules=rules,
        groups=tuple(
            RankedGroup(division=title, ranking=_rank(inputs, rules, members))
            for title, members in _part_divisions(inputs)
        ),
    )


def _part_divisions(inputs: Inputs) -> list[tuple[str, frozenset[int]]]:
    parted: dict[tuple[bool, int, str], set[int]] = {}
    for pk, entry in inputs.entries.items():
        division = entry.division
        key = (division is None, division.number if division else 0, division.name if division else "")
        parted.setdefault(key, set()).add(pk)
    return [(title, frozenset(parted[key])) for key in sorted(parted) for title in [key[2]]]


def _rank(inputs: Inputs, rules: StandingRules, members: frozenset[int]) -> Ranking:
    return rank_results(
        (result for result in inputs.results if result.entry in members),
        rules,
        entries=members,
        adjustments=(given for given in inputs.adjustments if given.entry in members),
        decisions=inputs.decisions,
        withdrawn=inputs.withdrawn,
        bracket=inputs.bracket,
    )
