"""Whether rows still say what they said when they were signed (league.services.signatures). Looks only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import Model
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from msgspec import Struct

from league.models import AuditRow
from league.services.signatures import digest_row

#: Model -> how its rows are called in codes, and in sentences.
KINDS = {
    "table": ("table", gettext_lazy("the table")),
    "seat": ("seat", gettext_lazy("the seat")),
    "dealrecord": ("record", gettext_lazy("the record")),
    "claim": ("claim", gettext_lazy("the word of a side")),
    "call": ("call", gettext_lazy("the call")),
    "event": ("event", gettext_lazy("the event")),
}


class ChangedRow(Struct, frozen=True, kw_only=True):
    """A row that is not as it was signed; None is one that is gone."""

    row: Model | None
    code: str
    message: str


def find_changed_rows(rows: Sequence[Model], audit: Iterable[AuditRow]) -> Iterator[ChangedRow]:
    """The rows that no audit row vouches for, those that are not as the newest says, and those that are gone.

    Audit rows come from the oldest on, and speak of no other rows than these. Seats are signed all at once: those that
    a later row does not name have been taken away.
    """
    newest: dict[str, dict[str, str]] = {}
    for each in audit:
        for model, digests in each.signed.items():
            if model not in KINDS or not isinstance(digests, dict):
                continue  # nobody but a hand in the database writes this: the audit row's own digest tells
            kept = {} if model == "seat" else newest.get(model, {})
            newest[model] = {**kept, **digests}
    for row in rows:
        model = row._meta.model_name or ""
        code, name = KINDS[model]
        words = {"row": name, "number": row.pk}
        digest = newest.get(model, {}).pop(str(row.pk), None)
        if digest is None:
            text = _("%(row)s (number %(number)s) is one of which the log tells nothing.")
            yield ChangedRow(row=row, code=f"{code}_unlogged", message=text % words)
        elif digest != digest_row(row):
            text = _("%(row)s (number %(number)s) is not as it was stored: something in it was changed since.")
            yield ChangedRow(row=row, code=f"{code}_changed", message=text % words)
    for model, digests in newest.items():
        code, name = KINDS[model]
        for number in digests:
            text = _("%(row)s (number %(number)s) is gone: the log tells that it was stored.")
            yield ChangedRow(row=None, code=f"{code}_missing", message=text % {"row": name, "number": number})


def find_changed_audit(rows: Iterable[AuditRow]) -> Iterator[AuditRow]:
    """The audit rows that do not say any more what they said when they were written."""
    return (row for row in rows if row.digest != digest_row(row))


def word_audit(row: AuditRow) -> str:
    """What is wrong with an audit row that was changed."""
    return _("row %(number)s of the log is not as it was written: something in it was changed since.") % {
        "number": row.pk
    }
