"""The figures of an entry: its results as they count, without what is dropped, with its adjustments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache

from msgspec import Struct, structs

from scoring.game_results import Adjustment, BracketPlace, Outcome, Result
from scoring.standing_rules import LeaguePoints, MatchPoints, StandingRules


class Counted(Struct, frozen=True, kw_only=True):
    """A result as it counts: for a game that was not played the figures are those of the rules."""

    result: Result
    outcome: Outcome | None
    points_for: int
    points_against: int
    league_points: Fraction | int
    bonuses: int = 0
    is_game: bool = True
    meets: bool = True
    attended: bool = True

    @property
    def difference(self) -> int:
        """Points for less points against."""
        return self.points_for - self.points_against

    @property
    def share_won(self) -> Fraction:
        """1 for a game won, a half for one drawn, otherwise 0."""
        return {"won": Fraction(1), "drawn": Fraction(1, 2)}.get(self.outcome or "", Fraction(0))


What = Callable[[Counted], Fraction | int]
Amount = Callable[[Adjustment], Fraction | int]


class Figures(Struct, frozen=True, kw_only=True):
    """What an entry is ranked by. `every` are all its results in the order in which they were played, of which
    `counted` count and `dropped` do not; `attended` counts the evenings of them all.
    `bracket` is the place in the bracket, where there is one.
    """

    entry: int
    every: tuple[Counted, ...] = ()
    counted: tuple[Counted, ...] = ()
    dropped: tuple[Counted, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    per_game: bool = False
    attended: int = 0
    bracket: BracketPlace | None = None

    @property
    def averaged(self) -> tuple[Counted, ...]:
        """The results behind its sums, or behind its averages: those that are games."""
        return tuple(each for each in self.counted if each.is_game) if self.per_game else self.counted

    def add_up(self, what: What, *, amount: Amount | None = None) -> Fraction:
        """A sum over its results with what adjustments add, or the average a game; 0 before the first game."""
        counted = self.averaged
        total = Fraction(sum(map(what, counted)))
        if amount is not None:
            total += Fraction(sum(map(amount, self.adjustments)))
        return total / max(len(counted), 1) if self.per_game else total


def count_results(results: Iterable[Result], rules: StandingRules) -> tuple[Counted, ...]:
    """Results of one entry as they count, in the order in which they were played."""
    ordered = sorted(results, key=lambda result: (result.evening, result.round, result.game))
    counted = [_count(result, rules) for result in ordered]
    return tuple(_add_match_points(counted, rules.league_points.match) if rules.league_points.match else counted)


def _count(result: Result, rules: StandingRules) -> Counted:
    table = rules.league_points
    if result.kind == "played":
        bonuses = [bonus for bonus in table.bonuses if bonus.covers(result)]
        points = _give_for_outcome(result.outcome, table) + result.points_for * _take_exactly(table.per_point)
        return Counted(
            result=result,
            outcome=result.outcome,
            points_for=result.points_for,
            points_against=result.points_against,
            league_points=points + sum(_take_exactly(bonus.points) for bonus in bonuses),
            bonuses=len(bonuses),
        )
    if result.kind == "evening":
        return Counted(
            result=result,
            outcome=None,
            points_for=0,
            points_against=0,
            league_points=result.given,
            is_game=False,
            meets=False,
            attended=False,
        )
    rule = rules.count_unplayed(result.kind)
    by_table = _give_for_outcome(rule.outcome, table) + rule.points_for * _take_exactly(table.per_point)
    return Counted(
        result=result,
        outcome=rule.outcome,
        points_for=rule.points_for,
        points_against=rule.points_against,
        league_points=by_table if rule.league_points is None else _take_exactly(rule.league_points),
        is_game=rule.is_game,
        meets=rule.meets,
        attended=rule.attended,
    )


def _give_for_outcome(outcome: Outcome | None, table: LeaguePoints) -> Fraction | int:
    return 0 if outcome is None else _take_exactly(getattr(table, outcome))


@cache
def _take_exactly(amount: Decimal) -> Fraction | int:
    """A figure of the rules, whole where it is: whole numbers add up many times as fast."""
    exact = Fraction(amount)
    return exact.numerator if exact.denominator == 1 else exact


def _add_match_points(counted: Sequence[Counted], table: MatchPoints) -> list[Counted]:
    """Credit what a match brings with the last of its games."""
    matches: dict[int, list[int]] = defaultdict(list)
    for place, each in enumerate(counted):
        if each.result.match is not None:
            matches[each.result.match].append(place)
    credited = list(counted)
    for places in matches.values():
        won = sum(counted[place].outcome == "won" for place in places)
        lost = sum(counted[place].outcome == "lost" for place in places)
        points = table.won if won > lost else table.lost if lost > won else table.drawn
        last = credited[places[-1]]
        credited[places[-1]] = structs.replace(last, league_points=last.league_points + _take_exactly(points))
    return credited


Unit = tuple[int, ...]


def find_unit(result: Result, rules: StandingRules) -> Unit:
    """What a result is dropped or kept with: the evening that it counts for, or alone."""
    if rules.drop_by == "evening":
        return (result.counted_evening,)
    return (result.counted_evening, result.round, result.game)


def drop_worst(
    figures: Figures, rules: StandingRules, *, held: Collection[Unit], value: Callable[[Figures], Fraction]
) -> Figures:
    """Leave out the worst evenings or games. `value` says how good figures are; `held` are all rounds or evenings.

    What was neither played nor counts as a game stays where single games are dropped. One is always kept. Of two that
    are as good the one with the smaller difference goes, then the one with fewer points, then the earlier.
    """
    units: dict[Unit, list[Counted]] = defaultdict(list)
    for each in figures.counted:
        if rules.drop_by == "evening" or each.is_game:
            units[find_unit(each.result, rules)].append(each)
    missed = len(held) - len(units) if rules.missed_first else 0
    excess = len(units) - rules.keep_best if rules.keep_best is not None else 0
    number = min(max(rules.drop_worst - max(missed, 0), excess, 0), max(len(units) - 1, 0))

    if not number:
        return figures

    def judge(unit: Unit) -> tuple[Fraction, int, int, Unit]:
        alone = structs.replace(figures, counted=tuple(units[unit]), adjustments=())
        return (
            value(alone),
            sum(each.difference for each in units[unit]),
            sum(each.points_for for each in units[unit]),
            unit,
        )

    worst = {each.result.game for unit in sorted(units, key=judge)[:number] for each in units[unit]}
    return structs.replace(
        figures,
        counted=tuple(each for each in figures.counted if each.result.game not in worst),
        dropped=tuple(each for each in figures.counted if each.result.game in worst),
    )


def count_attended(counted: Iterable[Counted]) -> int:
    """On how many evenings an entry was there."""
    return len({each.result.counted_evening for each in counted if each.attended})
