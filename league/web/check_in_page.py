"""What the desk shows: who is there, who is awaited, and what that comes to in tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from league.models import Attendance, Event, Player
from league.models.event import EntryKind
from league.selectors.attendance import (
    Presence,
    find_presence,
    find_seats_in,
    list_here,
    list_last_players,
    list_seated,
    map_attendances,
    write_state,
)
from league.selectors.people import find_number, find_person, list_persons
from league.selectors.suggestions import find_next_round, list_sizes
from league.wording import name_seat
from scoring.table_sizes import divide_people


class Person(Struct, frozen=True, kw_only=True):
    """Somebody at the desk: `state` is what a button says was seen, `notes` what is special, `url` where the rest is.

    `may_undo` is False once he has sat at a table: then he leaves instead.
    """

    pk: int
    name: str
    presence: Presence
    state: str
    url: str
    notes: tuple[str, ...] = ()
    may_undo: bool = True


def describe_check_in(event: Event) -> dict[str, Any]:
    """What moves at the desk: the same for all who may check in."""
    number = find_next_round(event)
    people = list_desk(event, number)
    groups: dict[str, list[Person]] = {"here": [], "awaited": [], "gone": [], "others": []}
    for person in people:
        groups[GROUP_OF[person.presence]].append(person)
    here = list_here(event, number)
    seated = len(here.people) if here.is_kept else 0
    return {
        "event": event,
        "number": number,
        **groups,
        "counts": _count(people),
        "hall": word_hall(event, seated) if seated else "",
        "ways_out": word_ways_out(event, seated) if seated else (),
        "is_kept": here.is_kept,
        "url": reverse("league:check-in", args=[event.slug]),
        "round_url": reverse("league:round-new", args=[event.slug]),
        "may_expect": number == 1 and not groups["awaited"] and bool(list_last_players(event)),
        "may_take_seated": not here.is_kept and number > 1,
    }


#: In which list of the desk somebody stands.
GROUP_OF: Mapping[Presence, str] = {
    Presence.HERE: "here",
    Presence.LATER: "awaited",
    Presence.EXPECTED: "awaited",
    Presence.NO_SHOW: "gone",
    Presence.LEFT: "gone",
    Presence.UNKNOWN: "others",
}


def list_desk(event: Event, number: int) -> list[Person]:
    """Everybody of the league as the desk sees them before the round of that number."""
    rows = map_attendances(event)
    sat = {player.pk for player in list_seated(event.tables.all())}
    seats = find_seats_in(event, number - 1)
    sharing = {
        find_number(row.shares_with): find_person(row.player).name
        for row in rows.values()
        if row.shares_with is not None and find_number(row.shares_with) != find_number(row.player)
    }
    return [
        _describe(event, player, rows.get(player.pk), number, sat=sat, seat=seats.get(player.pk, ""), sharing=sharing)
        for player in list_persons(event.league)
    ]


def word_hall(event: Event, here: int) -> str:
    """What so many people come to in tables of the event's game."""
    sizes, over = _divide(event, here)
    parts = [
        ngettext("%(count)d table of %(size)d", "%(count)d tables of %(size)d", sizes.count(size))
        % {"count": sizes.count(size), "size": size}
        for size in dict.fromkeys(sizes)
    ]
    if not sizes:
        return _("Not enough for a table yet: %(more)s more.") % {"more": len(event.rules.seats) - here}
    if over:
        parts.append(ngettext("%(count)d sits out", "%(count)d sit out", over) % {"count": over})
    else:
        parts.append(_("nobody sits out"))
    return ", ".join(parts)


def word_ways_out(event: Event, here: int) -> tuple[str, ...]:
    """What can be done where somebody has to sit out."""
    sizes, over = _divide(event, here)
    if not over or not sizes:
        return ()
    more = len(event.rules.seats) - over
    ways = [
        _("Who sits out changes every round: whoever has sat out most sits down first."),
        ngettext("%(count)d more fills another table.", "%(count)d more fill another table.", more) % {"count": more},
        _("Two people can share one seat by turns: look behind a name under More."),
    ]
    if event.entry_kind == EntryKind.PAIR and here % 2:
        ways.insert(0, _("One of them has no partner yet."))
    return tuple(ways)


def _divide(event: Event, here: int) -> tuple[list[int], int]:
    """The sizes of the tables for so many people, and how many are over."""
    usual = len(event.rules.seats)
    counts = list_sizes(event)
    sizes = divide_people(here, counts=counts, usual=usual) if counts else [usual] * (here // usual)
    return sizes, here - sum(sizes)


def _count(people: list[Person]) -> list[tuple[str, str, int]]:
    """The figures at the top: kind, words, how many."""
    counts = {presence: sum(person.presence == presence for person in people) for presence in Presence}
    words = {
        Presence.HERE: ngettext("here", "here", counts[Presence.HERE]),
        Presence.EXPECTED: ngettext("expected", "expected", counts[Presence.EXPECTED]),
        Presence.LATER: ngettext("comes later", "come later", counts[Presence.LATER]),
        Presence.NO_SHOW: ngettext("did not come", "did not come", counts[Presence.NO_SHOW]),
        Presence.LEFT: ngettext("has left", "have left", counts[Presence.LEFT]),
    }
    return [
        (presence.value, text, counts[presence])
        for presence, text in words.items()
        if counts[presence] or presence == Presence.HERE
    ]


def _describe(
    event: Event,
    player: Player,
    row: Attendance | None,
    number: int,
    *,
    sat: set[int],
    seat: str,
    sharing: Mapping[int, str],
) -> Person:
    presence = find_presence(row, number)
    return Person(
        pk=player.pk,
        name=player.name,
        presence=presence,
        state=write_state(row),
        url=reverse("league:check-in-person", args=[event.slug, player.pk]),
        notes=tuple(_list_notes(event, row, presence, seat=seat, partner=sharing.get(player.pk, ""))),
        may_undo=player.pk not in sat,
    )


def _list_notes(event: Event, row: Attendance | None, presence: Presence, *, seat: str, partner: str) -> list[str]:
    if row is None:
        return []
    notes = []
    if presence == Presence.HERE and seat:
        table, letter = seat.split()
        notes.append(word_place_at(event, int(table), letter))
    if presence == Presence.NO_SHOW:
        notes.append(_("did not come"))
    if row.arrived is not None and row.arrived > 1 and presence in (Presence.HERE, Presence.LATER):
        notes.append(_("from round %(round)s") % {"round": row.arrived})
    if row.left is not None:
        words = _("left after round %(round)s") if presence == Presence.LEFT else _("until round %(round)s")
        notes.append(words % {"round": row.left})
    own = find_number(row.player)
    if row.stands_in_for is not None and find_number(row.stands_in_for) != own:
        notes.append(_("stands in for %(player)s") % {"player": find_person(row.stands_in_for)})
    if row.shares_with is not None and find_number(row.shares_with) != own:
        notes.append(_("shares the seat of %(player)s") % {"player": find_person(row.shares_with)})
    if partner:
        notes.append(_("shares the seat with %(player)s") % {"player": partner})
    if row.stays_at is not None:
        notes.append(_("stays at %(place)s") % {"place": word_place_at(event, row.stays_at, row.stays_seat)})
    return notes


def word_place_at(event: Event, table: int, seat: str) -> str:
    """A table and, where it is named, a seat of it."""
    if not seat:
        return _("table %(table)s") % {"table": table}
    seats = next((rules.seats for rules in [event.rules] if seat in rules.seats), (seat,))
    return _("table %(table)s, %(seat)s") % {"table": table, "seat": name_seat(seat, seats)}
