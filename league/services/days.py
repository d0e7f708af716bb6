"""The days by the calendar that people give: one check for all of them."""

from __future__ import annotations

import datetime

from django.utils.translation import gettext as _

from league.days import FIRST_DAY, LAST_DAY
from league.services.faults import RefusedError


def check_days(**days: datetime.date | None) -> None:
    """Raise RefusedError, by the name of its field, for a day on which nobody here played or will; none is no day."""
    text = _("Give a year from %(first)s to %(last)s.")
    words = {"first": FIRST_DAY.year, "last": LAST_DAY.year}
    faults = {
        field: [text % words] for field, day in days.items() if day is not None and not FIRST_DAY <= day <= LAST_DAY
    }
    if faults:
        raise RefusedError(faults)
