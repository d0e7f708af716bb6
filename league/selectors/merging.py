"""What joining two players to one person would come to: where that cannot be, and which lines become one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Q
from msgspec import Struct

from league.models import Event, Player, PlayerMerge, Season, Seat
from league.selectors.people import list_person_players


class Clash(Struct, frozen=True, kw_only=True):
    """Two seats of one round in which both sit: one person cannot."""

    event: Event
    round: int
    seats: tuple[Seat, Seat]


class JoinedEvent(Struct, frozen=True, kw_only=True):
    """An event in which something changes: how many games each has there. Both above 0, two lines become one."""

    event: Event
    games: tuple[int, int]


class MergePreview(Struct, frozen=True, kw_only=True):
    """What would change: nothing that was recorded, but for whom it counts. With `clashes` it cannot be done."""

    clashes: tuple[Clash, ...]
    events: tuple[JoinedEvent, ...]

    @property
    def seasons(self) -> list[Season]:
        """The seasons whose standings change, each once."""
        return [*{each.event.season.pk: each.event.season for each in self.events if each.event.season}.values()]


def foresee_merge(player: Player, into: Player) -> MergePreview:
    """What it would change to take a player, with all that are joined to him, for the same person as another one."""
    groups = (_list_pks(into), _list_pks(player))
    seats = _list_seats([*groups[0], *groups[1]])
    games: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    events: dict[int, Event] = {}
    for seat in seats:
        events[seat.table.event_id] = seat.table.event
        for place, group in enumerate(groups):
            games[seat.table.event_id][place] += seat.player_id in group or seat.shared_with_id in group
    joined = [
        JoinedEvent(event=events[pk], games=(here[0], here[1])) for pk, here in games.items() if here[1]
    ]  # where only the one sits who stays, nothing changes
    return MergePreview(clashes=tuple(_find_clashes(seats, groups)), events=tuple(joined))


def find_merge(player: Player) -> PlayerMerge | None:
    """The row by which a player is joined to another one now; None where it is joined to nobody."""
    return PlayerMerge.objects.filter(player=player, cancels=None, cancelled_by=None).last()


def list_merges(players: Iterable[Player]) -> list[PlayerMerge]:
    """The rows that stand by which these players are joined to others, the newest first."""
    standing = PlayerMerge.objects.filter(player__in=list(players), cancels=None, cancelled_by=None)
    return list(standing.select_related("player", "into", "made_by").order_by("-pk"))


def resolve_persons(edges: Mapping[int, int], players: Iterable[int]) -> dict[int, int | None]:
    """Player -> as whom the person is shown, None for oneself, from player -> the one it was joined to."""
    found = {}
    for player in players:
        last = player
        while last in edges:
            last = edges[last]
        found[player] = None if last == player else last
    return found


def _list_pks(player: Player) -> set[int]:
    return {each.pk for each in list_person_players(player)}


def _list_seats(players: list[int]) -> list[Seat]:
    """Their seats in the order of play."""
    wanted = Seat.objects.filter(Q(player__in=players) | Q(shared_with__in=players))
    related = wanted.select_related("table__event__season", "table__round", "player")
    return list(
        related.order_by("table__event__held_on", "table__event", "table__round__number", "table__number", "pk")
    )


def _find_clashes(seats: Iterable[Seat], groups: tuple[set[int], set[int]]) -> Iterable[Clash]:
    by_round: dict[int, list[Seat]] = defaultdict(list)
    for seat in seats:
        by_round[seat.round_id].append(seat)
    for sitting in by_round.values():
        one, other = (
            [seat for seat in sitting if seat.player_id in group or seat.shared_with_id in group] for group in groups
        )
        if one and other:
            here = one[0].table
            yield Clash(event=here.event, round=here.round.number, seats=(one[0], other[0]))
