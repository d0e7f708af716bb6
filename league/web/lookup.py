"""Find what an address names, for this visitor: what he may not see is not found, what he may not do is refused.

A visitor is whoever is logged in and, at single tables, whoever opened a table link on this device.
"""

from __future__ import annotations

from typing import TypedDict

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from msgspec import Struct

from league.access import LINK_RIGHTS, find_events, find_leagues, find_seasons, find_tables, has_right, list_rights
from league.models import Event, League, Season, Table, TableLink
from league.models.record import Source

#: Where the session keeps the links that were opened: table -> [link, side].
LINKS_KEY = "table_links"


class Writer(TypedDict):
    """Who changes something at a table, and from where: the keyword arguments of the services of a table."""

    by: User | None
    source: str
    link: TableLink | None
    side: str


class OpenedLink(Struct, frozen=True, kw_only=True):
    """A live table link that was opened on this device, and the side whose phone it is; "" where none was chosen."""

    link: TableLink
    side: str = ""


class TableVisitor(Struct, frozen=True, kw_only=True):
    """What a visitor may do at a table, and by which link, if by one. `own` are his rights without the link.

    `user` is the number of his account. `has_ended_link`: a link opened the table on this device, and it has run out or
    was revoked.
    """

    rights: frozenset[str]
    own: frozenset[str] = frozenset()
    opened: OpenedLink | None = None
    user: int | None = None
    has_ended_link: bool = False

    @property
    def side(self) -> str:
        """The side whose phone it is; "" for everybody else."""
        return self.opened.side if self.opened else ""

    @property
    def writer(self) -> str:
        """Who enters here, in short: user-7, link-NS for the phone of a side, link-NS-user-7 where both are true."""
        parts = [f"link-{self.side}"] if self.opened else []
        return "-".join([*parts, *([] if self.user is None else [f"user-{self.user}"])])


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


def get_season(request: HttpRequest, league: str, slug: str, *, right: str = "see") -> Season:
    """A season by its league and short name. Raises Http404, or PermissionDenied where only the right is missing."""
    seasons = find_seasons(request.user).select_related("league")
    season = get_object_or_404(seasons, league__slug=league, slug=slug)
    demand_right(request, right, league=season.league)
    return season


def get_table(request: HttpRequest, slug: str, round_number: int, number: int, *, right: str = "see") -> Table:
    """A table by its event, round and number. Raises Http404, or PermissionDenied where only the right is missing."""
    wanted = {"event__slug": slug, "round__number": round_number, "number": number}
    table = find_tables(request.user).filter(**wanted).first()
    if table is None:
        opened = Table.objects.filter(pk__in=_list_opened(request)).select_related("event__league", "round")
        table = get_object_or_404(opened, **wanted)
        if find_opened_link(request, table) is None:
            raise Http404
    if right != "see" and right not in find_visitor(request, table).rights:
        raise PermissionDenied
    return table


def find_opened_link(request: HttpRequest, table: Table) -> OpenedLink | None:
    """The live link to this very table that was opened on this device."""
    pair = request.session.get(LINKS_KEY, {}).get(str(table.pk))
    if pair is None:
        return None
    number, side = pair
    live = table.links.filter(pk=number, revoked_at__isnull=True, expires_at__gt=timezone.now()).first()
    if live is None:
        return None
    return OpenedLink(link=live, side=side if side in table.rules.sides else "")


def find_visitor(request: HttpRequest, table: Table) -> TableVisitor:
    """All that the visitor may do at a table: by a role in its league, and by a link to it."""
    rights = list_rights(request.user, league=table.event.league)
    opened = find_opened_link(request, table)
    if opened is not None:
        return TableVisitor(rights=rights | LINK_RIGHTS, own=rights, opened=opened, user=request.user.pk)
    return TableVisitor(
        rights=rights, own=rights, user=request.user.pk, has_ended_link=table.pk in _list_opened(request)
    )


def list_event_rights(request: HttpRequest, event: Event) -> frozenset[str]:
    """The visitor's rights on pages about many tables of an event.

    None but to see on the phone of a side there, whoever is logged in: it is not to show what the other side says.
    """
    sides = [int(table) for table, (_link, side) in request.session.get(LINKS_KEY, {}).items() if side]
    if sides and event.tables.filter(pk__in=sides).exists():
        return frozenset({"see"})
    return list_rights(request.user, league=event.league)


def get_writer(request: HttpRequest, table: Table, *, right: str) -> Writer:
    """Who changes something at a table: by the link that was opened for it, else by his account.

    Raises PermissionDenied for who has not the right.
    """
    user = request.user if request.user.is_authenticated else None
    opened = find_opened_link(request, table) if right in LINK_RIGHTS else None
    if opened is not None:
        return {"by": user, "source": Source.LINK, "link": opened.link, "side": opened.side}
    demand_right(request, right, league=table.event.league)
    return {"by": get_actor(request), "source": Source.WEB, "link": None, "side": ""}


def demand_right(request: HttpRequest, right: str, *, league: League) -> None:
    """Raise PermissionDenied unless the visitor has the right in the league."""
    if right != "see" and not has_right(request.user, right, league=league):
        raise PermissionDenied


def get_actor(request: HttpRequest) -> User:
    """Who is logged in. Raises PermissionDenied for nobody."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


def _list_opened(request: HttpRequest) -> list[int]:
    return [int(table) for table in request.session.get(LINKS_KEY, {})]
