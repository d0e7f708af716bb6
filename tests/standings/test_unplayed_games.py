"""Byes, sit-outs, forfeits and walkovers: what counts of a game that nobody played."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.figures import Figures
from scoring.game_results import Result
from scoring.placing import rank_results
from scoring.standing_rules import LeaguePoints, StandingRules, Unplayed
from scoring.tiebreaks import find_tie_break
from tests.standings.played import find_decider, give, list_places, pair_results, read_games, unplayed

POINTS = StandingRules(rank_by="points_for", tie_breaks=())


def find_figures(results: list[Result], rules: StandingRules, entry: int = 1) -> Figures:
    return rank_results(results, rules).find(entry).figures


def add_points(figures: Figures) -> Fraction:
    return figures.add_up(lambda each: each.points_for)


def test_a_bye_with_a_credit_moves_no_average() -> None:
    results = [*pair_results(1, 1, 2, 10, 6), *pair_results(2, 1, 2, 5, 10)]
    rules = StandingRules(rank_by="points_for", tie_breaks=(), per_game=True, unplayed={"bye": Unplayed(points_for=7)})
    with_bye = [*results, unplayed("bye", game=3, entry=1)]
    assert add_points(find_figures(results, rules)) == Fraction(15, 2)
    assert add_points(find_figures(with_bye, rules)) == Fraction(15, 2)


def test_a_sit_out_that_counts_as_a_game_is_averaged() -> None:
    """Source: https://docsbay.net/euchre-for-the-2017-18-season-september-2017 (7 points, and it counts as a game)."""
    sit_out = {"sit_out": Unplayed(points_for=7, is_game=True)}
    results = [*pair_results(1, 1, 2, 10, 6), unplayed("sit_out", game=2, entry=1)]
    averaged = StandingRules(rank_by="points_for", tie_breaks=(), per_game=True, unplayed=sit_out)  # type: ignore[arg-type]
    summed = StandingRules(rank_by="points_for", tie_breaks=(), unplayed=sit_out)  # type: ignore[arg-type]
    assert add_points(find_figures(results, averaged)) == Fraction(17, 2)
    assert add_points(find_figures(results, summed)) == 17


def test_figures_stored_with_a_game_not_played_never_count() -> None:
    """A walkover stored as -1 to 0 (https://github.com/Liquipedia/Lua-Modules/pull/8045)."""
    walkover = give([unplayed("walkover", game=1, entry=1, opponents=(2,))], points_for=-1, points_against=9)
    figures = find_figures(walkover, StandingRules())
    assert [(each.points_for, each.points_against, each.outcome) for each in figures.counted] == [(0, 0, "won")]


@pytest.mark.parametrize(("meets", "places"), [(True, ["1 B", "2 A"]), (False, ["1 A", "1 B"])])
def test_a_forfeit_decides_head_to_head_where_it_counts_as_a_meeting(meets: bool, places: list[str]) -> None:
    """A forfeits to B and both end on one win (https://github.com/ozfortress/citadel/issues/515)."""
    results = [
        unplayed("forfeit_lost", game=1, entry=1, opponents=(2,)),
        unplayed("forfeit_won", game=1, entry=2, opponents=(1,)),
        *pair_results(2, 1, 3, 10, 5),
    ]
    rules = StandingRules(
        tie_breaks=("head_to_head",),
        unplayed={
            "forfeit_lost": Unplayed(outcome="lost", meets=meets),
            "forfeit_won": Unplayed(outcome="won", meets=meets),
        },
    )
    ranking = rank_results(results, rules)
    assert list_places(ranking, "ABC")[:2] == places
    assert (find_decider(ranking, 1, 2) == "head_to_head") is meets


def test_a_forfeit_that_is_no_meeting_is_left_out_of_the_games_among_the_tied() -> None:
    forfeits = [
        unplayed("forfeit_lost", game=9, entry=1, opponents=(2,)),
        unplayed("forfeit_won", game=9, entry=2, opponents=(1,)),
    ]
    played = pair_results(1, 1, 2, 5, 3)
    no_meeting = StandingRules(
        tie_breaks=("head_to_head",),
        head_to_head="as_played",
        unplayed={"forfeit_lost": Unplayed(outcome="lost"), "forfeit_won": Unplayed(outcome="won")},
    )
    assert list_places(rank_results([*played, *forfeits], no_meeting), "AB") == ["1 A", "2 B"]
    assert find_decider(rank_results([*played, *forfeits], no_meeting), 1, 2) == "head_to_head"
    assert find_decider(rank_results([*played, *forfeits], StandingRules(tie_breaks=("head_to_head",))), 1, 2) is None


def test_a_team_that_does_not_appear_gets_nothing_and_its_opponents_five() -> None:
    """Source: http://falmoutheuchre.orgfree.com/Rules.htm"""
    rules = StandingRules(
        league_points=LeaguePoints(won=Decimal(2)),
        unplayed={"walkover": Unplayed(outcome="won", league_points=Decimal(5), meets=True)},
    )
    results = [
        unplayed("walkover", game=1, entry=1, opponents=(2,)),
        unplayed("forfeit_lost", game=1, entry=2, opponents=(1,)),
    ]
    ranking = rank_results(results, rules)
    assert [placed.figures.add_up(lambda each: each.league_points) for placed in ranking.places] == [5, 0]
    assert [placed.figures.attended for placed in ranking.places] == [1, 0]


def test_nobody_loses_by_a_bye_in_strength_of_schedule() -> None:
    """A bye counts as an opponent worth as much as oneself."""
    results = [*read_games("ABC", "A 1 0 B\nA 1 0 C\nC 1 0 B"), unplayed("bye", game=9, entry=1)]
    ranking = rank_results(results, StandingRules(tie_breaks=("strength",)))
    measured = find_tie_break("strength").measure(ranking.field, frozenset({1, 2, 3}))
    assert measured is not None
    assert dict(measured.values) == {1: 0 + 1 + 2, 2: 2 + 1, 3: 2 + 0}


@pytest.mark.parametrize("rank_by", ["league_points", "points_for", "fewest_points", "difference"])
@pytest.mark.parametrize("per_game", [False, True])
def test_who_has_no_result_stands_apart_and_not_first(rank_by: str, per_game: bool) -> None:
    """https://github.com/lichess-org/lila/issues/511: withdrawn players without points finished first."""
    rules = StandingRules(rank_by=rank_by, tie_breaks=(), per_game=per_game)
    ranking = rank_results(pair_results(1, 1, 2, 5, 3), rules, entries=[1, 2, 3])
    assert sorted(placed.entry for placed in ranking.places) == [1, 2]
    assert [(placed.entry, placed.rank, placed.apart) for placed in ranking.apart] == [(3, None, "no_games")]
