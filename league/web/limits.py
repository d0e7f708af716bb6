"""What is tried too often is refused for a while, and the answer says for how long."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.tries import read_wait

#: The longest that the limits of pages last, in seconds.
A_MINUTE = 60


def answer_too_many(
    request: HttpRequest, exception: Exception | None = None, *, seconds: int = A_MINUTE
) -> HttpResponse:
    """The answer to who tried too often; `seconds` is how long to wait at most."""
    response = render(request, "429.html", {"minutes": -(-seconds // 60)}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


def tell_wait(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: a form that is shown again because of too many tries says so to programs, too."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == HTTPStatus.OK and (seconds := read_wait(request)):
            response.status_code = HTTPStatus.TOO_MANY_REQUESTS
            response.headers["Retry-After"] = str(seconds)
        return response

    return middleware


def count_guess(request: HttpRequest, action: str) -> bool:
    """Count a wrong secret against the limit of ACCOUNT_RATE_LIMITS for this visitor; False when there were too many.

    allauth's public counter lets every GET pass, and secrets stand in addresses.
    """
    usage = ratelimit.consume(request, app="allauth.account", action=action, limit_get=True)
    return usage is not None


def may_guess(request: HttpRequest, action: str) -> bool:
    """Whether this visitor has not guessed too often."""
    usage = ratelimit.consume(request, app="allauth.account", action=action, limit_get=True, dry_run=True)
    return usage is not None
