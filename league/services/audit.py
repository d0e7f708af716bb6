"""Write down who did what. Called inside the transaction of the change itself."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from league.models import AuditRow, Event, League, Table, TableLink


def write_audit(
    league: League,
    action: str,
    *,
    by: User | None,
    source: str,
    event: Event | None = None,
    table: Table | None = None,
    detail: dict[str, Any] | None = None,
    link: TableLink | None = None,
    side: str = "",
) -> AuditRow:
    """Add an audit row; `by` is None where a command did it, or somebody at a table by a `link`."""
    row = make_audit(
        league, action, by=by, source=source, event=event, table=table, detail=detail, link=link, side=side
    )
    row.save()
    return row


def make_audit(
    league: League,
    action: str,
    *,
    by: User | None,
    source: str,
    event: Event | None = None,
    table: Table | None = None,
    detail: dict[str, Any] | None = None,
    link: TableLink | None = None,
    side: str = "",
) -> AuditRow:
    """An audit row, unsaved, for a change that stores many of them at once."""
    return AuditRow(
        league=league,
        event=event,
        table=table,
        actor=by,
        action=action,
        detail=detail or {},
        source=source,
        link=link,
        side=side,
    )
