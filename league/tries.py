"""Who tried too often waits: for how long, by what allauth has counted, and how the answer is told of it."""

from __future__ import annotations

import time
from datetime import timedelta
from math import ceil

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import time_format

_APP = "allauth.account"

#: Where a request keeps the seconds that its sender has to wait.
_NOTED = "oddtrick_wait"


def find_seconds(request: HttpRequest, action: str, *, key: str | None = None) -> int:
    """How long one more try of an action of ACCOUNT_RATE_LIMITS is refused; 0 where it is not.

    `key` is what tries are counted by beside the address. allauth counts and refuses, and keeps this to itself.
    """
    now, waits = time.time(), [0.0]
    for rate in ratelimit.get_rates(app=_APP, action=action):
        if rate.per == "key" and key is None:
            continue
        history = cache.get(ratelimit.get_cache_key(request, app=_APP, action=action, rate=rate, key=key), [])
        if len(history) >= rate.amount:
            waits.append(history[rate.amount - 1] + rate.duration - now)
    return ceil(max(waits))


def note_wait(request: HttpRequest, seconds: int) -> None:
    """Keep with a request that its sender has to wait: it is refused deep inside a form, and answered elsewhere."""
    setattr(request, _NOTED, seconds)


def read_wait(request: HttpRequest) -> int:
    """The seconds that were noted; 0 where none were."""
    return int(getattr(request, _NOTED, 0))


def word_end(wait: timedelta) -> str:
    """When a wait is over, on the clock: the minute after it."""
    return time_format(timezone.localtime(timezone.now() + wait + timedelta(minutes=1)), "H:i")
