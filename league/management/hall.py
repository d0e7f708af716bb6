"""What commands say about the hall: at which address phones find this machine, and how they come to trust it."""

from __future__ import annotations

from collections.abc import Callable

from django.core.management.base import CommandError

from config.authority import HallCertificate
from config.network import (
    HallAddressError,
    check_hall_address,
    choose_hall_addresses,
    read_interface_addresses,
)


def find_hall_address(wanted: str, *, write: Callable[[str], object]) -> str:
    """The address at which phones reach this machine: the wanted one, or where it is "" the likeliest.

    `write` is called with a line for a person where there was a choice. Raises CommandError where no phone reaches it.
    """
    present = read_interface_addresses()
    addresses = choose_hall_addresses(present)
    if wanted:
        try:
            return check_hall_address(wanted, present=present)
        except HallAddressError as error:
            known = " or ".join(addresses) or "none: connect it to the wifi of the hall first"
            raise CommandError(
                f"Phones cannot reach this machine at “{wanted}”: {error}. "
                f"Addresses of this machine on a local network: {known}."
            ) from error
    if not addresses:
        raise CommandError(
            "This machine is on no local network, so no phone can reach it. Connect it to the wifi of "
            "the hall, or open a hotspot on it or on a phone and join that, then start again. "
            "If you know the address, name it: script/server --hall 192.168.1.5"
        )
    if len(addresses) > 1:
        write(
            f"This machine has several addresses: {', '.join(addresses)}. {addresses[0]} is used; "
            f"for another: script/server --hall {addresses[1]}"
        )
    return addresses[0]


def write_certificate_words(https: HallCertificate, *, page: str) -> str:
    """What people at the terminal are told about the certificate. `page` is the page that explains it to phones."""
    again = " It is new: phones that trusted an earlier one trust this one anew." if https.is_new_authority else ""
    return (
        f"Phones that come for the first time open {page} and are told how to trust this site.{again}\n"
        f"Fingerprint of its authority, to compare with the phone's:\n{https.fingerprint}"
    )
