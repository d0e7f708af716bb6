"""Invitations into a league by link."""

from __future__ import annotations

from enum import StrEnum

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.people import League, Role


class InvitationState(StrEnum):
    """What has become of an invitation."""

    OPEN = "open"
    USED = "used"
    REVOKED = "revoked"
    EXPIRED = "expired"


class Invitation(models.Model):
    """A link that gives whoever opens it first a role in a league. Only a digest of its secret is kept."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    note = models.CharField(max_length=200, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invited_role_exists"),)

    def __str__(self) -> str:
        return f"{self.league} ({self.role})"

    @property
    def state(self) -> InvitationState:
        """Whether it still opens the league, now: one that nobody used runs out by itself."""
        if self.used_at is not None:
            return InvitationState.USED
        if self.revoked_at is not None:
            return InvitationState.REVOKED
        return InvitationState.OPEN if timezone.now() < self.expires_at else InvitationState.EXPIRED
