"""Pages that ask: what is rendered once for all of them, how old it may be, and who never gets it."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from league.link_codes import sign_link
from league.live import desk as desks
from league.live.desk import LONGEST_LOOK_SECONDS, RENDER_SECONDS
from league.live.news import desk
from league.live.pieces import render_pieces
from league.models import Event, League, Membership, Player, Table, TableLink
from league.services.clock import start_clock
from league.services.links import make_link
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.web import live
from league.web.live import LiveToken, write_token
from tests.web.conftest import record

EVENT, SECRET = "/events/tuesday/", "/events/secret/"
AT_TABLE = "round/1/table/1/"
HAND: dict[str, Any] = {"maker": "N", "tricks": 3}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Time stands still for what is kept, and goes on by so many seconds."""
    now = [1_000_000.0]
    monkeypatch.setattr(desks, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def go_on(seconds: float) -> None:
        now[0] += seconds

    return go_on


class Page:
    """A page that asks for news as static/oddtrick/live.js does."""

    def __init__(self, path: str = EVENT, client: Client | None = None, *, language: str = "en") -> None:
        page = (client or Client()).get(path, headers={"Accept-Language": language}).content.decode()
        self.stamp, self.news = (read_attribute(page, name) for name in ("data-stamp", "data-news"))
        self.seen, self.parts = "", dict[str, str]()

    @property
    def revision(self) -> int:
        return int(self.stamp)

    def ask(self, **instead: str) -> int:
        """The status of the answer, without a cookie; `parts` are those that came."""
        response = Client().get(self.news, {"stamp": self.stamp, "seen": self.seen} | instead)
        self.parts = {}
        if response.status_code == 200:
            told = response.json()
            self.stamp, self.seen, self.parts = told["stamp"], told["seen"], told["parts"]
        return int(response.status_code)


def read_attribute(page: str, name: str) -> str:
    found = re.search(rf'{name}="([^"]*)"', page)
    assert found, name
    return html.unescape(found[1])


def read_revision(table: Table) -> int:
    return Event.objects.get(pk=table.event_id).revision


def test_a_page_gets_the_whole_first_and_then_what_changed(table: Table, clock: Callable[[float], None]) -> None:
    page = Page()
    record(table, HAND)
    clock(1)
    assert page.ask() == 200
    assert list(page.parts) == ["live"]
    for _hand in range(2):
        record(table, HAND)
        clock(1)
        assert page.ask() == 200
        assert page.revision == read_revision(table)
        assert f"live-table-{table.pk}" in page.parts
        assert "live" not in page.parts
        assert page.ask() == 204


def test_a_new_round_comes_whole(table: Table, players: list[Player], clock: Callable[[float], None]) -> None:
    page = Page()
    record(table, HAND)
    page.ask()
    seats = dict(zip("NESW", players, strict=False))
    seat_table(table.event, round_number=2, number=1, seats=seats, by=None, source="web")
    clock(1)
    assert page.ask() == 200
    assert list(page.parts) == ["live"]
    assert "Round 2" in page.parts["live"]


def test_what_was_rendered_is_given_for_half_a_second_after_the_next_change(
    table: Table, clock: Callable[[float], None], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second, third = Page(), Page(), Page()
    record(table, HAND)
    shown = read_revision(table)
    first.ask()
    record(table, HAND)
    clock(RENDER_SECONDS - 0.01)
    with django_assert_num_queries(1):
        assert second.ask() == 200
    with django_assert_num_queries(0):
        assert third.ask() == 200
    assert (second.parts, second.revision) == (first.parts, shown)
    assert second.ask() == 204, "nothing newer is there yet"
    clock(0.02)
    assert second.ask() == 200
    assert second.revision == shown + 1
    assert "2 hands" in second.parts[f"live-table-{table.pk}"]


def test_nobody_is_set_back_to_what_was_rendered_before_his_page(table: Table, clock: Callable[[float], None]) -> None:
    page = Page()
    record(table, HAND)
    page.ask()
    record(table, HAND)
    fresh = Page()
    shown = fresh.revision
    record(table, HAND)
    assert fresh.ask() == 204
    clock(1)
    assert fresh.ask() == 200
    assert fresh.revision == shown + 1


def test_a_hand_that_was_saved_while_a_page_was_rendered_is_not_lost(
    table: Table, clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is rendered may hold more than its stamp says; whoever has the stamp from elsewhere gets it once more."""
    late, first = Page(), Page()
    real = render_pieces

    def render_late(event: Event, *words: Any, **more: Any) -> Any:
        late.stamp = str(event.revision)  # a page that was loaded just now, before the next hand
        record_deal(table, HAND, position=2, key="late", by=None, source="web")
        return real(event, *words, **more)

    record(table, HAND)
    with monkeypatch.context() as patch:
        patch.setattr(desks, "render_pieces", render_late)
        assert first.ask() == 200
    assert "2 hands" in first.parts["live"]
    assert first.stamp == late.stamp
    clock(1)
    assert late.ask() == 200
    assert "2 hands" in "".join(late.parts.values())


def test_a_page_with_a_stamp_of_another_database_gets_what_there_is(
    table: Table, clock: Callable[[float], None]
) -> None:
    for stamp in ("999999", "-1", "x", "", "7" * 30):
        page = Page()
        assert page.ask(stamp=stamp, seen="x-1") == 200
        assert page.revision == read_revision(table)


def test_while_somebody_renders_nobody_waits_who_can_have_something_newer(
    table: Table, clock: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one who renders asks once more from within, as another thread would: it is answered, and not for ever."""
    other, page, renderer = Page(), Page(), Page()
    record(table, HAND)
    assert other.ask() == 200
    record(table, HAND)
    clock(1)
    real = render_pieces

    def ask_meanwhile(*words: Any, **more: Any) -> Any:
        assert page.ask() == 200
        return real(*words, **more)

    monkeypatch.setattr(desks, "render_pieces", ask_meanwhile)
    assert renderer.ask() == 200
    assert page.revision == read_revision(table) - 1
    assert renderer.revision == read_revision(table)


def test_nothing_new_costs_one_query_for_all(
    table: Table, clock: Callable[[float], None], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    pages = [Page(), Page(), Page(f"{EVENT}projector/")]
    with django_assert_num_queries(1):
        assert [page.ask() for page in pages] == [204, 204, 204]


def test_asking_is_answered_without_a_session(admin: Client, table: Table) -> None:
    response = admin.get(Page(client=admin).news, {"stamp": "0"})
    assert response.status_code == 200
    assert not response.cookies
    assert response["Cache-Control"] == "no-store"
    assert response["Content-Length"] == str(len(response.content))
    assert admin.post(Page().news).status_code == 405


@pytest.mark.parametrize("who", ["nobody", "outsider"])
def test_a_private_league_tells_its_members_and_nobody_else(
    who: str, closed_table: Table, log_in: Callable[[str], Client], clock: Callable[[float], None]
) -> None:
    member = Page(SECRET, log_in("player"))
    record(closed_table, HAND)
    assert member.ask() == 200
    assert log_in(who).get(f"{SECRET}live/event/").status_code == 404
    Membership.objects.filter(user__username="player").delete()
    assert member.ask(stamp="0") == 404


def test_a_league_that_becomes_private_takes_away_what_was_rendered(
    table: Table, log_in: Callable[[str], Client], clock: Callable[[float], None]
) -> None:
    member, stranger = Page(client=log_in("player")), Page()
    record(table, HAND)
    assert stranger.ask() == 200
    League.objects.update(is_public=False)
    clock(LONGEST_LOOK_SECONDS)
    assert stranger.ask(stamp="0") == 404
    assert member.ask() == 200


def test_who_is_no_admin_any_more_and_who_may_not_log_in_any_more_get_no_news(
    table: Table, log_in: Callable[[str], Client], clock: Callable[[float], None]
) -> None:
    owner = Client()
    owner.force_login(User.objects.get(username="owner"))
    pages = [Page(client=log_in("admin")), Page(f"{EVENT}board/", owner)]
    assert [page.ask(stamp="0") for page in pages] == [200, 200]
    Membership.objects.filter(user__username="admin").update(role="scorer")
    User.objects.filter(username="owner").update(is_active=False)
    assert [page.ask(stamp="0") for page in pages] == [404, 404]


def test_a_link_shows_the_clock_of_its_table_until_it_is_revoked(
    closed_table: Table, clock: Callable[[float], None]
) -> None:
    phone = Client()
    phone.get(f"/t/{sign_link(make_link(closed_table, by=None, source='web'))}/")
    page = Page(f"{SECRET}{AT_TABLE}", phone)
    start_clock(closed_table.round, minutes=20, by=None, source="web")
    assert page.ask() == 200
    assert 'id="clock"' in page.parts["clock"]
    TableLink.objects.update(revoked_at=timezone.now() - timedelta(seconds=1))
    assert page.ask(stamp="0") == 404


def test_an_address_is_good_for_two_minutes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Page()
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + live.ASK_SECONDS + 1)
    assert page.ask() == 403
    assert Client().get("/news/nonsense/").status_code == 403


def test_rights_are_not_mixed_up(table: Table, log_in: Callable[[str], Client], clock: Callable[[float], None]) -> None:
    pages = {who: Page(client=log_in(who)) for who in ("admin", "scorer", "player", "nobody")}
    record(table, HAND)
    for page in pages.values():
        assert page.ask() == 200
    assert "<form" in pages["admin"].parts["live"]
    for who in ("scorer", "player", "nobody"):
        assert pages[who].parts == pages["nobody"].parts
        for secret in ("<form", "csrfmiddlewaretoken", "/board/"):
            assert secret not in pages[who].parts["live"]


def test_languages_and_views_are_not_mixed_up(table: Table, clock: Callable[[float], None]) -> None:
    english, russian = Page(), Page(language="ru")
    projector = Page(f"{EVENT}projector/")
    record(table, HAND)
    assert [page.ask() for page in (english, russian, projector)] == [200, 200, 200]
    assert "Standings" in english.parts["live"]
    assert "Таблица" in russian.parts["live"]
    assert projector.parts["live"].startswith('<main id="live"')


def test_an_event_that_is_gone_is_not_found_and_views_that_nobody_asks_for_are_forgotten(
    table: Table, clock: Callable[[float], None]
) -> None:
    page = Page()
    assert page.ask(stamp="0") == 200
    clock(2 * desks.FORGET_SECONDS)
    other = Page(f"{EVENT}projector/")
    assert other.ask(stamp="0") == 200
    assert [key.view for key in desk._views] == ["projector"]
    assert Client().get(news_of_no_event()).status_code == 404


def news_of_no_event() -> str:
    token = LiveToken(event=999_999, view="event", language="en", origin="")
    return f"/news/{write_token(token)}/"
