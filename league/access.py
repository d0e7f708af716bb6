"""Who may see and do what: the one table of rights, asked on the query.

Every function returns only what the user may see or change, so that a page about somebody else's league finds
nothing rather than forgetting to ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet

from league.models import Event, League, Membership, Player, Season, Table
from league.models.people import Role

Visitor = User | AnonymousUser

#: right -> the roles that have it. `see` is also had by everybody where the league is public.
RIGHTS: Mapping[str, frozenset[str]] = {
    "see": frozenset(Role.values),
    "record": frozenset({Role.OWNER, Role.ADMIN, Role.SCORER}),
    "set_up": frozenset({Role.OWNER, Role.ADMIN}),
}


def has_right(user: Visitor, right: str, *, league: League) -> bool:
    """Whether a user has a right in a league."""
    return find_leagues(user, right=right).filter(pk=league.pk).exists()


def name_right(entries: Iterable[Mapping[str, Any]]) -> str:
    """The right that entering these facts needs: a ruling is an admin's decision."""
    return "set_up" if any("ruling" in facts for facts in entries) else "record"


def find_leagues(user: Visitor, *, right: str = "see") -> QuerySet[League]:
    """The leagues in which a user has a right."""
    return League.objects.filter(_scope(user, right, path=""))


def find_seasons(user: Visitor, *, right: str = "see") -> QuerySet[Season]:
    """The seasons of the leagues in which a user has a right."""
    return Season.objects.filter(_scope(user, right, path="league__"))


def find_events(user: Visitor, *, right: str = "see") -> QuerySet[Event]:
    """The events of the leagues in which a user has a right."""
    return Event.objects.filter(_scope(user, right, path="league__")).select_related("league", "season")


def find_tables(user: Visitor, *, right: str = "see") -> QuerySet[Table]:
    """The tables of the leagues in which a user has a right."""
    tables = Table.objects.filter(_scope(user, right, path="event__league__"))
    return tables.select_related("event__league", "round")


def find_players(user: Visitor, *, right: str = "see") -> QuerySet[Player]:
    """The players of the leagues in which a user has a right."""
    return Player.objects.filter(_scope(user, right, path="league__"))


def may_make_leagues(user: Visitor) -> bool:
    """Whether a user may found a league: anybody who is logged in."""
    return user.is_authenticated


def _scope(user: Visitor, right: str, *, path: str) -> Q:
    if user.is_authenticated and user.is_superuser:
        return Q()
    scope = Q(**{f"{path}is_public": True}) if right == "see" else Q(pk__in=[])
    if user.is_authenticated:
        memberships = Membership.objects.filter(user=user, role__in=RIGHTS[right])
        scope |= Q(**{f"{path}pk__in": memberships.values("league")})
    return scope
