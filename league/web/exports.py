"""Downloads of an event's facts."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from league.access import has_right
from league.exports import write_sheets, write_table, write_workbook
from league.models import Event
from league.selectors.blind_hands import list_hidden
from league.web.lookup import get_event, list_event_rights

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def download_table(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The event as a table of hands."""
    event = get_event(request, slug)
    pieces = write_table(event, shows_names=_may_read_names(request, event), hidden=_list_hidden(request, event))
    return _download(pieces, f"{event.slug}.csv", "text/csv; charset=utf-8")


@require_safe
def download_workbook(request: HttpRequest, slug: str) -> HttpResponse:
    """The event as a workbook of hands."""
    event = get_event(request, slug)
    headers = make_headers(f"{event.slug}.xlsx")
    content = write_workbook(event, shows_names=_may_read_names(request, event), hidden=_list_hidden(request, event))
    return HttpResponse(content, content_type=WORKBOOK, headers=headers)


@require_safe
def download_sheets(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The event as score sheets."""
    event = get_event(request, slug)
    return _download(
        write_sheets(event, shows_names=_may_read_names(request, event), hidden=_list_hidden(request, event)),
        f"{event.slug}.jsonl",
        "application/jsonl; charset=utf-8",
    )


def _may_read_names(request: HttpRequest, event: Event) -> bool:
    return has_right(request.user, "read_names", league=event.league)


def _list_hidden(request: HttpRequest, event: Event) -> dict[int, int]:
    return list_hidden(event, rights=list_event_rights(request, event))


def _download(pieces: Iterator[str], file_name: str, content_type: str) -> StreamingHttpResponse:
    return StreamingHttpResponse(pieces, content_type=content_type, headers=make_headers(file_name))


def make_headers(file_name: str) -> dict[str, str]:
    """What makes a browser keep an answer as a file."""
    return {"Content-Disposition": f'attachment; filename="{file_name}"', "Cache-Control": "no-store"}
