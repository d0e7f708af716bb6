"""Who sits down warned already: warnings of earlier tables, as far as the house rules carry them.

A team is the players who sit as a side. It stands warned where these very players, sitting together, stood warned
after an earlier table; a new partner's warning punishes nobody (docs/decisions/0011-warnings-in-their-scope.md).
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from django.db.models import Q, QuerySet
from msgspec import Struct, structs

from league.models import Event, Seat, SeatResult, Table
from rules.catalog import GAMES
from rules.game import Game

#: When a table is played, for the order of warnings: the event's date, then the event, then the round.
Place = tuple[datetime.date, int, int]

#: What is read of a result, to know the team that it belongs to.
_FIELDS = (
    "event__held_on", "event_id", "table__round__number", "table_id", "side", "player_id", "table__number",
    "event__slug", "event__name",
)  # fmt: skip


class TeamAt(Struct, frozen=True, kw_only=True):
    """The players of one side at a table, and which table that is."""

    place: Place
    table: int
    players: frozenset[int]
    event_slug: str
    event_name: str
    round: int
    number: int


class CarriedWarning(Struct, frozen=True, kw_only=True):
    """A side that sits down warned, and after which table its players first stood warned."""

    side: str
    since: TeamAt


def find_place(event: Event, round_number: int) -> Place:
    """When a round of an event is played."""
    return (event.held_on or datetime.date.min, event.pk, round_number)


def list_warned_teams(event: Event, *, players: Collection[int] | None = None) -> list[TeamAt]:
    """The teams whose warnings the house rules carry to tables of this event, the earliest first.

    Nothing is asked of the database where warnings end with their game. `players` narrows it to those who sit at one
    table.
    """
    reach = event.rules.warning_reach
    if reach == "game":
        return []
    warned = SeatResult.objects.filter(_find_events(event, reach), warned=True)
    return _group(warned if players is None else warned.filter(player__in=players))


def gather_warned_teams(table: Table, results: Iterable[SeatResult]) -> list[TeamAt]:
    """The teams that stand warned after a table, by results of it that need not be stored."""
    players: dict[str, set[int]] = defaultdict(set)
    for result in results:
        if result.warned:
            players[result.side].add(result.player_id)
    return [
        TeamAt(
            place=find_place(table.event, table.round.number),
            table=table.pk,
            players=frozenset(team),
            event_slug=table.event.slug,
            event_name=table.event.name,
            round=table.round.number,
            number=table.number,
        )
        for team in players.values()
    ]


def find_carried(
    table: Table, game: Game, seats: Sequence[Seat], *, warned: Iterable[TeamAt] | None = None
) -> tuple[CarriedWarning, ...]:
    """The sides of a table that sit down warned. `warned` are the event's warned teams, where they are at hand."""
    if game.warning_reach == "game":
        return ()
    if warned is None:
        warned = list_warned_teams(table.event, players=[seat.player_id for seat in seats])
    place = find_place(table.event, table.round.number)
    earlier = [team for team in warned if team.place < place]
    sides = {
        side: frozenset(seat.player_id for seat in seats if game.side_of(seat.seat) == side) for side in game.sides
    }
    found = ((side, next((team for team in earlier if team.players == sides[side]), None)) for side in game.sides)
    return tuple(CarriedWarning(side=side, since=team) for side, team in found if team is not None)


def list_followers(table: Table) -> list[TeamAt]:
    """The later tables of this table's teams to which its warnings are carried, in the order of play.

    How far it is carried is for the house rules of the later table to say.
    """
    reached = _find_reached(table.event)
    if not reached:
        return []
    seated = [*SeatResult.objects.filter(table=table).values_list("side", "player_id")]
    teams = {frozenset(player for at, player in seated if at == side) for side, _player in seated}
    results = SeatResult.objects.filter(event__in=reached).exclude(table=table)
    place = find_place(table.event, table.round.number)
    later = _group(results.filter(player__in=[player for _side, player in seated]))
    return [team for team in later if team.players in teams and team.place > place]


def find_tables_in_reach(event: Event) -> Q:
    """The results that can hang on a warning in this event: of its own tables, and of those of later events."""
    return Q(event__in=_find_reached(event))


def find_scope(event: Event) -> Q | None:
    """The tables among which warnings are carried from or to this event: a change at one may write at any of them.

    Of dates nothing is asked: they are changed. None where every table stands alone.
    """
    if not knows_warnings(event):
        return None
    if event.season_id is not None and _list_season_wide(Event.objects.filter(season=event.season_id, game=event.game)):
        return Q(event__season=event.season_id, event__game=event.game)
    return None if event.rules.warning_reach == "game" else Q(event=event)


def knows_warnings(event: Event) -> bool:
    """Whether the game of an event has warnings that some house rule carries beyond their game."""
    return GAMES[event.game].warning_reach is not Game.warning_reach


def _find_events(event: Event, reach: str) -> Q:
    """The events from which warnings are carried to this one: itself, and in a season those before it.

    An event without season or without date has no place in the order of a season, and is an evening by itself.
    """
    own = Q(event=event)
    if reach != "season" or event.season_id is None or event.held_on is None:
        return own
    others = Q(event__held_on__lt=event.held_on) | Q(event__held_on=event.held_on, event_id__lt=event.pk)
    return own | Q(event__season=event.season_id, event__game=event.game) & others


def _find_reached(event: Event) -> list[int]:
    """The events to whose tables warnings of this one are carried: itself, and in a season those after it."""
    if not knows_warnings(event):
        return []
    reached = [] if event.rules.warning_reach == "game" else [event.pk]
    if event.season_id is None or event.held_on is None:
        return reached
    later = Q(held_on__gt=event.held_on) | Q(held_on=event.held_on, pk__gt=event.pk)
    return reached + _list_season_wide(Event.objects.filter(later, season=event.season_id, game=event.game))


def _list_season_wide(events: QuerySet[Event]) -> list[int]:
    return [event.pk for event in events if event.rules.warning_reach == "season"]


def _group(results: QuerySet[SeatResult]) -> list[TeamAt]:
    """Results by table and side, as teams in the order of play."""
    players: dict[tuple[int, str], set[int]] = defaultdict(set)
    teams: dict[tuple[int, str], TeamAt] = {}
    for held_on, event, round_number, table, side, player, number, slug, name in results.values_list(*_FIELDS):
        players[table, side].add(player)
        teams[table, side] = TeamAt(
            place=(held_on or datetime.date.min, event, round_number),
            table=table,
            players=frozenset(),
            event_slug=slug,
            event_name=name,
            round=round_number,
            number=number,
        )
    known = (structs.replace(team, players=frozenset(players[key])) for key, team in teams.items())
    return sorted(known, key=lambda team: (team.place, team.table))
