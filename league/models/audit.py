"""Who did what, when and from where. Rows are only ever added."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from league.models.event import Event
from league.models.link import TableLink
from league.models.people import League
from league.models.record import Source
from league.models.seating import Table


class AuditRow(models.Model):
    """One change, written in the transaction that made it. `detail` holds the old and new values.

    `actor` is who was logged in; `link` the table link by which somebody without an account did it, and `side` for
    which side. `role` is the actor's in the league at that moment (league.access.find_role).
    `signed` are the digests of the rows that the change stored, and `digest` is that of this row
    (league.services.signatures).
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="audit")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="audit", null=True, blank=True)
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="audit", null=True, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    side = models.CharField(max_length=2, blank=True, default="")
    role = models.CharField(max_length=10, blank=True, default="")
    action = models.CharField(max_length=40)
    detail = models.JSONField(default=dict)
    source = models.CharField(max_length=10, choices=Source.choices)
    at = models.DateTimeField(default=timezone.now, editable=False)
    signed = models.JSONField(default=dict)
    digest = models.CharField(max_length=40, default="", editable=False)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=("league", "-id"), name="audit_by_league"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"
