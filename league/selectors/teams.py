"""Teams, their squads, and where a player belongs in a season."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from django.db.models import Q, QuerySet
from msgspec import Struct

from league.models import Event, League, Player, Season, Team, TeamPlayer
from league.selectors.people import find_number, find_person, is_same_person, list_numbers


class TeamLine(Struct, frozen=True, kw_only=True):
    """A team in the list of teams: its squad of the season, by name."""

    team: Team
    squad: tuple[Player, ...]


def list_memberships(league: League, season: Season | None) -> QuerySet[TeamPlayer]:
    """Who belongs, or belonged, to which team in a season, in the order in which they joined.

    Squads without a season stand for themselves: they are those of events without one.
    """
    rows = TeamPlayer.objects.filter(team__league=league, season=season)
    return rows.select_related("team", "player").order_by("pk")


def list_squad(team: Team, season: Season | None) -> list[TeamPlayer]:
    """Who plays for a team in a season now, by the names as which people are shown, each once."""
    squad: dict[int, TeamPlayer] = {}
    for row in _name_persons(team.members.filter(season=season, left_on__isnull=True)):
        squad.setdefault(row.player_id, row)
    return sorted(squad.values(), key=lambda row: (row.player.name, row.player_id))


def list_former(team: Team, season: Season | None) -> list[TeamPlayer]:
    """Who has left a team in a season, latest first."""
    rows = team.members.filter(season=season, left_on__isnull=False)
    return _name_persons(rows.order_by("-left_on", "player__name"))


def _name_persons(rows: QuerySet[TeamPlayer]) -> list[TeamPlayer]:
    """The rows, to be read and not stored, with the player as whom each person is shown."""
    named = list(rows.select_related("player__same_as"))
    for row in named:
        row.player = find_person(row.player)
    return named


def list_teams(league: League, season: Season | None) -> list[TeamLine]:
    """The league's teams by name, each with its squad of a season. Two queries."""
    squads: dict[int, list[Player]] = {}
    current = list_memberships(league, season).filter(left_on__isnull=True)
    for row in current.select_related("player__same_as").order_by("player__name", "player__pk"):
        squad = squads.setdefault(row.team_id, [])
        if find_person(row.player) not in squad:
            squad.append(find_person(row.player))
    return [TeamLine(team=team, squad=tuple(squads.get(team.pk, ()))) for team in league.teams.all()]


def find_teams_of(players: Iterable[Player], *, league: League, season: Season | None) -> dict[int, Team]:
    """Person -> the team that he plays for in a season now, under whichever name he was taken into its squad."""
    numbers = list_numbers(league, [player.pk for player in players])
    rows = list_memberships(league, season).filter(left_on__isnull=True, player__in=numbers)
    return {find_number(row.player): row.team for row in rows.select_related("player", "team")}


def list_moves(player: Player, *, league: League, season: Season | None) -> list[TeamPlayer]:
    """The memberships by which a player changed teams in a season, in order; the first team is no change."""
    moves: list[TeamPlayer] = []
    last: int | None = None
    for row in list_memberships(league, season).filter(is_same_person(player)):
        if last is not None and row.team_id != last:
            moves.append(row)
        last = row.team_id
    return moves


def find_season(league: League, day: datetime.date) -> Season | None:
    """The season that a day falls into, else the latest that has begun, else any; None where there is none."""
    seasons = league.seasons.order_by("-starts_on", "-pk")
    around = seasons.filter(Q(ends_on__isnull=True) | Q(ends_on__gte=day), starts_on__lte=day).first()
    return around or seasons.filter(starts_on__lte=day).first() or seasons.first()


def find_next_season(season: Season | None) -> Season | None:
    """The season that begins next after another one; None where none is made yet, or nobody knows the order."""
    if season is None or season.starts_on is None:
        return None
    following = season.league.seasons.filter(starts_on__gt=season.starts_on)
    return following.order_by("starts_on", "pk").first()


def list_team_events(league: League, season: Season | None) -> Sequence[Event]:
    """The events of teams of a season, latest first."""
    return list(league.events.filter(entry_kind="team", season=season))
