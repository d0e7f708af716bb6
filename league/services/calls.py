"""Calls for the admin: raised from a table, answered with words or with a ruling, or withdrawn.

A table has one open call at a time. Who may do what is asked by pages and API (league.access).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Call, DealRecord, Table, TableLink
from league.models.event import Stage
from league.services.audit import write_audit
from league.services.faults import KeyReusedError, RefusedError
from league.services.locking import lock_table
from league.services.recording import check_key, record_deal
from league.services.results import move_revision
from rules.game import fill
from scoring.reading import write_back
from scoring.values import check_text

#: Calls of one table in a minute; more are somebody playing with the button.
MOST_A_MINUTE = 6


class Raised(Struct, frozen=True, kw_only=True):
    """A call and whether this request raised it; False where its key had been seen before."""

    call: Call
    is_new: bool


class CallOpenError(RefusedError):
    """The table's call waits for the admin already; `call` is that one."""

    def __init__(self, call: Call) -> None:
        text = _("The admin has been called to this table at %(time)s already, and is on the way.")
        super().__init__({"": [text % {"time": time_format(localtime(call.raised_at), "H:i")}]})
        self.call = call


class CallReusedError(RefusedError):
    """A key seen before came with another text of a call."""

    def __init__(self) -> None:
        super().__init__({"": [_("The admin was called by this request before, with other words: call anew.")]})


class CallAnsweredError(RefusedError):
    """A call was answered or withdrawn before; `call` says how."""

    def __init__(self, call: Call) -> None:
        text = _("This call has been withdrawn.") if call.is_withdrawn else _("This call has been answered already.")
        super().__init__({"": [text]})
        self.call = call


def raise_call(
    table: Table,
    *,
    text: str,
    key: str,
    by: User | None,
    source: str,
    link: TableLink | None = None,
    side: str = "",
) -> Raised:
    """Ask for the admin at a table. `text` may be empty: the call itself says enough.

    Raises CallOpenError where an earlier call waits, CallReusedError, and RefusedError for final results, an unkeepable
    text, or too many calls in a minute.
    """
    check_key(key)
    text = _check_words(text, field="text")
    with transaction.atomic():
        table = lock_table(table)
        calls = list(table.calls.order_by("pk"))
        seen = next((call for call in calls if call.key == key), None)
        if seen is not None:
            if seen.text != text:
                raise CallReusedError
            return Raised(call=seen, is_new=False)
        waiting = next((call for call in calls if call.is_open), None)
        if waiting is not None:
            raise CallOpenError(waiting)
        _check_may_call(table, calls)
        call = Call.objects.create(
            event=table.event, table=table, text=text, key=key, raised_by=by, link=link, side=side
        )
        _write_down(call, "call_raised", by=by, source=source, link=link, side=side)
    return Raised(call=call, is_new=True)


def withdraw_call(call: Call, *, by: User | None, source: str, link: TableLink | None = None, side: str = "") -> Call:
    """Take a call back: the table has settled it. Withdrawn already, nothing happens. Raises CallAnsweredError."""
    with transaction.atomic():
        call = _lock_call(call)
        if call.is_withdrawn:
            return call
        if not call.is_open:
            raise CallAnsweredError(call)
        call.answered_at, call.answered_by = timezone.now(), by
        call.save(update_fields=["answered_at", "answered_by"])
        _write_down(call, "call_withdrawn", by=by, source=source, link=link, side=side)
    return call


