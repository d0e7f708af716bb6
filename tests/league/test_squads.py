"""Who plays for which team in a season: joining, signing, leaving, transfers as often as the season allows."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from league.models import AuditRow, League, Player, Season, Team, TeamPlayer
from league.selectors.teams import find_season, list_former, list_squad, list_teams
from league.services.editing import rename_player
from league.services.faults import RefusedError
from league.services.setup import create_event, create_league, create_season
from league.services.squads import join_squad, leave_squad, sign_players
from league.services.team_entries import enter_teams
from league.services.teams import create_team, edit_team

DAY = datetime.date(2026, 3, 3)


@pytest.fixture
def by(admin: User) -> dict[str, Any]:
    return {"by": admin, "source": "web"}


@pytest.fixture
def season(league: League, by: dict[str, Any]) -> Season:
    return create_season(league, name="2026", starts_on=DAY, **by)


@pytest.fixture
def teams(league: League, by: dict[str, Any]) -> list[Team]:
    return [create_team(league, name=name, **by) for name in ("Ants", "Bees", "Crows")]


def name_squad(team: Team, season: Season | None) -> list[str]:
    return [row.player.name for row in list_squad(team, season)]


def test_team_names_are_taken_once(league: League, teams: list[Team], by: dict[str, Any]) -> None:
    with pytest.raises(RefusedError) as refused:
        create_team(league, name=" ANTS ", **by)
    assert refused.value.messages == {"name": ["The league has a team of this name: ANTS."]}
    edit_team(teams[0], name="Red  ants", venue="The Hill", **by)
    assert [(line.team.name, line.team.venue) for line in list_teams(league, None)][2] == ("Red ants", "The Hill")


def test_new_names_become_players_and_known_ones_stay(
    teams: list[Team], season: Season, players: list[Player], by: dict[str, Any]
) -> None:
    sign_players(teams[0], ["Ann", "Zoe", "", "ann"], season=season, on=DAY, **by)
    assert name_squad(teams[0], season) == ["Ann", "Zoe"]
    assert players[0].teams.get().team == teams[0]
    sign_players(teams[0], ["Zoe", "Bob"], season=season, on=DAY, **by)
    assert name_squad(teams[0], season) == ["Ann", "Bob", "Zoe"]
    assert name_squad(teams[0], None) == []


def test_a_name_that_two_players_have_is_not_guessed(
    league: League, teams: list[Team], season: Season, by: dict[str, Any]
) -> None:
    for _twice in range(2):
        Player.objects.create(league=league, name="P. Smith", name_key="p. smith")
    with pytest.raises(RefusedError, match=r"Two players are called P\. Smith"):
        sign_players(teams[0], ["P. Smith"], season=season, on=DAY, **by)


def test_nobody_is_in_two_squads(teams: list[Team], season: Season, players: list[Player], by: dict[str, Any]) -> None:
    join_squad(teams[0], players[:1], season=season, on=DAY, **by)
    with pytest.raises(RefusedError) as refused:
        join_squad(teams[1], players[:2], season=season, on=DAY, **by)
    assert refused.value.messages["players"] == ["Ann plays for Ants. If this is a transfer, say so."]
    assert name_squad(teams[1], season) == []
    for scope in (season, None):
        with pytest.raises(IntegrityError), transaction.atomic():
            TeamPlayer.objects.bulk_create(TeamPlayer(team=team, player=players[2], season=scope) for team in teams[:2])


@pytest.mark.parametrize(("limit", "moves"), [(None, 3), (0, 0), (1, 1), (2, 2)])
def test_transfers_as_often_as_the_season_allows(
    limit: int | None, moves: int, teams: list[Team], season: Season, players: list[Player], by: dict[str, Any]
) -> None:
    season.transfers = limit
    season.save()
    ways = {"season": season, "on": DAY, "is_transfer": True, **by}
    join_squad(teams[0], players[:1], **ways)
    for number in range(3):
        to = teams[1 + number % 2]
        if number < moves:
            join_squad(to, players[:1], **ways)
            continue
        with pytest.raises(RefusedError) as refused:
            join_squad(to, players[:1], **ways)
        [text] = refused.value.messages["players"]
        assert text.startswith("Ann has")
        assert "nobody changes" in text if limit == 0 else "as often as allowed" in text
        break
    assert TeamPlayer.objects.filter(left_on__isnull=True).count() == 1


def test_leaving_and_coming_back_is_no_transfer(
    teams: list[Team], season: Season, players: list[Player], by: dict[str, Any]
) -> None:
    season.transfers = 0
    season.save()
    join_squad(teams[0], players[:1], season=season, on=DAY, **by)
    leave_squad(teams[0], players[0], season=season, on=DAY + datetime.timedelta(days=9), **by)
    assert [str(row.left_on) for row in list_former(teams[0], season)] == ["2026-03-12"]
    join_squad(teams[0], players[:1], season=season, on=DAY, **by)
    leave_squad(teams[0], players[0], season=season, on=DAY, **by)
    with pytest.raises(RefusedError, match="nobody changes teams within a season"):
        join_squad(teams[1], players[:1], season=season, on=DAY, **by)
    with pytest.raises(RefusedError, match="Ann does not play for Ants"):
        leave_squad(teams[0], players[0], season=season, on=DAY, **by)
    assert AuditRow.objects.filter(action="squad_left").count() == 2


def test_entries_follow_squads_and_names_of_teams(
    league: League, teams: list[Team], season: Season, players: list[Player], by: dict[str, Any]
) -> None:
    join_squad(teams[0], players[:2], season=season, on=DAY, **by)
    event = create_event(league, name="Tuesdays", game="euchre", season=season, entry_kind="team", **by)
    [entry] = enter_teams(event, teams[:1], **by)
    assert set(entry.players.all()) == set(players[:2])
    join_squad(teams[1], players[:1], season=season, on=DAY, is_transfer=True, **by)
    assert set(entry.players.all()) == {players[1]}
    rename_player(players[1], name="Robert", **by)
    entry.refresh_from_db()
    assert (entry.name, entry.players_key) == ("Ants", f"t{teams[0].pk}")
    edit_team(teams[0], name="Red Ants", venue="", **by)
    entry.refresh_from_db()
    assert entry.name == "Red Ants"


def test_nobody_comes_from_another_league(teams: list[Team], season: Season, by: dict[str, Any]) -> None:
    other = create_league("Lakeside", **by)
    stranger = Player.objects.create(league=other, name="Mallory", name_key="mallory")
    with pytest.raises(RefusedError, match="another league"):
        join_squad(teams[0], [stranger], season=season, on=DAY, **by)


def test_the_season_that_a_day_falls_into(league: League, by: dict[str, Any]) -> None:
    assert find_season(league, DAY) is None
    make = lambda name, first, last: create_season(league, name=name, starts_on=first, ends_on=last, **by)  # noqa: E731
    old = make("2024", datetime.date(2024, 1, 1), datetime.date(2024, 12, 31))
    new = make("2026", datetime.date(2026, 1, 1), datetime.date(2026, 12, 31))
    days = {DAY: new, datetime.date(2025, 5, 5): old, datetime.date(2023, 1, 1): new, datetime.date(2027, 1, 1): new}
    assert {day: find_season(league, day) for day in days} == days
