"""`--hall`: which address phones are told, and that the site answers there and only to known hosts."""

import urllib.error
import urllib.request
from collections.abc import Callable

import pytest
from django.core.management import CommandError, call_command

from config.network import (
    HallAddressError,
    InterfaceAddress,
    check_hall_address,
    choose_hall_addresses,
    find_free_port,
)
from tests.server.conftest import OWN_ADDRESS, RunningSite, needs_network

LOOPBACK = ("lo", "127.0.0.1")


@pytest.mark.parametrize(
    ("present", "chosen"),
    [
        ([LOOPBACK], []),
        ([LOOPBACK, ("wlan0", "192.168.1.5")], ["192.168.1.5"]),
        ([LOOPBACK, ("docker0", "172.17.0.1"), ("br-6f2c", "172.18.0.1"), ("eth0", "10.0.0.7")], ["10.0.0.7"]),
        ([("virbr0", "192.168.122.1"), ("wg0", "10.8.0.2"), ("tailscale0", "100.64.0.9")], []),
        ([("eth0", "10.0.0.7"), ("wlp2s0", "192.168.1.5")], ["192.168.1.5", "10.0.0.7"]),
        ([("eth0", "172.20.0.4"), ("eth1", "10.0.0.7")], ["10.0.0.7", "172.20.0.4"]),
        ([("wlan0", "169.254.10.20")], []),
        ([("eth0", "8.8.8.8")], []),
    ],
)
def test_the_address_is_a_private_one_of_a_real_interface(present: list[tuple[str, str]], chosen: list[str]) -> None:
    addresses = [InterfaceAddress(interface=name, address=address) for name, address in present]
    assert choose_hall_addresses(addresses) == chosen


def test_without_a_network_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.management.hall.read_interface_addresses", list)
    with pytest.raises(CommandError, match=r"on no local network.*hotspot.*--hall 192\.168\.1\.5"):
        call_command("serve", "--hall")


@pytest.mark.parametrize(
    ("wanted", "reason"),
    [
        ("nonsense.invalid", "no machine of that name is known"),
        ("999.1.1.1", "four numbers from 0 to 255"),
        ("192.168.1", "four numbers from 0 to 255"),
        ("198.51.100.7", "this machine has no such address"),
        ("http://192.168.1.5/", "neither an address"),
        ("192.168.1.5:8000", "neither an address"),
        ("127.0.0.1", "every phone finds itself"),
        ("127.0.0.5", "every phone finds itself"),
        ("localhost", "every phone finds itself"),
    ],
)
def test_an_address_that_is_not_this_machines_is_refused(
    wanted: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    present = [InterfaceAddress(interface="wlan0", address="192.168.1.5")]
    monkeypatch.setattr("league.management.hall.read_interface_addresses", lambda: present)
    with pytest.raises(CommandError, match=rf"at “{wanted}”: .*{reason}.*192\.168\.1\.5\."):
        call_command("serve", "--hall", wanted)


def test_a_name_that_leads_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_args: object, **_options: object) -> list[object]:
        return [(None, None, None, "", ("203.0.113.9", 0))]

    monkeypatch.setattr("config.network.socket.getaddrinfo", resolve)
    with pytest.raises(HallAddressError, match=r"leads to 203\.0\.113\.9, which is another machine"):
        check_hall_address("cards.example.org", present=[])


@pytest.mark.parametrize("wanted", ["192.168.1.5", "laptop", "laptop.local"])
def test_an_address_or_name_of_this_machine_is_taken(wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian has the machine's own name lead to 127.0.1.1."""
    monkeypatch.setattr(
        "config.network.socket.getaddrinfo", lambda *_a, **_o: [(None, None, None, "", ("127.0.1.1", 0))]
    )
    present = [InterfaceAddress(interface="wlan0", address="192.168.1.5")]
    assert check_hall_address(wanted, present=present) == wanted


def fetch_status(url: str, *, host: str | None = None) -> int:
    request = urllib.request.Request(url, headers={"Host": host} if host else {})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=20) as response:
            status: int = response.status
            return status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


@needs_network
def test_the_site_answers_at_that_address_only(start_site: Callable[..., RunningSite]) -> None:
    hall, port, live_port = OWN_ADDRESS, find_free_port(), find_free_port()
    site = start_site("--no-worker", "--hall", hall, "--port", str(port), "--live-port", str(live_port))
    assert f"Live updates come by http at port {live_port}" in site.read_log()
    assert f"ready for this network: http://{hall}:{port}/" in site.read_log()
    assert fetch_status(f"http://{hall}:{port}/") == 200
    assert fetch_status(f"http://{hall}:{port}/", host="elsewhere.example.org") == 400

    server = site.find_process("config.wsgi:")
    with open(f"/proc/{server}/environ", "rb") as file:
        assert f"SITE_URL=http://{hall}:{port}".encode() in file.read().split(b"\0")


def test_without_hall_only_this_machine_reaches_it(start_site: Callable[..., RunningSite]) -> None:
    port = find_free_port()
    site = start_site("--no-worker", "--no-live", "--port", str(port))
    assert f"Odd Trick is ready: http://127.0.0.1:{port}/" in site.read_log()
    assert fetch_status(f"http://127.0.0.1:{port}/") == 200
    with pytest.raises(urllib.error.URLError):
        fetch_status(f"http://127.0.0.5:{port}/")
