"""Record hands: the one write path, for pages, the API, imports and queues.

Facts are added, never changed; results are derived in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _
from msgspec import Struct

from league.access import find_role
from league.models import DealRecord, Table, TableLink
from league.selectors.sheets import build_sheet, find_next_position, fold_table, list_records, select_standing
from league.services.audit import write_audit
from league.services.carried_warnings import refold_followers
from league.services.confirmation import check_unconfirmed, confirm_if_agreed, take_back_confirmation
from league.services.faults import (
    EntryRefusedError,
    KeyReusedError,
    PositionTakenError,
    RefusedError,
    TableClosedError,
)
from league.services.locking import lock_table, repeat_interrupted
from league.services.records import make_record, sign_records
from league.services.results import move_revision, store_results
from scoring.fold import close_fold, fold_sheet
from scoring.reading import read_entry, write_back, write_entry
from scoring.sheet import Folded, InvalidEntryError, Step, Unread
from scoring.steps import apply_entry, open_state
from scoring.unsure import find_sure_violations

LONGEST_KEY = 100


class Recorded(Struct, frozen=True, kw_only=True):
    """A stored entry and where the game stands with it. `is_new` is False where its key had been seen before."""

    record: DealRecord
    folded: Folded
    is_new: bool


@repeat_interrupted
def record_deal(
    table: Table,
    facts: Mapping[str, Any],
    *,
    position: int,
    key: str,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str = "",
) -> Recorded:
    """Add the next entry (deal, misdeal or ruling) to a table's sheet.

    `facts` are in the score sheet format, `position` is the place on the sheet that the writer saw as next. `link` and
    `side` say from where a phone without an account sent it.
    Raises EntryRefusedError, PositionTakenError, KeyReusedError, TableClosedError or LaterTableRefusedError; then
    nothing is stored.
    """
    check_key(key)
    with transaction.atomic():
        table = lock_table(table)
        records = list_records(table)
        seen = next((record for record in records if record.key == key), None)
        if seen is not None:
            same = not seen.void and seen.position == position and seen.facts == write_back(table.rules, facts)
            return _repeat(table, records, seen, same=same)
        _check_open(table)
        _check_position(records, position)
        step, folded = _try_entry(table, records, facts)
        record = make_record(
            table,
            write_entry(step.entry),
            position=position,
            revision=find_next_revision(records, position),
            key=key,
            by=by,
            source=source,
            link=link,
            side=side,
            role=find_role(by, league=table.event.league),
        )
        record.save()
        finish_change(
            table,
            folded,
            action="deal_recorded",
            by=by,
            source=source,
            records=[record],
            detail={"position": position, "revision": record.revision, "facts": record.facts}
            | ({"reason": record.reason} if record.reason else {}),
            link=link,
            side=side,
        )
    return Recorded(record=record, folded=folded, is_new=True)


def preview_deal(table: Table, facts: Mapping[str, Any], *, position: int | None = None) -> tuple[Step, Folded]:
    """What the next entry would do, without storing it, or one at an earlier position for which it is.

    Raises EntryRefusedError or TableClosedError.
    """
    _check_open(table)
    records = [record for record in list_records(table) if position is None or record.position < position]
    return _try_entry(table, records, facts)


@repeat_interrupted
def call_time(
    table: Table, *, called: bool, by: User | None, source: str, link: TableLink | None = None, side: str = ""
) -> Folded:
    """Say that time was called at a table (or take that back): the side ahead then wins.

    Raises TableClosedError on a closed event, and RefusedError for a phone at a table whose result is confirmed.
    """
    with transaction.atomic():
        table = lock_table(table)
        if not table.event.is_open:
            raise TableClosedError
        changed = table.time_called != called
        if changed:
            check_unconfirmed(table, link=link, side=side)
        table.time_called = called
        table.save(update_fields=["time_called"])
        folded = fold_table(table)
        if changed:
            action = "time_called" if called else "time_call_taken_back"
            finish_change(table, folded, action=action, by=by, source=source, link=link, side=side)
    return folded


def finish_change(
    table: Table,
    folded: Folded,
    *,
    action: str,
    by: User | None,
    source: str,
    records: Sequence[DealRecord] = (),
    detail: Mapping[str, Any] | None = None,
    link: TableLink | None = None,
    side: str = "",
) -> None:
    """What follows every change of a table's facts: results, later tables that hang on its warnings, audit row, the
    event's revision. Raises LaterTableRefusedError.

    Whoever confirmed the result confirmed another one than it is now: that is worked out again. `records` are those
    that are stored with it, and `detail` is what the audit row says beside them and the totals.
    """
    if store_results(table, folded).warnings:
        refold_followers(table, by=by, source=source, link=link)
    written: dict[str, Any] = {"totals": dict(folded.state.totals), **(detail or {})}
    if records:
        written["records"] = sign_records(records)
    take_back_confirmation(table)
    write_audit(
        table.event.league,
        action,
        by=by,
        source=source,
        event=table.event,
        table=table,
        detail=written,
        link=link,
        side=side,
        rows=[*records, table],
    )
    confirm_if_agreed(table, folded, by=by, source=source, link=link, side=side)
    move_revision(table.event)


def _try_entry(table: Table, records: list[DealRecord], facts: Mapping[str, Any]) -> tuple[Step, Folded]:
    """Fold the sheet with one more entry. Raises EntryRefusedError with every fault."""
    sheet = build_sheet(table, records=records)
    before, _faults = fold_sheet(sheet)
    game = sheet.game
    state = before.state if before.steps else open_state(game, first_dealer=sheet.first_dealer, warned=sheet.warned)
    entry, violations = read_entry(game, facts)
    if isinstance(entry, Unread):
        raise EntryRefusedError((*violations, *find_sure_violations(game, entry, state)))
    try:
        step = apply_entry(game, entry, state, position=find_next_position(records))
    except InvalidEntryError as invalid:
        raise EntryRefusedError(invalid.violations) from invalid
    return step, close_fold(game, (*before.steps, step), step.after, finished=sheet.finished)


def _repeat(table: Table, records: list[DealRecord], seen: DealRecord, *, same: bool) -> Recorded:
    """Answer a request that came before with what it stored. Raises KeyReusedError where it says another thing."""
    if not same:
        raise KeyReusedError(seen)
    return Recorded(record=seen, folded=fold_table(table, records=records), is_new=False)


def _check_open(table: Table) -> None:
    if not table.event.is_open or table.time_called:
        raise TableClosedError


def _check_position(records: list[DealRecord], position: int) -> None:
    expected = find_next_position(records)
    if position != expected:
        standing = {record.position: record for record in select_standing(records)}
        raise PositionTakenError(position=position, expected=expected, existing=standing.get(position))


def check_key(key: str) -> None:
    """Raise RefusedError for a key that cannot be kept."""
    if not key.strip() or len(key) > LONGEST_KEY or not key.isprintable():
        raise RefusedError({"key": [_("The request needs a key of 1 to 100 characters.")]})


def find_next_revision(records: Iterable[DealRecord], position: int) -> int:
    """The revision that a new record of a position gets."""
    return max((record.revision for record in records if record.position == position), default=0) + 1
