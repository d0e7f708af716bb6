"""Make, renew, extend and revoke the links that open a table for scoring without an account."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, time, timedelta

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from league.link_codes import draw_code
from league.models import Event, Table, TableLink
from league.models.link import LinkState
from league.models.people import EntryWay
from league.selectors.links import list_live_links
from league.services.audit import write_audit
from league.services.faults import RefusedError
from league.services.locking import lock_tables

#: How long a link lives at least, so that one made late in the evening is there in the morning.
SHORTEST_LIFE = timedelta(hours=36)
#: What an extension adds at least.
EXTENSION = timedelta(hours=24)
#: So many codes are drawn before giving up: one that is taken already is as rare as a stroke of lightning.
DRAWS = 5


def ensure_links(
    tables: Iterable[Table], *, by: User | None, source: str, even_on_paper: bool = False
) -> dict[int, TableLink]:
    """A live link for every table of open events, made where there is none; by table.

    Where a league enters from paper nobody at a table records, so that none are made unless `even_on_paper`.
    """
    tables = [table for table in tables if table.event.is_open]
    with transaction.atomic():
        _hold(tables)
        live = list_live_links(tables)
        for table in tables:
            wanted = even_on_paper or table.event.league.entry_way != EntryWay.PAPER
            if table.pk not in live and wanted:
                live[table.pk] = make_link(table, by=by, source=source)
    return live


def make_link(table: Table, *, by: User | None, source: str) -> TableLink:
    """A new link to a table, which lives until the day after the event. Raises RefusedError on a closed event."""
    if not table.event.is_open:
        raise RefusedError({"": [_("This event is closed: open it again first.")]})
    with transaction.atomic():
        link = _store_link(table, by=by)
        _write(link, "link_made", by=by, source=source)
    return link


def renew_link(table: Table, *, by: User | None, source: str) -> TableLink:
    """A new link in place of the live ones, which end at once. Raises RefusedError on a closed event."""
    with transaction.atomic():
        _hold([table])
        for link in table.links.filter(revoked_at__isnull=True):
            revoke_link(link, by=by, source=source)
        return make_link(table, by=by, source=source)


def revoke_link(link: TableLink, *, by: User | None, source: str) -> bool:
    """End a link: whoever opened it is out with the next request. False where it was revoked before."""
    with transaction.atomic():
        now = timezone.now()
        is_new = bool(TableLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(revoked_at=now))
        if is_new:
            link.revoked_at = now
            _write(link, "link_revoked", by=by, source=source)
    return is_new


def revoke_links(tables: Iterable[Table], *, by: User | None, source: str) -> int:
    """End every link of these tables that has not been revoked, all or none. Says how many."""
    links = TableLink.objects.select_related("table__event__league").filter(
        table__in=[table.pk for table in tables], revoked_at__isnull=True
    )
    with transaction.atomic():
        return sum(revoke_link(link, by=by, source=source) for link in links)


def extend_link(link: TableLink, *, by: User | None, source: str) -> TableLink:
    """Let a link live longer, one that has run out too. Raises RefusedError for one that was revoked."""
    with transaction.atomic():
        link = TableLink.objects.select_for_update(of=("self",)).select_related("table__event__league").get(pk=link.pk)
        if link.state == LinkState.REVOKED:
            raise RefusedError({"": [_("This code was revoked and stays so: make a new one.")]})
        link.expires_at = max(find_expiry(link.table.event), link.expires_at + EXTENSION, timezone.now() + EXTENSION)
        link.save(update_fields=["expires_at"])
        _write(link, "link_extended", by=by, source=source)
    return link


def find_expiry(event: Event) -> datetime:
    """When a link made now ends: with the day after the event, and not before SHORTEST_LIFE is over."""
    soonest = timezone.now() + SHORTEST_LIFE
    if event.held_on is None:
        return soonest
    day_after = timezone.make_aware(datetime.combine(event.held_on + timedelta(days=2), time.min))
    return max(soonest, day_after)


def _hold(tables: Iterable[Table]) -> None:
    """Let nobody else make links to these tables until the transaction ends."""
    tables = list(tables)
    lock_tables(Q(pk__in=[table.pk for table in tables]), events={table.event for table in tables})


def _store_link(table: Table, *, by: User | None) -> TableLink:
    expires_at = find_expiry(table.event)
    for _draw in range(DRAWS - 1):
        try:
            with transaction.atomic():
                return TableLink.objects.create(table=table, code=draw_code(), created_by=by, expires_at=expires_at)
        except IntegrityError:
            continue
    return TableLink.objects.create(table=table, code=draw_code(), created_by=by, expires_at=expires_at)


def _write(link: TableLink, action: str, *, by: User | None, source: str) -> None:
    """The audit row of a change of a link. It names the link by its number: the code itself is a key to the table."""
    event = link.table.event
    detail = {"link": link.pk, "expires_at": link.expires_at.isoformat()}
    write_audit(event.league, action, by=by, source=source, event=event, table=link.table, detail=detail)
