"""A view of an event as it is, and since when each part of it is so: what leads from any earlier state to this one."""

from __future__ import annotations

import secrets

import msgspec

from league.live.pieces import Kept, Pieces


class Versions:
    """One view of one event in one language.

    `version` counts its changes from 1. Who has seen version 3 gets all parts that changed since, however many
    changes he slept through: nothing waits in a queue for a slow reader. 0 is the version of those who have seen
    nothing, or something else.
    """

    def __init__(self) -> None:
        self.version = 0
        self.stamp = ""
        self.kept: Kept = {}
        self._name = secrets.token_hex(4)
        self._pieces: Pieces | None = None
        self._frame_version = 0
        self._part_versions: dict[str, int] = {}
        self._changes: dict[int, bytes] = {}

    def update(self, pieces: Pieces, *, stamp: str) -> None:
        """Take the view as it is now: even where nothing in it is new, its stamp is."""
        before = self._pieces.parts if self._pieces else {}
        is_new_frame = self._pieces is None or self._pieces.frame != pieces.frame
        changed = [name for name, html in pieces.parts.items() if before.get(name) != html]
        self.stamp, self._pieces = stamp, pieces
        self.version += 1
        self._changes.clear()
        if is_new_frame:
            self._frame_version = self.version
        self._part_versions |= dict.fromkeys(changed, self.version)

    def find_version(self, seen: str) -> int:
        """The version that a page got from here, by what it was told to say (`seen`); 0 where it got none.

        The stamp would not do: a hand that was saved while a page was rendered is in it or not, at the same stamp.
        """
        name, _dash, number = seen.partition("-")
        if name != self._name or not number.isdecimal() or len(number) > 18:
            return 0
        return int(number) if int(number) <= self.version else 0

    def write_changes(self, *, since: int) -> bytes:
        """What leads from a version to the present one, as a line of JSON; nothing where they are the same."""
        if since == self.version or self._pieces is None:
            return b""
        if since not in self._changes:
            told = {"stamp": self.stamp, "seen": f"{self._name}-{self.version}", "parts": self._select(since)}
            self._changes[since] = msgspec.json.encode(told)
        return self._changes[since]

    def _select(self, since: int) -> dict[str, str]:
        assert self._pieces is not None
        if since < self._frame_version:
            return {self._pieces.root: self._pieces.whole}
        return {name: html for name, html in self._pieces.parts.items() if self._part_versions[name] > since}
