"""Points for places, and evenings that bring points: nothing is lost or made, and the order of input never matters."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game_results import Result
from scoring.placing import rank_results
from scoring.season_rules import SeasonRules, find_season_faults
from scoring.standing_rules import StandingRules

amounts = st.lists(st.integers(0, 100), max_size=12).map(lambda each: tuple(map(Decimal, sorted(each, reverse=True))))


@given(places=amounts, sizes=st.lists(st.integers(1, 4), min_size=1, max_size=8))
def test_those_who_share_places_share_all_that_these_bring(places: tuple[Decimal, ...], sizes: list[int]) -> None:
    rules = SeasonRules(counts="places", places=places)
    first, given_out = 1, Fraction(0)
    for size in sizes:
        given_out += rules.share_places(range(size), first=first) * size
        first += size
    assert given_out == sum(map(Fraction, places[: sum(sizes)]), Fraction(0))


def test_each_of_those_on_a_place_can_get_the_best_of_it() -> None:
    rules = SeasonRules(counts="places", places=(Decimal(10), Decimal(6)), place_beyond=Decimal(1), place_ties="each")
    assert [rules.share_places((1, 2), first=place) for place in (1, 2, 3)] == [10, 6, 1]


def bring(entry: int, evening: int, points: int) -> list[Result]:
    """An evening of one game that is lost, and what the evening brings."""
    game = evening * 10
    return [
        Result(game=game, entry=entry, evening=evening, outcome="lost", points_for=points),
        Result(game=-game, entry=entry, evening=evening, kind="evening", given=Fraction(points)),
    ]


@given(
    brought=st.lists(st.tuples(st.integers(1, 5), st.integers(1, 4), st.integers(-9, 9)), max_size=20),
    seed=st.randoms(),
    drop=st.integers(0, 2),
)
def test_places_do_not_depend_on_the_order_in_which_evenings_come(
    brought: list[tuple[int, int, int]], seed: Random, drop: int
) -> None:
    once = {(entry, evening): points for entry, evening, points in brought}
    results = [result for (entry, evening), points in once.items() for result in bring(entry, evening, points)]
    rules = SeasonRules(counts="places", places=(Decimal(1),)).make_standings(StandingRules(drop_worst=drop))
    shuffled = list(results)
    seed.shuffle(shuffled)
    assert rank_results(shuffled, rules) == rank_results(results, rules)


def test_only_the_evening_brings_league_points_and_it_is_no_game() -> None:
    rules = SeasonRules(counts="places", places=(Decimal(5),)).make_standings(StandingRules())
    results = [
        Result(game=1, entry=1, outcome="won", points_for=9),
        Result(game=-1, entry=1, kind="evening", given=Fraction(5, 2)),
    ]
    (placed,) = rank_results(results, rules).places
    assert placed.figures.add_up(lambda each: each.league_points) == Fraction(5, 2)
    assert placed.figures.attended == 1


@pytest.mark.parametrize(
    ("rules", "field"),
    [
        (SeasonRules(counts="places"), "places"),
        (SeasonRules(counts="places", places=(Decimal(1), Decimal(2))), "places"),
        (SeasonRules(counts="places", places=(Decimal(1),), place_beyond=Decimal(2)), "places"),
        (SeasonRules(counts="evenings", standings=StandingRules(drop_by="game")), "drop_by"),
        (SeasonRules(counts="evenings", standings=StandingRules(per_game=True)), "per_game"),
        (SeasonRules(standings=StandingRules(tie_breaks=("nonsense",))), "tie_breaks"),
    ],
)
def test_rules_that_make_no_sense_name_the_field(rules: SeasonRules, field: str) -> None:
    assert field in {fault.field for fault in find_season_faults(rules)}
