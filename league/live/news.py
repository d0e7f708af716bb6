"""The address at which a page asks for news: no session, no user, no template; a signed address, as of a stream."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from league.live.desk import NewsDesk, NoNewsError
from league.web.live import ASK_SECONDS, BadTokenError, read_token

NextStep = Callable[[HttpRequest], HttpResponseBase]

PREFIX = "/news/"

desk = NewsDesk()


def answer_at_once(get_response: NextStep) -> NextStep:
    """Middleware: answer pages that ask for news before anything is done that only other pages need."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path_info.startswith(PREFIX):
            return give_news(request, request.path_info.removeprefix(PREFIX).rstrip("/"))
        return get_response(request)

    return answer


@require_safe
def give_news(request: HttpRequest, token: str) -> HttpResponse:
    """What changed since `?stamp=` and `?seen=`, as a stream would send it; 204 where nothing did.

    403 where the address is too old: the page asks for another. 404 where there is nothing to be seen any more.
    """
    stamp, seen = request.GET.get("stamp", ""), request.GET.get("seen", "")
    try:
        changes = desk.answer(read_token(token, seconds=ASK_SECONDS), stamp=stamp, seen=seen)
    except BadTokenError:
        return _refuse(403, "this address is not valid, or not any more: reload the page")
    except NoNewsError:
        return _refuse(404, "this event is gone")
    response = HttpResponse(changes, content_type="application/json", status=200 if changes else 204)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Length"] = str(len(changes))
    return response


def _refuse(status: int, text: str) -> HttpResponse:
    headers = {"Cache-Control": "no-store"}
    return HttpResponse(f"{text}\n", content_type="text/plain; charset=utf-8", status=status, headers=headers)
