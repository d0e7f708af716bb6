"""A round's clock, read: is it running, standing still, or not there at all?"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from msgspec import Struct

from league.models import Round


class Clock(Struct, frozen=True, kw_only=True):
    """A round's clock at one moment. `ends_at` is empty while it stands still; `left` is never below nought."""

    left: timedelta
    ends_at: datetime | None = None

    @property
    def is_running(self) -> bool:
        """Whether it counts down, or has run out."""
        return self.ends_at is not None

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return not self.left

    @property
    def ends_at_ms(self) -> int | None:
        """When it runs out, in milliseconds since 1970, as browsers count."""
        return None if self.ends_at is None else round(self.ends_at.timestamp() * 1000)

    @property
    def left_ms(self) -> int:
        """What is left, in milliseconds."""
        return round(self.left.total_seconds() * 1000)

    @property
    def words(self) -> str:
        """What is left as minutes and seconds, `12:05`; a second that has begun counts whole."""
        seconds = -(-self.left // timedelta(seconds=1))
        return f"{seconds // 60}:{seconds % 60:02}"


def read_clock(round_: Round, *, now: datetime | None = None) -> Clock | None:
    """The clock of a round now (or then); None where it has none."""
    if round_.ends_at is not None:
        left = max(round_.ends_at - (now or timezone.now()), timedelta())
        return Clock(left=left, ends_at=round_.ends_at)
    if round_.seconds_left is not None:
        return Clock(left=timedelta(seconds=round_.seconds_left))
    return None
