"""A local certificate authority, and the certificate by which the site speaks https in a hall.

Phones trust the authority once; the certificate may then be made anew whenever the laptop's address changes.
The authority can vouch for addresses and names of local networks only, so that its key, should it be stolen, opens
nothing on the internet.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from config.first_run import make_folder
from config.site_programs import Certificate

#: In the folder of the site's data.
FOLDER = "tls"
AUTHORITY_FILE = "authority.crt"

# iPhones refuse a server's certificate that is valid for more than 825 days, and some browsers for more than 398.
_CERTIFICATE_DAYS = 397
_AUTHORITY_DAYS = 5 * 365
#: A certificate with fewer days left is made anew at the start, so that none ends in the middle of an evening.
_DAYS_LEFT = 30
# A phone whose clock is behind must not find it not yet valid.
_LEEWAY = datetime.timedelta(days=1)

_LOCAL_NETWORKS = tuple(
    ipaddress.IPv4Network(text)
    # The last one is kept for examples, and test machines have it.
    for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8",
                 "192.0.2.0/24")
)  # fmt: skip
_LOCAL_DOMAINS = ("local", "localhost", "lan", "home.arpa", "internal", "test")


class CertificateError(Exception):
    """No certificate can be had for the address, or its files cannot be used; the text says why and what to do."""


@dataclass(frozen=True, slots=True)
class HallCertificate:
    """What https needs: the site's certificate, and the authority that phones have to trust.

    `fingerprint` is the authority's SHA-256 as people compare it. `is_new_authority`: phones that trusted an earlier
    one have to trust this one.
    """

    certificate: Certificate
    authority: Path
    fingerprint: str
    is_new_authority: bool


def prepare_certificate(var_dir: Path, *, address: str, now: datetime.datetime | None = None) -> HallCertificate:
    """The certificate for that address, made where there is none that will do; so is the authority.

    `address` is an IPv4 address or a host name. Raises CertificateError.
    """
    now = now or datetime.datetime.now(datetime.UTC)
    name = _read_name(address)
    folder = make_folder(var_dir / FOLDER)
    try:
        authority, key, is_new = _prepare_authority(folder, now)
        certificate = Certificate(path=folder / "hall.crt", key=folder / "hall.key")
        if is_new or not _will_do(certificate, name, authority, now):
            _make_certificate(certificate, name, authority, key, now)
    except OSError as error:
        raise CertificateError(f"{folder} cannot be written ({error.strerror}). Let this user write there.") from error
    return HallCertificate(
        certificate=certificate,
        authority=folder / AUTHORITY_FILE,
        fingerprint=write_fingerprint(authority),
        is_new_authority=is_new,
    )


def write_fingerprint(certificate: x509.Certificate) -> str:
    """SHA-256 in pairs of capital letters and figures, as phones show it."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def _read_name(address: str) -> x509.GeneralName:
    try:
        number = ipaddress.IPv4Address(address)
    except ValueError:
        if not any(address == domain or address.endswith(f".{domain}") for domain in _LOCAL_DOMAINS):
            raise CertificateError(
                f"The authority made here vouches for local names only, and “{address}” is none. Name the address, "
                "such as 192.168.1.5, or a name that ends in .local"
            ) from None
        return x509.DNSName(address)
    if not any(number in network for network in _LOCAL_NETWORKS):
        raise CertificateError(
            f"The authority made here vouches for addresses of local networks only, and {address} is a public one. "
            "For a site on the internet, get a certificate that every phone trusts already (docs/offline.md)."
        )
    return x509.IPAddress(number)


