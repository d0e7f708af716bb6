"""Links that open one table for scoring to whoever holds them, without an account."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.seating import Table


class LinkState(models.TextChoices):
    """Whether a link still opens its table."""

    LIVE = "live", _("open")
    EXPIRED = "expired", _("run out")
    REVOKED = "revoked", _("revoked")


class TableLink(models.Model):
    """What a QR code or a short code opens: exactly one table, until it expires or is revoked.

    `code` is what people type: capital letters and figures that cannot be mistaken for each other.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="links")
    code = models.CharField(max_length=12, unique=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (models.CheckConstraint(condition=~models.Q(code=""), name="link_has_code"),)

    def __str__(self) -> str:
        return f"{self.table}: {self.code}"

    @property
    def state(self) -> LinkState:
        """Whether it still opens its table, now."""
        if self.revoked_at is not None:
            return LinkState.REVOKED
        return LinkState.LIVE if timezone.now() < self.expires_at else LinkState.EXPIRED
