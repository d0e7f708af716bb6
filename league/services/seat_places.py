"""What a seat at a table counts for, and what is special about who sits in it."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Entry, Event, Player, Round, Seat, Table
from league.models.event import EntryKind
from league.services.entries import find_entries, group_players, make_players_key
from league.services.faults import RefusedError
from rules.game import Game


class Place(Struct, frozen=True, kw_only=True):
    """What is special about somebody in a seat: in whose stead, with whom in turns, from another team."""

    stands_in_for: Player | None = None
    shared_with: Player | None = None
    borrowed: bool = False


USUAL_PLACE = Place()


def make_seats(
    table: Table,
    game: Game,
    seats: Mapping[str, Player],
    entries: Mapping[str, Entry],
    *,
    places: Mapping[str, Place] | None = None,
) -> list[Seat]:
    """The seats of a table, unsaved, side by side; `entries` by seat."""
    special = places or {}
    return [
        Seat(
            table=table,
            round=table.round,
            seat=seat,
            player=seats[seat],
            entry=entries[seat],
            stands_in_for=special.get(seat, USUAL_PLACE).stands_in_for,
            shared_with=special.get(seat, USUAL_PLACE).shared_with,
            borrowed=special.get(seat, USUAL_PLACE).borrowed,
        )
        for side in game.sides
        for seat in game.seats_of(side)
    ]


def find_seat_entries(
    event: Event,
    game: Game,
    seats: Mapping[str, Player],
    *,
    places: Mapping[str, Place],
    teams: Mapping[str, Entry] | None,
) -> dict[str, Entry]:
    """Seat -> the entry that it counts for: the team's, or that of whoever's place it is."""
    if teams is None and event.entry_kind == EntryKind.TEAM:
        raise RefusedError({"": [_("Teams meet in this event: open a table from its fixture.")]})
    if teams is not None:
        return {seat: teams[game.side_of(seat)] for seat in seats}
    owners = {seat: places.get(seat, USUAL_PLACE).stands_in_for or player for seat, player in seats.items()}
    groups = group_players(event, game, owners)
    entries = find_entries(event, [*groups.values(), *_list_others(event, game, seats, places)])
    return {seat: entries[make_players_key(group)] for seat, group in groups.items()}


def _list_others(
    event: Event, game: Game, seats: Mapping[str, Player], places: Mapping[str, Place]
) -> list[tuple[Player, ...]]:
    """Those beside the owners of the places for whom the game may count: who really sits there, and who takes turns.

    For whom it does is an event's setting that can change afterwards; so each of them has an entry.
    """
    special = {seat: place for seat, place in places.items() if seat in seats}
    really = group_players(event, game, seats)
    others = [really[seat] for seat, place in special.items() if place.stands_in_for is not None]
    if event.entry_kind == EntryKind.PLAYER:
        others += [(place.shared_with,) for place in special.values() if place.shared_with is not None]
    return others


def find_place_faults(round_: Round, seats: Mapping[str, Player], places: Mapping[str, Place]) -> dict[str, list[str]]:
    """What is wrong with the places at a table of a round, by seat: one cannot play for or with somebody who sits."""
    faults: dict[str, list[str]] = {}
    taken = set(Seat.objects.filter(round=round_).values_list("player", flat=True))
    taken |= {player.pk for player in seats.values()}
    for seat, place in places.items():
        for other in filter(None, (place.stands_in_for, place.shared_with)):
            if other.league_id != round_.event.league_id:
                faults.setdefault(seat, []).append(_("This player belongs to another league."))
            elif other.pk in taken:
                text = _("%(player)s sits in this round, too: nobody else can have that place.")
                faults.setdefault(seat, []).append(text % {"player": other})
    named = Seat.objects.filter(round=round_).filter(
        Q(stands_in_for__in=seats.values()) | Q(shared_with__in=seats.values())
    )
    held = {pk for row in named.values_list("stands_in_for", "shared_with") for pk in row}
    for seat, player in seats.items():
        if player.pk in held:
            text = _("Somebody else has the place of %(player)s in this round already.")
            faults.setdefault(seat, []).append(text % {"player": player})
    return faults


def keep_places(table: Table, seats: Mapping[str, Player]) -> dict[str, Place]:
    """What is special about the seats of those who stay in them."""
    return {
        seat.seat: Place(stands_in_for=seat.stands_in_for, shared_with=seat.shared_with, borrowed=seat.borrowed)
        for seat in table.seats.select_related("stands_in_for", "shared_with")
        if seat.seat in seats and seats[seat.seat].pk == seat.player_id
    }


def find_teams(table: Table, game: Game) -> dict[str, Entry] | None:
    """Side -> the team that plays on it, where teams meet."""
    if table.event.entry_kind != EntryKind.TEAM:
        return None
    return {game.side_of(seat.seat): seat.entry for seat in table.seats.select_related("entry")}


def describe_seats(seats: Mapping[str, Player], *, first_dealer: str, places: Mapping[str, Place]) -> dict[str, object]:
    """Who sits where, for an audit row."""
    told: dict[str, object] = {
        "seats": {seat: player.name for seat, player in seats.items()},
        "first_dealer": first_dealer,
    }
    special = {seat: _describe_place(place) for seat, place in places.items() if place != USUAL_PLACE}
    return told | ({"places": special} if special else {})


def _describe_place(place: Place) -> dict[str, object]:
    told = {
        "stands_in_for": place.stands_in_for and place.stands_in_for.name,
        "shared_with": place.shared_with and place.shared_with.name,
        "borrowed": place.borrowed,
    }
    return {name: value for name, value in told.items() if value}
