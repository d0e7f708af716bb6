"""How to put Odd Trick on a phone: trust the hall's certificate, then install the app."""

from __future__ import annotations

from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.x509.oid import NameOID
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

#: How whoever runs the site starts it with https.
HTTPS_COMMAND = "script/server --hall --https"


@never_cache
@require_safe
def show_install(request: HttpRequest) -> HttpResponse:
    """Explain the certificate, where there is one, and how the app is installed."""
    authority = read_authority(Path(settings.AUTHORITY_FILE)) if settings.HTTPS_IN_HALL else None
    context = {
        "is_secure": request.is_secure(),
        "fingerprint": authority.fingerprint(hashes.SHA256()).hex(" ").upper() if authority else "",
        "authority_name": authority.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value if authority else "",
        "secure_url": f"{settings.SITE_URL}{_find_next(request)}",
        "https_command": HTTPS_COMMAND,
    }
    return render(request, "league/install.html", context)


@never_cache
@require_safe
def send_authority(request: HttpRequest) -> HttpResponse:
    """The authority's certificate, which is public: phones offer to trust what comes by this type."""
    authority = read_authority(Path(settings.AUTHORITY_FILE)) if settings.HTTPS_IN_HALL else None
    if authority is None:
        raise Http404
    return HttpResponse(
        authority.public_bytes(serialization.Encoding.DER),
        content_type="application/x-x509-ca-cert",
        headers={"Content-Disposition": 'attachment; filename="odd-trick-authority.crt"'},
    )


def read_authority(path: Path) -> x509.Certificate | None:
    """The certificate of the hall's authority; None where there is none."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError):
        return None


def _find_next(request: HttpRequest) -> str:
    wanted = request.GET.get("next", "/")
    return wanted if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) else "/"
