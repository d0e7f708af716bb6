"""Who wins the prizes of an event, as its standings are now, and what prizes there are at all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, structs

from league.models import Event, Season, SeatResult
from league.models.result import Outcome
from league.selectors.event_ranking import EventRanking, rank_event
from league.selectors.table_folds import fold_tables
from scoring.figures import Figures
from scoring.placing import Ranking, rank_results
from scoring.prize_rules import PrizeRules
from scoring.prizes import PrizeList, award_prizes
from scoring.sheet import Folded

#: The score from which a game can come onto the board of Land-Grant Euchre: only such games are looked at.
LEAST_ON_BOARD = 12


class Awarded(Struct, frozen=True, kw_only=True):
    """The prizes given out: rules, awards and warnings, with the names of those who are ranked, by number.

    `unresolved` are the ties in the standings that nobody has decided.
    """

    rules: PrizeRules
    pot: int
    prizes: PrizeList
    names: Mapping[int, str]
    has_results: bool
    unresolved: tuple[tuple[int, ...], ...] = ()

    def name_prizes(self, codes: Iterable[str]) -> list[str]:
        """What prizes are called where somebody named them; their codes otherwise."""
        titles = {prize.code: prize.title or prize.code for prize in self.rules.prizes}
        return [titles[code] for code in codes]


def read_prize_rules(scope: Event | Season) -> PrizeRules:
    """What can be won in an event or a season."""
    return msgspec.convert(scope.prizes, PrizeRules) if scope.prizes else PrizeRules(prizes=())


def has_prizes(scope: Event | Season) -> bool:
    """Whether anything can be won."""
    return bool(scope.prizes) and bool(read_prize_rules(scope).prizes)


def award_event_prizes(
    event: Event,
    *,
    instead: Mapping[int, Iterable[SeatResult]] | None = None,
    folds: Mapping[int, Folded] | None = None,
) -> Awarded:
    """The prizes of an event.

    `instead`: table -> unsaved results that stand in for its stored ones; `folds`: the unsaved sheets of those tables.
    """
    rules = read_prize_rules(event)
    ranked = rank_event(event, instead=instead)
    ladders = {group.division: group.ranking for group in ranked.groups}
    ranking = _rank_together(ranked)
    if any(prize.kind == "board" for prize in rules.prizes):
        ranking = add_board(ranking, find_board_scores([event], instead=folds))
    divisions = {entry: group.division for group in ranked.groups for entry in group.ranking.field.figures}
    return Awarded(
        rules=rules,
        pot=event.pot,
        prizes=award_prizes(rules, ranking, pot=event.pot, divisions=divisions, ladders=ladders),
        names=ranked.inputs.names,
        has_results=any(result.kind == "played" for result in ranked.inputs.results),
        unresolved=ranking.unresolved,
    )


def _rank_together(ranked: EventRanking) -> Ranking:
    """Everybody ranked at once, where the divisions are ranked by themselves."""
    if len(ranked.groups) == 1:
        return ranked.groups[0].ranking
    inputs = ranked.inputs
    return rank_results(
        inputs.results,
        ranked.rules,
        entries=inputs.entries,
        adjustments=inputs.adjustments,
        decisions=inputs.decisions,
        withdrawn=inputs.withdrawn,
        bracket=inputs.bracket,
    )


def find_board_scores(
    events: Iterable[Event], *, instead: Mapping[int, Folded] | None = None
) -> dict[tuple[int, bool], int]:
    """(Table, won) -> the score that the side that won or lost there put on the board of high scores.

    How a side came to 12 or 13 is not stored with its result, so the few games with so many points are folded.
    `instead`: table -> an unsaved sheet that stands in for its stored one.
    """
    scores: dict[tuple[int, bool], int] = {}
    unsaved = instead or {}
    for event in events:
        high = event.results.filter(points__gte=LEAST_ON_BOARD).exclude(outcome=Outcome.OPEN).values("table")
        stored = fold_tables(event.tables.filter(pk__in=high).exclude(pk__in=unsaved))
        for table, folded in {**{fold.table.pk: fold.folded for fold in stored}, **unsaved}.items():
            for listed in _list_high_scores(folded.honours):
                scores[table, folded.winner == listed["side"]] = listed["score"]
    return scores


def _list_high_scores(honours: Mapping[str, Any]) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = honours.get("high_scores", [])
    return listed


def add_board(ranking: Ranking, scores: Mapping[tuple[int, bool], int]) -> Ranking:
    """A ranking with the scores on the board put into its results."""
    figures = {entry: _mark_board(own, scores) for entry, own in ranking.field.figures.items()}
    return structs.replace(ranking, field=structs.replace(ranking.field, figures=figures))


def _mark_board(figures: Figures, scores: Mapping[tuple[int, bool], int]) -> Figures:
    every = tuple(
        structs.replace(
            each, result=structs.replace(each.result, board=scores.get((each.result.game, each.outcome == "won")))
        )
        if each.result.kind == "played"
        else each
        for each in figures.every
    )
    return structs.replace(figures, every=every)
