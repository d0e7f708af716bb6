"""End what an account was logged in by before: a new password or second factor is for who may not trust the old."""

from __future__ import annotations

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db import transaction
from rest_framework.authtoken.models import Token


def end_log_ins(user: User, *, but: str | None = None) -> None:
    """Log an account out everywhere, but in the session of the key `but`, and end its token for programs."""
    with transaction.atomic():
        end_token(user)
        for session in UserSession.objects.filter(user=user).exclude(session_key=but or ""):
            session.end()


def end_token(user: User) -> None:
    """End the account's token for programs: from now on nobody gets in with it."""
    Token.objects.filter(user=user).delete()
