"""Somebody says his name at the desk: he is checked in, and added to the league's players where he is new."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from msgspec import Struct

from league.models import Attendance, Event, League, Player
from league.names import list_alike, make_name_key
from league.selectors.attendance import Presence, find_presence
from league.selectors.people import list_persons
from league.selectors.suggestions import find_next_round
from league.services.attendance import check_in
from league.services.audit import write_audit
from league.services.locking import repeat_interrupted
from league.services.setup import check_name


class WalkIn(Struct, frozen=True, kw_only=True):
    """Who was checked in by his name, and whether he was added to the league's players for that."""

    row: Attendance
    is_new: bool


class WhoIsMeantError(Exception):
    """A name by which somebody else may be meant. `people` are those who may be; `name` is as it would be added."""

    def __init__(self, name: str, people: Sequence[Player]) -> None:
        super().__init__(f"{name}: {len(people)} may be meant")
        self.name = name
        self.people = tuple(people)


@repeat_interrupted
def check_in_by_name(
    event: Event, name: str, *, by: User | None, source: str, is_another: bool = False, from_round: int | None = None
) -> WalkIn:
    """Check in the one player of that name who is not there yet; else a new one, where nobody else can be meant.

    `is_another` says that it is a new person whoever else is called so. Raises WhoIsMeantError, RefusedError.
    """
    name = check_name(name)
    with transaction.atomic():
        League.objects.select_for_update(no_key=True).get(pk=event.league_id)
        found = [] if is_another else find_meant(event, name)
        key, following = make_name_key(name), find_next_round(event)
        same = [player for player in found if player.name_key == key]
        if len(same) == 1:
            row = event.attendances.filter(player=same[0]).first()
            if find_presence(row, following) != Presence.HERE:
                row = check_in(event, same[0], by=by, source=source, from_round=from_round)
                return WalkIn(row=row, is_new=False)
        if found:
            raise WhoIsMeantError(name, same or found)
        player = Player.objects.create(league=event.league, name=name, name_key=key)
        write_audit(event.league, "players_added", by=by, source=source, detail={"names": [name]})
        return WalkIn(row=check_in(event, player, by=by, source=source, from_round=from_round), is_new=True)


def find_meant(event: Event, name: str) -> list[Player]:
    """The people of the league of that name, else those whose names are like it."""
    people = list(list_persons(event.league))
    key = make_name_key(name)
    same = [player for player in people if player.name_key == key]
    if same:
        return same
    alike = [make_name_key(each) for each in list_alike(name, (player.name for player in people))]
    return sorted(
        (player for player in people if player.name_key in alike), key=lambda each: alike.index(each.name_key)
    )
