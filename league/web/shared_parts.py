"""The part of a page that moves, as everybody gets it who asks for it: rendered once for all of them.

Where there are no streams, a saved hand brings everybody who watches at once. What was rendered is therefore given for
a moment even when something newer is there: it carries the stamp that it shows, so the next question brings the rest.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from typing import Any

from django.core.cache import cache
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from msgspec import Struct

from league.models import Event
from league.web.live import read_stamp

#: How often pages ask, in seconds; each a little more often than that, so that they do not all come at once.
POLL_SECONDS = 1.5

#: What was rendered is given for so long after it is old; longer where rendering takes longer, so that it never takes
#: more than half of one processor.
REUSE_SECONDS = 0.5

#: A part is kept for so long: the words of its times may change with the day.
PART_SECONDS = 30

# One thread renders while those who have nothing newer than what is kept wait for what it makes.
_rendering = threading.Lock()

_STAMP = re.compile(r"(\d{1,18})(f?)")


class Part(Struct, frozen=True, kw_only=True):
    """What was rendered: the stamp that it shows at least, and when it was made, in how many seconds."""

    stamp: str
    html: str
    made_at: float
    took: float

    def is_good(self, stamp: str, *, grace: float = 0.0) -> bool:
        """Whether it may be given where the event is at a stamp; `grace` is so many seconds more for what is old.

        A clock that was set back makes nothing good for longer.
        """
        age = time.time() - self.made_at
        return _rank(self.stamp) >= _rank(stamp) or 0 <= age < max(REUSE_SECONDS, self.took) + grace


def answer_part(
    event: Event, *, view: str, template: str, describe: Callable[[], dict[str, Any]], shown: str
) -> HttpResponse:
    """The part for a page that shows the stamp `shown`: 204 where there is nothing newer to give yet.

    Only for views that are the same for everybody and hold no form; the right to see the event was asked for before.
    Never older than what the page shows, and a single change after a quiet moment at once.
    """
    stamp = read_stamp(event, view=view)
    if shown == stamp:
        return HttpResponse(status=204)
    seen = _rank(shown)
    if seen > _rank(stamp):
        seen = _NOTHING  # of another database, or made up
    part = _find_part(
        f"live:{event.pk}:{view}:{get_language()}", stamp, seen, lambda: _render(template, describe, stamp)
    )
    return HttpResponse(status=204) if _rank(part.stamp) <= seen else HttpResponse(part.html)


def _find_part(key: str, stamp: str, seen: tuple[int, str], make: Callable[[], Part]) -> Part:
    kept: Part | None = cache.get(key)
    if kept is not None and kept.is_good(stamp):
        return kept
    is_news = kept is not None and _rank(kept.stamp) > seen
    if kept is not None and is_news and _rendering.locked() and kept.is_good(stamp, grace=REUSE_SECONDS):
        return kept  # no waiting for the one that is being made: threads are for hands
    with _rendering:
        kept = cache.get(key)
        if kept is None or not kept.is_good(stamp):
            kept = make()
            cache.set(key, kept, PART_SECONDS)
        return kept


def _render(template: str, describe: Callable[[], dict[str, Any]], stamp: str) -> Part:
    started_at = time.monotonic()
    html = render_to_string(template, describe() | {"stamp": stamp})
    return Part(stamp=stamp, html=html, made_at=time.time(), took=time.monotonic() - started_at)


_NOTHING = (-1, "")


def _rank(stamp: str) -> tuple[int, str]:
    """Stamps in their order: by revision, and final after not final."""
    found = _STAMP.fullmatch(stamp)
    return (int(found[1]), found[2]) if found else _NOTHING
