"""Dates of match days. Pure: whole days by the calendar, no clock and no time zone."""

from __future__ import annotations

import datetime
from collections.abc import Collection

#: As many steps as are tried to get round days on which nothing is played.
MOST_STEPS = 1_000


class NoDayError(Exception):
    """So many days are left out that there are not enough of the others."""


def list_days(
    first: datetime.date, *, every: int, count: int, left_out: Collection[datetime.date] = ()
) -> tuple[datetime.date, ...]:
    """`count` days, `every` so many days from `first` on; a day that is left out is passed over for the next.

    Raises NoDayError.
    """
    days: list[datetime.date] = []
    for step in range(MOST_STEPS):
        if len(days) == count:
            break
        try:
            day = first + datetime.timedelta(days=every * step)
        except OverflowError:
            raise NoDayError from None
        if day not in left_out:
            days.append(day)
    if len(days) < count:
        raise NoDayError
    return tuple(days)
