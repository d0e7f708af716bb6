"""Asks the site that was just started whether it answers."""

import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

_POLL_SECONDS = 0.1


def fetch_status(url: str, *, timeout: float, authority: Path | None = None) -> int:
    """HTTP status of the page, after redirects. Raises OSError when nothing answers in time.

    `authority` is the certificate authority that vouches for the site, where it speaks https.
    """
    try:
        with _make_opener(authority).open(url, timeout=timeout) as response:
            status: int = response.status
            return status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def wait_for_answer(url: str, *, seconds: float, give_up: Callable[[], bool], authority: Path | None = None) -> bool:
    """Wait until anything answers at the address; False after that time or when `give_up` says so."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not give_up():
        try:
            fetch_status(url, timeout=5, authority=authority)
        except OSError:
            time.sleep(_POLL_SECONDS)
        else:
            return True
    return False


def _make_opener(authority: Path | None) -> urllib.request.OpenerDirector:
    # Never through a proxy that the environment names: the site is on this machine.
    handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})]
    if authority is not None:
        handlers.append(urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority)))
    return urllib.request.build_opener(*handlers)
