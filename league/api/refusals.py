"""The one shape of everything that the API refuses: `{"errors": [{"deal", "field", "code", "message"}]}`.

It is that of a score sheet with faults. A refusal because of what somebody else entered says beside it what stands.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import singledispatch
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from msgspec import Struct
from rest_framework import exceptions
from rest_framework.response import Response

from league.api.records import name_writer, write_record
from league.imports.one_sheet import SheetDiffersError, SheetRefusedError
from league.models import DealRecord
from league.selectors.sheets import find_next_position, list_records, select_standing
from league.services.calls import CallReusedError
from league.services.faults import (
    ChangeRefusedError,
    EntryRefusedError,
    KeyReusedError,
    LaterIllegalError,
    PositionTakenError,
    RefusedError,
    ResultsFinalError,
    SheetChangedError,
    TableClosedError,
    WordReusedError,
)
from league.services.incoming import FileFault
from league.wording import word_moment
from rules.game import Violation, fill

KEY_HEADER = "Idempotency-Key"

logger = logging.getLogger(__name__)

Fault = dict[str, Any]

#: Codes of REST framework that the score sheet format has another word for.
_CODES = {"required": "missing", "null": "wrong_type"}


class Refusal(Struct, frozen=True, kw_only=True):
    """What is answered: a status, every fault and, where two people wrote, what stands."""

    status: int
    faults: list[Fault]
    conflict: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = {}


class RequestRefusedError(Exception):
    """A request that is refused before anything is done: for `faults`, or one; `message` is translated."""

    def __init__(
        self,
        status: int,
        *,
        code: str = "",
        message: str = "",
        field: str | None = None,
        faults: list[Fault] | None = None,
    ) -> None:
        self.status = status
        self.faults = faults or [write_fault(code=code, message=message, field=field)]
        super().__init__("; ".join(fault["message"] for fault in self.faults))


def write_fault(*, code: str, message: str, field: str | None = None, deal: int | None = None) -> Fault:
    """One fault: the place of the deal in a sheet from 1, the field, a code and a translated sentence."""
    return {"deal": deal, "field": field or None, "code": code, "message": message}


def answer_exception(error: Exception, context: Mapping[str, Any]) -> Response:
    """Answer an exception of a view (the handler of REST framework). A defect of ours is logged and is a 500."""
    refusal = describe(error)
    if refusal is None:
        refusal = _report_defect(error, context)
    body: dict[str, Any] = {"errors": refusal.faults}
    if refusal.conflict is not None:
        body["conflict"] = refusal.conflict
    return Response(body, status=refusal.status, headers=dict(refusal.headers))


@singledispatch
def describe(error: Exception) -> Refusal | None:
    """What an exception means to the sender; None where it is a defect of ours."""
    return None


@describe.register
def _describe_request(error: RequestRefusedError) -> Refusal:
    return Refusal(status=error.status, faults=error.faults)


@describe.register
def _describe_entry(error: EntryRefusedError) -> Refusal:
    return Refusal(status=422, faults=write_violations(error.violations))


@describe.register
def _describe_changes(error: ChangeRefusedError) -> Refusal:
    faults = [fault for place, found in error.by_position.items() for fault in write_violations(found, deal=place)]
    return Refusal(status=422, faults=faults)


@describe.register
def _describe_later(error: LaterIllegalError) -> Refusal:
    text = _("Entry %(position)s would not be possible any more: take it off or enter it again. %(reason)s")
    faults = [
        {**fault, "message": text % {"position": place, "reason": fault["message"]}}
        for place, found in error.by_position.items()
        for fault in write_violations(found, deal=place)
    ]
    return Refusal(status=422, faults=faults)


@describe.register
def _describe_changed(error: SheetChangedError) -> Refusal:
    newest = error.newer[-1] if error.newer else None
    message = _("The sheet has changed since you looked at it: read it again.")
    if newest is not None:
        message = _("%(who)s changed this sheet, %(when)s: read it again.") % {
            "who": name_writer(newest) or _("somebody"),
            "when": word_moment(newest.recorded_at),
        }
    return Refusal(status=409, faults=[write_fault(field="seen", code="sheet_changed", message=message)])


@describe.register
def _describe_word_reused(error: WordReusedError) -> Refusal:
    message = _("This key has already stored another word on a hand: make a new key for each.")
    return Refusal(status=409, faults=[write_fault(field=KEY_HEADER, code="key_reused", message=message)])


@describe.register
def _describe_final(error: ResultsFinalError) -> Refusal:
    message = _("The results of this event are final: an admin has to reopen them before anything is corrected.")
    return Refusal(status=409, faults=[write_fault(code="results_final", message=message)])


@describe.register
def _describe_refused(error: RefusedError) -> Refusal:
    faults = [
        write_fault(field=field, code="refused", message=message)
        for field, messages in error.messages.items()
        for message in messages
    ]
    return Refusal(status=422, faults=faults)


@describe.register
def _describe_position(error: PositionTakenError) -> Refusal:
    existing = error.existing
    if existing is None:
        code = "position_not_next"
        message = _("The next entry of this sheet is number %(expected)s.") % {"expected": error.expected}
    else:
        code = "position_taken"
        message = _("Number %(position)s is already on the sheet: %(who)s entered it, %(when)s.") % {
            "position": existing.position,
            "who": name_writer(existing) or _("somebody"),
            "when": word_moment(existing.recorded_at),
        }
    return Refusal(
        status=409,
        faults=[write_fault(field="position", code=code, message=message)],
        conflict=write_conflict(error.expected, [existing] if existing else []),
    )


@describe.register
def _describe_key(error: KeyReusedError) -> Refusal:
    message = _("This key came before with another entry: make a new key for each entry.")
    return Refusal(status=422, faults=[write_fault(field=KEY_HEADER, code="key_reused", message=message)])


@describe.register
def _describe_call_reused(error: CallReusedError) -> Refusal:
    return Refusal(status=422, faults=[write_fault(field=KEY_HEADER, code="key_reused", message=str(error))])


@describe.register
def _describe_closed(error: TableClosedError) -> Refusal:
    message = _(
        "Nothing more can be entered here: the event is closed, its results are published, or time was called at this "
        "table."
    )
    return Refusal(status=409, faults=[write_fault(code="table_closed", message=message)])


@describe.register
def _describe_sheet(error: SheetRefusedError) -> Refusal:
    return Refusal(status=422, faults=_write_sheet_faults(error.faults, code="refused"))


@describe.register
def _describe_difference(error: SheetDiffersError) -> Refusal:
    records = list_records(error.table)
    places = {fault.line for fault in error.faults}
    standing = [record for record in select_standing(records) if record.position in places]
    return Refusal(
        status=409,
        faults=_write_sheet_faults(error.faults, code="differs"),
        conflict=write_conflict(find_next_position(records), standing),
    )


@describe.register
def _describe_not_found(error: Http404) -> Refusal:
    return _describe_framework(exceptions.NotFound())


@describe.register
def _describe_permission(error: PermissionDenied) -> Refusal:
    return _describe_framework(exceptions.PermissionDenied())


@describe.register
def _describe_validation(error: exceptions.ValidationError) -> Refusal:
    return Refusal(status=422, faults=list(_flatten(error.detail)))


@describe.register
def _describe_framework(error: exceptions.APIException) -> Refusal:
    waits, challenge = getattr(error, "wait", None), getattr(error, "auth_header", None)
    headers = {"Retry-After": str(ceil(waits))} if waits else {}
    if challenge:
        headers["WWW-Authenticate"] = challenge
    code = str(error.get_codes())
    return Refusal(
        status=error.status_code, faults=[write_fault(code=code, message=_explain(code, error))], headers=headers
    )


def write_violations(violations: Iterable[Violation], *, deal: int | None = None) -> list[Fault]:
    """Violations of the rules as faults, in the reader's language."""
    return [
        write_fault(
            deal=deal,
            field=violation.field,
            code=violation.code,
            message=fill(_(violation.template), violation.values),
        )
        for violation in violations
    ]


