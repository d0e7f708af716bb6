"""Correct any earlier entry of a sheet: a new revision of it, with a reason, and the rest played again from there.

Taking the last entry off is the simplest of these. Who may do it is asked by pages and API (league.access).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from msgspec import Struct

from league.access import find_role, name_right
from league.models import DealRecord, Table, TableLink
from league.selectors.replays import Changes, SheetReplay, find_insertion, list_moved, put_in_form, replay_changes
from league.selectors.sheets import fold_table, list_facts, list_records, select_standing
from league.services.confirmation import check_unconfirmed
from league.services.faults import (
    ChangeRefusedError,
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    SheetChangedError,
    TableClosedError,
)
from league.services.incoming import make_hash
from league.services.locking import lock_table, repeat_interrupted
from league.services.published_games import check_stays_finished
from league.services.reasons import check_reason
from league.services.recording import LONGEST_KEY, Recorded, check_key, find_next_revision, finish_change
from league.services.records import make_record
from league.services.stage_rights import check_may_correct
from scoring.sheet import Folded

#: A key that leaves room for the place that tells the records of one correction apart.
LONGEST_SHARED_KEY = LONGEST_KEY - len("~32767")


class Corrected(Struct, frozen=True, kw_only=True):
    """The records of a correction and where the game stands with it; `is_new` False where its key was known."""

    records: tuple[DealRecord, ...]
    folded: Folded
    is_new: bool


class _Writer(TypedDict):
    by: User | None
    source: str
    link: TableLink | None
    side: str


class _Insertion(Struct, frozen=True, kw_only=True):
    """The place at which an entry is put in between, if at one, and the records that move down, by their new places."""

    place: int | None = None
    moved: Mapping[int, DealRecord] = {}


@repeat_interrupted
def correct_sheet(
    table: Table,
    changes: Changes,
    *,
    seen: int,
    key: str,
    reason: str,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str = "",
    inserted: int | None = None,
) -> Corrected:
    """Change entries of a table's sheet, all of them or none, and play the rest again.

    `changes` are position -> new facts in the score sheet format, or None to take the entry off. `seen` is how many
    records of the table the writer saw. `inserted` is the place at which the changes put an entry in between; where
    they do nothing else, that is seen by itself. Raises RefusedError, GameGoesOnError, ChangeRefusedError (faults of
    the new facts), LaterIllegalError (entries that would not be possible any more), SheetChangedError,
    PositionTakenError, KeyReusedError, RightGoneError or ResultsFinalError; then nothing is stored.
    """
    check_key(key)
    reason = check_reason(reason, missing=_("Say why this is changed: the history keeps it."))
    with transaction.atomic():
        table = lock_table(table)
        records = list_records(table)
        wanted = put_in_form(table, changes)
        if stored := _find_batch(records, key):
            return _repeat(table, records, stored, wanted, reason=reason)
        touched = [*(record.facts for record in select_standing(records) if record.position in wanted)]
        new = [facts for facts in wanted.values() if facts is not None]
        check_may_correct(table, [*touched, *new], by=by, link=link, side=side)
        if seen != len(records):
            raise SheetChangedError(tuple(sorted(records, key=lambda record: record.pk)[seen:]))
        check_places(list_facts(records), wanted)
        writer = _Writer(by=by, source=source, link=link, side=side)
        places = _find_insertion(records, wanted, inserted=inserted)
        return _store(
            table, records, wanted, action="sheet_corrected", key=key, reason=reason, writer=writer, places=places
        )


@repeat_interrupted
def undo_last(
    table: Table,
    *,
    position: int,
    key: str,
    reason: str,
    by: User | None,
    source: str,
    may_rule: bool = False,
    link: TableLink | None = None,
    side: str = "",
) -> Recorded:
    """Take the last entry off the sheet; what was entered stays in the history.

    `position` is the entry that the writer saw as the last; a ruling only goes where the writer `may_rule`. Raises
    PositionTakenError where it no longer is the last, TableClosedError on a closed event, and RefusedError without a
    reason, for a ruling, and for a phone at a table whose result is confirmed.
    """
    check_key(key)
    reason = check_reason(reason, missing=_("Say why the hand is taken off: the history keeps it."))
    with transaction.atomic():
        table = lock_table(table)
        records = list_records(table)
        if stored := _find_batch(records, key):
            return _as_recorded(_repeat(table, records, stored, {position: None}, reason=reason))
        if not table.event.is_open:
            raise TableClosedError
        last = max(select_standing(records), key=lambda record: record.position, default=None)
        if last is None or last.position != position:
            raise PositionTakenError(position=position, expected=last.position if last else 0, existing=last)
        _check_ruling_stays(last, may_rule=may_rule)
        check_unconfirmed(table, link=link, side=side)
        writer = _Writer(by=by, source=source, link=link, side=side)
        change: Changes = {position: None}
        taken_off = _store(table, records, change, action="deal_taken_off", key=key, reason=reason, writer=writer)
    return _as_recorded(taken_off)


def _check_ruling_stays(last: DealRecord, *, may_rule: bool) -> None:
    """Asked here because only a table that is held has a last entry for sure. Raises RefusedError."""
    if name_right([last.facts]) == "rule" and not may_rule:
        text = _("The last entry is a ruling, which only an admin can take off. Call the admin if it is wrong.")
        raise RefusedError({"": [text]})


def _as_recorded(corrected: Corrected) -> Recorded:
    return Recorded(record=corrected.records[0], folded=corrected.folded, is_new=corrected.is_new)


def _find_batch(records: Sequence[DealRecord], key: str) -> list[DealRecord]:
    """The records that a key has stored: the first carries the key itself, the others the key and their place."""
    shared = _share_key(key)
    return [record for record in records if record.key in (key, f"{shared}~{record.position}")]


def _repeat(
    table: Table, records: list[DealRecord], stored: list[DealRecord], wanted: Changes, *, reason: str
) -> Corrected:
    """Answer a request that came before with what it stored. Raises KeyReusedError where it says another thing."""
    said = {record.position: None if record.void else record.facts for record in stored}
    if said != dict(wanted) or any(record.reason != reason for record in stored):
        raise KeyReusedError(stored[0])
    return Corrected(records=tuple(stored), folded=fold_table(table, records=records), is_new=False)


def check_places(standing: Mapping[int, Any], wanted: Changes) -> None:
    """Entries that stand can be changed, those taken off come back, and others follow the last without a gap.

    Raises RefusedError or PositionTakenError for anything else.
    """
    if all(standing.get(position) == facts for position, facts in wanted.items()):
        raise RefusedError({"": [_("Nothing is changed: this is what stands on the sheet already.")]})
    last = max(standing, default=0)
    for position, facts in wanted.items():
        if facts is None and position not in standing:
            text = _("There is no entry in place %(position)s that could be taken off.") % {"position": position}
            raise RefusedError({"": [text]})
        if facts is not None and not 1 <= position <= last + 1:
            raise PositionTakenError(position=position, expected=last + 1, existing=None)
        last = max(last, position)


def _find_insertion(records: list[DealRecord], wanted: Changes, *, inserted: int | None) -> _Insertion:
    """What the changes put in between and what moves down for it; `inserted` None: find out whether they do."""
    standing = {record.position: record for record in select_standing(records)}
    place = find_insertion(list_facts(records), wanted) if inserted is None else inserted
    return _Insertion(place=place, moved={at + 1: standing[at] for at in list_moved(standing, place)})


def _store(
    table: Table,
    records: list[DealRecord],
    wanted: Changes,
    *,
    action: str,
    key: str,
    reason: str,
    writer: _Writer,
    places: _Insertion | None = None,
) -> Corrected:
    replay = replay_changes(table, records, wanted)
    if replay.refused:
        raise ChangeRefusedError(replay.refused)
    if replay.illegal:
        raise LaterIllegalError(replay.illegal)
    check_stays_finished(table, replay)
    places = places or _Insertion()
    role = find_role(writer["by"], league=table.event.league)
    stored = tuple(
        make_record(
            table,
            facts or {},
            position=position,
            revision=find_next_revision(records, position),
            key=key if place == 0 else f"{_share_key(key)}~{position}",
            void_for=reason if facts is None else "",
            reason=reason,
            role=role,
            is_inserted=position == places.place,
            moved_from=places.moved.get(position),
            **writer,
        )
        for place, (position, facts) in enumerate(wanted.items())
    )
    if reused := next((record for record in records if record.key in {each.key for each in stored}), None):
        raise KeyReusedError(reused)
    for record in stored:
        record.save()
    if _is_mark_due(table, replay, wanted):
        table.corrected_at = timezone.now()
        table.save(update_fields=["corrected_at"])
    detail = _describe(replay, wanted, reason)
    finish_change(table, replay.after, action=action, records=stored, detail=detail, **writer)
    return Corrected(records=stored, folded=replay.after, is_new=True)


def _is_mark_due(table: Table, replay: SheetReplay, wanted: Changes) -> bool:
    """Whether a result that people may have seen is another now: the last entry of a game in play is no such thing."""
    in_play = table.event.is_open and not replay.before.finished
    return not in_play or min(wanted) < max(replay.facts_before, default=0)


def _describe(replay: SheetReplay, wanted: Changes, reason: str) -> dict[str, Any]:
    """What the audit row says: old and new facts by position, None where nothing stood or stands."""
    changes = [
        {"position": position, "old": replay.facts_before.get(position), "new": facts}
        for position, facts in wanted.items()
    ]
    detail: dict[str, Any] = {
        "changes": changes,
        "reason": reason,
        "totals_before": dict(replay.before.state.totals),
    }
    return detail | ({"position": changes[0]["position"]} if len(changes) == 1 else {})


def _share_key(key: str) -> str:
    """The key to which a place is added; one too long for that is shortened to what is still its own."""
    if len(key) <= LONGEST_SHARED_KEY:
        return key
    digest = make_hash(key)
    return key[: LONGEST_SHARED_KEY - len(digest)] + digest
