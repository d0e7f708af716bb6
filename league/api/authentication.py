"""Who is asking: a token, or the log-in of the pages, and how a token is got."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied, Throttled
from rest_framework.request import Request

from league.api.refusals import RequestRefusedError
from league.tries import read_wait


class BrowserAuthentication(SessionAuthentication):
    """The log-in of the pages; a change then needs the page's CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raise RequestRefusedError where the CSRF token is missing or wrong."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            message = _("With the log-in of a page, send its CSRF token as “X-CSRFToken”, or use an API token.")
            raise RequestRefusedError(403, code="csrf_failed", message=message) from error


def check_credentials(request: HttpRequest, *, username: str, password: str) -> User:
    """The user of a name (or e-mail address) and password.

    Guesses count together with those on the log-in page. Raises RequestRefusedError: 401, also for an account with a
    passkey or one-time codes, which no password alone opens. Raises Throttled after too many.
    """
    try:
        user = get_adapter(request).authenticate(request, username=username, password=password)
    except ValidationError as error:
        raise Throttled(wait=read_wait(request)) from error
    # allauth also hands over people who are no longer active, to tell them so on a page.
    if user is None or not user.is_active:
        message = _("This user name and password do not belong together.")
        raise RequestRefusedError(401, code="wrong_credentials", message=message)
    if is_mfa_enabled(user):
        message = _("This account asks for more than its password: make the token on the account's own page.")
        raise RequestRefusedError(401, code="second_factor_needed", message=message)
    return user
