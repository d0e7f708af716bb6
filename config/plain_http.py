"""In a hall with https: who comes by plain http is led to the page that says how to go on by https."""

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect

NextStep = Callable[[HttpRequest], HttpResponseBase]

#: What plain http still answers: the page that explains, what it needs, and whether the site is up.
_PAGE = "/install/"
_ANSWERED = (_PAGE, "/healthz", "/language/", "/theme/", "/manifest.webmanifest")


def lead_to_https(get_response: NextStep) -> NextStep:
    """Middleware: answer plain http with a redirect to the page that explains the certificate.

    Not straight to https: a phone that does not trust the certificate yet would show nothing but a warning.
    """
    if not settings.HTTPS_IN_HALL:
        raise MiddlewareNotUsed

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.is_secure() or request.path.startswith(_ANSWERED):
            return get_response(request)
        wanted = {"next": request.get_full_path()} if request.method == "GET" and request.path != "/" else {}
        response = HttpResponseRedirect(f"{_PAGE}?{urlencode(wanted)}" if wanted else _PAGE)
        response.status_code = 303
        return response

    return answer