def answer_call(
    call: Call,
    *,
    answer: str,
    by: User | None,
    source: str,
    ruling: Mapping[str, Any] | None = None,
    position: int = 0,
    key: str = "",
) -> Call:
    """Answer a call with words, with a ruling on the table's sheet, or with both; together or not at all.

    `ruling` are facts in the score sheet format, `position` and `key` those of their record (league.services.
    recording); without a reason of its own it has the words. The same answer again changes nothing. Raises
    CallAnsweredError, RefusedError without an answer, and what record_deal raises for a ruling.
    """
    answer = _check_words(answer, field="answer")
    if ruling is not None and "ruling" not in ruling:
        raise RefusedError({"ruling": [_("A call is answered with a ruling, not with a hand.")]})
    if not answer and ruling is None:
        raise RefusedError({"answer": [_("Say what you decided: the table reads it.")]})
    ruling = _give_reason(ruling, answer)
    with transaction.atomic():
        call = _lock_call(call)
        if not call.is_open:
            _check_same_answer(call, answer, ruling, position=position, key=key)
            return call
        record = _record_ruling(call, ruling, position=position, key=key, by=by, source=source)
        call.answer, call.ruling = answer, record
        call.answered_at, call.answered_by = timezone.now(), by
        call.save(update_fields=["answer", "ruling", "answered_at", "answered_by"])
        _write_down(call, "call_answered", by=by, source=source)
    return call


def _give_reason(ruling: Mapping[str, Any] | None, answer: str) -> Mapping[str, Any] | None:
    """The ruling with the words of the answer as its reason, where it has none. What is no ruling stays as it is."""
    said = None if ruling is None else ruling["ruling"]
    if ruling is None or not isinstance(said, dict) or not answer:
        return ruling
    reason = said.get("reason", "")
    has_none = isinstance(reason, str) and not reason.strip()
    return {**ruling, "ruling": {**said, "reason": answer}} if has_none else ruling


def _record_ruling(
    call: Call, ruling: Mapping[str, Any] | None, *, position: int, key: str, by: User | None, source: str
) -> DealRecord | None:
    """The record of the ruling that answers a call. A key that had stored another entry answers nothing."""
    if ruling is None:
        return None
    recorded = record_deal(call.table, ruling, position=position, key=key, by=by, source=source)
    if not recorded.is_new and Call.objects.filter(ruling=recorded.record).exists():
        raise KeyReusedError(recorded.record)
    return recorded.record


def _lock_call(call: Call) -> Call:
    """The call as it is now. Its table is held, as for every change of a table."""
    table = lock_table(call.table)
    call = Call.objects.select_related("answered_by", "ruling").get(pk=call.pk)
    call.table, call.event = table, table.event
    return call


def _check_may_call(table: Table, calls: list[Call]) -> None:
    if table.event.stage == Stage.FINAL:
        raise RefusedError({"": [_("The results of this event are final: write to the league's admin instead.")]})
    since = timezone.now() - timedelta(minutes=1)
    if sum(call.raised_at > since for call in calls) >= MOST_A_MINUTE:
        raise RefusedError({"": [_("The admin was called from this table several times just now: wait a minute.")]})


def _check_words(words: str, *, field: str) -> str:
    """Words as they are kept. Raises RefusedError for those that cannot be."""
    words = words.strip()
    faults = [fill(_(fault.template), fault.values) for fault in check_text(words, path=field)]
    if faults:
        raise RefusedError({field: faults})
    return words


def _check_same_answer(call: Call, answer: str, ruling: Mapping[str, Any] | None, *, position: int, key: str) -> None:
    """Raise CallAnsweredError where another request answered the call, KeyReusedError where this key said otherwise."""
    record = call.ruling
    if call.is_withdrawn or (record is None) != (ruling is None):
        raise CallAnsweredError(call)
    if record is None or ruling is None:
        if call.answer != answer:
            raise CallAnsweredError(call)
    elif record.key != key:
        raise CallAnsweredError(call)
    elif (call.answer, record.position, record.facts) != (answer, position, write_back(call.table.rules, ruling)):
        raise KeyReusedError(record)


def _write_down(
    call: Call, action: str, *, by: User | None, source: str, link: TableLink | None = None, side: str = ""
) -> None:
    detail: dict[str, Any] = {"call": call.pk, "text": call.text}
    if call.answer:
        detail["answer"] = call.answer
    if call.ruling is not None:
        detail["position"] = call.ruling.position
    write_audit(
        call.event.league,
        action,
        by=by,
        source=source,
        event=call.event,
        table=call.table,
        detail=detail,
        link=link,
        side=side,
        rows=[call],
    )
    move_revision(call.event)
