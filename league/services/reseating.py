"""Somebody sat in another seat than was written down: seats change, the hands stay, and everything is folded again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Entry, Player, Seat, Table
from league.selectors.carried_warnings import list_followers
from league.selectors.sheets import build_sheet, list_records
from league.services.audit import write_audit
from league.services.carried_warnings import refold_tables
from league.services.confirmation import take_back_confirmation
from league.services.faults import RefusedError
from league.services.locking import lock_tables, repeat_interrupted
from league.services.reasons import check_reason
from league.services.results import move_revision, store_results
from league.services.seat_persons import check_persons
from league.services.seat_places import (
    Place,
    describe_seats,
    find_place_faults,
    find_seat_entries,
    find_teams,
    make_seats,
)
from league.services.stage_rights import check_may_correct
from scoring.fold import fold_sheet


class Reseating(Struct, frozen=True, kw_only=True):
    """A table and who is to sit in its seats."""

    table: Table
    seats: Mapping[str, Player]


def plan_reseating(table: Table, seats: Mapping[str, Player]) -> list[Reseating]:
    """What a table's right seats come to: whoever comes from another table of the round changes with who leaves.

    The table itself comes first. Nothing is written. Raises RefusedError for a seat that is empty or a player twice.
    """
    _check_whole(table, seats)
    old = {seat.seat: seat.player for seat in table.seats.select_related("player")}
    chosen = {player.pk for player in seats.values()}
    leaving = [player for player in old.values() if player.pk not in chosen]
    coming = (
        Seat.objects.filter(round=table.round, player__in=chosen).exclude(table=table).select_related("table__round")
    )
    here = {player.pk: seat for seat, player in seats.items()}
    others: dict[int, Reseating] = {}
    for seat in coming.order_by("table__number", "pk"):
        other = others.get(seat.table_id) or Reseating(table=seat.table, seats=_read_seats(seat.table))
        meets = old[here[seat.player_id]]
        partner = meets if meets in leaving else leaving[0]
        leaving.remove(partner)
        others[seat.table_id] = Reseating(table=other.table, seats={**other.seats, seat.seat: partner})
    return [Reseating(table=table, seats=dict(seats)), *others.values()]


def write_stamp(plan: Iterable[Reseating]) -> str:
    """What a preview showed, in short: how many records there were, who sat where, and who is to."""
    parts = (f"{each.table.pk}:{each.table.records.count()}" for each in plan)
    seats = (f"{_write_seats(_read_seats(each.table))}>{_write_seats(each.seats)}" for each in plan)
    return ";".join((*parts, *seats))


def _write_seats(seats: Mapping[str, Player]) -> str:
    return ",".join(f"{seat}{player.pk}" for seat, player in sorted(seats.items()))


@repeat_interrupted
def reseat_and_replay(
    table: Table,
    *,
    seats: Mapping[str, Player],
    reason: str,
    seen: str,
    by: User | None,
    source: str,
    places: Mapping[int, Place] | None = None,
) -> list[Table]:
    """Put the right people in the seats of a table at which hands were entered; `seen` is the stamp of the preview.

    `places` are by the number of the player; without them what is special about somebody goes with him. A result that
    was confirmed has to be confirmed again. All tables change or none. Raises RefusedError, ResultsFinalError,
    TableClosedError, RightGoneError and LaterTableRefusedError.
    """
    reason = check_reason(reason, missing=_("Say why the seats are changed: the history keeps it."))
    with transaction.atomic():
        plan = plan_reseating(table, seats)
        held = {each.pk: each for each in lock_tables(_select(plan), events=[table.event])}
        plan = plan_reseating(held[table.pk], seats)
        if write_stamp(plan) != seen:
            raise RefusedError({"": [_("Seats or hands have changed meanwhile: look at what would happen once more.")]})
        for each in plan:
            check_may_correct(each.table, [], by=by, link=None, side="")
        followers = {follower.table for each in plan for follower in list_followers(each.table)}
        special = _read_places(plan) if places is None else dict(places)
        teams = {each.table.pk: find_teams(each.table, each.table.rules) for each in plan}
        before = {each.table.pk: _read_seats(each.table) for each in plan}
        Seat.objects.filter(table__in=[each.table for each in plan]).delete()
        for each in plan:
            at = {seat: special[player.pk] for seat, player in each.seats.items() if player.pk in special}
            _fill(each, at, teams=teams[each.table.pk])
            detail = describe_seats(each.seats, first_dealer=each.table.first_dealer, places=at)
            old = {seat: player.name for seat, player in before[each.table.pk].items()}
            write_audit(
                each.table.event.league,
                "table_reseated",
                by=by,
                source=source,
                event=each.table.event,
                table=each.table,
                detail={**detail, "seats_before": old, "reason": reason},
                rows=[each.table, *each.table.seats.all()],
            )
        followers |= {follower.table for each in plan for follower in list_followers(each.table)}
        refold_tables(table.event, followers, by=by, source=source)
        move_revision(table.event)
    return [each.table for each in plan]


def _fill(plan: Reseating, places: Mapping[str, Place], *, teams: Mapping[str, Entry] | None) -> None:
    table, game = plan.table, plan.table.rules
    if faults := find_place_faults(table.round, plan.seats, places):
        raise RefusedError(faults)
    entries = find_seat_entries(table.event, game, plan.seats, places=places, teams=teams)
    made = Seat.objects.bulk_create(make_seats(table, game, plan.seats, entries, places=places))
    check_persons(table.round, plan.seats)
    folded, illegal = fold_sheet(build_sheet(table, records=list_records(table), seats=made, game=game))
    if illegal:
        text = _("Hand %(position)s would not be allowed with these people in the seats: correct it first.")
        raise RefusedError({"": [text % {"position": illegal[0].position or 0}]})
    store_results(table, folded)
    take_back_confirmation(table)
    if table.records.exists():
        table.corrected_at = timezone.now()
        table.save(update_fields=["corrected_at"])


def _check_whole(table: Table, seats: Mapping[str, Player]) -> None:
    faults: dict[str, list[str]] = {}
    taken: set[int] = set()
    for seat in table.rules.seats:
        player = seats.get(seat)
        if player is None:
            faults.setdefault(seat, []).append(_("Nobody sits here: choose a player."))
        elif player.league_id != table.event.league_id:
            faults.setdefault(seat, []).append(_("This player belongs to another league."))
        elif player.pk in taken:
            faults.setdefault(seat, []).append(_("%(player)s sits in two seats.") % {"player": player})
        else:
            taken.add(player.pk)
    if not faults and _read_seats(table) == dict(seats):
        faults[""] = [_("Nothing is changed: they sit so already.")]
    if faults:
        raise RefusedError(faults)


def _select(plan: Sequence[Reseating]) -> Q:
    return Q(pk__in=[each.table.pk for each in plan])


def _read_seats(table: Table) -> dict[str, Player]:
    return {seat.seat: seat.player for seat in table.seats.select_related("player")}


def _read_places(plan: Sequence[Reseating]) -> dict[int, Place]:
    """What is special about the people of these tables, wherever they sit."""
    seats = Seat.objects.filter(table__in=[each.table for each in plan])
    return {
        seat.player_id: Place(stands_in_for=seat.stands_in_for, shared_with=seat.shared_with, borrowed=seat.borrowed)
        for seat in seats.select_related("stands_in_for", "shared_with")
        if seat.stands_in_for_id or seat.shared_with_id or seat.borrowed
    }
