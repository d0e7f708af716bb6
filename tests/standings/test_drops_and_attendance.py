"""What is left out of a season: the worst evenings or games, and who came too seldom; adjustments; averages."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.game_results import Adjustment, Result
from scoring.placing import rank_results
from scoring.standing_rules import Bonus, LeaguePoints, MatchPoints, StandingRules
from tests.standings.played import give, list_places, pair_results

#: Points of entry 1 by evening, against entry 2 who always has 5.
SCORES = {1: 10, 2: 3, 3: 7}


def play_evenings(scores: dict[int, int] = SCORES) -> list[Result]:
    return [
        result
        for evening, points in scores.items()
        for result in pair_results(evening, 1, 2, points, 5, evening=evening)
    ]


def add_points(results: list[Result], rules: StandingRules, entry: int = 1) -> tuple[Fraction | int, set[int]]:
    """The points of an entry and the evenings that are left out."""
    figures = rank_results(results, rules).find(entry).figures
    left_out = {each.result.counted_evening for each in figures.dropped}
    return figures.add_up(lambda each: each.points_for, amount=lambda given: given.points), left_out


def by_points(**settings: object) -> StandingRules:
    return StandingRules(rank_by="points_for", tie_breaks=(), **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rules", "points", "left_out"),
    [
        (by_points(), 20, set()),
        (by_points(drop_worst=1), 17, {2}),
        (by_points(drop_worst=2), 10, {2, 3}),
        (by_points(drop_worst=9), 10, {2, 3}),
        (by_points(keep_best=2), 17, {2}),
        (by_points(keep_best=5), 20, set()),
        (by_points(drop_worst=1, keep_best=1), 10, {2, 3}),
        (by_points(drop_worst=1, drop_by="game"), 17, {2}),
        (by_points(drop_worst=1, per_game=True), Fraction(17, 2), {2}),
    ],
)
def test_the_worst_evenings_are_left_out(rules: StandingRules, points: Fraction, left_out: set[int]) -> None:
    assert add_points(play_evenings(), rules) == (points, left_out)


def test_where_fewer_is_better_the_evening_with_the_most_is_the_worst() -> None:
    rules = StandingRules(rank_by="fewest_points", tie_breaks=(), drop_worst=1)
    assert add_points(play_evenings(), rules) == (10, {1})


@pytest.mark.parametrize(("missed_first", "points"), [(True, 20), (False, 17)])
def test_a_missed_evening_is_dropped_first(missed_first: bool, points: int) -> None:
    others = pair_results(9, 3, 4, 5, 4, evening=4)
    rules = by_points(drop_worst=1, missed_first=missed_first)
    assert add_points([*play_evenings(), *others], rules)[0] == points


def test_a_game_made_up_on_another_night_is_an_evening_of_its_own() -> None:
    """Two games in one week are not one result (https://github.com/UEWBot/dipvis/issues/203)."""
    made_up = give(pair_results(4, 1, 2, 1, 5, evening=3), makes_up=4)
    assert add_points([*play_evenings(), *made_up], by_points(drop_worst=1)) == (20, {4})
    same_night = pair_results(4, 1, 2, 1, 5, evening=3)
    assert add_points([*play_evenings(), *same_night], by_points(drop_worst=1)) == (18, {2})


def test_two_games_of_one_round_are_two_games() -> None:
    results = give([*pair_results(1, 1, 2, 3, 5), *pair_results(2, 1, 2, 4, 5), *pair_results(3, 1, 2, 9, 5)], round=1)
    assert add_points(results, by_points(drop_worst=1, drop_by="game"))[0] == 13


def test_of_two_evenings_as_bad_the_one_that_was_worse_otherwise_goes() -> None:
    results = [*pair_results(1, 1, 2, 3, 4, evening=1), *pair_results(2, 1, 2, 3, 9, evening=2)]
    assert add_points(results, by_points(drop_worst=1))[1] == {2}


def test_who_came_too_seldom_stands_apart() -> None:
    results = [*play_evenings(), *pair_results(9, 3, 2, 99, 0, evening=3)]
    ranking = rank_results(results, by_points(minimum_evenings=2))
    assert list_places(ranking, "ABC") == ["1 A", "2 B"]
    assert [(placed.entry, placed.apart, placed.figures.attended) for placed in ranking.apart] == [(3, "attendance", 1)]


def test_adjustments_have_reasons_and_count_once() -> None:
    late = Adjustment(entry=1, points=-2, league_points=Decimal("-0.5"), reason="Late result card")
    rules = StandingRules(drop_worst=1)
    ranking = rank_results(play_evenings(), rules, adjustments=[late])
    figures = ranking.find(1).figures
    assert figures.adjustments == (late,)
    assert figures.add_up(lambda each: each.points_for, amount=lambda given: given.points) == 15
    assert ranking.field.worth[1] == Fraction(3, 2)


@pytest.mark.parametrize(
    ("legs", "points"),
    [((9, 0), Fraction(13, 2)), ((5, 4), Fraction(9, 2)), ((4, 5), Fraction(2)), ((0, 9), Fraction(0))],
)
def test_points_for_a_match_and_half_a_point_for_each_leg(legs: tuple[int, int], points: Fraction) -> None:
    """Source: https://www.oldboy.me.uk/Crib/Archive/Rules2012.html (2 for the match and a half for each leg)."""
    table = LeaguePoints(won=Decimal("0.5"), match=MatchPoints(won=Decimal(2), drawn=Decimal(1)))
    won, lost = legs
    results = [
        result
        for leg in range(won + lost)
        for result in pair_results(leg, 1, 2, *((121, 90) if leg < won else (90, 121)), match=1)
    ]
    figures = rank_results(results, StandingRules(league_points=table)).find(1).figures
    assert figures.add_up(lambda each: each.league_points) == points


@pytest.mark.parametrize(
    ("bonus", "given"),
    [
        (Bonus(of="margin", at_least=31, points=Decimal(1)), [0, 0, 1, 0]),
        (Bonus(of="margin", at_least=31, at_most=60, points=Decimal(1)), [0, 0, 0, 0]),
        (Bonus(of="margin", at_least=0, at_most=5, outcomes=("lost",), points=Decimal(1)), [0, 1, 0, 0]),
        (Bonus(of="points_for", at_least=100, outcomes=("won", "lost"), points=Decimal(1)), [1, 1, 1, 0]),
        (Bonus(of="count", count="loners_made", at_least=2, points=Decimal(1)), [1, 0, 0, 0]),
    ],
)
def test_bonuses(bonus: Bonus, given: list[int]) -> None:
    """A win by 30 is no skunk and one by 31 is."""
    games = [(121, 91), (116, 121), (121, 40), (60, 121)]
    counts = [{"loners_made": 2}, {"loners_made": 3}, {}, {}]
    results = [
        result
        for number, (scored, conceded) in enumerate(games)
        for result in give(pair_results(number, 1, 2, scored, conceded), counts=counts[number])
    ]
    table = LeaguePoints(won=Decimal(0), bonuses=(bonus,))
    figures = rank_results(results, StandingRules(league_points=table)).find(1).figures
    assert [each.league_points for each in figures.counted] == given


def test_raw_points_are_a_table_too() -> None:
    results = play_evenings()
    rules = StandingRules(league_points=LeaguePoints(won=Decimal(0), per_point=Decimal(1)))
    assert [rank_results(results, rules).field.worth[entry] for entry in (1, 2)] == [20, 15]


def test_two_results_of_one_game_are_refused() -> None:
    result = pair_results(1, 1, 2, 5, 3)[0]
    with pytest.raises(ValueError, match="Entry 1 has two results of game 1"):
        rank_results([result, result], StandingRules())
