"""Which stream of news a page listens to: its address is a token, signed for one view of one event and a short time.

The process that sends the news knows no sessions: whoever has the address may listen, until it is closed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import msgspec
from django.conf import settings
from django.core import signing
from django.http import Http404, HttpRequest, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct

from league.access import is_holder
from league.models import Event, Table, TableLink
from league.models.event import Stage
from league.web.lookup import find_opened_link, get_event, get_table

_SALT = "league.live"
#: A page asks for its stream at once. What was written down somewhere opens nothing a little later.
TOKEN_SECONDS = 10 * 60
#: A page that asks again and again gets a new address so often, and with it whatever its session says by then.
ASK_SECONDS = 2 * 60


class Watched(Struct, frozen=True, kw_only=True):
    """The right that watching something needs, and whether it changes with every minute, as ages in words do."""

    right: str
    by_minute: bool = False


#: What can be watched.
WATCHED: Mapping[str, Watched] = {
    "event": Watched(right="see"),
    "event-admin": Watched(right="set_up"),
    "projector": Watched(right="see"),
    "clock": Watched(right="see"),
    "check-in": Watched(right="check_in"),
    "board": Watched(right="rule", by_minute=True),
}


_SHORT = {"event": "e", "view": "v", "number": "n", "language": "l", "is_for_all": "a", "user": "u", "link": "k"}


class LiveToken(Struct, frozen=True, kw_only=True, rename=_SHORT):
    """What a stream is about. `number`: a round where the view has one; `origin`: the site as the browser sees it.

    `is_for_all`: the league was open to everybody when this was written, so that whoever has it may be an outsider.
    `user` and `link`: who got it, by his number, and the table link that opened the page for him; 0 for none.
    """

    event: int
    view: str
    number: int = 0
    language: str
    origin: str
    is_for_all: bool = False
    user: int = 0
    link: int = 0


class BadTokenError(Exception):
    """The token is not ours, not whole, or too old."""


def write_token(token: LiveToken) -> str:
    """The token, signed."""
    return signing.dumps(msgspec.to_builtins(token), salt=_SALT, compress=True)


def read_token(text: str, *, seconds: int = TOKEN_SECONDS) -> LiveToken:
    """What a signed token says that is so old at most. Raises BadTokenError."""
    try:
        token = msgspec.convert(signing.loads(text, salt=_SALT, max_age=seconds), LiveToken)
    except (signing.BadSignature, msgspec.ValidationError, ValueError) as error:
        raise BadTokenError(str(error)) from error
    if token.view not in WATCHED:
        raise BadTokenError(f"nobody watches {token.view}")
    return token


def may_still_watch(token: LiveToken, event: Event) -> bool:
    """Whether whoever got the token may see its view now: as the pages decide it, one query where not everybody may."""
    right = WATCHED[token.view].right
    if right == "see" and event.league.is_public:
        return True
    links = TableLink.objects.filter(pk=token.link, revoked_at__isnull=True, expires_at__gt=timezone.now())
    if token.link and right == "see" and links.exists():
        return True
    return bool(token.user) and is_holder(token.user, right, league=event.league)


def read_stamp(event: Event, *, view: str = "event") -> str:
    """What a page of the event shows, in short. While it is the same there is nothing new.

    Results become final by the clock, without a change of the event: so that is in it too.
    """
    stamp = f"{event.revision}f" if event.stage == Stage.FINAL else str(event.revision)
    return f"{stamp}-{int(time.time()) // 60}" if WATCHED[view].by_minute else stamp


def describe_stream(
    request: HttpRequest, event: Event, view: str, *, number: int = 0, again: str = "", link: int = 0
) -> dict[str, Any]:
    """For a page's context: where its news come from. The right to see the view was asked for before.

    `again` is where a new address is to be had once this one is too old.
    """
    again = again or reverse("league:live", args=[event.slug, view])
    return {
        "live": {
            "again": again,
            **_make_addresses(request, event, view, number=number, link=link),
            "now": round(time.time() * 1000),
        },
        "stamp": read_stamp(event, view=view),
    }


@never_cache
@require_safe
def give_stream(request: HttpRequest, slug: str, view: str) -> JsonResponse:
    """The addresses of the stream of a view of the event, empty where there are no streams, and of its news."""
    if view not in WATCHED:
        raise Http404
    event = get_event(request, slug, right=WATCHED[view].right)
    return JsonResponse(_make_addresses(request, event, view))


@never_cache
@require_safe
def give_clock_stream(request: HttpRequest, slug: str, round_number: int, number: int) -> JsonResponse:
    """The same for the clock on a table's page, which a phone with a table link may see too."""
    table = get_table(request, slug, round_number, number)
    link = _find_link(request, table)
    return JsonResponse(_make_addresses(request, table.event, "clock", number=round_number, link=link))


def describe_clock_stream(request: HttpRequest, table: Table) -> dict[str, Any]:
    """For the context of a table's page."""
    again = reverse("league:table-live", args=[table.event.slug, table.round.number, table.number])
    link = _find_link(request, table)
    return describe_stream(request, table.event, "clock", number=table.round.number, again=again, link=link)


def _find_link(request: HttpRequest, table: Table) -> int:
    opened = find_opened_link(request, table)
    return opened.link.pk if opened else 0


def _make_addresses(request: HttpRequest, event: Event, view: str, *, number: int = 0, link: int = 0) -> dict[str, str]:
    """Where a stream brings the news, empty where none does, and where they are asked for."""
    language = get_language() or settings.LANGUAGE_CODE
    origin = f"{request.scheme}://{request.get_host()}"
    token = LiveToken(
        event=event.pk,
        view=view,
        number=number,
        language=language,
        origin=origin,
        is_for_all=event.league.is_public,
        user=request.user.pk or 0,
        link=link,
    )
    text = write_token(token)
    stream = f"{_find_live_url(request)}/live/{text}/" if _has_streams(request) else ""
    return {"stream": stream, "news": reverse("news", args=[text])}


def _has_streams(request: HttpRequest) -> bool:
    return bool(settings.LIVE_URL) and (not settings.LIVE_URL.startswith(":") or _can_listen(request))


def _can_listen(request: HttpRequest) -> bool:
    """Whether the page came as the live process speaks: a hall may have plain http beside https.

    A page that came from an IPv6 address cannot listen either, for its content policy cannot name one.
    """
    return str(settings.SITE_URL).startswith(f"{request.scheme}://") and not request.get_host().startswith("[")


def _find_live_url(request: HttpRequest) -> str:
    """The address of the live process; one that is a port only is that port of the host that the page came from."""
    if not settings.LIVE_URL.startswith(":"):
        return str(settings.LIVE_URL)
    host = request.get_host()
    return f"{request.scheme}://{host.partition(':')[0]}{settings.LIVE_URL}"
