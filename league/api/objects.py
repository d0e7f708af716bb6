"""Find what an address names, for somebody who may see it; what he may not see is not found."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.validators import slug_re
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from league.access import Visitor, find_events, find_leagues, find_tables, has_right
from league.models import Event, League, Table


def get_actor(request: Request) -> User:
    """Who makes a change. Views let only people who are logged in get that far."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def get_league(user: Visitor, slug: str) -> League:
    """A league. Raises Http404, also for what can be no slug: not every database is to be asked about that."""
    if not slug_re.fullmatch(slug):
        raise Http404
    return get_object_or_404(find_leagues(user), slug=slug)


def get_event(user: Visitor, slug: str) -> Event:
    """An event. Raises Http404."""
    return get_object_or_404(find_events(user), slug=slug)


def get_table(user: Visitor, number: int) -> Table:
    """A table by its id. Raises Http404."""
    return get_object_or_404(find_tables(user), pk=number)


def get_table_to_record(user: Visitor, number: int) -> Table:
    """A table at which the user may enter hands. Raises Http404, or PermissionDenied where he may only look."""
    table = get_table(user, number)
    demand_right(user, "record", league=table.event.league)
    return table


def demand_right(user: Visitor, right: str, *, league: League) -> None:
    """Raise PermissionDenied where a user has no such right in a league that he may see."""
    if not has_right(user, right, league=league):
        raise PermissionDenied
