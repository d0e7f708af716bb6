"""The application that sends the news, without a server around it: its limits and its ends."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection

from league.live import hub, streams
from league.live.streams import LiveApplication
from league.models import Event, League, Table
from league.services.recording import record_deal
from league.web.live import LiveToken, write_token

pytestmark = pytest.mark.django_db(transaction=True)

ORIGIN = "http://cards.example.org"


_made: list[LiveApplication] = []


def make_application(**limits: Any) -> LiveApplication:
    """An application that lets go of the database when the test is over."""
    _made.append(LiveApplication(**limits))
    return _made[-1]


@pytest.fixture(autouse=True)
def _stop_applications() -> Iterator[None]:
    yield
    while _made:
        _made.pop().stop()


class Browser:
    """One connection: what is sent to it, and whether it still takes anything."""

    def __init__(self, application: LiveApplication, path: str, *, query: str = "", origin: str = "") -> None:
        self.status = 0
        self.headers: dict[bytes, bytes] = {}
        self.body = b""
        self.is_stuck = False
        self._gone = asyncio.Event()
        headers = [(b"origin", origin.encode())] if origin else []
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode(), "headers": headers}
        self.task = asyncio.ensure_future(application(scope, self._receive, self._send))

    def close(self) -> None:
        self._gone.set()

    async def wait_for(self, text: bytes, *, seconds: float = 10) -> None:
        async with asyncio.timeout(seconds):
            while text not in self.body and not self.task.done():
                await asyncio.sleep(0.01)
        assert text in self.body, self.body[-300:]

    async def _receive(self) -> dict[str, Any]:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        if self.is_stuck:
            await asyncio.sleep(3600)
        self.status = message.get("status", self.status)
        self.headers |= dict(message.get("headers", ()))
        self.body += message.get("body", b"")


def make_path(table: Table, view: str = "event") -> str:
    token = LiveToken(event=table.event_id, view=view, number=1, language="en", origin=ORIGIN)
    return f"/live/{write_token(token)}/"


def test_a_stream_brings_the_whole_the_time_and_then_what_changes(table: Table) -> None:
    path = make_path(table)

    async def watch() -> Browser:
        browser = Browser(make_application(), path, origin=ORIGIN)
        await browser.wait_for(b"event: parts")
        await asyncio.to_thread(record_hand, table, 1)
        await browser.wait_for(f'"live-table-{table.pk}"'.encode())
        browser.close()
        await asyncio.wait_for(browser.task, 5)
        return browser

    browser = asyncio.run(watch())
    assert browser.status == 200
    assert browser.headers[b"content-type"].startswith(b"text/event-stream")
    assert browser.headers[b"access-control-allow-origin"] == ORIGIN.encode()
    assert browser.body.startswith(b"retry: 3000\n\nevent: now\ndata: ")


def record_hand(table: Table, position: int) -> None:
    facts = {"maker": "N", "tricks": 3}
    record_deal(table, facts, position=position, key=str(position), by=None, source="web")
    connection.close()


def test_more_viewers_than_there_may_be_are_told_so(table: Table) -> None:
    path = make_path(table)

    async def watch() -> tuple[Browser, Browser]:
        application = make_application(most_streams=1)
        first = Browser(application, path)
        await first.wait_for(b"event: parts")
        second = Browser(application, path)
        await second.task
        first.close()
        await first.task
        third = Browser(application, path)
        await third.wait_for(b"event: parts")
        third.close()
        return first, second

    first, second = asyncio.run(watch())
    assert (first.status, second.status) == (200, 503)


def test_who_takes_nothing_is_sent_away_and_holds_up_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "SLOW_SECONDS", 0.2)
    path = make_path(table)

    async def watch() -> None:
        application = make_application()
        slow, quick = Browser(application, path), Browser(application, path)
        await slow.wait_for(b"event: parts")
        await quick.wait_for(b"event: parts")
        slow.is_stuck = True
        await asyncio.to_thread(record_hand, table, 1)
        await quick.wait_for(f'"live-table-{table.pk}"'.encode(), seconds=3)
        await asyncio.wait_for(slow.task, 5)
        quick.close()

    asyncio.run(watch())


def test_a_stream_ends_after_its_time_and_says_so(table: Table) -> None:
    path = make_path(table)

    async def watch() -> Browser:
        browser = Browser(make_application(longest_seconds=0), path)
        await asyncio.wait_for(browser.task, 10)
        return browser

    assert asyncio.run(watch()).body.endswith(b"event: end\ndata: \n\n")


def test_a_beat_comes_while_nothing_happens(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "BEAT_SECONDS", 0.1)
    path = make_path(table)

    async def watch() -> Browser:
        browser = Browser(make_application(), path)
        await browser.wait_for(b"event: parts")
        before = browser.body.count(b"event: now")
        await asyncio.sleep(0.6)
        assert browser.body.count(b"event: now") >= before + 2
        browser.close()
        return browser

    assert asyncio.run(watch()).body.count(b"event: parts") == 1


def test_a_page_that_shows_more_than_the_channel_is_not_set_back(table: Table) -> None:
    path = make_path(table)

    async def watch() -> Browser:
        application = make_application()
        first = Browser(application, path)
        await first.wait_for(b"event: parts")
        await asyncio.to_thread(record_hand, table, 1)
        shown = await asyncio.to_thread(read_revision, table)
        fresh = Browser(application, path, query=f"stamp={shown}")
        await fresh.wait_for(b"event: now")
        await asyncio.sleep(1)
        first.close()
        fresh.close()
        return fresh

    assert b"event: parts" not in asyncio.run(watch()).body


def read_revision(table: Table) -> int:
    revision = Event.objects.get(pk=table.event_id).revision
    connection.close()
    return revision


def test_an_event_that_is_gone_is_not_found() -> None:
    token = LiveToken(event=10**9, view="event", language="en", origin=ORIGIN)
    path = f"/live/{write_token(token)}/"

    async def ask() -> Browser:
        browser = Browser(make_application(), path)
        await asyncio.wait_for(browser.task, 10)
        return browser

    assert asyncio.run(ask()).status == 404


def test_an_address_that_everybody_could_get_opens_nothing_once_the_league_is_closed(table: Table) -> None:
    def write_path(*, is_for_all: bool) -> str:
        token = LiveToken(
            event=table.event_id, view="event", number=1, language="en", origin=ORIGIN, is_for_all=is_for_all
        )
        return f"/live/{write_token(token)}/"

    async def ask(path: str) -> Browser:
        browser = Browser(make_application(), path)
        await asyncio.wait({browser.task, asyncio.ensure_future(browser.wait_for(b"event: parts"))}, timeout=10,
                           return_when=asyncio.FIRST_COMPLETED)  # fmt: skip
        browser.close()
        await asyncio.wait_for(browser.task, 10)
        return browser

    assert asyncio.run(ask(write_path(is_for_all=True))).status == 200
    League.objects.filter(events=table.event_id).update(is_public=False)
    connection.close()
    assert asyncio.run(ask(write_path(is_for_all=True))).status == 404
    assert asyncio.run(ask(write_path(is_for_all=False))).status == 200


@pytest.mark.parametrize(("path", "status"), [("/healthz", 200), ("/", 404), ("/live/", 403), ("/live/x:y:z/", 403)])
def test_nothing_else_is_answered(path: str, status: int) -> None:
    async def ask() -> Browser:
        browser = Browser(make_application(), path)
        await asyncio.wait_for(browser.task, 10)
        return browser

    assert asyncio.run(ask()).status == status


def test_many_hands_are_rendered_no_more_than_twice_a_second_and_the_last_is_there(table: Table) -> None:
    path = make_path(table)

    async def watch() -> tuple[Browser, float]:
        browser = Browser(make_application(), path)
        await browser.wait_for(b"event: parts")
        started_at = time.monotonic()
        for position in range(1, 10):
            await asyncio.to_thread(record_hand, table, position)
        seconds = time.monotonic() - started_at
        last = await asyncio.to_thread(read_revision, table)
        await browser.wait_for(f'"stamp":"{last}"'.encode(), seconds=2)
        browser.close()
        return browser, seconds

    browser, seconds = asyncio.run(watch())
    assert browser.body.count(b"event: parts") <= 3 + seconds / hub.POLL_SECONDS
    assert hub.POLL_SECONDS >= 0.5
