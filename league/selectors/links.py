"""Table links: which one opens a table now."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from league.models import Event, Table, TableLink
from league.models.link import LinkState


def find_link(number: int) -> TableLink | None:
    """A link by its number, with its table, whatever has become of it."""
    return _with_table().filter(pk=number).first()


def find_link_by_code(code: str) -> TableLink | None:
    """A link by its stored code, with its table, whatever has become of it."""
    return _with_table().filter(code=code).first()


def list_newest_links(tables: Iterable[Table]) -> dict[int, TableLink]:
    """By table: its newest link, which may have expired or been revoked."""
    newest: dict[int, TableLink] = {}
    for link in TableLink.objects.filter(table__in=[table.pk for table in tables]).order_by("pk"):
        newest[link.table_id] = link
    return newest


def list_live_links(tables: Iterable[Table]) -> dict[int, TableLink]:
    """By table: the link that opens it now."""
    return {table: link for table, link in list_newest_links(tables).items() if link.state == LinkState.LIVE}


def list_link_tables(event: Event) -> QuerySet[Table]:
    """The tables of an event, the newest round first and within it by number."""
    return event.tables.select_related("event__league", "round").order_by("-round__number", "number")


def _with_table() -> QuerySet[TableLink]:
    return TableLink.objects.select_related("table__event__league", "table__round")
