"""Who plays for which team in a season: joining, leaving, changing teams. What was, stays."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.models import Entry, League, Player, Season, Team, TeamPlayer
from league.names import make_name_key, tidy_name
from league.selectors.people import find_number, find_person, is_same_person
from league.selectors.teams import find_teams_of, list_moves
from league.services.audit import write_audit
from league.services.days import check_days
from league.services.faults import RefusedError
from league.services.results import move_revision
from league.services.setup import add_players


def join_squad(
    team: Team,
    players: Iterable[Player],
    *,
    season: Season | None,
    on: datetime.date,
    by: User | None,
    source: str,
    is_transfer: bool = False,
) -> list[TeamPlayer]:
    """Take players into a team's squad of a season; who is in it stays as he is.

    Raises RefusedError, and takes nobody, where somebody plays for another team and it is no transfer, has changed
    teams as often as the season allows, or belongs to another league.
    """
    check_days(on=on)
    wanted = list({find_number(player): find_person(player) for player in players}.values())
    with transaction.atomic():
        league = _lock_league(team, season)
        now = find_teams_of(wanted, league=league, season=season)
        new = [player for player in wanted if now.get(player.pk) != team]
        faults = [
            fault
            for player in new
            for fault in _find_faults(team, player, now.get(player.pk), season=season, is_transfer=is_transfer)
        ]
        if faults:
            raise RefusedError({"players": faults})
        for player in new:
            if player.pk in now:
                _end(now[player.pk], player, season=season, on=on)
        rows = [TeamPlayer.objects.create(team=team, player=player, season=season, joined_on=on) for player in new]
        if rows:
            _follow_entries(team, season)
            for old in set(now.values()) - {team}:
                _follow_entries(old, season)
            detail = _describe(team, new, season) | {"from": sorted({each.name for each in now.values()} - {team.name})}
            write_audit(league, "squad_joined", by=by, source=source, detail=detail, rows=rows)
    return rows


def sign_players(
    team: Team,
    names: Iterable[str],
    *,
    season: Season | None,
    on: datetime.date,
    by: User | None,
    source: str,
    players: Iterable[Player] = (),
    is_transfer: bool = False,
) -> list[TeamPlayer]:
    """Take people into a squad by name, beside `players`; whom the league does not know yet becomes a player of it.

    Raises RefusedError as `join_squad` does, and for a name that two players have.
    """
    tidy = [name for name in map(tidy_name, names) if name]
    with transaction.atomic():
        _lock_league(team, season)
        add_players(team.league, tidy, by=by, source=source)
        everybody = [*players, *find_by_names(team.league, tidy)]
        return join_squad(team, everybody, season=season, on=on, by=by, source=source, is_transfer=is_transfer)


def leave_squad(
    team: Team, player: Player, *, season: Season | None, on: datetime.date, by: User | None, source: str
) -> None:
    """Let a player leave a squad; what he played for it stays. Raises RefusedError for who is not in it."""
    check_days(on=on)
    with transaction.atomic():
        league = _lock_league(team, season)
        row = _end(team, player, season=season, on=on)
        _follow_entries(team, season)
        detail = _describe(team, [player], season)
        write_audit(league, "squad_left", by=by, source=source, detail=detail, rows=[row])


def set_transfers(season: Season, limit: int | None, *, by: User | None, source: str) -> None:
    """Say how often a player may change teams in a season from now on; None is as often as he likes."""
    with transaction.atomic():
        season.refresh_from_db(from_queryset=Season.objects.select_for_update(no_key=True))
        if season.transfers == limit:
            return
        old, season.transfers = season.transfers, limit
        season.save(update_fields=["transfers"])
        detail = {"name": season.name, "transfers": limit, "old": {"transfers": old}}
        write_audit(season.league, "transfers_set", by=by, source=source, detail=detail)


def find_by_names(league: League, names: Sequence[str]) -> list[Player]:
    """The people of the league who have these names. Raises RefusedError for a name that two of them have."""
    keys = {make_name_key(name): name for name in names}
    found: dict[str, list[Player]] = {}
    for player in league.players.filter(name_key__in=keys).select_related("same_as"):
        people = found.setdefault(player.name_key, [])
        if find_person(player) not in people:
            people.append(find_person(player))
    text = _("Two players are called %(name)s: choose from the list of players.")
    if faults := [text % {"name": keys[key]} for key, players in found.items() if len(players) > 1]:
        raise RefusedError({"names": faults})
    return [players[0] for players in found.values()]


def sync_entry_players(entry: Entry) -> None:
    """Bring an entry's players in line with its team's squad; who has played for it stays."""
    assert entry.team is not None
    rows = entry.team.members.filter(season=entry.event.season, left_on__isnull=True)
    squad = set(rows.values_list("player", flat=True))
    played = set(entry.seats.filter(borrowed=False).values_list("player", flat=True))
    entry.players.set(squad | played)


def _lock_league(team: Team, season: Season | None) -> League:
    league = League.objects.select_for_update(no_key=True).get(pk=team.league_id)
    if season is not None and season.league_id != league.pk:
        raise RefusedError({"season": [_("That season belongs to another league.")]})
    return league


def _find_faults(
    team: Team, player: Player, now: Team | None, *, season: Season | None, is_transfer: bool
) -> list[str]:
    if player.league_id != team.league_id:
        return [_("%(player)s belongs to another league.") % {"player": player}]
    if now is not None and not is_transfer:
        text = _("%(player)s plays for %(team)s. If this is a transfer, say so.")
        return [text % {"player": player, "team": now}]
    rows = TeamPlayer.objects.filter(is_same_person(player), season=season, team__league=team.league_id)
    last = rows.select_related("team").order_by("-pk").first()
    if last is None or last.team_id == team.pk or season is None or season.transfers is None:
        return []
    moves = len(list_moves(player, league=team.league, season=season))
    if moves < season.transfers:
        return []
    if season.transfers == 0:
        text = _("%(player)s has played for %(team)s this season: nobody changes teams within a season here.")
    else:
        text = ngettext(
            "%(player)s has changed teams %(count)s time this season, to %(team)s: that is as often as allowed.",
            "%(player)s has changed teams %(count)s times this season, last to %(team)s: that is as often as allowed.",
            moves,
        )
    return [text % {"player": player, "team": last.team, "count": moves}]


def _end(team: Team, player: Player, *, season: Season | None, on: datetime.date) -> TeamPlayer:
    row = team.members.filter(is_same_person(player), season=season, left_on__isnull=True).first()
    if row is None:
        text = _("%(player)s does not play for %(team)s.") % {"player": player, "team": team}
        raise RefusedError({"players": [text]})
    row.left_on = max(on, row.joined_on or on)
    row.save(update_fields=["left_on"])
    return row


def _follow_entries(team: Team, season: Season | None) -> None:
    for entry in team.entries.filter(event__season=season).select_related("event__season", "team"):
        sync_entry_players(entry)
        move_revision(entry.event)


def _describe(team: Team, players: Iterable[Player], season: Season | None) -> dict[str, object]:
    return {"team": team.name, "season": season.name if season else "", "names": [player.name for player in players]}
