"""What was done in a league, newest first."""

from __future__ import annotations

from django.db.models import QuerySet

from league.models import AuditRow, League


def list_log(league: League) -> QuerySet[AuditRow]:
    """The league's audit rows with everything that a page names."""
    return league.audit.select_related("actor", "event", "table__round")
