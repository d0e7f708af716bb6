"""Who is there for a round: whom it seats, who stands in for whom, who shares a seat, who cannot move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Q, QuerySet, TextChoices
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from league.models import Attendance, Event, Player, Table
from league.selectors.people import find_number, find_person, is_same_person, list_numbers, list_persons, unite_persons


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
    """The people, each by the number of the player as whom he is shown, whom a round seats.

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
    rows = map_attendances(event)
    if not any(row.arrived is not None or row.is_no_show for row in rows.values()):
        league = list_persons(event.league)
        return HereList(is_kept=False, people=tuple(league.values_list("pk", flat=True)))
    here = {pk: row for pk, row in rows.items() if find_presence(row, number) == Presence.HERE}
    partners = {pk: other for pk, row in here.items() if (other := _find_other(pk, row.shares_with)) is not None}
    places = {pk: other for pk, row in rows.items() if (other := _find_other(pk, row.stands_in_for)) is not None}
    shared = {first: second for second, first in partners.items() if first in here}
    seconds = set(shared.values())
    return HereList(
        is_kept=True,
        people=tuple(pk for pk in here if pk not in seconds),
        stand_ins={pk: absent for pk, absent in places.items() if pk in here and absent not in here},
        given_back={pk: absent for pk, absent in places.items() if pk not in here and absent in here},
        shared=shared,
        stays={
            pk: Stay(table=row.stays_at, seat=row.stays_seat)
            for pk, row in here.items()
            if row.stays_at is not None and pk not in seconds
        },
    )


def _find_other(person: int, other: Player | None) -> int | None:
    """Whom a row names beside its own person; nobody where both turned out to be one."""
    return None if other is None or find_number(other) == person else find_number(other)


def list_attendances(event: Event) -> list[Attendance]:
    """The event's rows, one for each person, by the names as which people are shown."""
    rows = map_attendances(event).values()
    return sorted(rows, key=lambda row: (find_person(row.player).name, find_number(row.player)))


def map_attendances(event: Event) -> dict[int, Attendance]:
    """Person -> the row that says whether he is there, by the names that the rows have."""
    known = event.attendances.select_related("player__same_as", "stands_in_for__same_as", "shares_with__same_as")
    rows: dict[int, Attendance] = {}
    for row in known:
        person = find_number(row.player)
        rows[person] = min(rows.get(person, row), row, key=_judge)
    return rows


def find_attendances(event: Event, player: Player) -> list[Attendance]:
    """A person's rows, that one first which says whether he is there: he may have been checked in twice, under two
    names, before these were joined.
    """
    rows = event.attendances.filter(is_same_person(player)).select_related("player")
    return sorted(rows, key=_judge)


def find_attendance(event: Event, player: Player) -> Attendance | None:
    """The row that says whether a person is there."""
    return next(iter(find_attendances(event, player)), None)


def list_stand_ins(event: Event, absent: Player, *, beside: Player) -> QuerySet[Attendance]:
    """The rows of those who stand in for a person, here or gone, but for those of `beside` himself."""
    rows = event.attendances.filter(is_same_person(absent, "stands_in_for")).exclude(is_same_person(beside))
    return rows.select_related("player")


def _judge(row: Attendance) -> tuple[bool, bool, bool, bool, int]:
    """Which of a person's rows counts: where he came and has not left, then where most was said, then his own name."""
    is_again = row.player.same_as_id is not None
    return (row.arrived is None, row.left is not None, not row.is_no_show, is_again, row.pk)


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
    return list_seated(last.tables.all())


def list_seated(tables: QuerySet[Table]) -> list[Player]:
    """The people who sit at these tables, each once."""
    seated = Player.objects.filter(seats__table__in=tables).select_related("same_as").distinct()
    return sorted(unite_persons(seated), key=lambda player: (player.name, player.pk))


def find_seats_in(event: Event, number: int) -> dict[int, str]:
    """Person -> table and seat in a round that was opened: `3 N`."""
    names = ("seats__player", "seats__player__same_as", "number", "seats__seat")
    rows = event.tables.filter(round__number=number).values_list(*names)
    return {person or player: f"{table} {seat}" for player, person, table, seat in rows if player is not None}


def list_rounds_of(event: Event, player: Player) -> set[int]:
    """The rounds in which a person sat at a table, alone or by turns."""
    tables = event.tables.filter(is_same_person(player, "seats__player"))
    shared = event.tables.filter(is_same_person(player, "seats__shared_with"))
    return {*tables.values_list("round__number", flat=True), *shared.values_list("round__number", flat=True)}


def list_missed_rounds(event: Event, players: Iterable[int], *, first: int, last: int) -> list[int]:
    """The opened rounds from `first` to `last` in which nobody of these sat in a place of theirs."""
    wanted = list_numbers(event.league, players)
    opened = event.rounds.filter(number__gte=first, number__lte=last).values_list("number", flat=True)
    sat = event.tables.filter(Q(seats__player__in=wanted) | Q(seats__stands_in_for__in=wanted))
    sat = sat | event.tables.filter(seats__shared_with__in=wanted)
    busy = set(sat.values_list("round__number", flat=True))
    return [number for number in opened if number not in busy]
