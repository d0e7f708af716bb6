"""Pages that ask: what is rendered once for all of them, how old it may be, and who never gets it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.models import Event, League, Table
from league.web import shared_parts
from league.web.shared_parts import POLL_SECONDS, Part
from tests.web.conftest import HTMX, record

EVENT = "/events/tuesday/"
SECRET = "/events/secret/"
HAND: dict[str, Any] = {"maker": "N", "tricks": 3}
KEPT = "live:{}:event:en"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """Time stands still for what is kept, and goes on by so many seconds."""
    now = [1_000_000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def go_on(seconds: float) -> None:
        now[0] += seconds

    yield go_on
    cache.clear()


class Page:
    """A page that asks by htmx and puts what it gets in place."""

    def __init__(self, path: str = EVENT, client: Client | None = None, *, language: str = "en") -> None:
        self.path, self.client, self.headers = path, client or Client(), HTMX | {"Accept-Language": language}
        self.html = self.client.get(path, headers={"Accept-Language": language}).content.decode()

    @property
    def stamp(self) -> str:
        found = re.search(r'data-stamp="(\w+)"', self.html)
        assert found
        return found[1]

    @property
    def revision(self) -> int:
        return int(self.stamp)

    def ask(self) -> int:
        response = self.client.get(self.path, {"revision": self.stamp}, headers=self.headers)
        if response.status_code == 200:
            self.html = response.content.decode()
        return int(response.status_code)


def read_revision(table: Table) -> int:
    return Event.objects.get(pk=table.event_id).revision


def test_a_single_change_is_shown_at_the_next_question(table: Table, clock: Callable[[float], None]) -> None:
    page = Page()
    for _hand in range(3):
        record(table, HAND)
        assert page.ask() == 200
        assert page.revision == read_revision(table)
        clock(1.0)


def test_what_was_rendered_is_given_for_half_a_second_after_the_next_change(
    table: Table, clock: Callable[[float], None], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second, third = Page(), Page(), Page()
    record(table, HAND)
    shown = read_revision(table)
    first.ask()
    record(table, HAND)
    clock(0.45)
    with django_assert_num_queries(1):
        assert second.ask() == 200
    assert second.html == first.html
    assert second.revision == shown
    clock(0.1)
    assert third.ask() == 200
    assert third.revision == shown + 1


def test_the_last_change_is_never_missed(table: Table, clock: Callable[[float], None]) -> None:
    page, other = Page(), Page()
    record(table, HAND)
    assert other.ask() == 200
    record(table, HAND)
    assert page.ask() == 200
    assert page.revision < read_revision(table)
    assert page.ask() == 204, "nothing newer is there yet"
    clock(POLL_SECONDS * 0.8)
    assert page.ask() == 200
    assert page.revision == read_revision(table)
    assert "2 hands" in page.html
    assert page.ask() == 204


def test_nobody_is_set_back_to_what_was_rendered_before_his_page(table: Table, clock: Callable[[float], None]) -> None:
    page = Page()
    record(table, HAND)
    page.ask()
    record(table, HAND)
    fresh = Page()
    shown = fresh.revision
    record(table, HAND)
    assert fresh.ask() == 204
    clock(0.6)
    assert fresh.ask() == 200
    assert fresh.revision == shown + 1


def test_a_page_with_a_stamp_of_another_database_gets_what_there_is(table: Table) -> None:
    for shown in ("999999", "-1", "x", "", "7" * 30):
        response = Client().get(EVENT, {"revision": shown}, headers=HTMX)
        assert response.status_code == 200
        assert f'data-stamp="{read_revision(table)}"' in response.content.decode()


def test_a_clock_that_is_set_back_keeps_nothing_old(table: Table, clock: Callable[[float], None]) -> None:
    page, other = Page(), Page()
    record(table, HAND)
    other.ask()
    record(table, HAND)
    clock(-3600)
    page.ask()
    assert page.revision == read_revision(table)


def test_what_took_long_to_render_is_kept_as_long(table: Table, clock: Callable[[float], None]) -> None:
    part = Part(stamp="5", html="", made_at=1_000_000.0, took=1.2)
    clock(1.1)
    assert part.is_good("6")
    assert part.is_good("5")
    clock(0.2)
    assert not part.is_good("6")
    assert not part.is_good("5f"), "final is another thing than not final"
    assert part.is_good("6", grace=0.5)
    assert part.is_good("5")


def test_while_somebody_renders_nobody_waits_who_can_have_something_newer(
    table: Table, clock: Callable[[float], None]
) -> None:
    other, page = Page(), Page()
    record(table, HAND)
    other.ask()
    record(table, HAND)
    clock(0.6)
    with shared_parts._rendering:
        assert page.ask() == 200
    assert page.html == other.html


def test_nothing_new_costs_one_query_and_no_rendering(
    table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for path in (EVENT, f"{EVENT}projector/"):
        page = Page(path)
        with django_assert_num_queries(1):
            assert page.ask() == 204
    assert cache.get(KEPT.format(table.event_id)) is None


@pytest.mark.parametrize("who", ["nobody", "outsider"])
def test_what_a_member_of_a_private_league_had_rendered_is_given_to_nobody_else(
    who: str, closed_table: Table, log_in: Callable[[str], Client]
) -> None:
    member = Page(SECRET, log_in("player"))
    record(closed_table, HAND)
    assert member.ask() == 200
    assert cache.get(KEPT.format(closed_table.event_id)) is not None
    stranger = log_in(who)
    for path in (SECRET, f"{SECRET}projector/"):
        response = stranger.get(path, {"revision": "1"}, headers=HTMX)
        assert response.status_code == 404
        assert b"Ann" not in response.content


def test_a_league_that_becomes_private_takes_away_what_was_rendered(table: Table) -> None:
    page = Page()
    record(table, HAND)
    assert page.ask() == 200
    League.objects.update(is_public=False)
    assert Client().get(EVENT, {"revision": "1"}, headers=HTMX).status_code == 404


@pytest.mark.parametrize("first", ["admin", "scorer", "player", "nobody"])
def test_rights_are_not_mixed_up(first: str, table: Table, log_in: Callable[[str], Client]) -> None:
    pages = {who: Page(client=log_in(who)) for who in ("admin", "scorer", "player", "nobody")}
    record(table, HAND)
    for who in (first, *pages):
        pages[who].ask()
    assert "<form" in pages["admin"].html
    for who in ("scorer", "player", "nobody"):
        assert pages[who].html == pages["nobody"].html
        for secret in ("<form", "csrfmiddlewaretoken", "/board/"):
            assert secret not in pages[who].html


def test_languages_and_views_are_not_mixed_up(table: Table) -> None:
    english, russian = Page(), Page(language="ru")
    projector = Page(f"{EVENT}projector/")
    record(table, HAND)
    assert [page.ask() for page in (english, russian, projector)] == [200, 200, 200]
    assert "Standings" in english.html
    assert "Таблица" in russian.html
    assert projector.html not in (english.html, russian.html)


def test_pages_ask_in_different_rhythms(table: Table) -> None:
    rhythms = set()
    for _page in range(12):
        found = re.search(r'hx-trigger="every (\d+)ms"', Page().html)
        assert found
        rhythms.add(int(found[1]))
    assert len(rhythms) > 4
    assert min(rhythms) >= 1000 * POLL_SECONDS * 0.8
    assert max(rhythms) <= 1000 * POLL_SECONDS