def _write_sheet_faults(faults: Iterable[FileFault], *, code: str) -> list[Fault]:
    return [
        write_fault(deal=fault.line, field=fault.column, code=fault.code or code, message=fault.message)
        for fault in faults
    ]


def write_conflict(expected: int, standing: Iterable[DealRecord]) -> dict[str, Any]:
    """What stands where something else was to go, and the position that is next."""
    return {"expected": expected, "standing": [write_record(record, shows_writer=True) for record in standing]}


def _explain(code: str, error: exceptions.APIException) -> str:
    """What to do about a refusal of REST framework, whose own sentence often says only what."""
    own = {
        "not_authenticated": _("Log in first, or send your token: “Authorization: Token …”."),
        "authentication_failed": _("This token is not valid, or no longer: ask for a new one at token/."),
        "permission_denied": _("You may look at this and not change it: ask an admin of the league for the right."),
        "not_found": _("There is no such thing here, or you may not see it. Addresses end with “/”."),
        "unsupported_media_type": _("The request must be JSON: send “Content-Type: application/json”."),
        "throttled": _("Too many requests: wait %(seconds)s seconds and try again.")
        % {"seconds": ceil(getattr(error, "wait", None) or 1)},
    }
    return own.get(code) or str(error.detail)


def _flatten(detail: Any, path: str = "") -> Iterable[Fault]:
    if isinstance(detail, Mapping):
        for key, part in detail.items():
            yield from _flatten(part, f"{path}.{key}" if path else str(key))
    elif isinstance(detail, list):
        for part in detail:
            yield from _flatten(part, path)
    else:
        yield write_fault(field=path, code=_CODES.get(detail.code, detail.code), message=str(detail))


def _report_defect(error: Exception, context: Mapping[str, Any]) -> Refusal:
    request = context["request"]._request
    logger.error("API: %s %s failed", request.method, request.path, exc_info=error)
    got_request_exception.send(sender=None, request=request)
    message = _("Something is wrong on our side; nothing was changed. Try again later.")
    return Refusal(status=500, faults=[write_fault(code="internal_error", message=message)])
