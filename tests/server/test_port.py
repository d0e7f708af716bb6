"""A port that is taken is said to be so, with the way out."""

import socket

import pytest
from django.core.management import CommandError, call_command

from config.network import PortUnavailableError, check_port, find_free_port


def test_a_busy_port_is_refused_with_the_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(1)
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"port {port} is already used .* --port {port + 1}"):
            call_command("serve", "--port", str(port))


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
