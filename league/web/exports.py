"""Downloads of an event's facts."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from league.exports import write_sheets, write_table
from league.web.lookup import get_event


@require_safe
def download_table(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The event as a table of hands."""
    event = get_event(request, slug)
    return _download(write_table(event), f"{event.slug}.csv", "text/csv; charset=utf-8")


@require_safe
def download_sheets(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The event as score sheets."""
    event = get_event(request, slug)
    return _download(write_sheets(event), f"{event.slug}.jsonl", "application/jsonl; charset=utf-8")


def _download(pieces: Iterator[str], file_name: str, content_type: str) -> StreamingHttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{file_name}"', "Cache-Control": "no-store"}
    return StreamingHttpResponse(pieces, content_type=content_type, headers=headers)
