"""Watches the events that somebody looks at, and renders what changed once for all who look."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection
from msgspec import Struct

from league.live.channel import Channel
from league.live.pieces import Kept, Pieces, render_pieces
from league.models import Event
from league.web.live import LiveToken, read_stamp

Answer = TypeVar("Answer")

_log = logging.getLogger(__name__)

#: So long after a look comes the next one: no view of an event is rendered more often than that.
POLL_SECONDS = 0.5
#: A database that is away is asked less and less often.
LONGEST_PAUSE_SECONDS = 10.0


class ChannelKey(Struct, frozen=True, kw_only=True):
    """What is rendered once: a view of an event (of a round of it) in one language."""

    event: int
    view: str
    number: int
    language: str


class EventState(Struct, frozen=True, kw_only=True):
    """What is asked of an event every time: how it is, and whether everybody may still see it."""

    event: Event
    is_public: bool


class Hub:
    """The channels of one process. All that the database is asked is asked in one thread, by one connection."""

    def __init__(self) -> None:
        self._channels: dict[ChannelKey, Channel] = {}
        self._opening: dict[ChannelKey, asyncio.Future[Channel | None]] = {}
        self._public: dict[int, bool] = {}
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
        self._watching: asyncio.Task[None] | None = None
        self._reading_done = asyncio.Event()

    async def join(self, token: LiveToken) -> Channel | None:
        """The channel of what the token is about, ready to read, until you `leave`.

        None where the event is gone, or its league has closed since everybody could get such a token.
        """
        key = ChannelKey(event=token.event, view=token.view, number=token.number, language=token.language)
        channel = self._channels.get(key)
        if channel is None:
            if key not in self._opening:
                self._opening[key] = asyncio.ensure_future(self._open(key, token))
            channel = await asyncio.shield(self._opening[key])
        if token.is_for_all and not self._public.get(token.event, False):
            return None
        if channel is not None:
            channel.watchers += 1
            if self._watching is None:
                self._watching = asyncio.create_task(self._watch())
        return channel

    def leave(self, channel: Channel) -> None:
        """One watcher less. The channel goes with the next look at the database if nobody else comes."""
        channel.watchers -= 1

    async def wait_for_reading(self) -> None:
        """Wait until the database has been asked once more."""
        await self._reading_done.wait()

    def stop(self) -> None:
        """Send everybody away, close the connection and end the thread."""
        if self._watching is not None:
            self._watching.cancel()
        for channel in self._channels.values():
            channel.close()
        self._thread.submit(connection.close)
        self._thread.shutdown(wait=True)

    async def _open(self, key: ChannelKey, token: LiveToken) -> Channel | None:
        try:
            state = (await self._ask(lambda: _read_states([key.event]))).get(key.event)
            if state is None:
                return None
            stamp = read_stamp(state.event, view=key.view)
            channel = Channel()
            pieces = await self._ask(lambda: render_pieces(state.event, token, kept=channel.kept))
            channel.update(pieces, stamp=stamp)
            self._public[key.event] = state.is_public
            self._channels[key] = channel
            return channel
        finally:
            del self._opening[key]

    async def _watch(self) -> None:
        pause = POLL_SECONDS
        while self._channels:
            await asyncio.sleep(pause)
            started_at = time.monotonic()
            try:
                await self._look()
            except Exception:
                _log.exception("The database could not be asked what is new; it is asked again.")
                pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
            else:
                # Rendering takes half of one processor at most, however much there is to render.
                pause = max(POLL_SECONDS, time.monotonic() - started_at)
        self._watching = None

    async def _look(self) -> None:
        """Ask once, and bring every channel that somebody watches up to date."""
        self._channels = {key: channel for key, channel in self._channels.items() if channel.watchers}
        wanted = {key.event for key in self._channels}
        states = await self._ask(lambda: _read_states(wanted)) if wanted else {}
        for key, channel in list(self._channels.items()):
            state = states.get(key.event)
            if state is None or (self._public.get(key.event) and not state.is_public):
                self._close(key, channel)
            elif channel.stamp != (stamp := read_stamp(state.event, view=key.view)):
                channel.update(await self._ask(_make_rendering(state.event, key, channel.kept)), stamp=stamp)
        self._public = {pk: state.is_public for pk, state in states.items()}
        self._reading_done.set()
        self._reading_done = asyncio.Event()

    def _close(self, key: ChannelKey, channel: Channel) -> None:
        del self._channels[key]
        channel.close()

    async def _ask(self, work: Callable[[], Answer]) -> Answer:
        """Run something that asks the database, in its thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, _with_connection, work)


def _with_connection(work: Callable[[], Answer]) -> Answer:
    """One connection for good: only one at fault is closed, and the next question opens another."""
    try:
        return work()
    except Exception:
        connection.close()
        raise


def _make_rendering(event: Event, key: ChannelKey, kept: Kept) -> Callable[[], Pieces]:
    token = LiveToken(event=key.event, view=key.view, number=key.number, language=key.language, origin="")
    return lambda: render_pieces(event, token, kept=kept)


def _read_states(events: Iterable[int]) -> dict[int, EventState]:
    found = Event.objects.filter(pk__in=set(events)).select_related("league", "season")
    return {event.pk: EventState(event=event, is_public=event.league.is_public) for event in found}
