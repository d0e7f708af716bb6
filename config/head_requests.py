"""A request by HEAD is answered without a body, whichever server sends the answer.

Django leaves it to the server to drop the body, and over HTTP/2 granian sends whatever it is given: a browser or curl
then breaks off with PROTOCOL_ERROR.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase


def drop_bodies(get_response: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: an answer to HEAD ends after its headers, the length of the body among them."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = iter(())
            else:
                response.content = b""  # type: ignore[attr-defined]
        return response

    return middleware
