"""An answer to HEAD has no body, or a browser that speaks HTTP/2 breaks off."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import RequestFactory

from config.wsgi import application
from league.live.streams import LiveApplication


def request(method: str, path: str) -> tuple[str, dict[str, str], bytes]:
    """Status, headers and body as the site hands them to the server."""
    told: list[Any] = []
    environ = RequestFactory().generic(method, path).environ
    start: Any = lambda *said: told.append(said)  # noqa: E731
    body: Iterable[bytes] = application(environ, start)
    content = b"".join(body)
    status, headers = told[0]
    return status, dict(headers), content


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/", "/healthz", "/nowhere/", "/api/v1/games/", "/static/oddtrick/oddtrick.css"])
def test_the_site_answers_without_a_body(path: str) -> None:
    status, headers, content = request("GET", path)
    head_status, head_headers, head_content = request("HEAD", path)
    assert (head_status, head_content) == (status, b"")
    assert head_headers.get("Content-Length") == headers.get("Content-Length") == str(len(content))


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/live/x/", 405), ("/nowhere", 404)])
def test_the_live_process_answers_without_a_body(path: str, status: int) -> None:
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "HEAD", "path": path, "headers": [], "query_string": b""}
    asyncio.run(LiveApplication()(scope, receive, send))
    start, body = sent
    assert (start["status"], body["body"]) == (status, b"")
