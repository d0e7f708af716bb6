"""Calls for the admin from a table."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from league.models.event import Event
from league.models.link import TableLink
from league.models.record import DealRecord
from league.models.seating import Table


class Call(models.Model):
    """Somebody at a table asks for the admin. Open until it is answered; the answer may be a ruling on the sheet.

    An answer has words or a ruling: a call that has been ended with neither was withdrawn by the table.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="calls")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls")
    text = models.CharField(max_length=500, blank=True)
    key = models.CharField(max_length=100)
    raised_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="calls", null=True, blank=True)
    side = models.CharField(max_length=2, blank=True, default="")
    raised_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    answer = models.CharField(max_length=500, blank=True)
    ruling = models.ForeignKey(DealRecord, on_delete=models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("event", "answered_at"), name="call_by_event"),)
        constraints = (models.UniqueConstraint(fields=("table", "key"), name="one_call_per_key"),)

    def __str__(self) -> str:
        return f"{self.table}: {self.text[:40]}"

    @property
    def is_open(self) -> bool:
        """Whether it waits for an answer."""
        return self.answered_at is None

    @property
    def is_withdrawn(self) -> bool:
        """Whether the table took it back."""
        return not self.is_open and not self.answer and self.ruling_id is None
