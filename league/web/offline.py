"""What makes the site an app that opens without network: its manifest, its service worker, the page for no network."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.http import http_date
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

#: Beside every file of static/oddtrick: what pages need from elsewhere.
OTHER_FILES = ("django_htmx/htmx-2.min.js",)

#: Where a form logs somebody in or out, opens or leaves a table, so that copies of pages are thrown away (a pattern).
LEAVING = r"^/accounts/|^/open/|/(leave|side)/$"

#: Where a table is opened by being asked for, by the square of its code: the same as soon as the site has answered.
ARRIVING = r"^/t/[^/]+/$"

#: The header by which a page says that a copy of it may be kept; its value is when that was.
KEEP_COPY = "X-Keep-Copy"

_WORKER = "oddtrick/worker.js"


@require_safe
def send_manifest(request: HttpRequest) -> JsonResponse:
    """What a phone asks before it installs the app."""
    icons = [
        {"src": static(f"oddtrick/icon-{name}.png"), "sizes": size, "type": "image/png", "purpose": purpose}
        for name, size, purpose in (
            ("192", "192x192", "any"),
            ("512", "512x512", "any"),
            ("maskable-512", "512x512", "maskable"),
        )
    ]
    manifest = {
        "id": "/",
        "name": "Odd Trick",
        "short_name": "Odd Trick",
        "description": _("Keeps score for card leagues"),
        "lang": get_language(),
        "start_url": reverse("league:home"),
        "scope": "/",
        "display": "standalone",
        "theme_color": "#12493a",
        "background_color": "#f4eddd",
        "icons": icons,
    }
    return JsonResponse(manifest, content_type="application/manifest+json")


@never_cache
@require_safe
def send_worker(request: HttpRequest) -> HttpResponse:
    """The service worker, with what it needs to know about this site written before it."""
    files = list_files()
    source = Path(str(finders.find(_WORKER))).read_text(encoding="utf-8")
    known = {
        "FILES": files,
        "OFFLINE_PAGE": reverse("league:offline"),
        "STATIC": f"/{settings.STATIC_URL.strip('/')}/",
        "LEAVING": LEAVING,
        "ARRIVING": ARRIVING,
        "VERSION": hashlib.sha256("\n".join([*files, source]).encode()).hexdigest()[:10],
    }
    lines = [f"const {name} = {json.dumps(value)};" for name, value in known.items()]
    return HttpResponse(
        "\n".join([*lines, source]), content_type="text/javascript", headers={"Service-Worker-Allowed": "/"}
    )


@require_safe
def show_offline(request: HttpRequest) -> HttpResponse:
    """The page that stands where another cannot be had. It is kept on phones, so nothing in it is about a visitor."""
    return HttpResponse(render_to_string("league/offline.html"))


@require_safe
def show_waiting(request: HttpRequest) -> HttpResponse:
    """What waits on the phone that asks, which its scripts know alone: also of tables that are gone or closed to it."""
    return render(request, "league/waiting.html")


def list_files() -> list[str]:
    """The addresses of all static files that pages need."""
    folder = Path(str(finders.find("oddtrick")))
    own = sorted(f"oddtrick/{path.name}" for path in folder.iterdir() if path.is_file())
    return [static(name) for name in (*own, *OTHER_FILES) if name != _WORKER]


def allow_copy(response: HttpResponse) -> None:
    """Let a phone keep a copy of this page to open it without network."""
    response[KEEP_COPY] = http_date()
