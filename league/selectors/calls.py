"""Calls for the admin: those of one table, and those of an event for its board."""

from __future__ import annotations

import datetime

from django.db.models import Max, QuerySet

from league.models import Call, DealRecord, Event, Table

#: Calls that have been answered, as far as a board shows them.
MOST_ENDED = 20


def list_open_calls(event: Event) -> QuerySet[Call]:
    """The calls that wait for an answer, those that wait longest first."""
    return _with_names(event.calls.filter(answered_at__isnull=True)).order_by("raised_at", "pk")


def list_ended_calls(event: Event) -> QuerySet[Call]:
    """The calls that were answered or withdrawn last, the newest first."""
    return _with_names(event.calls.filter(answered_at__isnull=False)).order_by("-answered_at", "-pk")[:MOST_ENDED]


def find_last_call(table: Table) -> Call | None:
    """The newest call of a table."""
    return _with_names(table.calls.all()).order_by("-pk").first()


def list_last_entries(event: Event) -> dict[int, datetime.datetime]:
    """When something was entered last at each table of an event; tables without an entry are left out."""
    rows = DealRecord.objects.filter(table__event=event).values("table").annotate(last=Max("recorded_at"))
    return {row["table"]: row["last"] for row in rows.order_by()}


def _with_names(calls: QuerySet[Call]) -> QuerySet[Call]:
    return calls.select_related("table__round", "raised_by", "answered_by", "ruling")
