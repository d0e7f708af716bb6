"""Who takes part in an event: checked in at the desk, late, away, back again.

Every function says what is to be true and does nothing where it is already: two admins on two devices may say the same.
`seen` is what the writer's page showed of the person (league.selectors.attendance.write_state); where that has
changed, AttendanceChangedError is raised instead of undoing what somebody else has just said. All raise RefusedError.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Attendance, Event, Player
from league.selectors.attendance import (
    find_attendance,
    find_attendances,
    list_stand_ins,
    map_attendances,
    write_state,
)
from league.selectors.people import find_person, is_same_person, unite_persons
from league.selectors.suggestions import find_next_round
from league.services.attendance_rounds import LAST_ROUND, check_coming, check_leaving
from league.services.audit import write_audit
from league.services.faults import RefusedError, word_stage_refusal
from league.services.locking import lock_event, repeat_interrupted
from league.services.missed_rounds import keep_missed_rounds, read_past
from league.services.results import move_revision


class AttendanceChangedError(Exception):
    """Somebody else has said something about this person meanwhile; `row` is how it stands, None where nothing is."""

    def __init__(self, row: Attendance | None) -> None:
        super().__init__("the attendance has changed meanwhile")
        self.row = row


class Change(Struct, frozen=True, kw_only=True):
    """What a change of one person's row is: its name in the log, what it does to the row, and what else the log says.

    `edit` gets the row and the number of the round that comes next, and may refuse.
    """

    action: str
    edit: Callable[[Attendance, int], None]
    of: Player | None = None


@repeat_interrupted
def check_in(
    event: Event,
    player: Player,
    *,
    by: User | None,
    source: str,
    from_round: int | None = None,
    seen: str | None = None,
) -> Attendance:
    """Somebody is there, from the next round on if not said. Who had left comes back, and his substitute goes.

    The rounds before are noted as missed by coming late, or by having been away.
    """
    _check_round(from_round, field="from_round")

    def edit(row: Attendance, following: int) -> None:
        if from_round is not None:
            check_coming(row, from_round, following=following)
        if row.arrived is None or (from_round is not None and row.left is None):
            row.arrived = from_round or following
            row.is_no_show = False
        row.left = None

    with transaction.atomic():
        row = change_attendance(event, player, Change(action="checked_in", edit=edit), by=by, source=source, seen=seen)
        for other in list_stand_ins(event, player, beside=player):
            let_leave(event, other.player, by=by, source=source)
    return row


@repeat_interrupted
def check_in_many(event: Event, players: Sequence[Player], *, by: User | None, source: str) -> int:
    """Check in all of these who were not heard of yet; who left or did not come stays as he is. Says how many."""
    with transaction.atomic():
        _hold(event, players)
        following = find_next_round(event)
        rows = map_attendances(event)
        known = {pk for pk, row in rows.items() if row.arrived is not None or row.is_no_show}
        wanted = _list_new(players, known)
        return _write_many(event, wanted, "checked_in", arrived=following, by=by, source=source)


@repeat_interrupted
def expect_players(event: Event, players: Sequence[Player], *, by: User | None, source: str) -> int:
    """Put people on the list of those who are expected; who is on it already stays as he is. Says how many are new."""
    with transaction.atomic():
        _hold(event, players)
        wanted = _list_new(players, map_attendances(event))
        return _write_many(event, wanted, "players_expected", arrived=None, by=by, source=source)


@repeat_interrupted
def take_back_check_in(
    event: Event, player: Player, *, by: User | None, source: str, seen: str | None = None
) -> Attendance:
    """A slip of the finger: the person is expected again. Not once he has sat at a table."""

    def edit(row: Attendance, _following: int) -> None:
        _check_never_sat(event, player, _("%(player)s has sat at a table: let them leave instead."))
        row.arrived = row.left = row.stands_in_for = row.shares_with = None
        row.is_no_show = False

    change = Change(action="check_in_taken_back", edit=edit)
    return change_attendance(event, player, change, by=by, source=source, seen=seen)


@repeat_interrupted
def mark_no_show(event: Event, player: Player, *, by: User | None, source: str, seen: str | None = None) -> Attendance:
    """Somebody was expected and does not come."""

    def edit(row: Attendance, _following: int) -> None:
        _check_never_sat(
            event, player, _("%(player)s sits at a table: change its seats first, or let them leave after the round.")
        )
        row.arrived = row.left = row.stands_in_for = row.shares_with = None
        row.is_no_show = True

    return change_attendance(event, player, Change(action="no_show", edit=edit), by=by, source=source, seen=seen)


@repeat_interrupted
def let_leave(
    event: Event,
    player: Player,
    *,
    by: User | None,
    source: str,
    after_round: int | None = None,
    seen: str | None = None,
) -> Attendance:
    """Somebody goes, after the round that was opened last if not said."""

    def edit(row: Attendance, following: int) -> None:
        if row.arrived is None:
            raise RefusedError({"": [_("%(player)s was not checked in.") % {"player": player}]})
        if after_round is None and row.left is not None and row.left < following:
            return
        row.left = following - 1 if after_round is None else after_round
        check_leaving(row, row.left, following=following)

    _check_round(after_round, field="after_round", first=0)
    return change_attendance(event, player, Change(action="left_event", edit=edit), by=by, source=source, seen=seen)


def change_attendance(
    event: Event, player: Player, change: Change, *, by: User | None, source: str, seen: str | None
) -> Attendance:
    """Change one person's row in one transaction, with the rounds that he missed, the audit row and the revision."""
    player = find_person(player)
    with transaction.atomic():
        _hold(event, [player])
        rows = find_attendances(event, player)
        stored = rows[0] if rows else None
        was, before = read_past(stored), write_state(stored)
        row = stored or Attendance(event=event, player=player)
        unchanged, following = write_state(row), find_next_round(event)
        change.edit(row, following)
        if write_state(row) == unchanged:
            return row
        if seen is not None and seen != before:
            raise AttendanceChangedError(find_attendance(event, player))
        row.save()
        for other in rows[1:]:
            _empty(other)
        keep_missed_rounds(row, was=was, following=following)
        detail: dict[str, object] = {"names": [player.name], "arrived": row.arrived, "left": row.left}
        detail |= {"of": change.of.name} if change.of else {}
        write_audit(
            event.league,
            change.action,
            by=by,
            source=source,
            event=event,
            detail=detail,
            rows=[row, *rows[1:]],
        )
        move_revision(event)
    return row


