"""Asks the site that was just started whether it answers."""

import time
import urllib.error
import urllib.request
from collections.abc import Callable

# Never through a proxy that the environment names: the site is on this machine.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

_POLL_SECONDS = 0.1


def fetch_status(url: str, *, timeout: float) -> int:
    """HTTP status of the page, after redirects. Raises OSError when nothing answers in time."""
    try:
        with _opener.open(url, timeout=timeout) as response:
            status: int = response.status
            return status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def wait_for_answer(url: str, *, seconds: float, give_up: Callable[[], bool]) -> bool:
    """Wait until anything answers at the address; False after that time or when `give_up` says so."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and not give_up():
        try:
            fetch_status(url, timeout=5)
        except OSError:
            time.sleep(_POLL_SECONDS)
        else:
            return True
    return False
