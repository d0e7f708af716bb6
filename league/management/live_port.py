"""A port for the live updates of a site that is about to start."""

from __future__ import annotations

from collections.abc import Callable, Collection

from django.core.management.base import CommandError

from config.network import HIGHEST_PORT, PortUnavailableError, check_port, find_next_port


def find_live_port(
    wanted: int | None, *, usual: int, taken: Collection[int], host: str, warn: Callable[[str], object]
) -> int | None:
    """The port wanted, else the usual one; None, said by `warn`, where it is taken: the site does all without it.

    `taken` are the site's own ports. Raises CommandError where the port that somebody asked for is not to be had.
    """
    port = wanted or usual
    if wanted in taken:
        free = find_next_port(host, after=max(taken), taken=taken)
        raise CommandError(f"The live updates need a port of their own: script/server --live-port {free}")
    if port in taken or port > HIGHEST_PORT:
        port = min(taken) - 1
    try:
        check_port(host, port=port)
    except PortUnavailableError as error:
        other = f"script/server --live-port {find_next_port(host, after=port, taken=taken)}"
        if wanted:
            raise CommandError(f"The live updates cannot start: {error}. Choose another: {other}") from error
        warn(f"No live updates: {error}. Pages ask by themselves instead. For another port: {other}")
        return None
    return port
