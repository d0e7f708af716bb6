"""Forms of a person's own account: allauth's, where what a browser sends may be anything."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import (
    AddWebAuthnForm,
    AuthenticateWebAuthnForm,
    LoginWebAuthnForm,
    ReauthenticateWebAuthnForm,
)
from cryptography.exceptions import InvalidSignature
from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

#: What reading an answer that is none of a passkey raises on its way through allauth and fido2.
BROKEN = (LookupError, TypeError, ValueError, AttributeError, struct.error, InvalidSignature)


@contextmanager
def refuse_broken() -> Iterator[None]:
    """Raise ValidationError for an answer that is none of a passkey."""
    try:
        yield
    except BROKEN:
        raise forms.ValidationError(_("This passkey could not be read. Try again, or use another way.")) from None


class PasskeyForm(AddWebAuthnForm):
    """A new passkey: what people want one for is logging in without a password."""

    name = forms.CharField(
        label=gettext_lazy("What you call it"),
        help_text=gettext_lazy("So that you can tell it from others: my phone"),
        max_length=100,
        required=False,
    )
    passwordless = forms.BooleanField(
        label=gettext_lazy("Log in with it alone, without name and password"),
        help_text=gettext_lazy(
            "The device asks for its PIN, finger or face. Without this it is only asked for after the password."
        ),
        initial=True,
        required=False,
    )

    def clean(self) -> dict[str, Any]:
        """Read the passkey."""
        with refuse_broken():
            cleaned: dict[str, Any] = super().clean()
        return cleaned


class PasskeyLogInForm(LoginWebAuthnForm):
    """A passkey instead of name and password."""

    def clean_credential(self) -> Authenticator:
        """Find whose it is."""
        with refuse_broken():
            return super().clean_credential()


class PasskeyStepForm(AuthenticateWebAuthnForm):
    """A passkey after the password."""

    def clean_credential(self) -> Authenticator:
        """Find which of the person's it is."""
        with refuse_broken():
            return super().clean_credential()


class PasskeyAgainForm(ReauthenticateWebAuthnForm):
    """A passkey to show once more who it is."""

    def clean_credential(self) -> Authenticator:
        """Find which of the person's it is."""
        with refuse_broken():
            return super().clean_credential()
