"""The visitor's choice of colours, kept in a cookie."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from league.web.answers import SeeOther

THEME_COOKIE = "oddtrick_theme"
THEMES = ("light", "dark")
_A_YEAR = 365 * 24 * 3600


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Keep the chosen theme, or forget it: then the device decides."""
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()}, require_https=request.is_secure())
    response = SeeOther(back if here else "/")
    theme = request.POST.get("theme")
    if theme in THEMES:
        response.set_cookie(
            THEME_COOKIE, theme, max_age=_A_YEAR, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE, httponly=True
        )
    else:
        response.delete_cookie(THEME_COOKIE, samesite="Lax")
    return response
