"""The ASGI application that sends the news: streams of server-sent events under /live/, and /healthz.

It knows no sessions and no cookies: a signed address is all that a viewer needs, and all that he can do is listen.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

from league.live.channel import Channel
from league.live.hub import Hub
from league.web.live import BadTokenError, LiveToken, read_token

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PREFIX = "/live/"
MOST_STREAMS = 2000
#: The server's time goes out so often: browsers set their clocks by it and notice when nothing comes any more.
BEAT_SECONDS = 15.0
#: The second one comes at once: a browser goes on asking until it knows that nothing on the way keeps small news back.
SECOND_BEAT_SECONDS = 1.0
#: Who takes nothing for so long is sent away; a browser comes back by itself.
SLOW_SECONDS = 20.0
#: Then the browser has to ask the site for a new address: who lost the right to see the page does not get one.
LONGEST_SECONDS = 15 * 60
RETRY_MILLISECONDS = 3000

_REVISION = re.compile(r"\d{1,18}")


class LiveApplication:
    """Everything that the live process answers."""

    def __init__(self, *, most_streams: int = MOST_STREAMS, longest_seconds: float = LONGEST_SECONDS) -> None:
        self._hub = Hub()
        self._most_streams = most_streams
        self._longest_seconds = longest_seconds
        self._streams = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                self.stop()
                return

    def stop(self) -> None:
        """Send everybody away and let go of the database."""
        self._hub.stop()

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        path: str = scope["path"]
        if scope["method"] == "HEAD":
            send = _drop_bodies(send)
        if scope["method"] != "GET" and (scope["method"] != "HEAD" or path.startswith(PREFIX)):
            await _refuse(send, 405, "only GET")
        elif path == "/healthz":
            await _refuse(send, 200, "ok")
        elif path.startswith(PREFIX):
            await self._open_stream(scope, receive, send, text=path.removeprefix(PREFIX).rstrip("/"))
        else:
            await _refuse(send, 404, "not found")

    async def _open_stream(self, scope: Scope, receive: Receive, send: Send, *, text: str) -> None:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        origin = headers.get("origin", "")
        try:
            token = read_token(text)
        except BadTokenError:
            await _refuse(send, 403, "this address is not valid, or not any more: reload the page")
            return
        if origin and origin != token.origin:
            await _refuse(send, 403, "this address was made for another site")
            return
        if self._streams >= self._most_streams:
            await _refuse(send, 503, "too many watch already", origin=origin)
            return
        self._streams += 1
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"))
            shown = headers.get("last-event-id") or query.get("stamp", [""])[0]
            await self._join(token, receive, send, origin=origin, shown=shown)
        finally:
            self._streams -= 1

    async def _join(self, token: LiveToken, receive: Receive, send: Send, *, origin: str, shown: str) -> None:
        channel = await self._hub.join(token)
        if channel is None:
            await _refuse(send, 404, "this event is gone", origin=origin)
            return
        try:
            if _is_ahead(shown, of=channel):
                await self._hub.wait_for_reading()
            # Where many came at once they do not all come back at once.
            seconds = self._longest_seconds * random.uniform(0.8, 1.0)
            since = channel.version if shown == channel.stamp else 0
            with contextlib.suppress(OSError, TimeoutError, RuntimeError):  # gone, or too slow: either way the end
                await _start(send, origin=origin)
                await _stream(channel, receive, send, since=since, seconds=seconds)
        finally:
            self._hub.leave(channel)


async def _stream(channel: Channel, receive: Receive, send: Send, *, since: int, seconds: float) -> None:
    """Send what changes until the browser goes, the channel closes or the time is over."""
    ends_at = time.monotonic() + seconds
    gone = asyncio.ensure_future(_wait_until_gone(receive))
    pause = min(SECOND_BEAT_SECONDS, BEAT_SECONDS)
    try:
        while not gone.done() and not channel.is_closed and time.monotonic() < ends_at:
            changed = channel.changed
            message, since = channel.make_message(since=since), channel.version
            await _send_part(send, message or write_beat())
            waiting = asyncio.ensure_future(changed.wait())
            try:
                done, _ = await asyncio.wait({waiting, gone}, timeout=pause, return_when=asyncio.FIRST_COMPLETED)
                pause = pause if done else BEAT_SECONDS
            finally:
                waiting.cancel()
        if not gone.done():
            await send({"type": "http.response.body", "body": b"event: end\ndata: \n\n"})
    finally:
        gone.cancel()


def write_beat() -> bytes:
    """The server's time in milliseconds: it keeps the connection open and the clocks right."""
    return f"event: now\ndata: {round(time.time() * 1000)}\n\n".encode()


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _start(send: Send, *, origin: str) -> None:
    headers = [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        (b"x-content-type-options", b"nosniff"),
        *_allow(origin),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await _send_part(send, f"retry: {RETRY_MILLISECONDS}\n\n".encode() + write_beat())


async def _send_part(send: Send, body: bytes) -> None:
    await asyncio.wait_for(send({"type": "http.response.body", "body": body, "more_body": True}), SLOW_SECONDS)


def _drop_bodies(send: Send) -> Send:
    """Answer HEAD without a body: over HTTP/2 granian sends whatever it is given, and curl breaks off."""

    async def send_headers(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_headers


async def _refuse(send: Send, status: int, text: str, *, origin: str = "") -> None:
    """A short answer of one line."""
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *_allow(origin)]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text.encode() + b"\n"})


def _allow(origin: str) -> list[tuple[bytes, bytes]]:
    """Let the pages of the site that the address was made for read the answer, and no others."""
    return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"origin")] if origin else []


def _is_ahead(shown: str, *, of: Channel) -> bool:
    """Whether a page shows more than the channel: it was loaded after the last look at the database."""
    return _read_revision(shown) > _read_revision(of.stamp)


def _read_revision(stamp: str) -> int:
    """The revision that a stamp begins with."""
    found = _REVISION.match(stamp)
    return int(found[0]) if found else 0