def _prepare_authority(
    folder: Path, now: datetime.datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey, bool]:
    path, key_path = folder / AUTHORITY_FILE, folder / "authority.key"
    if path.exists() and key_path.exists():
        try:
            authority = x509.load_pem_x509_certificate(path.read_bytes())
            key = serialization.load_pem_private_key(key_path.read_bytes(), password=None)
        except ValueError as error:
            raise CertificateError(
                f"{path} or authority.key beside it cannot be read ({error}). Put them back from a backup, or move "
                "both away: a new authority is then made, which every phone has to trust anew."
            ) from error
        if not isinstance(key, ec.EllipticCurvePrivateKey) or authority.public_key() != key.public_key():
            raise CertificateError(f"{key_path} is not the key of {path}. Put both back from one backup.")
        if authority.not_valid_after_utc - now > datetime.timedelta(days=_CERTIFICATE_DAYS):
            return authority, key, False
    key = ec.generate_private_key(ec.SECP256R1())
    authority = _make_authority(key, now)
    _write(key_path, _write_key(key), mode=0o600)
    _write(path, authority.public_bytes(serialization.Encoding.PEM), mode=0o644)
    return authority, key, True


def _make_authority(key: ec.EllipticCurvePrivateKey, now: datetime.datetime) -> x509.Certificate:
    # The year in it tells one laptop's authority from another's in the list of a phone.
    serial = x509.random_serial_number()
    name = _make_title(f"Odd Trick hall authority {now:%Y}-{serial % 0x10000:04X}")
    permitted = [x509.IPAddress(network) for network in _LOCAL_NETWORKS]
    names = [x509.DNSName(domain) for domain in _LOCAL_DOMAINS]
    builder = (
        x509.CertificateBuilder(serial_number=serial)
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .not_valid_before(now - _LEEWAY)
        .not_valid_after(now + datetime.timedelta(days=_AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_make_usage(key_cert_sign=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        # Not critical: whoever knows constraints keeps to them all the same, and an old phone does not refuse it.
        .add_extension(x509.NameConstraints([*permitted, *names], None), critical=False)
    )
    return builder.sign(key, hashes.SHA256())


def _make_certificate(
    certificate: Certificate,
    name: x509.GeneralName,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    now: datetime.datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.SubjectKeyIdentifier.from_public_key(authority_key.public_key())
    builder = (
        x509.CertificateBuilder(serial_number=x509.random_serial_number())
        .subject_name(_make_title("Odd Trick in the hall"))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .not_valid_before(now - _LEEWAY)
        .not_valid_after(now - _LEEWAY + datetime.timedelta(days=_CERTIFICATE_DAYS))
        .add_extension(x509.SubjectAlternativeName(_list_names(name)), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_make_usage(digital_signature=True), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer), critical=False)
    )
    signed = builder.sign(authority_key, hashes.SHA256())
    _write(certificate.key, _write_key(key), mode=0o600)
    _write(certificate.path, signed.public_bytes(serialization.Encoding.PEM), mode=0o644)


def _will_do(
    certificate: Certificate, name: x509.GeneralName, authority: x509.Certificate, now: datetime.datetime
) -> bool:
    """Whether the certificate that is there is for this address, by this authority and for long enough."""
    try:
        present = x509.load_pem_x509_certificate(certificate.path.read_bytes())
        key = serialization.load_pem_private_key(certificate.key.read_bytes(), password=None)
        present.verify_directly_issued_by(authority)
        named = present.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return False
    is_ours = key.public_key() == present.public_key() and name in list(named)
    return is_ours and present.not_valid_after_utc - now > datetime.timedelta(days=_DAYS_LEFT)


def _list_names(name: x509.GeneralName) -> list[x509.GeneralName]:
    own = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.IPv4Address("127.0.0.1"))]
    return [name, *(other for other in own if other != name)]


def _make_title(common_name: str) -> x509.Name:
    return x509.Name([
        x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Odd Trick"),
        x509.NameAttribute(NameOID.COMMON_NAME, common_name),
    ])  # fmt: skip


def _make_usage(*, key_cert_sign: bool = False, digital_signature: bool = False) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=digital_signature,
        key_cert_sign=key_cert_sign,
        crl_sign=key_cert_sign,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write_key(key: ec.EllipticCurvePrivateKey) -> bytes:
    # The form that granian reads.
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, content: bytes, *, mode: int) -> None:
    """Put the whole file in place at once; nobody else may read a key even for a moment."""
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(draft, mode)
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
