"""Work out the stored results of events again from their facts, and mend what differs. Facts are never touched."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import transaction
from msgspec import Struct

from league.models import Event, SeatResult
from league.selectors.carried_warnings import list_warned_teams
from league.selectors.seat_results import make_results
from league.selectors.stored_tables import StoredTable, load_stored_tables
from league.services.audit import write_audit
from league.services.locking import lock_event_and_tables, repeat_interrupted
from league.services.results import move_revision
from league.services.table_checks import Difference, check_results, fold_stored
from scoring.sheet import Folded

#: So many differences are told in the log, each in words; the others are counted.
TOLD = 50


class Rebuilt(Struct, frozen=True, kw_only=True):
    """What came of an event: `mended` are results that were otherwise, `left` is what the hands do not allow to score.

    `hands` are deals played.
    """

    tables: int
    hands: int
    mended: tuple[Difference, ...]
    left: tuple[Difference, ...]


@repeat_interrupted
def rebuild_event(event: Event, *, by: User | None, source: str) -> Rebuilt:
    """Bring all results of an event in line with its hands, in the order of play, in one transaction.

    A table whose hands cannot be scored keeps the results that it has. Where something was mended the log tells it,
    and the event's revision moves. Raises RefusedError where a table is opened at that moment, and what unreadable
    house rules raise (league.services.verification.UNREADABLE).
    """
    mended: list[Difference] = []
    left: list[Difference] = []
    tables = hands = 0
    with transaction.atomic():
        lock_event_and_tables(event)
        warned = list_warned_teams(event)
        ordered = event.tables.order_by("round__number", "number", "pk")
        for stored in load_stored_tables(ordered, has_log=False):
            tables += 1
            found: list[Difference] = []
            folded = fold_stored(stored, warned, found)
            if folded is None:
                left += found
                continue
            hands += folded.state.played
            if differences := list(check_results(stored, folded)):
                mended += differences
                _replace_results(stored, folded)
                warned = list_warned_teams(event)  # for the tables after it
        if mended:
            _write_down(event, mended, by=by, source=source)
    return Rebuilt(tables=tables, hands=hands, mended=tuple(mended), left=tuple(left))


def _replace_results(stored: StoredTable, folded: Folded) -> None:
    SeatResult.objects.filter(pk__in=[result.pk for result in stored.results]).delete()
    SeatResult.objects.bulk_create(make_results(stored.table, stored.seats, folded))


def _write_down(event: Event, mended: list[Difference], *, by: User | None, source: str) -> None:
    detail = {"differences": [str(difference) for difference in mended[:TOLD]], "count": len(mended)}
    write_audit(event.league, "results_rebuilt", by=by, source=source, event=event, detail=detail)
    move_revision(event)
