"""Who enters something at a table, as its page was rendered: forms and waiting hands say so, nobody else sends them.

A browser's session may be another one by then: somebody else has logged in, or the phone was opened for the other side.
"""

from __future__ import annotations

import re

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.access import find_holders
from league.models import Table
from league.web.lookup import find_visitor
from league.wording import Names, join_names, name_side

#: The input by which a form says who was to send it.
WRITER = "writer"

_TAG = re.compile(r"(?:link-(?P<side>\w{0,10}))?-?(?:user-(?P<user>\d{1,18}))?", re.ASCII)


class OtherWriterError(Exception):
    """Something was entered by one writer and sent by another: both as tags, `entered` and `now`."""

    def __init__(self, *, entered: str, now: str) -> None:
        super().__init__(f"entered by {entered}, sent by {now}")
        self.entered, self.now = entered, now


def check_writer(request: HttpRequest, table: Table) -> None:
    """Raise OtherWriterError where a form says that another writer was to send it.

    What does not say who entered it is taken as it comes: it is of a page from before pages said so.
    """
    sent, now = request.POST.get(WRITER, ""), find_visitor(request, table).writer
    if sent not in ("", now):
        raise OtherWriterError(entered=sent, now=now)


def name_writer(tag: str, table: Table, names: Names) -> str:
    """A writer in words. Only who keeps score in the league is named: a tag could say any number."""
    found = _TAG.fullmatch(tag)
    if found is None or not tag:
        return _("somebody else")
    side, user = found["side"], found["user"]
    parts = [] if user is None else [_name_user(int(user), table)]
    if side in table.rules.sides:
        players = join_names([names.get(seat, seat) for seat in table.rules.seats_of(side)])
        title = name_side(side, names)
        parts.append(players if players == title else f"{players} ({title})")
    elif side is not None and not parts:
        parts.append(_("a phone at the table"))
    return ", ".join(parts)


def _name_user(pk: int, table: Table) -> str:
    user = User.objects.filter(pk=pk).first() if pk in find_holders("record", league=table.event.league) else None
    return (user.get_full_name() or user.get_username()) if user else _("another account")
