"""The page that explains the certificate of a hall and how the app is installed."""

from pathlib import Path

import pytest
from cryptography import x509
from django.test import Client
from pytest_django.fixtures import Settings

from config.authority import prepare_certificate


@pytest.fixture
def hall(settings: Settings, tmp_path: Path) -> str:
    """A hall with https; gives the fingerprint of its authority."""
    made = prepare_certificate(tmp_path, address="192.168.1.5")
    settings.HTTPS_IN_HALL = True
    settings.AUTHORITY_FILE = made.authority
    settings.SITE_URL = "https://192.168.1.5:8443"
    return made.fingerprint.replace(":", " ")


def test_without_https_it_says_how_to_start_it(client: Client, db: None) -> None:
    page = client.get("/install/").content.decode()
    assert "script/server --hall --https" in page
    assert "Download the certificate" not in page
    assert client.get("/install/authority.crt").status_code == 404


def test_the_certificate_has_the_fingerprint_that_the_page_shows(hall: str, client: Client, db: None) -> None:
    assert hall in client.get("/install/").content.decode()
    response = client.get("/install/authority.crt")
    assert response["Content-Type"] == "application/x-x509-ca-cert"
    certificate = x509.load_der_x509_certificate(response.content)
    assert b"PRIVATE" not in response.content
    assert certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca


@pytest.mark.parametrize(
    ("wanted", "link"),
    [
        ("/events/tuesday/", "https://192.168.1.5:8443/events/tuesday/"),
        ("https://evil.example/", "https://192.168.1.5:8443/"),
        ("//evil.example/", "https://192.168.1.5:8443/"),
        (".evil.example/", "https://192.168.1.5:8443/"),
        ("@evil.example/", "https://192.168.1.5:8443/"),
    ],
)
def test_the_way_on_stays_on_this_site(wanted: str, link: str, hall: str, client: Client, db: None) -> None:
    assert f'href="{link}"' in client.get("/install/", {"next": wanted}).content.decode()


def test_a_lost_authority_is_no_fault_of_the_page(hall: str, settings: Settings, client: Client, db: None) -> None:
    settings.AUTHORITY_FILE = Path("/nowhere/authority.crt")
    assert client.get("/install/").status_code == 200
    assert client.get("/install/authority.crt").status_code == 404
