"""Who may get an account, and how often somebody may try to log in.

Nobody gets an account by himself: an admin makes it, or an invitation opens the sign-up for one person.
"""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.stagekit import unstash_login
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import Invitation
from league.models.record import Source
from league.selectors.invitations import find_by_digest
from league.services.faults import RefusedError
from league.services.invitations import check_invitation, join_league
from league.services.log_ins import end_log_ins, end_token
from league.tries import find_seconds, note_wait, word_end

#: Where the session keeps the digest of the invitation that was opened.
INVITATION_KEY = "invitation"

#: Tells a device on which somebody logged in before from all others. Worth nothing without the password.
DEVICE_COOKIE = "oddtrick_device"
_DEVICE_DAYS = 365

#: The code of a refusal after too many tries, and how long to wait where nothing tells it.
TOO_MANY = "too_many_tries"
A_MINUTE = 60

#: allauth's mails about changes of how an account is logged in to, by the beginning of their names.
_LOG_IN_CHANGES = ("mfa/", "account/email/password_")


def find_opened_invitation(request: HttpRequest) -> Invitation | None:
    """The invitation that was opened on this device, while it still opens its league."""
    invitation = _find_kept_invitation(request)
    return None if invitation is None or _find_fault(invitation) else invitation


def find_invitation_fault(request: HttpRequest) -> str:
    """Why the invitation that was opened on this device opens its league no longer; "" where none was."""
    invitation = _find_kept_invitation(request)
    return "" if invitation is None else _find_fault(invitation)


def _find_fault(invitation: Invitation) -> str:
    """Why an invitation no longer opens its league, and what to do; "" while it does."""
    try:
        check_invitation(invitation)
    except RefusedError as refused:
        return str(refused)
    return ""


def _find_kept_invitation(request: HttpRequest) -> Invitation | None:
    digest = request.session.get(INVITATION_KEY)
    return find_by_digest(digest) if digest else None


class ClosedSignupAdapter(DefaultAccountAdapter):
    """The log-in of allauth: signing up needs an invitation, and guessing locks out the guesser and nobody else."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Only for who opened an invitation: a league's results are no place for accounts that no admin knows."""
        return find_opened_invitation(request) is not None

    def save_user(self, request: HttpRequest, user: User, form: forms.Form, commit: bool = True) -> User:
        """Make the account and join the league together: an invitation makes one account and no more."""
        invitation = find_opened_invitation(request)
        try:
            if invitation is None:
                raise RefusedError({"": [_("The invitation no longer works. Ask for a new link.")]})
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
                join_league(invitation, user=saved, source=Source.WEB)
        except RefusedError as refused:
            messages.error(request, str(refused))
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("account_signup"))) from None
        request.session.pop(INVITATION_KEY, None)
        return saved

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try, and raise ValidationError after too many."""
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            text = _("Too many wrong tries from this device. Try again after %(time)s; a passkey works at once.")
            key = self._get_login_attempts_cache_key(request, **credentials)
            raise _refuse(request, text, action="login_failed", key=key) from None
        name = _read_name(credentials)
        is_known = _find_device(request, name) is not None
        if not is_known and not ratelimit.consume(request, action="login_failed_anywhere", key=name, dry_run=True):
            text = _(
                "Too many wrong passwords for this name from many devices. Try again after %(time)s, log in with a "
                "passkey, or log in on a device that you logged in on before."
            )
            raise _refuse(request, text, action="login_failed_anywhere", key=name)

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """What allauth refuses. Too many codes are counted by the account that they are typed for."""
        if code not in ("too_many_login_attempts", "rate_limited"):
            return super().validation_error(code, *args)
        text = _("Too many wrong codes for this account. Try again after %(time)s.")
        user = _find_user(self.request)
        key = None if user is None else f"mfa-auth-user-{user.pk}"
        return _refuse(self.request, text, action="login_failed", key=key)

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a wrong password for that name, wherever it came from."""
        ratelimit.consume(request, action="login_failed_anywhere", key=_read_name(credentials))

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """Go on, and know this device again."""
        response: HttpResponse = super().post_login(request, user, **details)
        _remember_device(request, response, user)
        return response

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Tell the owner of a change, as allauth asks once for each, mail or no mail; old log-ins end with it."""
        if template_prefix.startswith(_LOG_IN_CHANGES):
            end_log_ins(user, but=self.request.session.session_key)
            text = _("Other devices are logged out, and a token for programs made before no longer works.")
            messages.info(self.request, text)
        super().send_notification_mail(template_prefix, user, context, email)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """What five wrong tries are counted by: the name, with the device where it is known, else the address."""
        name = _read_name(credentials)
        where = _find_device(request, name) or self.get_client_ip(request)
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{where}"


class OldTokensEnd:
    """No check of a password but what Django tells of every new one, whoever set it: the token ends with the old one.

    Sessions end by themselves, for they hold a digest of the password.
    """

    def validate(self, password: str, user: User | None = None) -> None:
        """Take any password."""

    def password_changed(self, password: str, user: User | None = None) -> None:
        """End the token of the account."""
        if user is not None:
            end_token(user)

    def get_help_text(self) -> str:
        """What is said where a password is chosen."""
        return _("A new password logs out all other devices and ends the token for programs.")


class SecondFactorAdapter(DefaultMFAAdapter):
    """What passkeys and one-time codes are called."""

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        """A name to begin with, which the owner can change."""
        count = Authenticator.objects.filter(user=user, type=type).count()
        return _("Passkey %(number)d") % {"number": count + 1}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """What a device says that the passkey is for."""
        entity: dict[str, str] = super().get_public_key_credential_rp_entity()
        return {**entity, "name": "Odd Trick"}


def _refuse(request: HttpRequest, text: str, *, action: str, key: str | None) -> ValidationError:
    """The refusal of a try too many, which says when the next one is taken; the answer will be a 429."""
    seconds = find_seconds(request, action, key=key) or A_MINUTE
    note_wait(request, seconds)
    return ValidationError(text % {"time": word_end(timedelta(seconds=seconds))}, code=TOO_MANY)


def _find_user(request: HttpRequest) -> User | None:
    """Who is logged in, or has given the password and owes the code."""
    if isinstance(request.user, User):
        return request.user
    login = unstash_login(request, peek=True)
    return None if login is None else login.user


def _read_name(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "").lower()


def _read_devices(request: HttpRequest) -> dict[str, str]:
    """Name -> number of the device, for everybody who logged in on it."""
    try:
        found = signing.loads(request.COOKIES.get(DEVICE_COOKIE, ""), salt=DEVICE_COOKIE)
    except signing.BadSignature:
        return {}
    return found if isinstance(found, dict) else {}


def _find_device(request: HttpRequest, name: str) -> str | None:
    return _read_devices(request).get(name)


def _remember_device(request: HttpRequest, response: HttpResponse, user: User) -> None:
    devices = _read_devices(request)
    for name in {user.get_username().lower(), user.email.lower()} - {""}:
        devices[name] = devices.get(name) or secrets.token_urlsafe(12)
    # As many people as share a phone; the cookie stays small.
    devices = dict(list(devices.items())[-8:])
    response.set_cookie(
        DEVICE_COOKIE,
        signing.dumps(devices, salt=DEVICE_COOKIE),
        max_age=_DEVICE_DAYS * 24 * 3600,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        path="/",
    )
