"""Find what an address names, for this visitor: what he may not see is not found, what he may not do is refused."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from league.access import find_events, find_leagues, find_tables, has_right
from league.models import Event, League, Table


def get_league(request: HttpRequest, slug: str, *, right: str = "see") -> League:
    """The league of that short name. Raises Http404, or PermissionDenied where only the right is missing."""
    league = get_object_or_404(find_leagues(request.user), slug=slug)
    demand_right(request, right, league=league)
    return league


def get_event(request: HttpRequest, slug: str, *, right: str = "see") -> Event:
    """The event of that short name. Raises Http404, or PermissionDenied where only the right is missing."""
    event = get_object_or_404(find_events(request.user), slug=slug)
    demand_right(request, right, league=event.league)
    return event


def get_table(request: HttpRequest, slug: str, round_number: int, number: int) -> Table:
    """A table by its event, round and number. Raises Http404."""
    tables = find_tables(request.user)
    return get_object_or_404(tables, event__slug=slug, round__number=round_number, number=number)


def demand_right(request: HttpRequest, right: str, *, league: League) -> None:
    """Raise PermissionDenied unless the visitor has the right in the league."""
    if right != "see" and not has_right(request.user, right, league=league):
        raise PermissionDenied


def get_actor(request: HttpRequest) -> User:
    """Who is logged in. Raises PermissionDenied for nobody."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user
