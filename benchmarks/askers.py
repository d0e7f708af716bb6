"""Pages that ask every second and a half whether anything is new, without a browser."""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from urllib.parse import urlsplit

from benchmarks.viewers import Viewer, Viewers

POLL_SECONDS = 1.5
SLOW = 5
_STAMP = re.compile(r'data-stamp="(\w+)"')


class Askers(Viewers):
    """So many pages at one address that ask as htmx does, each in its own time."""

    def __init__(self, address: str, *, count: int = 1, stamp: str = "", origin: str = "") -> None:
        super().__init__(address, count=count, stamp=stamp, origin=origin)
        self._page = urlsplit(address)

    async def _watch(self, viewer: Viewer) -> None:
        shown = self._stamp
        await asyncio.sleep(random.uniform(0, POLL_SECONDS))
        while True:
            begin = time.monotonic()
            reader, writer = await asyncio.open_connection(self._page.hostname, self._page.port)
            writer.write(
                f"GET {self._page.path}?revision={shown} HTTP/1.1\r\nHost: {self._page.netloc}\r\n"
                "HX-Request: true\r\nConnection: close\r\n\r\n".encode()
            )
            answer = await reader.read()
            writer.close()
            viewer.status = int(answer.split(b" ", 2)[1])
            if viewer.status == 200 and (found := _STAMP.search(answer.decode())):
                shown = found[1]
                viewer.events.append((time.monotonic(), "parts", json.dumps({"stamp": shown})))
            # As live.js does it: a slow answer is followed by a rest of five times its length.
            rest = max(POLL_SECONDS, SLOW * (time.monotonic() - begin))
            await asyncio.sleep(rest * random.uniform(0.8, 1))
