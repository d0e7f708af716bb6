"""Invitations: the one that a secret opens, and those of a league that are still open."""

from __future__ import annotations

import hashlib

from django.db.models import QuerySet
from django.utils import timezone

from league.models import Invitation, League


def digest_secret(secret: str) -> str:
    """What is kept of an invitation's secret: 64 hexadecimal figures, from which nobody finds the secret again."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find_invitation(secret: str) -> Invitation | None:
    """The invitation of a secret, in whatever state."""
    return find_by_digest(digest_secret(secret))


def find_by_digest(digest: str) -> Invitation | None:
    """The invitation whose secret has that digest, in whatever state."""
    return Invitation.objects.select_related("league", "created_by").filter(digest=digest).first()


def list_open_invitations(league: League) -> QuerySet[Invitation]:
    """The invitations of a league that somebody can still use, newest first."""
    opened = league.invitations.filter(used_at__isnull=True, revoked_at__isnull=True, expires_at__gt=timezone.now())
    return opened.select_related("created_by")
