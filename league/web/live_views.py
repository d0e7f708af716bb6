"""What can be watched live: the part of a page that it is, and what that part shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from league.access import list_role_rights
from league.models import Event
from league.models.people import Role
from league.web.board import describe_board
from league.web.check_in_page import describe_check_in
from league.web.clock import describe_one_clock
from league.web.events import describe_live
from league.web.projector import describe_projector

#: The context of a view: of an event, and of a round of it where the view has one. It may hang on nothing else, for
#: everybody who watches gets the same.
Describe = Callable[[Event, int], dict[str, Any]]


class LiveView(Struct, frozen=True, kw_only=True):
    """A view: its template, the id of the one element that it renders, and its context."""

    template: str
    root: str
    describe: Describe


def _describe_event(event: Event, _number: int, *, role: str) -> dict[str, Any]:
    return describe_live(event, rights=list_role_rights(role))


def _describe_projector(event: Event, _number: int) -> dict[str, Any]:
    return describe_projector(event)


def _describe_board(event: Event, _number: int) -> dict[str, Any]:
    return describe_board(event)


def _describe_check_in(event: Event, _number: int) -> dict[str, Any]:
    return describe_check_in(event)


VIEWS: Mapping[str, LiveView] = {
    "event": LiveView(
        template="league/event.html#live", root="live", describe=partial(_describe_event, role=Role.PLAYER)
    ),
    "event-admin": LiveView(
        template="league/event.html#live", root="live", describe=partial(_describe_event, role=Role.ADMIN)
    ),
    "projector": LiveView(template="league/projector.html#live", root="live", describe=_describe_projector),
    "board": LiveView(template="league/board.html#board", root="board", describe=_describe_board),
    "check-in": LiveView(template="league/check_in.html#live", root="live", describe=_describe_check_in),
    "clock": LiveView(template="league/clock_at_table.html", root="clock", describe=describe_one_clock),
}
