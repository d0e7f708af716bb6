"""When the result of a table counts as confirmed: worked out again after every change and every word of a side."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Table, TableLink
from league.selectors.agreement import read_agreement
from league.services.audit import write_audit
from league.services.faults import RefusedError
from scoring.sheet import Folded


def check_unconfirmed(table: Table, *, link: TableLink | None, side: str) -> None:
    """A phone at the table takes nothing back once the result is confirmed. Raises RefusedError."""
    if (side or link is not None) and table.confirmed_at is not None:
        text = _("The result is confirmed. Call the admin if a hand is wrong after all: it can still be corrected.")
        raise RefusedError({"": [text]})


def take_back_confirmation(table: Table) -> None:
    """At a change of the facts: whoever confirmed the result confirmed another one than it is now."""
    if table.confirmed_at is not None:
        table.confirmed_at = None
        table.save(update_fields=["confirmed_at"])


def confirm_if_agreed(
    table: Table, folded: Folded, *, by: User | None, source: str, link: TableLink | None = None, side: str = ""
) -> bool:
    """After a change or a word: confirmed as soon as the game is finished and every hand agreed. Says whether it is."""
    if table.confirmed_at is None and folded.finished and read_agreement(table).is_whole:
        mark_confirmed(table, by=by, source=source, link=link, side=side)
    return table.confirmed_at is not None


def mark_confirmed(
    table: Table, *, by: User | None, source: str, link: TableLink | None = None, side: str = ""
) -> None:
    """Note that a result was agreed to as it stands, with its audit row. The table must be held."""
    table.confirmed_at = timezone.now()
    table.save(update_fields=["confirmed_at"])
    event = table.event
    write_audit(
        event.league,
        "result_confirmed",
        by=by,
        source=source,
        event=event,
        table=table,
        link=link,
        side=side,
        rows=[table],
    )
