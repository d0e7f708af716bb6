"""Ports and addresses of this machine."""

import errno
import ipaddress
import re
import socket
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import ifaddr

# Interfaces behind which no phone of the hall is: containers, virtual machines, tunnels.
_VIRTUAL = re.compile(
    r"^(lo|docker|br-|veth|virbr|vmnet|vboxnet|podman|cni|flannel|lxc|lxd|tun|tap|wg|zt|tailscale|ppp|utun|bridge)",
    re.IGNORECASE,
)
_USUAL_FOR_HALLS = (
    ipaddress.ip_network("192.168.0.0/16"),
    ipaddress.ip_network("10.0.0.0/8"),
)


HIGHEST_PORT = 65_535

_HOST_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9]([a-z0-9-]{0,62})(\.[a-z0-9]([a-z0-9-]{0,62}))*", re.IGNORECASE)
_LOCAL_NAME = re.compile(r"(^|\.)localhost$", re.IGNORECASE)
_ONLY_NUMBERS = re.compile(r"[\d.]+")


class HallAddressError(Exception):
    """Nobody could reach this machine at that address; the text says why."""


class PortUnavailableError(Exception):
    """The port cannot be listened at; the text says why."""


@dataclass(frozen=True, slots=True)
class InterfaceAddress:
    """An IPv4 address and the name of the interface that has it."""

    interface: str
    address: str


def read_interface_addresses() -> list[InterfaceAddress]:
    """Every IPv4 address of this machine."""
    return [
        InterfaceAddress(interface=ip.nice_name, address=str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4
    ]


def choose_hall_addresses(addresses: Iterable[InterfaceAddress]) -> list[str]:
    """The addresses at which phones on the local network may find this machine, likeliest first.

    Private addresses of real interfaces only: a public address is no hall, and an address of a
    container bridge or tunnel leads no phone here.
    """
    suitable = {
        ipaddress.IPv4Address(item.address): item.interface
        for item in addresses
        if not _VIRTUAL.match(item.interface) and _is_local_network(item.address)
    }
    return [str(address) for address in sorted(suitable, key=lambda a: (_rank(a), suitable[a], a))]


def check_hall_address(wanted: str, *, present: Iterable[InterfaceAddress]) -> str:
    """The address as it is put into links. Raises HallAddressError unless phones may reach this machine by it.

    That is an IPv4 address of one of its interfaces, or a host name that leads to it: by its own name many a machine
    finds itself in its loopback network, and others find it all the same.
    """
    ours = {ipaddress.IPv4Address(item.address) for item in present}
    found = _resolve(wanted)
    if found[0].is_loopback and (wanted == str(found[0]) or _LOCAL_NAME.search(wanted)):
        raise HallAddressError("at that address every phone finds itself")
    if not any(address in ours or address.is_loopback for address in found):
        if wanted == str(found[0]):
            raise HallAddressError("this machine has no such address")
        raise HallAddressError(f"that name leads to {found[0]}, which is another machine")
    return wanted


def _resolve(wanted: str) -> list[ipaddress.IPv4Address]:
    if _ONLY_NUMBERS.fullmatch(wanted):
        try:
            return [ipaddress.IPv4Address(wanted)]
        except ValueError as error:
            raise HallAddressError("an address has four numbers from 0 to 255, such as 192.168.1.5") from error
    if not _HOST_NAME.fullmatch(wanted):
        raise HallAddressError("this is neither an address such as 192.168.1.5 nor a name of a machine")
    try:
        found = socket.getaddrinfo(wanted, None, family=socket.AF_INET, type=socket.SOCK_STREAM)
    except OSError as error:
        raise HallAddressError("no machine of that name is known") from error
    return [ipaddress.IPv4Address(address[0]) for *_rest, address in found]


def _is_local_network(address: str) -> bool:
    ip = ipaddress.IPv4Address(address)
    return ip.is_private and not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _rank(address: ipaddress.IPv4Address) -> int:
    for rank, network in enumerate(_USUAL_FOR_HALLS):
        if address in network:
            return rank
    return len(_USUAL_FOR_HALLS)


def find_free_port() -> int:
    """A port of 127.0.0.1 at which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def find_next_port(host: str, *, after: int, taken: Collection[int] = ()) -> int:
    """The next port that this process could listen at now, to be proposed in place of one that is taken."""
    for port in (*range(after + 1, min(after + 100, HIGHEST_PORT) + 1), *range(8000, 8100)):
        try:
            check_port(host, port=port)
        except PortUnavailableError:
            continue
        if port not in taken:
            return port
    return find_free_port()


def check_port(host: str, *, port: int) -> None:
    """Raise PortUnavailableError, with the reason, when this process could not listen at host:port."""
    with socket.socket() as probe:
        # As the server does it: connections of a server that just stopped are no obstacle.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            raise PortUnavailableError(_explain(error, port)) from error


def _explain(error: OSError, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is already used by another program (perhaps Odd Trick is running already)"
    if error.errno == errno.EACCES:
        return f"port {port} may only be used by the administrator of this machine"
    return f"port {port} cannot be used: {error.strerror}"
