"""A wire between the browser and the site that a test can cut: for pages and for service workers alike."""

from __future__ import annotations

import contextlib
import socket
import threading
from urllib.parse import urlsplit

_CHUNK = 65536


class Wire:
    """Listens at a port of this machine and passes everything on to a site, unless told otherwise.

    `is_cut`: nothing gets through, as when the wifi is gone. `is_deaf`: what the phone sends reaches the site, but no
    answer comes back.
    """

    def __init__(self, site_url: str, *, host: str = "localhost") -> None:
        target = urlsplit(site_url)
        self._target = (target.hostname or "localhost", target.port or 80)
        self._listener = socket.create_server((socket.gethostbyname(host), 0))
        self._open: set[socket.socket] = set()
        self.is_cut = self.is_deaf = False
        self.url = f"http://{host}:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Let nothing through any more, and end what is under way."""
        self.is_cut = True
        self._end_all()

    def join(self) -> None:
        """Let everything through again."""
        self.is_cut = self.is_deaf = False

    def close(self) -> None:
        """Take the wire away."""
        self._listener.close()
        self._end_all()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                phone, _address = self._listener.accept()
                if self.is_cut:
                    phone.close()
                    continue
                try:
                    site = socket.create_connection(self._target)
                except OSError:
                    phone.close()
                    continue
                self._open |= {phone, site}
                threading.Thread(target=self._pass_on, args=(phone, site, False), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(site, phone, True), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket, is_answer: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(_CHUNK):
                if is_answer and self.is_deaf:
                    break
                sink.sendall(data)
        self._end(source, sink)

    def _end(self, *ends: socket.socket) -> None:
        for end in ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            self._open.discard(end)

    def _end_all(self) -> None:
        self._end(*list(self._open))
