"""Which days by the calendar can be meant: beyond these a year is a slip of the finger."""

from __future__ import annotations

import datetime

FIRST_DAY = datetime.date(1900, 1, 1)
LAST_DAY = datetime.date(2199, 12, 31)
