"""Pages that ask every second whether anything is new, without a browser."""

from __future__ import annotations

import asyncio
import json
import random
import time
from urllib.parse import urlencode, urlsplit

from benchmarks.viewers import Viewer, Viewers

# As static/oddtrick/live.js does it: a slow answer is followed by a rest of three times its length.
PACE_SECONDS = 1.0
SLOW = 3


class Askers(Viewers):
    """So many pages that ask at one address, each in a rhythm of its own and by a connection that stays open."""

    def __init__(self, address: str, *, count: int = 1, stamp: str = "", origin: str = "") -> None:
        super().__init__(address, count=count, stamp=stamp, origin=origin)
        self._page = urlsplit(address)

    async def _watch(self, viewer: Viewer) -> None:
        stamp, seen = self._stamp, ""
        pace = PACE_SECONDS * random.uniform(0.8, 1)
        await asyncio.sleep(random.uniform(0, pace))
        reader, writer = await asyncio.open_connection(self._page.hostname, self._page.port)
        try:
            while True:
                begin = time.monotonic()
                target = f"{self._page.path}?{urlencode({'stamp': stamp, 'seen': seen})}"
                writer.write(f"GET {target} HTTP/1.1\r\nHost: {self._page.netloc}\r\n\r\n".encode())
                viewer.status, body = await _read_answer(reader)
                if viewer.status == 200:
                    told = json.loads(body)
                    stamp, seen = told["stamp"], told["seen"]
                    viewer.events.append((time.monotonic(), "parts", json.dumps({"stamp": stamp})))
                elif viewer.status != 204:
                    return
                await asyncio.sleep(max(pace, SLOW * (time.monotonic() - begin)))
        finally:
            viewer.is_over = True
            writer.close()


async def _read_answer(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    """Status and body."""
    status, length = int((await reader.readline()).split()[1]), 0
    while line := (await reader.readline()).strip():
        name, _colon, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return status, await reader.readexactly(length)
