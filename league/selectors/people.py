"""Who is one person: players that were entered twice are joined by `Player.same_as`, which names the person at once."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from league.models import League, Player


def find_person(player: Player) -> Player:
    """The player as which a person is shown."""
    return player.same_as or player


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


def is_same_person(player: Player) -> Q:
    """The condition on a player's number by which rows of one person are found, to be put behind `player`."""
    person = player.same_as_id or player.pk
    return Q(player=person) | Q(player__same_as=person)
