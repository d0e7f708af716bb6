"""How many wrong codes may be typed: from one address, and from all together. Right ones are not counted."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView


class WrongCodes(SimpleRateThrottle):
    """The wrong codes from one address."""

    scope = "wrong_codes"

    def get_cache_key(self, request: Any, view: Any) -> str:
        """Whose tries are counted together."""
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}

    def is_open(self, request: HttpRequest) -> bool:
        """Whether another code may be typed."""
        return self.allow_request(Request(request), APIView())

    def throttle_success(self) -> bool:
        """To look is not to count."""
        return True

    def count(self, request: HttpRequest) -> None:
        """Count a wrong code."""
        self.is_open(request)
        _most, duration = self.parse_rate(self.rate)
        self.cache.set(self.key, [self.now, *self.history], duration)


class WrongCodesEverywhere(WrongCodes):
    """The wrong codes from all addresses."""

    scope = "wrong_codes_everywhere"

    def get_cache_key(self, request: Any, view: Any) -> str:
        """All tries are counted together."""
        return self.cache_format % {"scope": self.scope, "ident": "all"}


LIMITS = (WrongCodes, WrongCodesEverywhere)


def find_wait(request: HttpRequest) -> timedelta | None:
    """How long no code may be typed; None where one may."""
    waits = [limit.wait() for limit in _make_limits() if not limit.is_open(request)]
    return timedelta(seconds=max(ceil(wait or 1) for wait in waits)) if waits else None


def count_wrong_code(request: HttpRequest) -> None:
    """Count a wrong code against every limit."""
    for limit in _make_limits():
        limit.count(request)


def _make_limits() -> list[WrongCodes]:
    return [limit() for limit in LIMITS]
