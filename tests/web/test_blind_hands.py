"""Where both sides enter every hand, no address tells what one side entered before the other has: every one is asked in
two worlds that differ only in the hidden hand, and must answer the same.
"""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from league.models import Table, TableLink
from league.models.people import EntryWay
from league.models.record import Source
from league.services.claims import enter_word
from league.services.corrections import correct_sheet
from league.web.live import WATCHED
from tests.printing.paper import run_poppler
from tests.web.two_phones import set_way, sit_down

#: Two hands that differ in everything that is told of one: maker, tricks, alone, a penalty, points.
WORLDS = (
    {"maker": "N", "tricks": 5, "alone": True},
    {"maker": "E", "infractions": [{"kind": "renege", "offender": "E"}]},
)
FIRST, SECOND = {"maker": "W", "tricks": 3}, {"maker": "S", "tricks": 4}

#: What is another in each answer whatever it tells.
CHANGING = re.compile(
    r'name="csrfmiddlewaretoken" value="[^"]*"|data-csrf="[^"]*"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}'
    r'|every \d+ms|data-server-now="\d+"|\d\d?:\d\d(:\d\d(\.\d+)?)?|nonce="[^"]*"|data-stream="[^"]*"'
    r'|"stream": ?"[^"]*"|"/news/[^"]*"'
)


def list_names(patterns: list[Any], space: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of every address with the names of what stands in it."""
    for each in patterns:
        if isinstance(each, URLResolver):
            inner = f"{space}:{each.namespace}" if space and each.namespace else space or each.namespace or ""
            yield from list_names(each.url_patterns, inner)
        elif isinstance(each, URLPattern) and each.name:
            yield f"{space}:{each.name}", tuple(each.pattern.converters)


def list_addresses(table: Table) -> list[str]:
    """Every address of the site and of its API that can be about this table or its event, by what stands in it."""
    numbers = {1, table.pk, *table.seats.values_list("player", flat=True), *table.seats.values_list("entry", flat=True)}
    values: dict[str, list[Any]] = {
        "slug": [table.event.slug, table.event.league.slug],
        "round_number": [table.round.number],
        "number": sorted(numbers),
        "position": [1, 2, 3],
        "pk": sorted({table.pk, table.event.pk}),
        "view": list(WATCHED),
        "key": [table.event.game],
    }
    found = []
    for name, parts in list_names(get_resolver().url_patterns):
        if name.startswith(("league:", "api:")) and set(parts) <= set(values):
            for chosen in itertools.product(*(values[part] for part in parts)):
                found.append(reverse(name, kwargs=dict(zip(parts, chosen, strict=True))))
    event, league = table.event.slug, table.event.league.slug
    elsewhere = re.compile(rf"/leagues/{event}/|/events/{league}/|/table/(?!{table.number}/)")
    return [address for address in dict.fromkeys(found) if not elsewhere.search(address)]


def read(client: Client, address: str) -> tuple[int, str]:
    response = client.get(address)
    content = b"".join(response.streaming_content) if response.streaming else response.content  # type: ignore[attr-defined]
    kind = response.get("Content-Type", "")
    if kind == "application/pdf":
        text = run_poppler("pdftotext", "-layout", "-", "-", pdf=content).decode()
    elif "spreadsheet" in kind:
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            text = "".join(book.read(name).decode() for name in sorted(book.namelist()) if "docProps" not in name)
    else:
        text = content.decode(errors="replace")
    return response.status_code, CHANGING.sub("", text)


def enter_first(table: Table, link: TableLink, owner: User, hidden: dict[str, Any]) -> None:
    """Both sides enter a hand, the third one is entered by North–South alone, and an admin corrects the first."""
    said = [(1, FIRST, "NS"), (1, FIRST, "EW"), (2, SECOND, "NS"), (2, SECOND, "EW"), (3, hidden, "NS")]
    for position, facts, side in said:
        enter_word(
            table, facts, position=position, key=f"{side}-{position}", by=None, source=Source.LINK, link=link, side=side
        )
    correct_sheet(
        table, {1: {"maker": "W", "tricks": 4}}, seen=table.records.count(), key="change", reason="so", by=owner,
        source=Source.WEB,
    )  # fmt: skip


def visit_world(
    client: Client, table: Table, link: TableLink, owner: User, hidden: dict[str, Any], *, part: str = ""
) -> dict[str, tuple[int, str]]:
    """What every address (with this part) answers where this hand is hidden; nothing of it stays stored."""
    cache.clear()
    with transaction.atomic():
        enter_first(table, link, owner, hidden)
        told = {address: read(client, address) for address in list_addresses(table) if part in address}
        transaction.set_rollback(True)
    return told


@pytest.mark.parametrize("who", ["public", "other side"])
def test_no_address_tells_a_hand_before_both_have_entered_it(
    who: str, table: Table, link: TableLink, owner: User
) -> None:
    set_way(table, EntryWay.BOTH)
    table = Table.objects.get(pk=table.pk)
    client = sit_down(link, "EW") if who == "other side" else Client()
    one, other = (visit_world(client, table, link, owner, dict(hidden)) for hidden in WORLDS)
    assert one.keys() == other.keys()
    assert len([status for status, _text in one.values() if status == 200]) > 20
    assert sorted(address for address in one if one[address] != other[address]) == []


def test_whose_hand_it_is_sees_it(table: Table, link: TableLink, owner: User) -> None:
    """So that the two worlds of the test before are told apart at all."""
    set_way(table, EntryWay.BOTH)
    table, client = Table.objects.get(pk=table.pk), sit_down(link, "NS")
    one, other = (visit_world(client, table, link, owner, dict(hidden), part="/table/") for hidden in WORLDS)
    assert one != other
