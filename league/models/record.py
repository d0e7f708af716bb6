"""The facts of every hand, as entered. Rows are only ever added."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.link import TableLink
from league.models.seating import Table


class Source(models.TextChoices):
    """From where something was entered."""

    WEB = "web", _("web page")
    LINK = "link", _("phone at the table")
    API = "api", _("API")
    IMPORT = "import", _("import")
    COMMAND = "command", _("command line")


class DealRecord(models.Model):
    """One revision of one entry of a table's sheet: a deal, a misdeal or a ruling.

    `position` is the entry's place on the sheet, from 1. The highest `revision` of a position stands; one that is
    `void` takes the entry off. `facts` are in the score sheet format. `key` makes a repeated request find its row.
    `link` is the table link by which it was sent, if by one, and `side` the side whose phone sent it. `role` is the
    writer's in the league at that moment (league.access.find_role). `is_inserted` says that an entry which had
    been forgotten was put in here, before the one that stood here; `moved_from` is the record that this one carries on
    in the next place for that.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="records")
    position = models.PositiveSmallIntegerField()
    revision = models.PositiveSmallIntegerField(default=1)
    facts = models.JSONField()
    void = models.BooleanField(default=False)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    key = models.CharField(max_length=100)
    source = models.CharField(max_length=10, choices=Source.choices)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    link = models.ForeignKey(TableLink, on_delete=models.PROTECT, related_name="records", null=True, blank=True)
    side = models.CharField(max_length=2, blank=True, default="")
    role = models.CharField(max_length=10, blank=True, default="")
    is_inserted = models.BooleanField(default=False)
    moved_from = models.ForeignKey("self", on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    recorded_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("table", "position", "revision")
        constraints = (
            models.UniqueConstraint(
                fields=("table", "position", "revision"), name="one_record_per_position_and_revision"
            ),
            models.UniqueConstraint(fields=("table", "key"), name="one_record_per_key"),
            models.CheckConstraint(condition=models.Q(position__gte=1), name="position_counts_from_1"),
            models.CheckConstraint(condition=models.Q(revision__gte=1), name="revision_counts_from_1"),
            models.CheckConstraint(condition=~models.Q(key=""), name="record_has_key"),
            models.CheckConstraint(
                condition=models.Q(revision=1) | ~models.Q(reason=""), name="later_revision_has_reason"
            ),
        )

    def __str__(self) -> str:
        return f"{self.table} / {self.position}.{self.revision}"
