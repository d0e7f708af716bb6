"""The rights that depend on how far results have come: asked once the table is held, when the stage cannot move.

Pages and API ask before, so that nobody is shown what he may not do (league.access). Between that and the lock an event
may be closed or published; so whoever had the right a moment ago is asked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from league.access import list_rights, may_correct, name_right
from league.models import Table, TableLink
from league.models.event import Stage
from league.services.faults import ResultsFinalError, RightGoneError, TableClosedError


def check_may_correct(
    table: Table, entries: Iterable[Mapping[str, Any]], *, by: User | None, link: TableLink | None, side: str
) -> None:
    """Whether the writer may still correct these entries of a table that is held, as they stand or as they are to be.

    A phone at the table only while hands are entered; a command (no writer at all) always but for final results.
    Raises ResultsFinalError, TableClosedError or RightGoneError.
    """
    event = table.event
    if event.stage == Stage.FINAL:
        raise ResultsFinalError
    if link is not None or side:
        if not event.is_open:
            raise TableClosedError
        return
    if by is None:
        return
    rights = list_rights(by, league=event.league)
    if not may_correct(event, rights):
        text = _("This event is closed, and only an admin corrects it now. Call the admin.")
        if event.is_open:
            text = _("You may not correct hands of this league any more.")
        raise RightGoneError({"": [text]})
    if name_right(entries) not in rights:
        raise RightGoneError({"": [_("This is a ruling, which only an admin gives, changes or takes off.")]})
