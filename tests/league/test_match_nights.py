"""Match nights: who meets whom, short teams, players lent, players who come on, games made up later."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User

from league.models import League, Match, Round, Seat, Table, TableLink
from league.models.planning import MatchEnd
from league.selectors.fixtures import FixtureState, find_fixture
from league.selectors.matches import find_match
from league.selectors.standings import list_standings
from league.services.faults import RefusedError
from league.services.fixed_entries import withdraw_entry
from league.services.fixtures import postpone_match
from league.services.match_nights import bring_on, open_match
from league.services.matches import end_match
from league.services.team_entries import set_team_rules
from scoring.team_rules import TeamRules
from tests.league.fixture_season import FIRST_DAY, FixtureSeason


@pytest.fixture
def season(league: League, admin: User) -> FixtureSeason:
    made = FixtureSeason(league, admin, teams=4)
    made.take()
    return made


@pytest.fixture
def match(season: FixtureSeason) -> Match:
    return season.event.matches.get(round_number=1, number=1)


def list_names(tables: list[Table]) -> list[tuple[int | None, int, int, str]]:
    """(match day, sitting, table, players by seat) of each table."""
    return [
        (
            table.round.planned,
            table.round.game,
            table.number,
            " ".join(f"{seat.seat}{seat.player.name[0]}{seat.player.name[-1]}" for seat in table.seats.all()),
        )
        for table in tables
    ]


def test_every_pair_meets_every_pair(season: FixtureSeason, match: Match) -> None:
    tables = season.open(match)
    home, away = str(match.first)[0], str(match.second)[0]
    assert list_names(tables) == [
        (1, 1, 1, f"N{home}1 S{home}2 E{away}1 W{away}2"),
        (1, 1, 2, f"N{home}3 S{home}4 E{away}3 W{away}4"),
        (1, 2, 1, f"N{home}1 S{home}2 E{away}3 W{away}4"),
        (1, 2, 2, f"N{home}3 S{home}4 E{away}1 W{away}2"),
    ]
    assert {seat.entry for seat in Seat.objects.filter(seat="N")} == {match.first}
    assert [table.first_dealer for table in tables] == ["N", "E", "E", "N"]
    assert TableLink.objects.count() == 4
    with pytest.raises(RefusedError, match="open already"):
        season.open(match)


def test_the_day_shares_its_rounds(season: FixtureSeason) -> None:
    for match in season.event.matches.filter(round_number=1):
        season.open(match)
    assert list(Round.objects.values_list("number", "planned", "game")) == [(1, 1, 1), (2, 1, 2)]
    assert sorted(Table.objects.filter(round__number=1).values_list("number", flat=True)) == [1, 2, 3, 4]


def test_games_won_make_the_score(season: FixtureSeason, match: Match) -> None:
    assert find_fixture(match).state == FixtureState.TO_COME
    tables = season.open(match)
    for table, is_home in zip(tables[:3], (True, True, False), strict=True):
        season.finish(table, home_wins=is_home)
    fixture = find_fixture(match)
    assert (fixture.state, fixture.games, fixture.left) == (FixtureState.OPEN, (2, 1), 1)
    season.finish(tables[3], home_wins=False)
    fixture = find_fixture(match)
    assert (fixture.state, fixture.games, fixture.left) == (FixtureState.PLAYED, (2, 2), 0)


@pytest.mark.parametrize(
    ("rules", "home", "away", "tables", "games"),
    [
        ({}, 4, 2, 2, (2, 0)),
        ({}, 2, 4, 2, (0, 2)),
        ({}, 2, 2, 1, (1, 1)),
        ({"missing": "nothing"}, 4, 2, 2, (0, 0)),
        ({"meeting": "fixed"}, 4, 2, 1, (1, 0)),
        ({"games": 2}, 4, 2, 4, (4, 0)),
        ({"meeting": "fixed", "games": 3}, 4, 4, 6, (0, 0)),
    ],
)
def test_short_teams(
    season: FixtureSeason,
    match: Match,
    rules: dict[str, Any],
    home: int,
    away: int,
    tables: int,
    games: tuple[int, int],
) -> None:
    set_team_rules(season.event, TeamRules(pairs=2, **rules), **season.by)
    assert len(season.open(match, home=home, away=away)) == tables
    fixture = find_fixture(match)
    assert (fixture.games, fixture.left) == (games, tables)


def test_too_few_pairs_and_other_faults(season: FixtureSeason, match: Match) -> None:
    set_team_rules(season.event, TeamRules(pairs=2, fewest_pairs=2), **season.by)
    home = season.squad(match.first)
    with pytest.raises(RefusedError) as refused:
        open_match(match, home=[*home, home[0]], away=[home[0], home[1][:1]], **season.by)
    messages = refused.value.messages
    assert messages["home"][0] == "A team has 2 pairs."
    assert "stands here twice" in messages["home"][1]
    assert messages["away"][0].startswith("A pair is two players")
    with pytest.raises(RefusedError) as refused:
        open_match(match, home=home, away=season.squad(match.second, 2), **season.by)
    assert refused.value.messages == {"away": ["A team needs at least 2 pairs. Borrow players, or give the match up."]}
    assert not Round.objects.exists()


def test_a_player_lent_is_marked_and_lent_so_often(season: FixtureSeason) -> None:
    set_team_rules(season.event, TeamRules(pairs=2, borrowing=1), **season.by)
    ants, dogs = season.entry("Ants"), season.entry("Dogs")
    matches = [
        match
        for match in season.event.matches.order_by("round_number")
        if ants in (match.first, match.second) and dogs not in (match.first, match.second)
    ]
    lineup = season.pairs("Ants 1", "Ants 2", "Ants 3", "Dogs 4")
    lines = [
        {entry: lineup if entry == ants else season.squad(entry) for entry in (m.first, m.second)} for m in matches
    ]
    open_match(matches[0], home=lines[0][matches[0].first], away=lines[0][matches[0].second], **season.by)
    assert {seat.player.name for seat in Seat.objects.filter(borrowed=True)} == {"Dogs 4"}
    with pytest.raises(RefusedError, match="Dogs 4 has been lent 1 time this season"):
        open_match(matches[1], home=lines[1][matches[1].first], away=lines[1][matches[1].second], **season.by)


def test_nobody_is_lent_where_the_event_says_so(season: FixtureSeason, match: Match) -> None:
    set_team_rules(season.event, TeamRules(pairs=2, borrowing=0), **season.by)
    home = season.squad(match.first)
    stranger = next(team.name for team in season.teams if team not in (match.first.team, match.second.team))  # type: ignore[union-attr]
    away = [*season.squad(match.second, 2), season.pairs(f"{stranger} 1", f"{stranger} 2")[0]]
    with pytest.raises(RefusedError) as refused:
        open_match(match, home=home, away=away, **season.by)
    assert "Sign the player on instead" in refused.value.messages["away"][0]


def test_who_was_lent_on_a_day_plays_for_his_own_team_later(season: FixtureSeason) -> None:
    first, second = season.event.matches.filter(round_number=1)
    postpone_match(second, to=FIRST_DAY + datetime.timedelta(days=9), **season.by)
    lent = season.squad(second.first)[0][0]
    home = season.squad(first.first)
    home[1][1] = lent
    open_match(first, home=home, away=season.squad(first.second), **season.by)
    season.open(second)
    rounds = list(Round.objects.order_by("number").values_list("number", "planned", "game"))
    assert rounds == [(1, 1, 1), (2, 1, 2), (3, 1, 1), (4, 1, 2)]
    assert {seat.borrowed for seat in Seat.objects.filter(player=lent, table__match=second)} == {False}


@pytest.mark.parametrize("is_played", [False, True])
def test_nobody_is_in_two_lineups_of_a_match_day(season: FixtureSeason, is_played: bool) -> None:
    first, second = season.event.matches.filter(round_number=1)
    tables = season.open(first)
    if is_played:
        for table in tables:
            season.finish(table, home_wins=True)
    lent = season.squad(first.first)[0][0]
    home, away = season.squad(second.first), season.squad(second.second)
    with pytest.raises(RefusedError) as refused:
        open_match(second, home=[home[0], [home[1][0], lent]], away=away, **season.by)
    assert list(refused.value.messages) == ["home"]
    told = f"{lent} is in the line-up of {first.first} on this match day, in {first.first} – {first.second}: "
    assert refused.value.messages["home"][0].startswith(told)
    assert not second.tables.exists()
    open_match(second, home=home, away=away, **season.by)
    with pytest.raises(RefusedError) as refused:
        bring_on(second, out=home[1][1], on=lent, **season.by)
    assert refused.value.messages["on"][0].startswith(told)


def test_who_was_replaced_before_he_played_can_play_elsewhere(season: FixtureSeason) -> None:
    first, second = season.event.matches.filter(round_number=1)
    home = season.squad(first.first)
    season.open(first, home=2)
    bring_on(first, out=home[0][0], on=home[1][0], **season.by)
    lineup = season.squad(second.first)
    lineup[1][1] = home[0][0]
    assert open_match(second, home=lineup, away=season.squad(second.second), **season.by)


def test_nobody_comes_on_once_all_has_begun(season: FixtureSeason, match: Match) -> None:
    tables = season.open(match, home=2, away=2)
    season.finish(tables[0], home_wins=True)
    out, on = season.player(f"{match.first} 1"), season.player(f"{match.first} 3")
    with pytest.raises(RefusedError, match="no game left"):
        bring_on(match, out=out, on=on, **season.by)


def test_a_player_comes_on_and_keeps_to_the_team(season: FixtureSeason, match: Match) -> None:
    tables = season.open(match, home=2, away=4)
    season.finish(tables[0], home_wins=True)
    out, on = season.player(f"{match.first} 1"), season.player(f"{match.first} 3")
    changed = bring_on(match, out=out, on=on, **season.by)
    assert [table.pk for table in changed] == [tables[1].pk]
    seat = Seat.objects.get(table=tables[1], player=on)
    assert (seat.seat, seat.entry, seat.borrowed) == ("N", match.first, False)
    assert Seat.objects.filter(table=tables[0], player=out).exists()


def test_no_tables_for_a_team_that_was_withdrawn(season: FixtureSeason, match: Match) -> None:
    assert match.first is not None
    withdraw_entry(match.first, from_round=1, reason="Moved away", **season.by)
    with pytest.raises(RefusedError, match="has been withdrawn"):
        season.open(match)


def test_games_given_up_count_in_the_match_and_in_the_standings(season: FixtureSeason, match: Match) -> None:
    for table in season.open(match, home=4, away=2):
        season.finish(table, home_wins=False)
    state = find_match(season.event, 1, 1)
    assert state is not None
    assert (state.verdict.first_won, state.verdict.second_won, state.status) == (2, 2, "over")
    lines = {line.entry: line.place.score for line in list_standings(season.event)}
    assert [(lines[side].games_won, lines[side].games_lost) for side in (match.first, match.second) if side] == [
        (2, 2),
        (2, 2),
    ]


def test_a_match_that_was_given_up_opens_no_tables(season: FixtureSeason, match: Match) -> None:
    end_match(match, MatchEnd.SECOND_FORFEITS, reason="They did not come", **season.by)
    assert find_fixture(match).state == FixtureState.GIVEN_UP
    with pytest.raises(RefusedError, match="has ended"):
        season.open(match)
    lines = {line.entry: line.place.score for line in list_standings(season.event)}
    assert match.first is not None
    assert lines[match.first].games_won == 4
