"""Whatever the rules: the order of input never matters, places count 1, 1, 3, and only what differs parts."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scoring.game_results import Adjustment, Decision, Result
from scoring.placing import Ranking, rank_results
from scoring.standing_rules import StandingRules
from scoring.tiebreaks import find_tie_break
from tests.standings.drawn import adjustments, decisions, fewer, seasons, standing_rules

ENTRIES = range(1, 7)


def rank(results: list[Result], rules: StandingRules, given_: list[Adjustment], decided: list[Decision]) -> Ranking:
    return rank_results(results, rules, entries=ENTRIES, adjustments=given_, decisions=decided)


@fewer
@given(seasons, standing_rules(), adjustments, decisions(), st.integers(min_value=0, max_value=10**6))
def test_the_order_of_input_never_matters(
    results: list[Result], rules: StandingRules, given_: list[Adjustment], decided: list[Decision], seed: int
) -> None:
    ranking = rank(results, rules, given_, decided)
    chance = random.Random(seed)
    anew = [
        rank(chance.sample(results, len(results)), rules, chance.sample(given_, len(given_)), decided[::-1])
        for _time in range(3)
    ]
    assert anew == [ranking] * 3
    backwards = rank_results(results, rules, entries=reversed(ENTRIES), adjustments=given_, decisions=decided)
    assert backwards == ranking


@fewer
@given(seasons, standing_rules(), decisions(), st.permutations(list(ENTRIES)))
def test_the_numbers_of_entries_decide_nothing(
    results: list[Result], rules: StandingRules, decided: list[Decision], order: list[int]
) -> None:
    """The same season with the entries numbered otherwise has the same places."""
    number = dict(zip(ENTRIES, order, strict=True))
    renumbered = [
        Result(
            **{field: getattr(result, field) for field in Result.__struct_fields__}
            | {"entry": number[result.entry], "opponents": tuple(number[other] for other in result.opponents)}
        )
        for result in results
    ]
    decided_anew = [
        Decision(number=each.number, entries=tuple(number[e] for e in each.entries), how=each.how, reason=each.reason)
        for each in decided
    ]
    before = {number[placed.entry]: placed.rank for placed in rank(results, rules, [], decided).places}
    assert {placed.entry: placed.rank for placed in rank(renumbered, rules, [], decided_anew).places} == before


@fewer
@given(seasons, standing_rules(), adjustments, decisions())
def test_equal_places_are_counted_on_from_them_all(
    results: list[Result], rules: StandingRules, given_: list[Adjustment], decided: list[Decision]
) -> None:
    ranking = rank(results, rules, given_, decided)
    ranks = [placed.rank for placed in ranking.places]
    assert ranks == [1 + sum(other < rank for other in ranks if other is not None) for rank in ranks if rank]
    assert [placed.is_shared for placed in ranking.places] == [ranks.count(rank) > 1 for rank in ranks]
    everybody = sorted(placed.entry for placed in (*ranking.places, *ranking.apart))
    assert everybody == sorted(set(everybody)) == list(ENTRIES)
    shared = {
        tuple(sorted(p.entry for p in ranking.places if p.rank == rank)) for rank in ranks if ranks.count(rank) > 1
    }
    assert set(ranking.unresolved) <= shared


@fewer
@given(seasons, standing_rules(), adjustments, decisions())
def test_two_are_parted_by_the_last_comparison_of_both_and_by_no_earlier_one(
    results: list[Result], rules: StandingRules, given_: list[Adjustment], decided: list[Decision]
) -> None:
    ranking = rank(results, rules, given_, decided)
    for place, higher in enumerate(ranking.places):
        for lower in ranking.places[place + 1 :]:
            steps = ranking.list_comparisons(higher.entry, lower.entry)
            assert steps[0].code == rules.rank_by
            for step in steps[:-1]:
                assert goodness(step, higher.entry) == goodness(step, lower.entry) or rules.restart == "each_place"
            if higher.rank != lower.rank:
                last = steps[-1]
                assert goodness(last, higher.entry) > goodness(last, lower.entry)


def goodness(step: Any, entry: int) -> Any:
    return 0 if step.measured is None else find_tie_break(step.code).judge(step.measured.values[entry])
