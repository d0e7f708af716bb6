"""Answer lists as PDF."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.cache import add_never_cache_headers, patch_cache_control
from django.utils.translation import gettext as _

from league.models import League


def answer_list(league: League, content: bytes, *, name: str) -> HttpResponse:
    """A PDF, shown in the browser under a file name that says what it is.

    Left without the policy for pages: browsers show a PDF with a plug-in, which that forbids.
    """
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    if league.is_public:
        patch_cache_control(response, private=True, no_cache=True)
    else:
        add_never_cache_headers(response)
    response._csp_exempt = True  # type: ignore[attr-defined]  # how django-csp is told, its decorator too
    return response


def word_list() -> dict[str, str]:
    """The template's own texts."""
    return {"page": _("Page"), "received": _("Received"), "date": _("Date")}
