"""`--hall --https`: the site by https with a certificate of its own, and plain http that explains it."""

import datetime
import re
import shutil
import socket
import ssl
import stat
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from django.core.management import CommandError, call_command

from config.authority import CertificateError, prepare_certificate, write_fingerprint
from config.network import find_free_port
from config.site_programs import list_tls_options
from tests.server.conftest import OWN_ADDRESS, FirstStart, RunningSite, Start, is_gone, needs_network

Run = Callable[..., "subprocess.CompletedProcess[str]"]
HALL = OWN_ADDRESS


def read(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def fetch(url: str, *, authority: Path | None = None) -> tuple[int, str, bytes]:
    """Status, address after redirects and body of a page."""
    context = ssl.create_default_context(cafile=authority)
    https = urllib.request.HTTPSHandler(context=context)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), https)
    try:
        with opener.open(url, timeout=20) as response:
            return response.status, response.url, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.url, error.read()


def test_the_authority_can_vouch_for_local_networks_only(tmp_path: Path) -> None:
    made = prepare_certificate(tmp_path, address="192.168.1.5")
    authority = read(made.authority)
    basic = authority.extensions.get_extension_for_class(x509.BasicConstraints)
    assert basic.critical
    assert (basic.value.ca, basic.value.path_length) == (True, 0)
    usage = authority.extensions.get_extension_for_class(x509.KeyUsage).value
    assert (usage.key_cert_sign, usage.digital_signature) == (True, False)
    permitted = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    networks = [name.value for name in permitted if isinstance(name, x509.IPAddress)]
    assert all(network.is_private or str(network) == "100.64.0.0/10" for network in networks)
    assert "local" in [name.value for name in permitted if isinstance(name, x509.DNSName)]


def test_the_certificate_is_one_that_phones_take(tmp_path: Path) -> None:
    made = prepare_certificate(tmp_path, address="192.168.1.5")
    certificate = read(made.certificate.path)
    certificate.verify_directly_issued_by(read(made.authority))
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "192.168.1.5" in [str(name) for name in names.get_values_for_type(x509.IPAddress)]
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= datetime.timedelta(days=398)
    assert not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


def test_keys_are_for_their_owner_only(tmp_path: Path) -> None:
    prepare_certificate(tmp_path, address="192.168.1.5")
    folder = tmp_path / "tls"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {path.name for path in folder.iterdir()} == {"authority.crt", "authority.key", "hall.crt", "hall.key"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in folder.glob("*.key")} == {0o600}


def test_what_is_there_is_kept_and_another_address_changes_the_certificate_alone(tmp_path: Path) -> None:
    first = prepare_certificate(tmp_path, address="192.168.1.5")
    kept = first.certificate.path.read_bytes()
    second = prepare_certificate(tmp_path, address="192.168.1.5")
    assert (first.is_new_authority, second.is_new_authority) == (True, False)
    assert second.certificate.path.read_bytes() == kept
    moved = prepare_certificate(tmp_path, address="10.0.0.7")
    assert moved.fingerprint == first.fingerprint == write_fingerprint(read(moved.authority))
    assert moved.certificate.path.read_bytes() != kept


def test_a_certificate_that_ends_soon_is_made_anew(tmp_path: Path) -> None:
    first = prepare_certificate(tmp_path, address="192.168.1.5")
    kept = first.certificate.path.read_bytes()
    later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=380)
    second = prepare_certificate(tmp_path, address="192.168.1.5", now=later)
    assert second.fingerprint == first.fingerprint
    assert second.certificate.path.read_bytes() != kept
    much_later = later + datetime.timedelta(days=4 * 365)
    assert prepare_certificate(tmp_path, address="192.168.1.5", now=much_later).is_new_authority


