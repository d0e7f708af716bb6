"""Imports that run beside the pages. Their state lives here, whatever carries the task."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.event import Event


class JobState(models.TextChoices):
    """Where an import stands."""

    WAITING = "waiting", _("waiting")
    CHECKING = "checking", _("checking the rows")
    STORING = "storing", _("storing")
    DONE = "done", _("done")
    REFUSED = "refused", _("refused: nothing was stored")
    BROKEN = "broken", _("stopped by an error on our side: nothing was stored")


class ImportJob(models.Model):
    """One uploaded file on its way into an event. `faults` are {"line", "column", "message"}."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="import_jobs")
    file_name = models.CharField(max_length=200)
    content = models.BinaryField()
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.WAITING)
    total = models.PositiveIntegerField(default=0)
    done = models.PositiveIntegerField(default=0)
    faults = models.JSONField(default=list)
    summary = models.JSONField(default=dict)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(auto_now_add=True)
    #: When a worker last gave a sign of life; one that is silent for long has died and the job is taken up again.
    beat_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_exists"),
            models.CheckConstraint(
                condition=models.Q(total=0) | models.Q(done__lte=models.F("total")), name="job_done_within_total"
            ),
        )

    def __str__(self) -> str:
        return f"{self.file_name}: {self.state}"
