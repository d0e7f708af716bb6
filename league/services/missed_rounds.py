"""Rounds in which somebody had no game because he was not there: not the same as sitting out for want of a table."""

from __future__ import annotations

from msgspec import Struct

from league.models import Attendance, Entry, Event, Player, SitOut
from league.models.event import EntryKind
from league.models.planning import SitOutKind
from league.selectors.attendance import list_missed_rounds
from league.selectors.people import is_same_person, list_person_players
from league.services.entries import find_entries, make_players_key


class Past(Struct, frozen=True, kw_only=True):
    """How a row stood before a change, as far as missed rounds go."""

    arrived: int | None = None
    left: int | None = None
    stands_in_for: int | None = None


def read_past(row: Attendance | None) -> Past:
    """What a row says before it is changed."""
    if row is None:
        return Past()
    return Past(arrived=row.arrived, left=row.left, stands_in_for=row.stands_in_for_id)


def keep_missed_rounds(row: Attendance, *, was: Past, following: int) -> None:
    """Bring what was missed in step with a changed row: the rounds before somebody came, and while he was away.

    `following` is the number of the round that comes next. Who takes another's place, or half of it, misses nothing
    of his own; what the place missed before he took it, it missed.
    """
    event, player = row.event, row.player
    has_no_place = row.stands_in_for_id is not None or row.shares_with_id is not None
    if has_no_place or row.arrived != was.arrived:
        _forget(event, player, first=1 if has_no_place else row.arrived or 1)
    if row.stands_in_for is not None and row.stands_in_for_id != was.stands_in_for:
        came = event.attendances.filter(is_same_person(row.stands_in_for), arrived__isnull=False).exists()
        kind = SitOutKind.ABSENT if came else SitOutKind.LATE
        _note(event, row.stands_in_for, kind=kind, first=1, last=following - 1)
    if has_no_place or row.arrived is None:
        return
    if row.arrived != was.arrived:
        _note(event, player, kind=SitOutKind.LATE, first=1, last=row.arrived - 1)
    if was.left is not None and row.left is None:
        _note(event, player, kind=SitOutKind.ABSENT, first=was.left + 1, last=following - 1)


def _note(event: Event, player: Player, *, kind: SitOutKind, first: int, last: int) -> None:
    """Note the opened rounds from `first` to `last` in which a player's entry had no game, once each.

    A pair that has not sat down yet is known only once it does; a team's match is its own affair.
    """
    if last < first or not event.rounds.filter(number__lte=last).exists():
        return
    entry = _find_entry(event, player)
    if entry is None:
        return
    members = entry.players.values_list("pk", flat=True)
    missed = list_missed_rounds(event, members, first=first, last=last)
    SitOut.objects.bulk_create(
        [SitOut(event=event, round_number=number, entry=entry, kind=kind) for number in missed],
        ignore_conflicts=True,
    )


def _forget(event: Event, player: Player, *, first: int) -> None:
    """Take the notes back that somebody came late, from round `first` on: he was there after all, or has no place."""
    own = event.entries.filter(players_key__in=[make_players_key([each]) for each in list_person_players(player)])
    event.sit_outs.filter(entry__in=own, kind=SitOutKind.LATE, round_number__gte=first).delete()


def _find_entry(event: Event, player: Player) -> Entry | None:
    """The one entry for which a player plays; single players get theirs now."""
    if event.entry_kind == EntryKind.PLAYER:
        return find_entries(event, [(player,)])[make_players_key([player])]
    if event.entry_kind == EntryKind.TEAM:
        return None
    entries = list(event.entries.filter(players=player)[:2])
    return entries[0] if len(entries) == 1 else None