@pytest.mark.parametrize(
    ("address", "reason"),
    [("8.8.8.8", "8.8.8.8 is a public one"), ("cards.example.org", "“cards.example.org” is none"), ("x,y", "is none")],
)
def test_an_address_of_the_internet_is_refused(address: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(CertificateError, match=re.escape(reason)):
        prepare_certificate(tmp_path, address=address)


def test_a_broken_authority_is_named_and_not_overwritten(tmp_path: Path) -> None:
    made = prepare_certificate(tmp_path, address="192.168.1.5")
    made.authority.write_text("nonsense")
    with pytest.raises(CertificateError, match=r"authority\.crt or authority\.key beside it cannot be read"):
        prepare_certificate(tmp_path, address="192.168.1.5")
    assert made.authority.read_text() == "nonsense"


def test_the_key_of_another_authority_is_refused(tmp_path: Path) -> None:
    made = prepare_certificate(tmp_path / "a", address="192.168.1.5")
    other = prepare_certificate(tmp_path / "b", address="192.168.1.5")
    made.authority.write_bytes(other.authority.read_bytes())
    with pytest.raises(CertificateError, match=r"is not the key of"):
        prepare_certificate(tmp_path / "a", address="192.168.1.5")


def test_without_a_certificate_nothing_is_told_to_the_server() -> None:
    assert list_tls_options(None) == ()


def test_https_needs_a_hall() -> None:
    with pytest.raises(CommandError, match=r"Add --hall"):
        call_command("serve", "--https")


@needs_network
def test_http_and_https_are_at_two_ports() -> None:
    port = find_free_port()
    with pytest.raises(CommandError, match=r"cannot both be at port"):
        call_command("serve", "--hall", HALL, "--port", str(port), "--https", str(port))


@needs_network
def test_a_busy_https_port_is_refused_with_the_way_out() -> None:
    with socket.socket() as other:
        other.bind(("0.0.0.0", 0))
        other.listen(1)
        port = other.getsockname()[1]
        with pytest.raises(CommandError, match=rf"port {port} is already used .* --https {port + 1}"):
            call_command("serve", "--hall", HALL, "--port", str(find_free_port()), "--https", str(port))


@dataclass(frozen=True)
class SecureSite:
    running: RunningSite
    port: int
    https_port: int


@pytest.fixture(scope="module")
def secure_site(start_shared_site: Start) -> SecureSite:
    port, https_port = find_free_port(), find_free_port()
    options = ("--no-worker", "--no-live", "--hall", HALL, "--port", str(port), "--https", str(https_port))
    return SecureSite(start_shared_site(*options), port, https_port)


@needs_network
def test_the_site_speaks_https_and_plain_http_explains_it(secure_site: SecureSite, site_folder: Path) -> None:
    site, port, https_port = secure_site.running, secure_site.port, secure_site.https_port
    authority = site_folder / "tls" / "authority.crt"
    fingerprint = write_fingerprint(read(authority))
    assert f"ready for this network: https://{HALL}:{https_port}/" in site.read_log()
    assert f"http://{HALL}:{port}/install/" in site.read_log()
    assert fingerprint in site.read_log()

    secure = f"https://{HALL}:{https_port}"
    assert fetch(f"{secure}/", authority=authority)[0] == 200
    with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
        fetch(f"{secure}/")

    plain = f"http://{HALL}:{port}"
    status, url, page = fetch(f"{plain}/leagues/demo/?a=1")
    assert (status, url) == (200, f"{plain}/install/?next=%2Fleagues%2Fdemo%2F%3Fa%3D1")
    assert fingerprint.replace(":", " ") in page.decode()
    assert f'href="{secure}/leagues/demo/?a=1"' in page.decode()
    status, _url, body = fetch(f"{plain}/install/authority.crt")
    assert status == 200
    assert x509.load_der_x509_certificate(body) == read(authority)
    for secret in ("/install/authority.key", "/install/../tls/authority.key", "/tls/authority.key"):
        assert b"PRIVATE" not in fetch(f"{plain}{secret}")[2]


@needs_network
def test_cookies_and_links_are_for_https_there(secure_site: SecureSite, site_folder: Path) -> None:
    context = ssl.create_default_context(cafile=site_folder / "tls" / "authority.crt")
    address = f"https://{HALL}:{secure_site.https_port}/accounts/login/"
    with urllib.request.urlopen(address, context=context, timeout=20) as answer:
        assert "Secure" in answer.headers["Set-Cookie"]
        assert "Strict-Transport-Security" not in answer.headers, "or the page that explains could not be reached"


@needs_network
def test_once_with_https(run_manage: Run, tmp_path: Path, first_start: FirstStart) -> None:
    folder = tmp_path / "a site"  # its end is watched for, and the one of the file goes on
    shutil.copytree(first_start.folder, folder)
    result = run_manage("manage.py", "serve", "--once", "--no-worker", "--hall", HALL, "--https", VAR_DIR=str(folder))
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.fullmatch(rf"ready https://{re.escape(HALL)}:\d+/", result.stdout.splitlines()[-1])
    assert is_gone(folder)


@needs_network
def test_the_command_makes_the_same(run_manage: Run, site_folder: Path) -> None:
    first = run_manage("manage.py", "make_certificate", "--hall", HALL)
    second = run_manage("manage.py", "make_certificate", "--hall", HALL)
    assert first.returncode == second.returncode == 0, first.stderr
    assert write_fingerprint(read(site_folder / "tls" / "authority.crt")) in second.stdout
    assert "(new)" not in second.stdout
