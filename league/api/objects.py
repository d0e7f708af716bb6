"""Find what an address names, for somebody who may see it; what he may not see is not found."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.validators import slug_re
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from league.access import Visitor, find_events, find_leagues, find_players, find_tables, has_right, list_rights
from league.models import Event, League, Player, SeatResult, Table
from league.selectors.blind_hands import find_first_hidden, is_blind, list_hidden, make_shown_results


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


def get_player(user: Visitor, number: int) -> Player:
    """A player by its id. Raises Http404."""
    return get_object_or_404(find_players(user).select_related("league", "same_as__league"), pk=number)


def get_table_to_record(user: Visitor, number: int) -> Table:
    """A table at which the user may enter hands. Raises Http404, or PermissionDenied where he may only look."""
    table = get_table(user, number)
    demand_right(user, "record", league=table.event.league)
    return table


def find_hidden(user: Visitor, table: Table) -> int | None:
    """The first position of a table that the user is not to see yet; None where he sees all."""
    if not is_blind(table.event):
        return None
    return find_first_hidden(table, side="", rights=list_rights(user, league=table.event.league))


def make_event_results(user: Visitor, event: Event) -> dict[int, list[SeatResult]]:
    """Table -> the results that the user is to see in place of the stored ones."""
    if not is_blind(event):
        return {}
    return make_shown_results(event, list_hidden(event, rights=list_rights(user, league=event.league)))


def demand_right(user: Visitor, right: str, *, league: League) -> None:
    """Raise PermissionDenied where a user has no such right in a league that he may see."""
    if not has_right(user, right, league=league):
        raise PermissionDenied
