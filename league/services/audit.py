"""Write down who did what. Called inside the transaction of the change itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model

from league.access import find_role
from league.models import AuditRow, Event, League, Table, TableLink
from league.services.signatures import digest_row, sign_rows


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
    rows: Iterable[Model] = (),
) -> AuditRow:
    """Add an audit row; `by` is None where a command did it, or somebody at a table by a `link`.

    `rows` are the facts that the change stored, as they are stored now: they are signed.
    """
    row = make_audit(
        league,
        action,
        by=by,
        role=find_role(by, league=league),
        source=source,
        event=event,
        table=table,
        detail=detail,
        link=link,
        side=side,
        rows=rows,
    )
    row.save()
    return row


def make_audit(
    league: League,
    action: str,
    *,
    by: User | None,
    role: str,
    source: str,
    event: Event | None = None,
    table: Table | None = None,
    detail: dict[str, Any] | None = None,
    link: TableLink | None = None,
    side: str = "",
    rows: Iterable[Model] = (),
) -> AuditRow:
    """An audit row, unsaved, for a change that stores many of them at once. `role` is the writer's now."""
    made = AuditRow(
        league=league,
        event=event,
        table=table,
        actor=by,
        role=role,
        action=action,
        detail=detail or {},
        source=source,
        link=link,
        side=side,
        signed=sign_rows(rows),
    )
    made.digest = digest_row(made)
    return made
