"""The tie-breaks that an event can choose from, by code; each knows whether more or fewer is better.

docs/standings.md says what each of them means. A new one is a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from rules.catalog import GAMES
from rules.game import gettext_noop
from scoring.field import Field, Measure, Measured, Trace
from scoring.figures import Amount, Counted, Figures, What
from scoring.tied_games import (
    add_beaten_opponents,
    add_middle_opponents,
    add_opponents,
    compare_against_highest,
    compare_by_hand,
    compare_head_to_head,
    compare_latest_evening,
    compare_opponents,
    trace_counted,
    trace_evening,
    trace_meetings,
    trace_nothing,
)

Sense = Literal["more", "fewer"]


class TieBreak(Struct, frozen=True, kw_only=True):
    """One way to compare entries. What gives a figure for one entry alone can be ranked by: a sum over its results of
    `figure`, or `standing`, which comes from no single game.
    """

    code: str
    title: str
    measure: Measure
    trace: Trace
    sense: Sense = "more"
    figure: What | None = None
    amount: Amount | None = None
    standing: Callable[[Figures], Fraction] | None = None

    @property
    def can_be_ranked_by(self) -> bool:
        """Whether an entry has the figure by itself."""
        return self.figure is not None or self.standing is not None

    def find_own(self, figures: Figures, *, adjusted: bool = True) -> Fraction:
        """The figure of one entry, with what adjustments add. Only for what can be ranked by."""
        if self.standing is not None:
            return self.standing(figures)
        assert self.figure is not None
        return figures.add_up(self.figure, amount=self.amount if adjusted else None)

    def judge(self, value: Fraction) -> Fraction:
        """How good a figure is: more is better."""
        return value if self.sense == "more" else -value


def _sum_up(code: str, title: str, what: What, *, sense: Sense = "more", amount: Amount | None = None) -> TieBreak:
    """A sum over the results that count, or an average a game where the event ranks by averages."""

    def measure(field: Field, tied: frozenset[int]) -> Measured:
        return Measured(values={entry: field.figures[entry].add_up(what, amount=amount) for entry in tied})

    def trace(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
        return tuple(each for each in field.figures[entry].averaged if what(each))

    return TieBreak(code=code, title=title, measure=measure, trace=trace, sense=sense, figure=what, amount=amount)


def _count(code: str, title: str, *, sense: Sense = "more") -> TieBreak:
    return _sum_up(code, title, lambda each: _find_count(each, code), sense=sense)


def _find_count(each: Counted, code: str) -> int:
    return each.result.counts.get(code, 0) if each.result.kind == "played" else 0


def _measure_ratio(field: Field, tied: frozenset[int]) -> Measured | None:
    """Points for as a share of all points: the same order as their quotient, and defined where nothing is against.

    Nothing for and against is a half. None where a total is below nought: a quotient would say nothing.
    """
    values = {}
    for entry in tied:
        scored, conceded = _find_ratio(field.figures[entry])
        if scored < 0 or conceded < 0:
            return None
        values[entry] = scored / (scored + conceded) if scored + conceded else Fraction(1, 2)
    return Measured(values=values)


def _find_ratio(figures: Figures) -> tuple[Fraction, Fraction]:
    return (
        figures.add_up(lambda each: each.points_for, amount=lambda adjustment: adjustment.points),
        figures.add_up(lambda each: each.points_against),
    )


def _measure_share_won(field: Field, tied: frozenset[int]) -> Measured:
    """Games won and half of those drawn as a share of the games decided; 0 before the first."""
    values = {}
    for entry in tied:
        decided = [each for each in field.list_counted(entry) if each.outcome in {"won", "lost", "drawn"}]
        values[entry] = sum((each.share_won for each in decided), Fraction(0)) / max(len(decided), 1)
    return Measured(values=values)


def _measure_high_game(field: Field, tied: frozenset[int]) -> Measured | None:
    """The most points in one game that was played. None where one of them has played none."""
    played = {entry: _list_played(field, entry) for entry in tied}
    if not all(played.values()):
        return None
    return Measured(values={entry: Fraction(max(each.points_for for each in games)) for entry, games in played.items()})


def _trace_high_game(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    return tuple(each for each in _list_played(field, entry) if each.points_for == measured.values[entry])


def _list_played(field: Field, entry: int) -> tuple[Counted, ...]:
    return tuple(each for each in field.list_counted(entry) if each.result.kind == "played")


def _measure_sweeps(field: Field, tied: frozenset[int]) -> Measured:
    """Evenings on which every game was played and won."""
    return Measured(values={entry: Fraction(len(_find_sweeps(field, entry))) for entry in tied})


def _find_sweeps(field: Field, entry: int) -> set[int]:
    counted = [each for each in field.list_counted(entry) if each.result.kind != "evening"]
    kept = {each.result.counted_evening for each in counted}
    return kept - {each.result.counted_evening for each in counted if each.outcome != "won"}


def _trace_sweeps(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    sweeps = _find_sweeps(field, entry)
    return tuple(each for each in field.list_counted(entry) if each.result.counted_evening in sweeps)


def _measure_bracket(field: Field, tied: frozenset[int]) -> Measured | None:
    """The places in the bracket. None where somebody has none: then there is no bracket."""
    if any(field.figures[entry].bracket is None for entry in tied):
        return None
    return Measured(values={entry: _find_bracket_place(field.figures[entry]) for entry in tied})


def _find_bracket_place(figures: Figures) -> Fraction:
    return Fraction(figures.bracket.place if figures.bracket else 0)


def _trace_bracket(field: Field, entry: int, measured: Measured) -> tuple[Counted, ...]:
    """The games of the last match."""
    bracket = field.figures[entry].bracket
    match = bracket.match if bracket else None
    return tuple(each for each in field.figures[entry].every if match is not None and each.result.match == match)


def _give_league_points(each: Counted) -> Fraction | int:
    return each.league_points


def _measure_latest_evening(field: Field, tied: frozenset[int]) -> Measured | None:
    """What is ranked, on the latest evening on which all the tied played; if equal, on the one before.

    None where what is ranked comes from no evening.
    """
    ranked = find_tie_break(field.rules.rank_by)
    if ranked.figure is None:
        return None
    return compare_latest_evening(field, tied, ranked.figure)


SUMS = (
    _sum_up(
        "league_points",
        gettext_noop("league points"),
        _give_league_points,
        amount=lambda adjustment: Fraction(adjustment.league_points),
    ),
    _sum_up("games_won", gettext_noop("games won"), lambda each: each.outcome == "won"),
    _sum_up("games_lost", gettext_noop("games lost"), lambda each: each.outcome == "lost", sense="fewer"),
    _sum_up("bonuses", gettext_noop("games with a bonus"), lambda each: each.bonuses > 0),
    _sum_up("points_for", gettext_noop("points for"), lambda each: each.points_for, amount=lambda given: given.points),
    _sum_up(
        "fewest_points",
        gettext_noop("points, fewest first"),
        lambda each: each.points_for,
        sense="fewer",
        amount=lambda given: given.points,
    ),
    _sum_up("points_against", gettext_noop("points against"), lambda each: each.points_against, sense="fewer"),
    _sum_up(
        "difference",
        gettext_noop("points for less points against"),
        lambda each: each.difference,
        amount=lambda given: given.points,
    ),
    _count("setbacks", gettext_noop("setbacks"), sense="fewer"),
    _sum_up("games_played", gettext_noop("games played"), lambda each: each.result.kind == "played"),
    _sum_up(
        "substitutes",
        gettext_noop("games played by a substitute"),
        lambda each: each.result.by_substitute,
        sense="fewer",
    ),
)

#: Counts of the games that are better the fewer there are; of all others more is better.
FEWER_IS_BETTER = frozenset(
    "bids_failed euchres_suffered hearts_failed infractions penalties reneges revokes warnings".split()
)

#: Whatever any game counts beside the points.
COUNTS = tuple(
    _count(code, title, sense="fewer" if code in FEWER_IS_BETTER else "more")
    for code, title in {code: title for game in GAMES.values() for code, title in game.tally_titles.items()}.items()
)

HEAD_TO_HEAD = tuple(
    TieBreak(code=code, title=title, measure=compare_head_to_head(what), trace=trace_meetings)
    for code, title, what in (
        ("head_to_head", gettext_noop("head to head: league points"), _give_league_points),
        ("head_to_head_won", gettext_noop("head to head: games won"), lambda each: each.outcome == "won"),
        ("head_to_head_difference", gettext_noop("head to head: difference"), lambda each: each.difference),
        ("head_to_head_points", gettext_noop("head to head: points for"), lambda each: each.points_for),
    )
)

OPPONENTS = tuple(
    TieBreak(code=code, title=title, measure=compare_opponents(add), trace=trace_counted)
    for code, title, add in (
        ("strength", gettext_noop("strength of schedule"), add_opponents),
        ("median_strength", gettext_noop("strength of schedule without best and worst"), add_middle_opponents),
        ("beaten_strength", gettext_noop("strength of the opponents beaten"), add_beaten_opponents),
    )
)

#: The place in the bracket of an elimination. A season has none, nor has an event of another format.
BRACKET = TieBreak(
    code="bracket",
    title=gettext_noop("place in the bracket"),
    measure=_measure_bracket,
    trace=_trace_bracket,
    sense="fewer",
    standing=_find_bracket_place,
)

OTHERS = (
    BRACKET,
    TieBreak(
        code="share_won", title=gettext_noop("share of games won"), measure=_measure_share_won, trace=trace_counted
    ),
    TieBreak(code="ratio", title=gettext_noop("share of all points"), measure=_measure_ratio, trace=trace_counted),
    TieBreak(code="high_game", title=gettext_noop("highest game"), measure=_measure_high_game, trace=_trace_high_game),
    TieBreak(code="sweeps", title=gettext_noop("evenings swept"), measure=_measure_sweeps, trace=_trace_sweeps),
    TieBreak(
        code="against_highest",
        title=gettext_noop("record against the highest-ranked opponent"),
        measure=compare_against_highest,
        trace=trace_meetings,
    ),
    TieBreak(
        code="latest_evening",
        title=gettext_noop("latest evening"),
        measure=_measure_latest_evening,
        trace=trace_evening,
    ),
)

#: What people decided; it always comes last, and nobody needs to choose it.
BY_HAND = TieBreak(
    code="by_hand",
    title=gettext_noop("decided by hand"),
    measure=compare_by_hand,
    trace=trace_nothing,
    sense="fewer",
)

TIE_BREAKS: Mapping[str, TieBreak] = {each.code: each for each in (*SUMS, *COUNTS, *HEAD_TO_HEAD, *OPPONENTS, *OTHERS)}


def find_tie_break(code: str) -> TieBreak:
    """The tie-break of a code. Raises ValueError for one that does not exist."""
    found = BY_HAND if code == BY_HAND.code else TIE_BREAKS.get(code)
    if found is None:
        raise ValueError(f"There is no tie-break called {code!r}.")
    return found
