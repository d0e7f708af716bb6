"""The phones of two sides: how hands come in, and a phone that opened a table for a side."""

from __future__ import annotations

from django.test import Client

from league.link_codes import sign_link
from league.models import League, Table, TableLink
from league.models.people import EntryWay


def set_way(table: Table, way: EntryWay) -> None:
    League.objects.filter(pk=table.event.league_id).update(entry_way=way)


def sit_down(link: TableLink, side: str) -> Client:
    """The phone of a side."""
    phone = Client()
    place = phone.get(f"/t/{sign_link(link)}/").headers["Location"]
    assert place.endswith("side/")
    assert phone.post(place, {"side": side}).status_code == 303
    return phone
