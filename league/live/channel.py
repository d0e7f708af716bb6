"""What everybody who listens to the same stream gets: rendered once, sent to each from where he stands."""

from __future__ import annotations

import asyncio

from league.live.pieces import Pieces
from league.live.versions import Versions


class Channel(Versions):
    """A view that is watched by streams, which wake when it changes."""

    def __init__(self) -> None:
        super().__init__()
        self.watchers = 0
        self.is_closed = False
        self.changed = asyncio.Event()
        self._messages: dict[int, bytes] = {}

    def update(self, pieces: Pieces, *, stamp: str) -> None:
        """Take the view as it is now and wake whoever waits: even where nothing in it is new, its stamp is."""
        super().update(pieces, stamp=stamp)
        self._messages.clear()
        self._wake()

    def close(self) -> None:
        """Send everybody away: nobody may watch this any more, or not under this address."""
        self.is_closed = True
        self._wake()

    def make_message(self, *, since: int) -> bytes:
        """What leads from a version to the present one, as an event of a stream; nothing where they are the same."""
        if since not in self._messages:
            changes = self.write_changes(since=since)
            self._messages[since] = b"event: parts\ndata: " + changes + b"\n\n" if changes else b""
        return self._messages[since]

    def _wake(self) -> None:
        self.changed.set()
        self.changed = asyncio.Event()
