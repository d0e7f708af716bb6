"""Entries: who is ranked in an event. The same players are the same entry in all its rounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from league.models import Entry, Event, Player
from league.models.event import EntryKind
from rules.game import Game

ENTRIES_A_QUERY = 200


def find_entries(event: Event, groups: Iterable[Sequence[Player]]) -> dict[str, Entry]:
    """The event's entry of each of these groups of players by `make_players_key`; those that are missing are made.

    A pair is called as it first sat, however many of its tables come at once.
    """
    wanted: dict[str, Sequence[Player]] = {}
    for players in groups:
        wanted.setdefault(make_players_key(players), players)
    had = {entry.players_key for entry in _select_entries(event, wanted)}
    missing = {key: wanted[key] for key in sorted(wanted.keys() - had)}
    Entry.objects.bulk_create([_make_entry(event, players) for players in missing.values()], ignore_conflicts=True)
    entries = {entry.players_key: entry for entry in _select_entries(event, wanted)}
    links = Entry.players.through
    links.objects.bulk_create(
        [
            links(entry_id=entries[key].pk, player_id=player.pk)
            for key, players in missing.items()
            for player in players
        ],
        ignore_conflicts=True,
    )
    return entries


def group_players(event: Event, game: Game, seats: Mapping[str, Player]) -> dict[str, tuple[Player, ...]]:
    """Seat -> the players whose entry the seat counts for: the pair, or the player alone."""
    if event.entry_kind != EntryKind.PAIR:
        return {seat: (player,) for seat, player in seats.items()}
    sides = {seat: game.seats_of(game.side_of(seat)) for seat in seats}
    return {seat: tuple(seats[member] for member in sides[seat]) for seat in seats}


def make_players_key(players: Iterable[Player]) -> str:
    """The players' numbers in order: what is the same for the same players."""
    return "+".join(str(pk) for pk in sorted(player.pk for player in players))


def _make_entry(event: Event, players: Sequence[Player]) -> Entry:
    return Entry(event=event, players_key=make_players_key(players), name=name_entry(players))


def name_entry(players: Iterable[Player]) -> str:
    """What an entry of these players is called."""
    return " & ".join(player.name for player in players)


def _select_entries(event: Event, keys: Iterable[str]) -> list[Entry]:
    wanted = sorted(keys)
    return [
        entry
        for start in range(0, len(wanted), ENTRIES_A_QUERY)
        for entry in event.entries.filter(players_key__in=wanted[start : start + ENTRIES_A_QUERY])
    ]
