"""Refuses requests that are larger than any that this site needs, before anything reads them."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.template.defaultfilters import filesizeformat
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

# What a form puts around a file: field names, boundaries, the other fields.
_ENVELOPE_BYTES = 64 * 1024

NextStep = Callable[[HttpRequest], HttpResponseBase]


def refuse_large_requests(get_response: NextStep) -> NextStep:
    """Middleware: answer 413 when the request says that it is larger than UPLOAD_MAX_BYTES.

    A request that does not say how large it is has an empty body for a WSGI application.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) > settings.UPLOAD_MAX_BYTES + _ENVELOPE_BYTES:
            message = _("This is too large: a file may have at most %(limit)s.") % {
                "limit": filesizeformat(settings.UPLOAD_MAX_BYTES)
            }
            if request.path.startswith("/api/"):
                fault = {"deal": None, "field": None, "code": "too_large", "message": message}
                return JsonResponse({"errors": [fault]}, status=413)
            # Without the request: who sends it is not known yet here, and a form on the page could not be sent.
            page = render_to_string("413.html", {"message": message, "back": request.path})
            return HttpResponse(page, status=413)
        return get_response(request)

    return answer
