"""Many viewers of one page, without a browser: streams of server-sent events, and pages that ask again and again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit


@dataclass
class Viewer:
    """One viewer and what he got: (moment by the monotonic clock, event, data)."""

    status: int = 0
    events: list[tuple[float, str, str]] = field(default_factory=list)
    is_over: bool = False

    def list_stamps(self) -> list[tuple[float, str]]:
        """When he got each state of the page, and its stamp."""
        return [(at, json.loads(data)["stamp"]) for at, name, data in self.events if name == "parts"]


class Viewers:
    """So many streams from one address, read in a thread of their own until the end of the `with`."""

    def __init__(self, address: str, *, count: int = 1, stamp: str = "", origin: str = "") -> None:
        self.all = [Viewer() for _number in range(count)]
        self._address, self._stamp, self._origin = urlsplit(address), stamp, origin
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._cancel)  # does nothing where the last stream has ended
        self._thread.join()
        self._loop.close()

    def wait(self, condition: Callable[[Viewer], object], *, seconds: float) -> bool:
        """Whether the condition came true for every one of them within that time."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if all(condition(viewer) for viewer in self.all):
                return True
            time.sleep(0.02)
        return all(condition(viewer) for viewer in self.all)

    def wait_for_stamp(self, stamp: int, *, seconds: float) -> bool:
        """Whether every one of them got that revision, or a later one, within that time."""
        return self.wait(
            lambda viewer: any(int(shown.rstrip("f")) >= stamp for _at, shown in viewer.list_stamps()), seconds=seconds
        )

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        with contextlib.suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._watch_all())

    def _cancel(self) -> None:
        """Runs in the loop, so that it is there as long as there are tasks."""
        for task in asyncio.all_tasks(self._loop):
            task.cancel()

    async def _watch_all(self) -> None:
        await asyncio.gather(*(self._watch(viewer) for viewer in self.all), return_exceptions=True)

    async def _watch(self, viewer: Viewer) -> None:
        reader, writer = await asyncio.open_connection(self._address.hostname, self._address.port)
        try:
            writer.write(self._write_request())
            viewer.status = int((await reader.readline()).split()[1])
            while (await reader.readline()).strip():
                pass
            lines: list[str] = []
            async for line in _read_lines(reader):
                if line:
                    lines.append(line)
                    continue
                _take(viewer, lines)
                lines = []
        finally:
            viewer.is_over = True
            writer.close()

    def _write_request(self) -> bytes:
        query = f"?stamp={self._stamp}" if self._stamp else ""
        origin = f"Origin: {self._origin}\r\n" if self._origin else ""
        host = f"{self._address.hostname}:{self._address.port}"
        return f"GET {self._address.path}{query} HTTP/1.1\r\nHost: {host}\r\n{origin}\r\n".encode()


def _take(viewer: Viewer, lines: list[str]) -> None:
    fields = dict(_split_fields(lines))
    if "event" in fields:
        viewer.events.append((time.monotonic(), fields["event"], fields.get("data", "")))


def _split_fields(lines: list[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        name, _colon, value = line.partition(":")
        yield name, value.removeprefix(" ")


async def _read_lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """The lines of a body that comes in chunks."""
    rest = b""
    while size := int((await reader.readline()).strip() or b"0", 16):
        rest += (await reader.readexactly(size + 2))[:-2]
        *whole, rest = rest.split(b"\n")
        for line in whole:
            yield line.decode().rstrip("\r")
