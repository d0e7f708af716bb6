"""The rounds that can be named at the desk: none that contradicts what somebody has played, none out of reach."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.models import Attendance, Event
from league.selectors.attendance import list_rounds_of
from league.selectors.people import find_person
from league.selectors.upcoming import find_last_round
from league.services.faults import RefusedError

#: Nobody says that he comes in a later round than this one.
LAST_ROUND = 99
#: So many rounds ahead can be named where no plan says how many there are.
MOST_AHEAD = 20


def find_reach(event: Event, following: int) -> int:
    """The last round that can be named: that of the plan that stands, else one that may come to be played."""
    last = find_last_round(event)
    return following - 1 + MOST_AHEAD if last is None else max(last, following)


def check_coming(row: Attendance, number: int, *, following: int) -> None:
    """Raise RefusedError for a first round after one in which somebody sat who was checked in then, or out of reach."""
    _check_reach(row.event, number, following=following, field="from_round")
    first = min(list_rounds_of(row.event, row.player), default=number)
    if number > first and row.arrived is not None and row.left is None:
        text = _("%(player)s sat in round %(round)s already: nobody comes after that.")
        raise RefusedError({"from_round": [text % {"player": find_person(row.player), "round": first}]})


def check_leaving(row: Attendance, number: int, *, following: int) -> None:
    """Raise RefusedError for a last round before somebody came, before one in which he sat, or one out of reach."""
    words: dict[str, object] = {"player": find_person(row.player), "round": row.arrived}
    if number < (row.arrived or 1) - 1:
        text = _("%(player)s came in round %(round)s: nobody leaves before that.")
        raise RefusedError({"after_round": [text % words]})
    last = max(list_rounds_of(row.event, row.player), default=number)
    if number < last:
        text = _("%(player)s sat in round %(round)s: nobody leaves before that. Change the seats of that round first.")
        raise RefusedError({"after_round": [text % {**words, "round": last}]})
    _check_reach(row.event, number, following=following, field="after_round")


def _check_reach(event: Event, number: int, *, following: int, field: str) -> None:
    reach = find_reach(event, following)
    if number > reach:
        text = _("Round %(round)s is out of reach: name one up to round %(last)s.")
        raise RefusedError({field: [text % {"round": number, "last": reach}]})
