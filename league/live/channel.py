"""What everybody who watches the same thing gets: rendered once, sent to each from where he stands."""

from __future__ import annotations

import asyncio

import msgspec

from league.live.pieces import Pieces


class Channel:
    """One view of one event in one language, and how it came to be so.

    `version` counts its changes from 1. Who has seen version 3 gets all parts that changed since, however many
    changes he slept through: nothing waits in a queue for a slow reader.
    """

    def __init__(self) -> None:
        self.version = 0
        self.stamp = ""
        self.watchers = 0
        self.is_closed = False
        self.changed = asyncio.Event()
        self._pieces: Pieces | None = None
        self._frame_version = 0
        self._part_versions: dict[str, int] = {}
        self._messages: dict[int, bytes] = {}

    def update(self, pieces: Pieces, *, stamp: str) -> None:
        """Take the view as it is now and wake whoever waits: even where nothing in it is new, its stamp is."""
        before = self._pieces.parts if self._pieces else {}
        is_new_frame = self._pieces is None or self._pieces.frame != pieces.frame
        changed = [name for name, html in pieces.parts.items() if before.get(name) != html]
        self.stamp, self._pieces = stamp, pieces
        self.version += 1
        self._messages.clear()
        if is_new_frame:
            self._frame_version = self.version
        self._part_versions |= dict.fromkeys(changed, self.version)
        self._wake()

    def close(self) -> None:
        """Send everybody away: nobody may watch this any more, or not under this address."""
        self.is_closed = True
        self._wake()

    def make_message(self, *, since: int) -> bytes:
        """What leads from a version to the present one, as an event of a stream; nothing where they are the same.

        0 is the version of those who have seen nothing, or something else.
        """
        if since == self.version or self._pieces is None:
            return b""
        if since not in self._messages:
            self._messages[since] = write_event("parts", {"stamp": self.stamp, "parts": self._select(since)})
        return self._messages[since]

    def _select(self, since: int) -> dict[str, str]:
        assert self._pieces is not None
        if since < self._frame_version:
            return {self._pieces.root: self._pieces.whole}
        return {name: html for name, html in self._pieces.parts.items() if self._part_versions[name] > since}

    def _wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()


def write_event(name: str, data: object) -> bytes:
    """An event of a stream: its name and one line of JSON."""
    return b"event: " + name.encode() + b"\ndata: " + msgspec.json.encode(data) + b"\n\n"
