"""Where browsers find the live process, for the content policy of the pages."""

from collections.abc import Iterable
from urllib.parse import urlsplit

#: Says in LIVE_URL that there is none; an empty one leaves it to `manage.py serve`.
OFF = "off"


def list_live_origins(live_url: str, *, scheme: str, hosts: Iterable[str]) -> list[str]:
    """The origins that a page may listen to. A `live_url` that is a port only is that port of each of the hosts."""
    if not live_url:
        return []
    if not live_url.startswith(":"):
        parts = urlsplit(live_url)
        return [f"{parts.scheme}://{parts.netloc}"]
    # A content policy cannot name an IPv6 address.
    named = (f"*{host}" if host.startswith(".") else host for host in hosts if host and not host.startswith("["))
    return [f"{scheme}://{host}{live_url}" for host in dict.fromkeys(named)]
