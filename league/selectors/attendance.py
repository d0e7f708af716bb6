"""Who is there for a round: whom it seats, who stands in for whom, who shares a seat, who cannot move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q, TextChoices
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from league.models import Attendance, Event, Player
from league.selectors.people import list_persons


class Presence(TextChoices):
    """Whether somebody is there for a round. It follows from an Attendance row and is not stored."""

    HERE = "here", _("here")
    LATER = "later", _("comes later")
    EXPECTED = "expected", _("expected")
    NO_SHOW = "no_show", _("did not come")
    LEFT = "left", _("has left")
    UNKNOWN = "unknown", _("not expected")


class Stay(Struct, frozen=True, kw_only=True):
    """Where somebody sits who cannot move; any seat of the table where `seat` is empty."""

    table: int
    seat: str = ""


class HereList(Struct, frozen=True, kw_only=True):
    """The players, by number, whom a round seats.

    `people` are those who sit down: a substitute and not whoever is away, the first of two who share a seat.
    `stand_ins` is substitute -> whose place it is, `given_back` a substitute who has gone -> who came back to the
    place, `shared` who sits -> who plays in the same seat by turns. Where nobody was checked in, `is_kept` is False and
    everybody of the league is there.
    """

    is_kept: bool
    people: tuple[int, ...]
    stand_ins: Mapping[int, int] = {}
    given_back: Mapping[int, int] = {}
    shared: Mapping[int, int] = {}
    stays: Mapping[int, Stay] = {}


def list_here(event: Event, number: int) -> HereList:
    """Who is there for the round of that number."""
    rows = list_attendances(event)
    if not any(row.arrived is not None or row.is_no_show for row in rows):
        league = list_persons(event.league)
        return HereList(is_kept=False, people=tuple(league.values_list("pk", flat=True)))
    here = _leave_out_doubles([row for row in rows if find_presence(row, number) == Presence.HERE])
    shared = {
        row.shares_with_id: pk
        for pk, row in here.items()
        if row.shares_with_id is not None and row.shares_with_id in here
    }
    seconds = set(shared.values())
    return HereList(
        is_kept=True,
        people=tuple(pk for pk in here if pk not in seconds),
        stand_ins={
            pk: row.stands_in_for_id
            for pk, row in here.items()
            if row.stands_in_for_id is not None and row.stands_in_for_id not in here
        },
        given_back={
            row.player_id: row.stands_in_for_id
            for row in rows
            if row.player_id not in here and row.stands_in_for_id is not None and row.stands_in_for_id in here
        },
        shared=shared,
        stays={
            pk: Stay(table=row.stays_at, seat=row.stays_seat)
            for pk, row in here.items()
            if row.stays_at is not None and pk not in seconds
        },
    )


def _leave_out_doubles(rows: Sequence[Attendance]) -> dict[int, Attendance]:
    """Player -> the row; the first of a person who was checked in under two names before these were joined."""
    first: dict[int, int] = {}
    for row in sorted(rows, key=lambda row: row.pk):
        first.setdefault(row.player.same_as_id or row.player_id, row.player_id)
    kept = set(first.values())
    return {row.player_id: row for row in rows if row.player_id in kept}


def list_attendances(event: Event) -> list[Attendance]:
    """The event's rows by the names of the players, with all whom they name."""
    return list(event.attendances.select_related("player", "stands_in_for", "shares_with"))


def find_presence(row: Attendance | None, number: int) -> Presence:
    """What is known of somebody before, or in, the round of that number."""
    if row is None:
        return Presence.UNKNOWN
    if row.is_no_show:
        return Presence.NO_SHOW
    if row.arrived is None:
        return Presence.EXPECTED
    if row.left is not None and row.left < number:
        return Presence.LEFT
    return Presence.HERE if row.arrived <= number else Presence.LATER


def write_state(row: Attendance | None) -> str:
    """All that a row says, in short: whoever changes it says what he saw."""
    if row is None:
        return "-"
    said = (row.arrived, row.left, row.is_no_show or None, row.stays_at, row.stays_seat)
    return "-".join("" if value is None else str(value) for value in (*said, row.stands_in_for_id, row.shares_with_id))


def list_last_players(event: Event) -> list[Player]:
    """Who sat at a table of the league's last event of this game before this one."""
    others = event.league.events.filter(game=event.game, tables__isnull=False).exclude(pk=event.pk)
    if event.held_on is not None:
        others = others.filter(Q(held_on=None) | Q(held_on__lte=event.held_on))
    last = others.order_by("-held_on", "-pk").first()
    if last is None:
        return []
    return list(list_persons(event.league).filter(seats__table__event=last).distinct())


def find_seats_in(event: Event, number: int) -> dict[int, str]:
    """Player -> table and seat in a round that was opened: `3 N`."""
    rows = event.tables.filter(round__number=number).values_list("seats__player", "number", "seats__seat")
    return {player: f"{table} {seat}" for player, table, seat in rows if player is not None}


def list_missed_rounds(event: Event, players: Iterable[int], *, first: int, last: int) -> list[int]:
    """The opened rounds from `first` to `last` in which nobody of these sat in a place of theirs."""
    wanted = set(players)
    opened = event.rounds.filter(number__gte=first, number__lte=last).values_list("number", flat=True)
    sat = event.tables.filter(Q(seats__player__in=wanted) | Q(seats__stands_in_for__in=wanted))
    sat = sat | event.tables.filter(seats__shared_with__in=wanted)
    busy = set(sat.values_list("round__number", flat=True))
    return [number for number in opened if number not in busy]
