"""Where there is no stream: answers pages that ask whether there is news, many times a second, beside the hands.

What it reads and renders is shared by all who ask. Nobody waits for what another thread is reading or rendering if
there is something to give, for the threads are for hands.
"""

from __future__ import annotations

import re
import threading
import time

from league.live.hub import ChannelKey
from league.live.pieces import render_pieces
from league.live.versions import Versions
from league.models import Event
from league.web.live import LiveToken, may_still_watch, read_stamp

#: How an event is, and who may see it, is asked of the database so often at most.
LOOK_SECONDS = 0.1
#: Whoever finds it older than this waits for the answer: a right that was taken away does not outlive it.
LONGEST_LOOK_SECONDS = 1.0
#: From one rendering of a view to the next; longer where rendering takes long, so that it never takes more than half
#: of one processor.
RENDER_SECONDS = 0.5
#: Nobody asked for so long: a view is forgotten.
FORGET_SECONDS = 60.0

_STAMP = re.compile(r"(\d{1,18})(f?)(?:-(\d{1,18}))?")
_NOTHING = (-1, "", 0)


class NoNewsError(Exception):
    """There is no such event any more, or whoever asks may not see it any more."""


class NewsDesk:
    """What one process tells pages that ask."""

    def __init__(self) -> None:
        self._events: dict[int, EventReading] = {}
        self._views: dict[ChannelKey, RenderedView] = {}
        self._tidied_at = time.monotonic()

    def answer(self, token: LiveToken, *, stamp: str, seen: str) -> bytes:
        """What changed for a page that shows `stamp` and was last told `seen`: JSON, or nothing.

        Raises NoNewsError where the page may not know. Never sets a page back.
        """
        reading = self._events.get(token.event) or self._events.setdefault(token.event, EventReading(token.event))
        event = reading.read(LOOK_SECONDS)
        if event is not None and rank_stamp(stamp) > rank_stamp(read_stamp(event, view=token.view)):
            event = reading.read(0)  # the page is from after the last look
        if event is None or not may_still_watch(token, event):
            raise NoNewsError
        now = read_stamp(event, view=token.view)
        if stamp == now:
            return b""
        return self._find_view(token).answer(event, token, now=now, stamp=stamp, seen=seen)

    def forget(self) -> None:
        """Begin anew, as if nobody had asked."""
        self._events.clear()
        self._views.clear()

    def _find_view(self, token: LiveToken) -> RenderedView:
        now = time.monotonic()
        if now - self._tidied_at > FORGET_SECONDS:
            self._tidied_at = now
            self._views = {key: view for key, view in list(self._views.items()) if now - view.asked_at < FORGET_SECONDS}
            used = {key.event for key in self._views}
            self._events = {pk: event for pk, event in list(self._events.items()) if pk in used}
        key = ChannelKey(event=token.event, view=token.view, number=token.number, language=token.language)
        view = self._views.setdefault(key, RenderedView())
        view.asked_at = now
        return view


class EventReading:
    """An event as the database said last."""

    def __init__(self, pk: int) -> None:
        self._pk = pk
        self._event: Event | None = None
        self._read_at = float("-inf")
        self._lock = threading.Lock()

    def read(self, seconds: float) -> Event | None:
        """The event as it was so many seconds ago at most; None where it is gone.

        A little older while another thread is asking, but never for long.
        """
        if self._age < seconds or not self._lock.acquire(blocking=seconds == 0 or self._age > LONGEST_LOOK_SECONDS):
            return self._event
        try:
            if self._age >= seconds:
                now = time.monotonic()
                self._event = Event.objects.select_related("league", "season").filter(pk=self._pk).first()
                self._read_at = now
            return self._event
        finally:
            self._lock.release()

    @property
    def _age(self) -> float:
        return time.monotonic() - self._read_at


class RenderedView:
    """A view of an event, rendered when somebody asks who shows something older."""

    def __init__(self) -> None:
        self.asked_at = 0.0
        self._versions = Versions()
        self._next_at = 0.0
        self._writing = threading.Lock()
        self._rendering = threading.Lock()

    def answer(self, event: Event, token: LiveToken, *, now: str, stamp: str, seen: str) -> bytes:
        """What changed for a page that shows `stamp`, where the event is at `now`; nothing where it has to wait."""
        if self._is_due(now) and self._rendering.acquire(blocking=not self._versions.version):
            try:
                if self._is_due(now):
                    self._render(event, token, now)
            finally:
                self._rendering.release()
        with self._writing:
            since = self._versions.find_version(seen)
            is_made_up = rank_stamp(stamp) > rank_stamp(now)
            if not since and not is_made_up and rank_stamp(stamp) >= rank_stamp(self._versions.stamp):
                return b""  # the page was loaded after what is rendered
            return self._versions.write_changes(since=since)

    def _is_due(self, now: str) -> bool:
        is_old = rank_stamp(self._versions.stamp) < rank_stamp(now)
        return is_old and (not self._versions.version or time.monotonic() >= self._next_at)

    def _render(self, event: Event, token: LiveToken, now: str) -> None:
        begun_at = time.monotonic()
        pieces = render_pieces(event, token, kept=self._versions.kept)
        with self._writing:
            self._versions.update(pieces, stamp=now)
        ended_at = time.monotonic()
        self._next_at = max(begun_at + RENDER_SECONDS, ended_at + (ended_at - begun_at))


def rank_stamp(stamp: str) -> tuple[int, str, int]:
    """Stamps in their order: by revision, final after not final, then by the minute. Below all what is none."""
    found = _STAMP.fullmatch(stamp)
    return (int(found[1]), found[2], int(found[3] or 0)) if found else _NOTHING
