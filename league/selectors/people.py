"""Who is one person: players that were entered twice are joined by `Player.same_as`, which names the person at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet

from league.models import Entry, Event, League, Player, Table
from league.models.event import EntryKind


def find_person(player: Player) -> Player:
    """The player as which a person is shown."""
    return player.same_as or player


def find_number(player: Player) -> int:
    """The number of the player as which a person is shown."""
    return player.same_as_id or player.pk


def unite_persons(players: Iterable[Player]) -> list[Player]:
    """The people who are these players, each once, in the order of the players."""
    return [*{find_number(player): find_person(player) for player in players}.values()]


def list_person_players(player: Player) -> list[Player]:
    """All players that are the same person as this one, that as which the person is shown first."""
    person = find_person(player)
    return [person, *person.duplicates.all()]


def map_persons(league: League) -> Mapping[int, int]:
    """Player -> the player as which the person is shown, for those who are joined to another one."""
    joined = league.players.filter(same_as__isnull=False).values_list("pk", "same_as")
    return {player: person for player, person in joined if person is not None}


def list_persons(league: League) -> QuerySet[Player]:
    """The people of a league, each once."""
    return league.players.filter(same_as=None)


def list_choices(table: Table) -> list[Player]:
    """Who can be given a seat of a table: the people of the league, and whoever sits in one under another name."""
    seats = table.seats.all()
    seated = {pk for row in seats.values_list("player", "stands_in_for", "shared_with") for pk in row if pk is not None}
    return list(table.event.league.players.filter(Q(same_as=None) | Q(pk__in=seated)))


def list_numbers(league: League, players: Iterable[int]) -> set[int]:
    """These players with all who are the same persons, under every name."""
    persons = map_persons(league)
    wanted = {persons.get(player, player) for player in players}
    return wanted | {player for player, person in persons.items() if person in wanted}


def list_names(league: League) -> dict[int, str]:
    """Player -> the name as which the person is shown."""
    rows = league.players.values_list("pk", "name", "same_as__name")
    return {pk: name if shown is None else shown for pk, name, shown in rows}


def list_entries(event: Event) -> list[Entry]:
    """The entries of an event by the names as which they are shown."""
    entries = name_entries(event, event.entries.all())
    return sorted(entries, key=lambda entry: (entry.name, entry.pk))


def name_entries(event: Event, entries: Iterable[Entry]) -> list[Entry]:
    """Entries of an event, to be read and not stored, each by the name as which it is shown: with the persons of its
    players, in the order of the name under which it was entered. Teams are called as they are.
    """
    named = list(entries)
    if event.entry_kind == EntryKind.TEAM:
        return named
    players: dict[int, list[tuple[str, str]]] = defaultdict(list)
    joined = event.entries.filter(players__same_as__isnull=False)
    rows = Entry.players.through.objects.filter(entry__in=joined, entry__team=None).order_by("player__name", "pk")
    for pk, name, shown in rows.values_list("entry_id", "player__name", "player__same_as__name"):
        players[pk].append((name, shown or name))
    for entry in named:
        own = sorted(players.get(entry.pk, ()), key=lambda names: entry.name.find(names[0]))
        entry.name = " & ".join(shown for _name, shown in own) or entry.name
    return named


def is_same_person(player: Player, at: str = "player") -> Q:
    """The condition by which rows of one person are found, under whichever name; `at` leads from them to players."""
    person = find_number(player)
    return Q(**{at: person}) | Q(**{f"{at}__same_as": person})
