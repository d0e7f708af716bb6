"""What is not yet shown to whom where both sides enter every hand, each without seeing what the other one says.

The one place that decides it. The phone of a side sees the hands on which its side has spoken; who keeps score by a
role sees all; everybody else sees a hand once no side is awaited on it, for whoever plays could look there too. Later
entries are hidden with the first hidden one, because points, dealers and numbers would tell of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from league.models import Event, SeatResult, Table
from league.models.people import EntryWay
from league.selectors.agreement import HandAgreement, TableAgreement, list_agreements, read_agreement
from league.selectors.carried_warnings import list_warned_teams
from league.selectors.event_tables import load_tables
from league.selectors.seat_results import make_results
from league.selectors.sheets import build_sheet, select_before
from scoring.fold import fold_sheet

#: Whoever has this right by a role sees what each side enters.
SEES_ALL = "record"


def is_blind(event: Event) -> bool:
    """Whether anything of an event is kept from anybody: not once nothing more is entered."""
    return event.league.entry_way == EntryWay.BOTH and event.is_open


def find_first_hidden(
    table: Table, *, side: str, rights: Collection[str], agreement: TableAgreement | None = None
) -> int | None:
    """The first position of a table that is not shown to the phone of a side, or to who has these rights by a role.

    `side` is "" for everybody else. A side's phone is blind whatever its account may do.
    """
    if not is_blind(table.event) or table.time_called or (not side and SEES_ALL in rights):
        return None
    hands = (read_agreement(table) if agreement is None else agreement).hands
    if side:
        return min((hand.position for hand in hands if hand.awaits(side)), default=None)
    return _find_public(table, hands)


def list_hidden(event: Event, *, rights: Collection[str] = ()) -> dict[int, int]:
    """Table -> the first position that is not shown to who has these rights; tables that are shown whole are left out.

    For pages about many tables. They show the phone of a side what they show everybody, which is never more than its
    own table shows it.
    """
    if SEES_ALL in rights or not is_blind(event):
        return {}
    tables = list(event.tables.filter(time_called=False).select_related("event__league"))
    agreements = list_agreements(tables)
    found = {table.pk: _find_public(table, agreements[table.pk].hands) for table in tables}
    return {pk: position for pk, position in found.items() if position is not None}


def make_shown_results(event: Event, hidden: Mapping[int, int]) -> dict[int, list[SeatResult]]:
    """Table -> unsaved results of its seats without what is hidden. Raises BrokenFactsError."""
    if not hidden:
        return {}
    warned = list_warned_teams(event)
    results = {}
    for table in load_tables(event.tables.filter(pk__in=hidden).order_by("pk")):
        seats = [*table.seats.all()]
        records = select_before(table.records.all(), hidden[table.pk])
        folded, _faults = fold_sheet(build_sheet(table, records=records, seats=seats, warned=warned))
        results[table.pk] = make_results(table, seats, folded)
    return results


def _find_public(table: Table, hands: Iterable[HandAgreement]) -> int | None:
    """The first hand on which one side has spoken and another is awaited. What no side entered is no secret of one."""
    sides = table.rules.sides
    waiting = (hand for hand in hands if hand.words and any(hand.awaits(side) for side in sides))
    return min((hand.position for hand in waiting), default=None)