def _empty(row: Attendance) -> None:
    """From then on another row says whether the person is there."""
    row.arrived = row.left = row.stands_in_for = row.shares_with = row.stays_at = None
    row.is_no_show, row.stays_seat = False, ""
    row.save()


def _list_new(players: Iterable[Player], known: Collection[int]) -> list[Player]:
    """Those of these people who are not known yet, each once."""
    return [person for person in unite_persons(players) if person.pk not in known]


def _hold(event: Event, players: Iterable[Player]) -> None:
    """Hold the event. Raises RefusedError where it is closed, or a person belongs to another league."""
    lock_event(event)
    if not event.is_open:
        raise RefusedError({"": [word_stage_refusal(event.stage)]})
    if any(player.league_id != event.league_id for player in players):
        raise RefusedError({"player": [_("This player belongs to another league.")]})


def _check_round(number: int | None, *, field: str, first: int = 1) -> None:
    if number is not None and not first <= number <= LAST_ROUND:
        text = _("A round is a number from %(first)s to %(last)s.")
        raise RefusedError({field: [text % {"first": first, "last": LAST_ROUND}]})


def _check_never_sat(event: Event, player: Player, text: str) -> None:
    if event.tables.filter(is_same_person(player, "seats__player")).exists():
        raise RefusedError({"": [text % {"player": player}]})


def _write_many(
    event: Event, players: Sequence[Player], action: str, *, arrived: int | None, by: User | None, source: str
) -> int:
    """Rows for people who have none, or an empty one, with one audit row for all."""
    had = map_attendances(event)
    rows = [had.get(player.pk) or Attendance(event=event, player=player) for player in players]
    for row in rows:
        row.arrived = arrived
        row.save()
        keep_missed_rounds(row, was=read_past(None), following=arrived or 1)
    if rows:
        detail = {"names": [player.name for player in players], "arrived": arrived}
        write_audit(event.league, action, by=by, source=source, event=event, detail=detail, rows=rows)
        move_revision(event)
    return len(rows)
