"""How a page answers once it has done something."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """Go on to another page by GET, so that reloading it does not send the form again."""

    status_code = 303


#: A form that has faults, and one that came too late. Both come back with the page to go on from.
REFUSED = 422
CONFLICT = 409


def wants_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and so only for the part of the page that it puts in place."""
    return bool(getattr(request, "htmx", False))
