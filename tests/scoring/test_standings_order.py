"""What decides between entries: games where they are won, points alone where nobody wins."""

from __future__ import annotations

from msgspec import structs

from rules.catalog import make_game
from scoring.standings import ORDER_BY_GAMES, ORDER_BY_POINTS, Score, find_order, rank_scores

WINNER = Score(entry=1, games_won=2, points_for=10, points_against=9)
RICH = Score(entry=2, games_won=1, points_for=50, points_against=1)
TWIN = Score(entry=3, games_won=2, points_for=11, points_against=10)
LAST = Score(entry=4, games_lost=3, points_for=50, points_against=60)


def rank(*scores: Score, points_only: bool = False) -> list[tuple[int, int, bool]]:
    order = ORDER_BY_POINTS if points_only else ORDER_BY_GAMES
    return [(place.rank, place.score.entry, place.is_shared) for place in rank_scores(scores, order=order)]


def test_games_won_come_first_then_the_difference_then_points() -> None:
    assert rank(LAST, RICH, WINNER, TWIN) == [(1, 3, False), (2, 1, False), (3, 2, False), (4, 4, False)]


def test_the_difference_is_what_is_left_of_the_points_for() -> None:
    spendthrift = Score(entry=5, games_won=2, points_for=30, points_against=31)
    assert (WINNER.difference, spendthrift.difference) == (1, -1)
    assert rank(spendthrift, WINNER) == [(1, 1, False), (2, 5, False)]


def test_before_the_first_game_there_is_nothing_to_count() -> None:
    figures = structs.asdict(Score(entry=7))
    assert figures.pop("entry") == 7
    assert figures.pop("counts") == {}
    assert figures == dict.fromkeys(
        ("games_won", "games_lost", "games_drawn", "games_ended", "points_for", "points_against", "deals"), 0
    )


def test_points_alone_decide_where_nobody_wins() -> None:
    places = [(1, 2, True), (1, 4, True), (3, 3, False), (4, 1, False)]
    assert rank(WINNER, LAST, TWIN, RICH, points_only=True) == places


def test_each_game_has_its_order() -> None:
    assert find_order(make_game("seven-handed-euchre")) is ORDER_BY_POINTS
    for key in ("grand", "yukon", "land-grant-euchre", "euchre", "partnership-whist"):
        assert find_order(make_game(key)) is ORDER_BY_GAMES


def test_nobody_is_ranked_in_an_empty_event() -> None:
    assert rank_scores([]) == []
