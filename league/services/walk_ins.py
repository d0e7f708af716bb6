"""Somebody says his name at the desk: he is checked in, and added to the league's players where he is new."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from msgspec import Struct

from league.models import Attendance, Event, League, Player
from league.names import list_alike, make_name_key
from league.selectors.attendance import Presence, find_attendance, find_presence
from league.selectors.people import list_person_players, unite_persons
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
    """A name by which somebody else may be meant. `people` are those who may be, `here` those of them who are here
    already; `name` is as it would be added, and `is_known` says that they are called so and not only much like it.
    """

    def __init__(self, name: str, people: Sequence[Player], *, here: Sequence[Player], is_known: bool) -> None:
        super().__init__(f"{name}: {len(people)} may be meant")
        self.name = name
        self.people, self.here, self.is_known = tuple(people), tuple(here), is_known


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
        rows = {player.pk: find_attendance(event, player) for player in found}
        here = {pk for pk, row in rows.items() if find_presence(row, following) == Presence.HERE}
        is_known = any(_is_called(player, key) for player in found)
        if len(found) == 1 and is_known and not here:
            return WalkIn(row=check_in(event, found[0], by=by, source=source, from_round=from_round), is_new=False)
        if found:
            raise WhoIsMeantError(
                name, found, here=[player for player in found if player.pk in here], is_known=is_known
            )
        player = Player.objects.create(league=event.league, name=name, name_key=key)
        write_audit(event.league, "players_added", by=by, source=source, detail={"names": [name]})
        return WalkIn(row=check_in(event, player, by=by, source=source, from_round=from_round), is_new=True)


def _is_called(person: Player, key: str) -> bool:
    """Whether that is a name of a person, be it one under which he was entered a second time."""
    return any(player.name_key == key for player in list_person_players(person))


def find_meant(event: Event, name: str) -> list[Player]:
    """The people of the league of that name, else those whose names are like it."""
    players = list(event.league.players.select_related("same_as"))
    key = make_name_key(name)
    if same := [player for player in players if player.name_key == key]:
        return unite_persons(same)
    alike = [make_name_key(each) for each in list_alike(name, (player.name for player in players))]
    found = [player for player in players if player.name_key in alike]
    return unite_persons(sorted(found, key=lambda each: alike.index(each.name_key)))
