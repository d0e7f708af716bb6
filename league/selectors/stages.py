"""How the results of an event came to be where they are."""

from __future__ import annotations

from league.models import AuditRow, Event

#: The audit row of results that were opened again.
RESULTS_REOPENED = "results_reopened"

#: Reopenings that a page shows; the log has them all.
MOST_SHOWN = 5


def list_reopenings(event: Event) -> list[AuditRow]:
    """When published results were opened again, by whom and why (`detail["reason"]`), the newest first."""
    rows = event.audit.filter(action=RESULTS_REOPENED).select_related("actor")
    return list(rows.order_by("-pk")[:MOST_SHOWN])
