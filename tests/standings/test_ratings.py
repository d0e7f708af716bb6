"""Ratings of partners: who wins moves up, the same games give the same figures, and every game is kept."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings import RatedGame, Rating, RatingRules, rank_ratings, rate_games
from tests.standings.drawn import fewer

PARTNERS = ((1, 2), (3, 4))


def play(number: int, sides: tuple[tuple[int, ...], ...] = PARTNERS, ranks: tuple[int, ...] = (1, 2)) -> RatedGame:
    return RatedGame(number=number, sides=sides, ranks=ranks, game=number * 100)


def test_the_published_example() -> None:
    """Source: the README of openskill, "Usage": two sides of two, all four known differently well."""
    starts = {
        1: Rating(mean=25.0, spread=8.333333333333334),
        2: Rating(mean=32.444, spread=5.123),
        3: Rating(mean=43.381, spread=2.421),
        4: Rating(mean=25.188, spread=6.211),
    }
    after = rate_games([play(1)], RatingRules(drift=0.0), starts=starts)
    assert {player: (history[-1].mean, history[-1].spread) for player, history in after.items()} == {
        1: pytest.approx((28.669648436582808, 8.071520788025197)),
        2: pytest.approx((33.83086971107981, 5.062772998705765)),
        3: pytest.approx((43.071274808241974, 2.4166900452721256)),
        4: pytest.approx((23.149503312339064, 6.1378606973362135)),
    }
    assert (after[1][-1].games, after[1][-1].game, after[1][0]) == (1, 100, starts[1])


def test_a_draw_between_equals_moves_nobody_but_tells_something() -> None:
    after = rate_games([play(1, ranks=(1, 1))])
    assert {history[-1].mean for history in after.values()} == {25.0}
    assert all(history[-1].spread < history[0].spread for history in after.values())


def test_partners_share_a_result_by_what_is_uncertain_about_each() -> None:
    games = [play(number, sides=((1, 8), (9, 7))) for number in range(1, 11)]
    before = rate_games(games)
    after = rate_games([*games, play(11, sides=((1, 2), (3, 4)))])
    known, new = after[1][-1].mean - before[1][-1].mean, after[2][-1].mean - 25.0
    assert 0 < known < new


def test_many_sides_and_one_alone() -> None:
    after = rate_games([play(1, sides=((1,), (2, 3, 4), (5,)), ranks=(1, 3, 2))])
    assert rank_ratings(after)[0] == 1
    assert after[2][-1].mean < after[5][-1].mean < after[1][-1].mean


@fewer
@given(st.integers(min_value=0, max_value=10**6))
def test_the_order_of_input_never_matters_and_winning_never_harms(seed: int) -> None:
    chance = random.Random(seed)
    games = []
    for number in range(1, 8):
        a, b, c, d = chance.sample(range(1, 7), 4)
        games.append(play(number, sides=((a, b), (c, d)), ranks=chance.choice(((1, 2), (2, 1), (1, 1)))))
    after = rate_games(games)
    assert rate_games(chance.sample(games, len(games))) == after
    last = games[-1]
    if last.ranks[0] != last.ranks[1]:
        winners, losers = last.sides if last.ranks[0] < last.ranks[1] else last.sides[::-1]
        assert all(after[player][-1].mean > after[player][-2].mean for player in winners)
        assert all(after[player][-1].mean < after[player][-2].mean for player in losers)
    assert {player: history[-1].games for player, history in after.items()} == {
        player: len(history) - 1 for player, history in after.items()
    }


def test_a_new_player_starts_as_the_event_says() -> None:
    after = rate_games([play(1)], RatingRules(mean=1500.0, spread=350.0))
    assert after[1][0].shown == 450.0
    assert after[1][-1].mean > 1500.0


@pytest.mark.parametrize(
    ("games", "what"),
    [
        ([play(1), play(1)], "Two games have the number 1"),
        ([play(1, sides=((1, 2),), ranks=(1,))], "needs two sides"),
        ([play(1, sides=((1, 2), ()))], "needs two sides"),
        ([play(1, sides=((1, 2), (2, 3)))], "twice in game 1"),
        ([play(1, ranks=(1,))], "a rank for each"),
    ],
)
def test_games_that_cannot_be_rated(games: list[RatedGame], what: str) -> None:
    with pytest.raises(ValueError, match=what):
        rate_games(games)
