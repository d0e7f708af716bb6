"""What decides where nothing is set: games where they are won, points alone where nobody wins."""

from __future__ import annotations

import pytest
from msgspec import structs

from rules.catalog import GAMES, make_game
from scoring.game_results import Outcome, Result
from scoring.placing import find_rule_faults, rank_results
from scoring.standing_presets import PRESETS, find_usual_rules, list_presets
from scoring.standing_rules import StandingRules
from scoring.standings import Score

#: entry -> its games: outcome, points for, points against.
GAMES_PLAYED: dict[int, list[tuple[Outcome, int, int]]] = {
    1: [("won", 5, 4), ("won", 5, 5)],
    2: [("won", 40, 1), ("drawn", 10, 0)],
    3: [("won", 6, 5), ("won", 5, 5)],
    4: [("lost", 50, 60)],
}
BY_GAMES = find_usual_rules(make_game("grand"))
BY_POINTS = find_usual_rules(make_game("seven-handed-euchre"))


def rank(games: dict[int, list[tuple[Outcome, int, int]]], rules: StandingRules) -> list[tuple[int | None, int, bool]]:
    results = [
        Result(game=100 * entry + place, entry=entry, outcome=outcome, points_for=scored, points_against=conceded)
        for entry, own in games.items()
        for place, (outcome, scored, conceded) in enumerate(own)
    ]
    ranking = rank_results(results, rules, entries=games)
    assert ranking.apart == ()
    return [(placed.rank, placed.entry, placed.is_shared) for placed in ranking.places]


def test_games_won_come_first_then_the_difference_then_points() -> None:
    assert rank(GAMES_PLAYED, BY_GAMES) == [(1, 3, False), (2, 1, False), (3, 2, False), (4, 4, False)]


def test_points_alone_decide_where_nobody_wins() -> None:
    assert rank(GAMES_PLAYED, BY_POINTS) == [(1, 2, True), (1, 4, True), (3, 3, False), (4, 1, False)]


def test_who_has_no_game_yet_is_ranked_with_nothing() -> None:
    assert rank({1: [], 2: [("lost", 3, 10)], 3: []}, BY_GAMES) == [(1, 1, True), (1, 3, True), (3, 2, False)]
    assert rank({}, BY_GAMES) == []


def test_each_game_has_its_usual_way() -> None:
    assert BY_POINTS.rank_by == "points_for"
    for key in ("grand", "yukon", "land-grant-euchre", "euchre", "partnership-whist"):
        assert find_usual_rules(make_game(key)) == BY_GAMES


def test_before_the_first_game_there_is_nothing_to_count() -> None:
    figures = structs.asdict(Score(entry=7))
    assert (figures.pop("entry"), figures.pop("counts")) == (7, {})
    assert set(figures.values()) == {0}


@pytest.mark.parametrize("key", GAMES)
def test_every_preset_can_be_ranked_by(key: str) -> None:
    offered = list_presets(make_game(key))
    assert set(offered) <= {preset.code for preset in PRESETS}
    assert "averages" in offered
    for _preset, rules in offered.values():
        assert list(find_rule_faults(rules)) == []


WITHDRAWN = [
    Result(game=1, entry=1, opponents=(2,), outcome="won"),
    Result(game=1, entry=2, opponents=(1,), outcome="lost"),
    Result(game=2, entry=2, opponents=(3,), outcome="won"),
    Result(game=2, entry=3, opponents=(2,), outcome="lost"),
]


@pytest.mark.parametrize(
    ("how", "places", "apart"),
    [
        ("keep", [(1, 1), (1, 2), (3, 3)], []),
        ("apart", [(1, 1), (2, 3)], [(2, "withdrawn")]),
        ("annul", [], [(1, "no_games"), (2, "withdrawn"), (3, "no_games")]),
    ],
)
def test_the_rules_say_what_becomes_of_who_has_withdrawn(
    how: str, places: list[tuple[int, int]], apart: list[tuple[int, str]]
) -> None:
    rules = StandingRules(tie_breaks=(), withdrawn=how)  # type: ignore[arg-type]
    ranking = rank_results(WITHDRAWN, rules, withdrawn=[2])
    assert [(placed.rank, placed.entry) for placed in ranking.places] == places
    assert [(placed.entry, placed.apart) for placed in ranking.apart] == apart
