"""A port that is taken is said to be so, with the way out."""

import contextlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command

from config.network import PortUnavailableError, check_port, find_free_port


def test_a_busy_port_is_refused_with_the_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"port {port} is already used .* --port \d+") as refused:
            call_command("serve", "--port", str(port))
    check_port("127.0.0.1", port=read_proposal(refused.value))


def read_proposal(refused: CommandError) -> int:
    return int(str(refused).rpartition(" ")[2])


@pytest.mark.parametrize("option", ["--port", "--live-port"])
def test_a_port_that_is_proposed_is_free(option: str) -> None:
    with listen() as port, listen_at(port + 1), pytest.raises(CommandError, match="already used") as refused:
        call_command("serve", option, str(port), *(["--port", str(find_free_port())] if option != "--port" else []))
    assert read_proposal(refused.value) > port + 1
    check_port("127.0.0.1", port=read_proposal(refused.value))


def test_a_port_for_live_updates_alone_is_proposed_free() -> None:
    port = find_free_port()
    with listen_at(port + 1), pytest.raises(CommandError, match="a port of their own") as refused:
        call_command("serve", "--port", str(port), "--live-port", str(port))
    assert read_proposal(refused.value) not in (port, port + 1)


@contextmanager
def listen() -> Iterator[int]:
    """A port at which somebody listens, and the next one is free."""
    while True:
        port = find_free_port()
        with contextlib.suppress(PortUnavailableError):
            check_port("127.0.0.1", port=port + 1)
            break
    with listen_at(port):
        yield port


@contextmanager
def listen_at(port: int) -> Iterator[None]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", port))
        other.listen(1)
        yield


@pytest.mark.parametrize("port", [80000, 65536, 0, -1])
def test_a_port_that_does_not_exist_is_refused(port: int) -> None:
    with pytest.raises(CommandError, match=rf"no port {port}: a port is a number from 1 to 65535"):
        call_command("serve", f"--port={port}")


def test_a_port_shared_by_another_server_is_busy_too() -> None:
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)  # as granian does
        other.bind(("0.0.0.0", 0))
        other.listen(1)
        with pytest.raises(PortUnavailableError):
            check_port("127.0.0.1", port=other.getsockname()[1])


def test_a_free_port_is_no_fault() -> None:
    check_port("127.0.0.1", port=find_free_port())
