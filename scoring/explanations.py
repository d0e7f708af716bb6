"""Why am I third? A place in sentences: what was compared with those next to it, and the games behind each figure.

A sentence is a template with its values, as the lines of a deal are; scoring.sentences puts it into words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby

from msgspec import structs

from scoring.field import Measured
from scoring.figure_texts import write_apart, write_figure, write_signed
from scoring.figures import Counted, find_unit
from scoring.place_texts import (
    ADJUSTMENT_TEXTS,
    BRACKET_TEXTS,
    COMPARISON_TEXTS,
    DECISION_TEXTS,
    DROPPED_TEXTS,
    FIGURE_TEXTS,
    GAMES_OF_MATCH_TEXT,
    NO_GAME_TEXT,
    OUTCOME_TEXTS,
    PLACE_TEXTS,
    SCOPE_TEXTS,
    UNPLAYED_TEXTS,
    UNRESOLVED_TEXT,
)
from scoring.placing import Placed, Ranking
from scoring.ranking import Step
from scoring.sentences import Sentence
from scoring.tiebreaks import TieBreak, find_tie_break


def explain_place(ranking: Ranking, entry: int) -> tuple[Sentence, ...]:
    """Everything about a place: the place, the figure that is ranked, and who is next above and below, and why.

    Raises KeyError for an entry that is not in the ranking.
    """
    placed = ranking.find(entry)
    return (
        *_say_place(ranking, placed),
        *_say_figure(ranking, placed),
        *_say_neighbours(ranking, placed),
        *_say_tie(ranking, placed),
    )


def _say_place(ranking: Ranking, placed: Placed) -> Iterator[Sentence]:
    values: dict[str, int | str] = {"entry": placed.entry}
    if placed.rank is not None:
        values["rank"] = placed.rank
    if placed.apart == "attendance":
        values |= {"attended": placed.figures.attended, "needed": ranking.field.rules.minimum_evenings}
    others = tuple(each.entry for each in ranking.places if each.rank == placed.rank and each.entry != placed.entry)
    kind = placed.apart or ("shared" if others else "alone")
    shared = others if kind == "shared" else ()
    yield Sentence(code=f"place_{kind}", template=PLACE_TEXTS[kind], values=values, entries=shared)


def _say_figure(ranking: Ranking, placed: Placed) -> Iterator[Sentence]:
    """The figure that is ranked, with the adjustments, dropped evenings and games not played that are in it."""
    ranked = find_tie_break(ranking.field.rules.rank_by)
    value = ranked.find_own(placed.figures)
    said = Sentence(
        code="figure",
        template=_choose_figure_text(placed, ranked),
        values={
            "entry": placed.entry,
            "figure": ranked.title,
            "value": write_figure(value),
            "games": len(placed.figures.averaged),
        },
        tie_break=ranked.code,
    )
    measured = Measured(values={placed.entry: value})
    yield _name_sources(said, ranked.trace(ranking.field, placed.entry, measured), ranked.code)
    yield from _say_adjustments(placed)
    yield from _say_dropped(ranking, placed, ranked)
    yield from _say_unplayed(placed)


def _choose_figure_text(placed: Placed, ranked: TieBreak) -> str:
    if ranked.code != "bracket":
        return FIGURE_TEXTS["average" if placed.figures.per_game else "sum"]
    bracket = placed.figures.bracket
    if bracket is None:
        return BRACKET_TEXTS["none"]
    return BRACKET_TEXTS["outside" if bracket.match is None else "still_in" if bracket.is_in else "place"]


def _say_adjustments(placed: Placed) -> Iterator[Sentence]:
    for given in placed.figures.adjustments:
        for kind, amount in (("league_points", Fraction(given.league_points)), ("points", Fraction(given.points))):
            if amount:
                yield Sentence(
                    code="adjusted",
                    template=ADJUSTMENT_TEXTS[kind],
                    values={"amount": write_signed(amount), "reason": given.reason},
                )


def _say_dropped(ranking: Ranking, placed: Placed, ranked: TieBreak) -> Iterator[Sentence]:
    rules = ranking.field.rules
    if ranked.figure is None:  # what comes from no game leaves none out
        return
    for unit in sorted({find_unit(each.result, rules) for each in placed.figures.dropped}):
        dropped = [each for each in placed.figures.dropped if find_unit(each.result, rules) == unit]
        value = Fraction(sum(map(ranked.figure, dropped))) / (len(dropped) if rules.per_game else 1)
        said = Sentence(
            code="dropped",
            template=DROPPED_TEXTS[rules.drop_by],
            values={"evening": unit[0], "round": dropped[0].result.round, "value": write_figure(value)},
        )
        yield _name_sources(said, dropped, ranked.code)


def _say_unplayed(placed: Placed) -> Iterator[Sentence]:
    """What was not played and counts: once a match, with how many of its games count so."""
    unplayed = [each for each in placed.figures.counted if each.result.kind != "played"]
    for _key, group in groupby(unplayed, key=_find_like):
        alike = list(group)
        each, games = alike[0], tuple(one.result.game for one in alike)
        yield Sentence(
            code=each.result.kind,
            template=UNPLAYED_TEXTS[each.result.kind],
            values={
                "evening": each.result.counted_evening,
                "points": each.points_for,
                "league_points": write_figure(Fraction(each.league_points)),
            },
            games=games,
        )
        if each.result.kind == "bye" and each.outcome in OUTCOME_TEXTS:
            yield Sentence(code="counts_as", template=OUTCOME_TEXTS[each.outcome], games=games)
        if len(alike) > 1:
            said = {"games": len(alike)}
            yield Sentence(code="games_of_match", template=GAMES_OF_MATCH_TEXT, values=said, games=games)
        if placed.figures.per_game and not each.is_game:
            yield Sentence(code="no_game", template=NO_GAME_TEXT, games=games)


def _find_like(each: Counted) -> tuple[object, ...]:
    """The same for games of one match that count the same; what belongs to no match is like nothing else."""
    result = each.result
    own = result.game if result.match is None else None
    return (result.match, own, result.kind, result.counted_evening, each.points_for, each.league_points, each.is_game)


def _say_neighbours(ranking: Ranking, placed: Placed) -> Iterator[Sentence]:
    """The comparisons with one on the next place above and one on the next below: those who share it are level."""
    if placed.rank is None:
        return
    above = [each.entry for each in ranking.places if each.rank is not None and each.rank < placed.rank]
    below = [each.entry for each in ranking.places if each.rank is not None and each.rank > placed.rank]
    if above:
        yield from explain_order(ranking, above[-1], placed.entry)
    if below:
        yield from explain_order(ranking, placed.entry, below[0])


def explain_order(ranking: Ranking, higher: int, lower: int) -> Iterator[Sentence]:
    """Every comparison of two entries in order, up to the one that parted them."""
    scope: tuple[Sentence, ...] = ()
    for step in ranking.list_comparisons(higher, lower):
        yield from _say_comparison(ranking, step, higher, lower)
        before, scope = scope, tuple(_say_scope(step))
        if scope != before:
            yield from scope


def _say_comparison(ranking: Ranking, step: Step, higher: int, lower: int) -> Iterator[Sentence]:
    tie_break = find_tie_break(step.code)
    measured = step.measured
    if measured is None:
        if tie_break.code != "by_hand":
            yield Sentence(
                code="silent",
                template=COMPARISON_TEXTS["silent"],
                values={"figure": tie_break.title},
                entries=tuple(sorted(step.tied)),
                tie_break=step.code,
            )
        return
    if measured.decision is not None:
        yield from _say_decision(measured, higher, lower)
        return
    better, worse = write_apart(measured.values[higher], measured.values[lower])
    counted = [*tie_break.trace(ranking.field, higher, measured), *tie_break.trace(ranking.field, lower, measured)]
    how = "level" if better == worse else tie_break.sense
    said = Sentence(
        code=how,
        template=COMPARISON_TEXTS[how],
        values={"higher": higher, "lower": lower, "figure": tie_break.title, "better": better, "worse": worse},
        tie_break=step.code,
    )
    yield _name_sources(said, counted, step.code)


def _say_decision(measured: Measured, higher: int, lower: int) -> Iterator[Sentence]:
    decision = measured.decision
    assert decision is not None
    if decision.how != "share":
        yield Sentence(
            code=decision.how,
            template=DECISION_TEXTS[decision.how],
            values={"higher": higher, "lower": lower, "reason": decision.reason},
            tie_break="by_hand",
        )


def _say_scope(step: Step) -> Iterator[Sentence]:
    """What a comparison was taken from, where that is not plain or not everything."""
    measured = step.measured
    if measured is None:
        return
    if measured.against is not None and len(step.tied | measured.against) > 2:
        kind = "among" if measured.against == step.tied else "against"
        yield Sentence(code=kind, template=SCOPE_TEXTS[kind], entries=tuple(sorted(measured.against)))
    if measured.evening is not None:
        yield Sentence(code="evening", template=SCOPE_TEXTS["evening"], values={"evening": measured.evening})


def _say_tie(ranking: Ranking, placed: Placed) -> Iterator[Sentence]:
    """What was compared among those on the same place, and what is still to be decided."""
    tied = tuple(each.entry for each in ranking.places if each.rank == placed.rank) if placed.is_shared else ()
    if not tied:
        return
    other = next(entry for entry in tied if entry != placed.entry)
    yield from explain_order(ranking, placed.entry, other)
    decided = [step.measured for step in ranking.list_comparisons(placed.entry, other) if step.code == "by_hand"]
    decision = decided[-1].decision if decided and decided[-1] else None
    if decision is None and ranking.shares_by_bracket and placed.figures.bracket is not None:
        bracket = placed.figures.bracket
        kind = "shared_outside" if bracket.match is None else "shared_in" if bracket.is_in else "shared"
        yield Sentence(code=f"bracket_{kind}", template=BRACKET_TEXTS[kind], entries=tied)
    elif decision is None:
        yield Sentence(code="unresolved", template=UNRESOLVED_TEXT, entries=tied)
    else:
        yield Sentence(code="share", template=DECISION_TEXTS["share"], values={"reason": decision.reason}, entries=tied)


def _name_sources(sentence: Sentence, counted: Iterable[Counted], code: str) -> Sentence:
    """A sentence with the games and deals that its figure comes from: of a count, only the deals that it counts."""
    results = sorted((each.result for each in counted), key=lambda result: (result.evening, result.round, result.game))
    deals = [deal for result in results for deal in result.counted_in.get(code, result.deals)]
    return structs.replace(
        sentence, games=tuple(dict.fromkeys(result.game for result in results)), deals=tuple(dict.fromkeys(deals))
    )
