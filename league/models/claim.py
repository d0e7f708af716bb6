"""What each side says that a hand was, beside the record of it. Rows are only ever added."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from league.models.link import TableLink
from league.models.record import DealRecord, Source
from league.models.seating import Table


class Claim(models.Model):
    """A side's word on one entry of a sheet: "this is what it was". The newest of a side and position stands.

    `facts` are in the score sheet format. Where they equal the record that stands, the side agrees with it; where not,
    the two differ until one is corrected. An empty `side` is an admin's word, which settles the entry. `about` is the
    record that stood there when it was said: the word goes with that entry wherever it is moved.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="claims")
    position = models.PositiveSmallIntegerField()
    about = models.ForeignKey(DealRecord, on_delete=models.PROTECT, related_name="claims", null=True, blank=True)
    side = models.CharField(max_length=2, blank=True, default="")
    facts = models.JSONField()
    key = models.CharField(max_length=100)
    source = models.CharField(max_length=10, choices=Source.choices)
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="claims", null=True, blank=True)
    claimed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    claimed_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("table", "position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("table", "key"), name="one_claim_per_key"),
            models.CheckConstraint(condition=models.Q(position__gte=1), name="claim_counts_from_1"),
            models.CheckConstraint(condition=~models.Q(key=""), name="claim_has_key"),
        )

    def __str__(self) -> str:
        return f"{self.table} / {self.position} {self.side}"
