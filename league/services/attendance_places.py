"""In whose stead somebody plays, with whom he shares a seat, and where he has to sit. As league.services.attendance."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from league.models import Attendance, Event, Player
from league.selectors.attendance import Presence, find_attendance, find_presence, list_stand_ins
from league.selectors.people import find_number, find_person, is_same_person
from league.services.attendance import Change, change_attendance
from league.services.faults import RefusedError
from league.services.locking import repeat_interrupted
from league.wording import name_seat

#: As many tables as one round can have.
LAST_TABLE = 150


@repeat_interrupted
def stand_in(
    event: Event,
    player: Player,
    *,
    place_of: Player,
    by: User | None,
    source: str,
    one_round: bool = False,
    seen: str | None = None,
) -> Attendance:
    """Somebody takes the place of a person who is away, from the next round on or in that one only.

    Who is still there has to leave first; whoever comes back takes the place again.
    """

    place_of = find_person(place_of)

    def edit(row: Attendance, following: int) -> None:
        _check_other(event, player, place_of)
        absent = find_attendance(event, place_of)
        if find_presence(absent, following) == Presence.HERE:
            text = _("%(player)s is here: let them leave first.")
            raise RefusedError({"place_of": [text % {"player": place_of}]})
        for other in list_stand_ins(event, place_of, beside=player):
            if find_presence(other, following) == Presence.HERE:
                text = _("%(player)s stands in for %(absent)s already.")
                raise RefusedError({"place_of": [text % {"player": other.player, "absent": place_of}]})
        _check_own_place(event, player, following)
        _arrive(row, following)
        row.stands_in_for, row.shares_with = place_of, None
        row.left = following if one_round else None

    change = Change(action="stands_in", edit=edit, of=place_of)
    return change_attendance(event, player, change, by=by, source=source, seen=seen)


@repeat_interrupted
def share_seat(
    event: Event, player: Player, *, partner: Player, by: User | None, source: str, seen: str | None = None
) -> Attendance:
    """Two people play in one seat by turns: it is the partner's place, who is there already."""

    partner = find_person(partner)

    def edit(row: Attendance, following: int) -> None:
        _check_other(event, player, partner)
        first = find_attendance(event, partner)
        if first is None or find_presence(first, following) != Presence.HERE:
            text = _("%(player)s is not here: check them in first.")
            raise RefusedError({"partner": [text % {"player": partner}]})
        either = is_same_person(player, "shares_with") | is_same_person(partner, "shares_with")
        taken = event.attendances.filter(either).exclude(is_same_person(player))
        if first.shares_with_id is not None or taken.exists():
            raise RefusedError({"partner": [_("One of the two shares a seat with somebody else already.")]})
        _check_own_place(event, player, following)
        _arrive(row, following)
        row.shares_with, row.stands_in_for, row.left = partner, None, None

    change = Change(action="shares_seat", edit=edit, of=partner)
    return change_attendance(event, player, change, by=by, source=source, seen=seen)


@repeat_interrupted
def play_alone(event: Event, player: Player, *, by: User | None, source: str, seen: str | None = None) -> Attendance:
    """Somebody plays for himself again: no substitute any more, no shared seat."""

    def edit(row: Attendance, _following: int) -> None:
        row.stands_in_for = row.shares_with = None

    change = Change(action="plays_alone", edit=edit)
    return change_attendance(event, player, change, by=by, source=source, seen=seen)


@repeat_interrupted
def stay_at(
    event: Event,
    player: Player,
    *,
    table: int | None,
    by: User | None,
    source: str,
    seat: str = "",
    seen: str | None = None,
) -> Attendance:
    """Somebody cannot move: he stays at a table, in one seat of it where that is named. No table: he moves again."""

    def edit(row: Attendance, _following: int) -> None:
        if table is not None:
            _check_stay(event, player, table=table, seat=seat)
        row.stays_at, row.stays_seat = table, seat if table is not None else ""

    change = Change(action="stays_at_table", edit=edit)
    return change_attendance(event, player, change, by=by, source=source, seen=seen)


def _arrive(row: Attendance, following: int) -> None:
    if find_presence(row, following) != Presence.HERE:
        row.is_no_show = False
        row.arrived = following if row.arrived is None else row.arrived
        row.left = None


def _check_own_place(event: Event, player: Player, following: int) -> None:
    """Nobody plays in another's place while his own is played for him: both would count for him."""
    for other in list_stand_ins(event, player, beside=player):
        if find_presence(other, following) == Presence.HERE:
            text = _("%(other)s plays in the place of %(player)s: choose %(other)s here, or let them leave first.")
            raise RefusedError({"": [text % {"other": other.player, "player": player}]})


def _check_other(event: Event, player: Player, other: Player) -> None:
    if other.league_id != event.league_id:
        raise RefusedError({"": [_("This player belongs to another league.")]})
    if find_number(other) == find_number(player):
        raise RefusedError({"": [_("Choose somebody else than %(player)s.") % {"player": player}]})


def _check_stay(event: Event, player: Player, *, table: int, seat: str) -> None:
    if not 1 <= table <= LAST_TABLE:
        text = _("A table is a number from 1 to %(last)s.")
        raise RefusedError({"table": [text % {"last": LAST_TABLE}]})
    seats = event.rules.seats
    if seat and seat not in seats:
        raise RefusedError({"seat": [_("There is no such seat at a table of this game.")]})
    others = event.attendances.filter(stays_at=table).exclude(is_same_person(player)).exclude(is_no_show=True)
    if seat and (other := others.filter(stays_seat=seat).select_related("player").first()):
        words = {"player": other.player, "table": table, "seat": name_seat(seat, seats)}
        raise RefusedError({"seat": [_("%(player)s stays there already: table %(table)s, %(seat)s.") % words]})
    if others.count() >= len(seats):
        raise RefusedError({"table": [_("As many stay at that table as it has seats.")]})
