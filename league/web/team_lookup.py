"""Find what an address of an event of teams names."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from league.models import Event, Match
from league.models.event import EntryKind
from league.web.lookup import get_event


def get_team_event(request: HttpRequest, slug: str, *, right: str = "see") -> Event:
    """An event in which teams meet. Raises Http404, or PermissionDenied where only the right is missing."""
    event = get_event(request, slug, right=right)
    if event.entry_kind != EntryKind.TEAM:
        raise Http404
    return event


def get_fixture(event: Event, round_number: int, number: int) -> Match:
    """A fixture by its match day and number, with both teams. Raises Http404, also for a free day."""
    both = event.matches.filter(first__isnull=False, second__isnull=False)
    rows = both.select_related("event__league", "first__team", "second__team", "first__division")
    return get_object_or_404(rows, round_number=round_number, number=number)


def read_row_number(text: str | None) -> int:
    """A number of a row that a form sends; 0, which no row has, for nonsense."""
    return int(text) if text and text.isdecimal() and len(text) < 19 else 0
