"""Who may see and do what: the one table of rights, asked on the query.

Every function returns only what the user may see or change, so that a page about somebody else's league finds
nothing rather than forgetting to ask.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet

from league.models import Event, League, Membership, Player, Season, Table
from league.models.event import Stage
from league.models.people import Role

Visitor = User | AnonymousUser

#: The one table of rights: right -> the roles that have it. `see` is also had by everybody where the league is public.
#: A table link (league.models.link) has the rights of LINK_RIGHTS at its one table, and no other right anywhere.
RIGHTS: Mapping[str, frozenset[str]] = {
    # Standings, tables, hands, histories.
    "see": frozenset(Role.values),
    # Who entered, corrected or ruled, by name; everybody else reads that an admin did.
    "read_names": frozenset(Role.values),
    # Enter hands, take the last one off, call time.
    "record": frozenset({Role.OWNER, Role.ADMIN, Role.SCORER}),
    # Change any earlier hand of an event that is open.
    "correct": frozenset({Role.OWNER, Role.ADMIN, Role.SCORER}),
    # Ask for the admin from a table.
    "call": frozenset({Role.OWNER, Role.ADMIN, Role.SCORER}),
    # Settle what two sides say differently, and confirm a result in their place.
    "confirm": frozenset({Role.OWNER, Role.ADMIN}),
    # Rulings, and answers to calls.
    "rule": frozenset({Role.OWNER, Role.ADMIN}),
    # Publish results, make them final, and correct them while they are published.
    "publish": frozenset({Role.OWNER, Role.ADMIN}),
    # Open published or final results again.
    "reopen": frozenset({Role.OWNER, Role.ADMIN}),
    # Leagues, seasons, events, rounds, players, table links, round clocks.
    "set_up": frozenset({Role.OWNER, Role.ADMIN}),
    # Who is there tonight: check-in, latecomers, no-shows, who leaves, substitutes.
    "check_in": frozenset({Role.OWNER, Role.ADMIN, Role.SCORER}),
    # Members and invitations; what concerns an owner only an owner may do.
    "invite": frozenset({Role.OWNER, Role.ADMIN}),
}

#: As what somebody writes who runs the site and is neither an owner nor an admin of the league.
SITE = "site"

#: What whoever holds a table link may do at that table: take back only what stands last, confirm only as a side.
LINK_RIGHTS: frozenset[str] = frozenset({"see", "record", "call"})


def has_right(user: Visitor, right: str, *, league: League) -> bool:
    """Whether a user has a right in a league."""
    return find_leagues(user, right=right).filter(pk=league.pk).exists()


def list_rights(user: Visitor, *, league: League) -> frozenset[str]:
    """All rights that a user has in a league; "see" also where it is public."""
    if user.is_authenticated and user.is_superuser:
        return frozenset(RIGHTS)
    roles = Membership.objects.filter(user=user, league=league) if user.is_authenticated else Membership.objects.none()
    role = roles.values_list("role", flat=True).first()
    return list_role_rights(role or "") | (frozenset({"see"}) if league.is_public else frozenset())


def list_role_rights(role: str) -> frozenset[str]:
    """The rights that a role has."""
    return frozenset(right for right, having in RIGHTS.items() if role == SITE or role in having)


def find_holders(right: str, *, league: League) -> frozenset[int]:
    """The numbers of the users who have a right in a league by their role, or because they run the site."""
    return frozenset(_find_holders(right, league).values_list("pk", flat=True))


def is_holder(user: int, right: str, *, league: League) -> bool:
    """Whether the user of that number, who may be gone by now, has a right in a league by his role or as superuser."""
    return _find_holders(right, league).filter(pk=user, is_active=True).exists()


def _find_holders(right: str, league: League) -> QuerySet[User]:
    by_role = Q(memberships__league=league, memberships__role__in=RIGHTS[right])
    return User.objects.filter(by_role | Q(is_superuser=True))


def find_role(user: User | None, *, league: League) -> str:
    """As what a user writes in a league now: a role, SITE, or "" for nobody who is logged in and for no member.

    It is kept with what is written: a role that changes later changes no history.
    """
    if user is None:
        return ""
    role = Membership.objects.filter(user=user, league=league).values_list("role", flat=True).first() or ""
    return SITE if user.is_superuser and role not in (Role.OWNER, Role.ADMIN) else role


def name_right(entries: Iterable[Mapping[str, Any]]) -> str:
    """The right that entering these facts needs: a ruling is an admin's decision."""
    return "rule" if any("ruling" in facts for facts in entries) else "record"


def name_correction_right(event: Event) -> str | None:
    """The right that correcting a hand of this event needs now; None where its results are final."""
    return {Stage.OPEN: "correct", Stage.FINAL: None}.get(event.stage, "publish")


def may_correct(event: Event, rights: Container[str]) -> bool:
    """Whether whoever has these rights may correct hands of this event now."""
    right = name_correction_right(event)
    return right is not None and right in rights


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
