"""When who stands warned after a table changes, the later tables to which that is carried are worked out again.

It happens in the transaction of the change, so that no page ever shows points that hang on a warning which is gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, SeatResult, Table, TableLink
from league.models.event import Stage
from league.models.result import Outcome
from league.selectors.carried_warnings import (
    Place,
    find_place,
    find_scope,
    find_tables_in_reach,
    gather_warned_teams,
    list_followers,
    list_warned_teams,
)
from league.selectors.seat_results import make_results
from league.selectors.sheets import build_sheet
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_events, lock_tables
from league.services.results import StoredChange, move_revision, read_figures, store_results
from scoring.fold import fold_sheet
from scoring.sheet import Folded, Sheet


class LaterTableRefusedError(RefusedError):
    """A change that a later table does not allow, because of a warning that is carried to it. `table` is that table."""

    def __init__(self, table: Table, message: str) -> None:
        super().__init__({"": [message]})
        self.table = table


class ForeseenTable(Struct, frozen=True, kw_only=True):
    """A later table and its results, one a seat, as they are and as they would be, and its sheet as it would be."""

    table: Table
    before: tuple[SeatResult, ...]
    after: tuple[SeatResult, ...]
    folded: Folded


def refold_followers(table: Table, *, by: User | None, source: str, link: TableLink | None = None) -> None:
    """Work the later tables out again to which this table's warnings are carried; call it when those have changed.

    Each that changes has an audit row, and has to be confirmed again. Raises LaterTableRefusedError where a later
    table's hands are no longer allowed, or its results are final.
    """
    followers = [follower.table for follower in list_followers(table)]
    refold_tables(table.event, followers, by=by, source=source, link=link)


def refold_tables(
    event: Event, pks: Iterable[int], *, by: User | None, source: str, link: TableLink | None = None
) -> None:
    """Work tables out again in the order of play, and those that hang on them. Raises LaterTableRefusedError.

    `event` is that of the change, of whose scope the first table is held. It is held afterwards with all events that
    changed, in the one order in which events are.
    """
    waiting = _lock(pks)
    changed: dict[int, Event] = {}
    while waiting:
        table = waiting.pop(min(waiting, key=lambda pk: (_find_place(waiting[pk]), pk)))
        change = _refold(table)
        if not change.figures:
            continue
        _write_down(table, by=by, source=source, link=link)
        changed[table.event_id] = table.event
        if change.warnings:
            waiting |= _lock(follower.table for follower in list_followers(table) if follower.table not in waiting)

    if changed:
        lock_events([event.pk, *changed])
        for each in changed.values():
            move_revision(each)


def foresee_followers(table: Table, results: Sequence[SeatResult]) -> list[ForeseenTable]:
    """The later tables that would change if a table had these unsaved results, in the order of play.

    Nothing is written and nothing held. Raises LaterTableRefusedError where `refold_followers` would.
    """
    foreseen = {table.pk: (table, results)}
    changed = []
    waiting = {follower.table: follower.place for follower in list_followers(table)}
    while waiting:
        number = min(waiting, key=lambda pk: (waiting[pk], pk))
        del waiting[number]
        later = Table.objects.select_related("event__league", "round").get(pk=number)
        stored = list(SeatResult.objects.filter(table=later).order_by("seat"))
        folded = _fold(later, _build_foreseen(later, foreseen))
        fresh = make_results(later, [*later.seats.order_by("pk")], folded)
        if [*map(read_figures, stored)] == [*map(read_figures, fresh)]:
            continue
        _check_not_final(later)
        changed.append(ForeseenTable(table=later, before=tuple(stored), after=tuple(fresh), folded=folded))
        foreseen[later.pk] = (later, fresh)
        waiting |= {follower.table: follower.place for follower in list_followers(later)}
    return changed


def _build_foreseen(table: Table, foreseen: Mapping[int, tuple[Table, Sequence[SeatResult]]]) -> Sheet:
    """A table's sheet with the warnings that would be carried to it from tables with unsaved results."""
    stored = [team for team in list_warned_teams(table.event) if team.table not in foreseen]
    fresh = [team for earlier, results in foreseen.values() for team in gather_warned_teams(earlier, results)]
    return build_sheet(table, warned=sorted([*stored, *fresh], key=lambda team: (team.place, team.table)))


def refold_carried(event: Event, *, by: User | None, source: str) -> None:
    """Work out again the tables to which warnings are carried, after many hands of an event were stored at once.

    Raises LaterTableRefusedError.
    """
    players = {player for team in list_warned_teams(event) for player in team.players}
    if players:
        reached = SeatResult.objects.filter(find_tables_in_reach(event), player__in=players)
        refold_tables(event, reached.values_list("table", flat=True).distinct(), by=by, source=source)


def lock_season(event: Event) -> list[int]:
    """Hold the tables and events of an event's season and game where warnings are carried: its date orders them.

    Returns the tables.
    """
    scope = find_scope(event)
    if scope is None or event.season_id is None:
        return []
    tables = lock_tables(scope, events=[event])
    lock_events([event.pk, *(table.event_id for table in tables)])
    return [table.pk for table in tables]


def _lock(pks: Iterable[int]) -> dict[int, Table]:
    wanted = list(pks)
    return {table.pk: table for table in lock_tables(Q(pk__in=wanted), events=())} if wanted else {}


def _find_place(table: Table) -> Place:
    return find_place(table.event, table.round.number)


def _refold(table: Table) -> StoredChange:
    folded = _fold(table, build_sheet(table))
    had_ended = SeatResult.objects.filter(table=table).exclude(outcome=Outcome.OPEN).exists()
    change = store_results(table, folded)
    if change.figures:
        _check_not_final(table)
        table.confirmed_at = None
        table.corrected_at = timezone.now() if had_ended else table.corrected_at
        table.save(update_fields=["confirmed_at", "corrected_at"])
    return change


def _fold(table: Table, sheet: Sheet) -> Folded:
    folded, faults = fold_sheet(sheet)
    if faults:
        words = {"table": _name(table), "position": faults[0].position or 0}
        text = _(
            "At %(table)s a hand hangs on who stood warned before it (entry %(position)s of its sheet): it would no "
            "longer be allowed. Correct that hand first."
        )
        raise LaterTableRefusedError(table, text % words)
    return folded


def _check_not_final(table: Table) -> None:
    if table.event.stage == Stage.FINAL:
        text = _("It would change points at %(table)s, whose results are final. Open those results again first.")
        raise LaterTableRefusedError(table, text % {"table": _name(table)})


def _write_down(table: Table, *, by: User | None, source: str, link: TableLink | None) -> None:
    points = dict(SeatResult.objects.filter(table=table).values_list("side", "points"))
    write_audit(
        table.event.league,
        "warning_carried",
        by=by,
        source=source,
        event=table.event,
        table=table,
        detail={"totals": points},
        link=link,
        rows=[table],
    )


def _name(table: Table) -> str:
    words = {"event": table.event.name, "round": table.round.number, "table": table.number}
    return _("round %(round)s, table %(table)s of %(event)s") % words
