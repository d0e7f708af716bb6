"""Sittings of teams, days of fixtures, and who goes up and down: counted, not read from how they are made."""

from __future__ import annotations

import datetime
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.fixture_dates import NoDayError, list_days
from scoring.promotion import FinalDivision, Placed, move_teams
from scoring.team_rules import TeamRules, count_short, make_sittings


@given(pairs=st.integers(1, 8), games=st.integers(1, 4), short=st.tuples(st.integers(0, 8), st.integers(0, 8)))
def test_every_pair_meets_every_pair_as_often(pairs: int, games: int, short: tuple[int, int]) -> None:
    rules = TeamRules(pairs=pairs, games=games)
    sittings = make_sittings(rules)
    assert len(sittings) == rules.sittings
    for sitting in sittings:
        assert sorted(home for home, _away in sitting) == sorted(away for _home, away in sitting) == list(range(pairs))
    met = Counter(game for sitting in sittings for game in sitting)
    assert met == {(home, away): games for home in range(pairs) for away in range(pairs)}
    home, away = (min(count, pairs) for count in short)
    played = home * away * games
    given_up = count_short(rules, home=home, away=away)
    assert given_up == ((pairs - home) * away * games, home * (pairs - away) * games)
    assert played + sum(given_up) + (pairs - home) * (pairs - away) * games == rules.match_games


def test_days_that_are_left_out_are_passed_over() -> None:
    days = [datetime.date(2026, 3, number) for number in (17, 24, 31)]
    assert list_days(days[0], every=7, count=3) == tuple(days)
    assert list_days(days[0], every=7, count=2, left_out=[days[1]]) == (days[0], days[2])
    with pytest.raises(NoDayError):
        list_days(datetime.date(9999, 12, 30), every=7, count=2)


@given(
    sizes=st.lists(st.integers(1, 8), min_size=1, max_size=5),
    moves=st.lists(st.integers(0, 3), min_size=5, max_size=5),
)
def test_nobody_is_lost_and_as_many_go_up_as_come_down(sizes: list[int], moves: list[int]) -> None:
    team = iter(range(100))
    divisions = [
        FinalDivision(
            teams=tuple(Placed(team=next(team), rank=rank) for rank in range(1, size + 1)),
            promoted=moves[number - 1],
            relegated=moves[number],
        )
        for number, size in enumerate(sizes)
    ]
    moved = move_teams(divisions)
    assert sorted(team for teams in moved.divisions for team in teams) == list(range(sum(sizes)))
    assert moved.unresolved == ()
    where = {team: number for number, teams in enumerate(moved.divisions) for team in teams}
    for number, division in enumerate(divisions):
        for placed in division.teams:
            change = where[placed.team] - number
            assert change == (-1 if placed.team in moved.up else 1 if placed.team in moved.down else 0)


@pytest.mark.parametrize(
    ("ranks", "promoted", "relegated", "open_lines"),
    [
        ((1, 2, 3, 4), 1, 1, []),
        ((1, 1, 3, 4), 1, 1, [(True, (0, 1))]),
        ((1, 1, 3, 3), 2, 0, []),
        ((1, 2, 2, 2), 1, 1, [(False, (1, 2, 3))]),
        ((1, 1, 1, 1), 1, 1, [(True, (0, 1, 2, 3)), (False, (0, 1, 2, 3))]),
        ((1, 2, None, None), 0, 1, [(False, (2, 3))]),
        ((1, 2, 3, None), 0, 1, []),
    ],
)
def test_ties_that_a_line_runs_through(
    ranks: tuple[int | None, ...], promoted: int, relegated: int, open_lines: list[tuple[bool, tuple[int, ...]]]
) -> None:
    teams = tuple(Placed(team=team, rank=rank) for team, rank in enumerate(ranks))
    middle = FinalDivision(teams=teams, promoted=promoted, relegated=relegated)
    moved = move_teams([FinalDivision(teams=()), middle, FinalDivision(teams=())])
    assert [(line.is_upper, line.teams) for line in moved.unresolved] == open_lines
