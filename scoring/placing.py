"""From results to places: who stands where, what decided it, and what nothing decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct, structs

from rules.game import Violation, gettext_noop
from scoring.field import Field
from scoring.figures import Figures, count_attended, count_results, drop_worst, find_unit
from scoring.game_results import Adjustment, BracketPlace, Decision, Result
from scoring.ranking import Group, Step, compare, number_places, part, part_all
from scoring.standing_rules import StandingRules
from scoring.tiebreaks import BRACKET, BY_HAND, TIE_BREAKS, find_tie_break

#: Why an entry stands apart, without a rank.
Apart = Literal["attendance", "no_games", "withdrawn"]

RULE_FAULTS: Mapping[str, str] = {
    "unknown": gettext_noop("There is no tie-break called {code}."),
    "not_ranked_by": gettext_noop(
        "{code} only parts those who are tied; rank by a figure that an entry has by itself."
    ),
    "twice": gettext_noop("{code} is named twice; the second time it can decide nothing."),
    "fewest_latest": gettext_noop("The latest evening cannot break ties where fewer is better."),
    "bracket_whole": gettext_noop(
        "The place in the bracket comes from no single game: rank by it without averages and with nothing left out."
    ),
    "match_drop": gettext_noop("Where matches bring points, drop whole evenings, not single games."),
}


class Placed(Struct, frozen=True, kw_only=True):
    """An entry with its rank and its figures; without a rank where it stands apart."""

    entry: int
    rank: int | None
    figures: Figures
    is_shared: bool = False
    apart: Apart | None = None


class Ranking(Struct, frozen=True, kw_only=True):
    """Everybody in order, and every comparison that was made.

    `places` are those ranked, best first, equal ones as they are numbered; `apart` those without a rank. `unresolved`
    are the groups that share a place and about whom nobody has decided: to be played off, shared or drawn for.
    """

    field: Field
    places: tuple[Placed, ...]
    apart: tuple[Placed, ...] = ()
    steps: tuple[Step, ...] = ()
    unresolved: tuple[tuple[int, ...], ...] = ()

    @property
    def shares_by_bracket(self) -> bool:
        """Whether who shares a place does so because nobody came further in the bracket: that waits for no decision."""
        return self.field.rules.rank_by == BRACKET.code and not self.field.rules.tie_breaks

    def find(self, entry: int) -> Placed:
        """The place of an entry. Raises KeyError for one that is not there."""
        for placed in (*self.places, *self.apart):
            if placed.entry == entry:
                return placed
        raise KeyError(entry)

    def list_comparisons(self, one: int, other: int) -> tuple[Step, ...]:
        """The comparisons in which both took part, in order: the last is the one that parted them, if any did."""
        return tuple(step for step in self.steps if {one, other} <= step.tied)


def find_rule_faults(rules: StandingRules) -> Iterator[Violation]:
    """What cannot be ranked by, with the field at fault."""
    for field, codes in (("rank_by", (rules.rank_by,)), ("tie_breaks", rules.tie_breaks)):
        for code in codes:
            if code not in TIE_BREAKS:
                yield _fault(field, "unknown", code)
    ranked = TIE_BREAKS.get(rules.rank_by)
    if ranked is not None and not ranked.can_be_ranked_by:
        yield _fault("rank_by", "not_ranked_by", rules.rank_by)
    for code in {code for code in rules.tie_breaks if (rules.rank_by, *rules.tie_breaks).count(code) > 1}:
        yield _fault("tie_breaks", "twice", code)
    if ranked is not None and ranked.sense == "fewer" and "latest_evening" in rules.tie_breaks:
        yield _fault("tie_breaks", "fewest_latest", "latest_evening")
    if rules.rank_by == BRACKET.code and (rules.per_game or rules.drop_worst or rules.keep_best is not None):
        yield _fault("rank_by", "bracket_whole", BRACKET.code)
    if rules.league_points.match is not None and rules.drop_by == "game" and (rules.drop_worst or rules.keep_best):
        yield _fault("drop_by", "match_drop", "game")


def _fault(field: str, kind: str, code: str) -> Violation:
    return Violation(field=field, code=kind, template=RULE_FAULTS[kind], values={"code": code})


def rank_results(
    results: Iterable[Result],
    rules: StandingRules,
    *,
    entries: Iterable[int] = (),
    adjustments: Iterable[Adjustment] = (),
    decisions: Iterable[Decision] = (),
    withdrawn: Iterable[int] = (),
    bracket: Mapping[int, BracketPlace] | None = None,
) -> Ranking:
    """Rank entries by their results; `entries` names those who may have none yet, and who then stand apart.

    `withdrawn` are entries that play no more: the rules say what becomes of their results. `bracket` are the places in
    the bracket of an elimination.
    The order of results, entries and decisions never matters. Raises ValueError for rules with faults
    (`find_rule_faults` says which) and where an entry has two results of one game.
    """
    faults = [fault.message for fault in find_rule_faults(rules)]
    if faults:
        raise ValueError(" ".join(faults))
    decided = tuple(sorted(decisions, key=lambda decision: (decision.number, decision.entries)))
    gone = frozenset() if rules.withdrawn == "keep" else frozenset(withdrawn)
    if rules.withdrawn == "annul":
        results = tuple(results)
        entries = {*entries, *(result.entry for result in results)}
        results = [result for result in results if gone.isdisjoint((result.entry, *result.opponents))]
    field = _gather(_sort_out(results, entries), rules, adjustments, decided, bracket or {})
    apart = {entry: why for entry, figures in field.figures.items() if (why := _find_apart(figures, rules, gone))}
    ranked = frozenset(field.figures) - frozenset(apart)
    field = structs.replace(field, levels=part(ranked, field.worth))

    def take(code: str, tied: Group) -> Step:
        tie_break = find_tie_break(code)
        return compare(code, tied, tie_break.measure(field, tied), judge=tie_break.judge)

    first = take(rules.rank_by, ranked)
    groups, steps = part_all(first, codes=rules.tie_breaks, last=BY_HAND.code, restart=rules.restart, take=take)
    return _put_together(field, groups, steps, apart)


def _sort_out(results: Iterable[Result], entries: Iterable[int]) -> dict[int, list[Result]]:
    found: dict[int, list[Result]] = {entry: [] for entry in entries}
    seen: set[tuple[int, int]] = set()
    for result in results:
        if (result.entry, result.game) in seen:
            raise ValueError(f"Entry {result.entry} has two results of game {result.game}.")
        seen.add((result.entry, result.game))
        found.setdefault(result.entry, []).append(result)
    return found


def _gather(
    results: Mapping[int, list[Result]],
    rules: StandingRules,
    adjustments: Iterable[Adjustment],
    decisions: tuple[Decision, ...],
    bracket: Mapping[int, BracketPlace],
) -> Field:
    """The figures of everybody, worst evenings left out."""
    ranked = find_tie_break(rules.rank_by)

    def judge(figures: Figures, *, adjusted: bool = False) -> Fraction:
        return ranked.judge(ranked.find_own(figures, adjusted=adjusted))

    given: dict[int, list[Adjustment]] = defaultdict(list)
    for adjustment in adjustments:
        given[adjustment.entry].append(adjustment)
    held = _list_held(results, rules)
    figures = {}
    for entry in sorted({*results, *given}):
        counted = count_results(results.get(entry, ()), rules)
        everything = Figures(
            entry=entry,
            every=counted,
            counted=counted,
            adjustments=tuple(sorted(given[entry], key=lambda each: (each.reason, each.league_points, each.points))),
            per_game=rules.per_game,
            attended=count_attended(counted),
            bracket=bracket.get(entry),
        )
        figures[entry] = drop_worst(everything, rules, held=held, value=judge)
    worth = {entry: judge(own, adjusted=True) for entry, own in figures.items()}
    return Field(rules=rules, figures=figures, worth=worth, decisions=decisions)


def _list_held(results: Mapping[int, list[Result]], rules: StandingRules) -> Collection[tuple[int, ...]]:
    """All evenings or rounds that anybody had."""
    everything = [result for own in results.values() for result in own]
    return {find_unit(result, rules)[:2] for result in everything}


def _find_apart(figures: Figures, rules: StandingRules, gone: frozenset[int]) -> Apart | None:
    if figures.entry in gone:
        return "withdrawn"
    if figures.attended < rules.minimum_evenings:
        return "attendance"
    is_unplayed = not any(each.is_game for each in figures.every) if rules.per_game else not figures.every
    return "no_games" if is_unplayed and rules.idle_apart else None


def _put_together(field: Field, groups: list[Group], steps: list[Step], apart: Mapping[int, Apart]) -> Ranking:
    ranks = number_places(groups)
    shared = {step.tied for step in steps if step.code == BY_HAND.code and step.measured is not None}
    return Ranking(
        field=field,
        places=tuple(
            Placed(entry=entry, rank=ranks[entry], figures=field.figures[entry], is_shared=len(group) > 1)
            for group in groups
            for entry in sorted(group)
        ),
        apart=tuple(
            Placed(entry=entry, rank=None, figures=field.figures[entry], apart=why)
            for entry, why in sorted(apart.items())
        ),
        steps=tuple(steps),
        unresolved=tuple(tuple(sorted(group)) for group in groups if len(group) > 1 and group not in shared),
    )
