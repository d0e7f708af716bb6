"""Decisions that count beside the games: adjustments, and ties settled by people."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.event import Entry, Event, Season
from league.models.people import Player
from league.models.record import Source


class AdjustmentUnit(models.TextChoices):
    """What an adjustment is counted in."""

    POINTS = "points", _("points")
    LEAGUE_POINTS = "league_points", _("league points")


class Adjustment(models.Model):
    """Points given or taken beside the games, with a reason. Rows are only ever added: one is cancelled by another.

    It counts in an event for an entry, or in a season for a player or, where pairs or teams are ranked, for an entry
    of one of its events.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="adjustments", null=True, blank=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="adjustments", null=True, blank=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="adjustments", null=True, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="adjustments", null=True, blank=True)
    amount = models.IntegerField(_("amount"))
    unit = models.CharField(max_length=20, choices=AdjustmentUnit.choices)
    reason = models.CharField(_("reason"), max_length=500)
    #: Made by the form or program that sends it: the same sent twice is stored once.
    key = models.CharField(max_length=100, blank=True, default="", editable=False)
    cancels = models.OneToOneField("self", on_delete=models.PROTECT, related_name="cancelled_by", null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(auto_now_add=True)
    source = models.CharField(max_length=10, choices=Source.choices)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_has_reason"),
            models.CheckConstraint(condition=Q(unit__in=AdjustmentUnit.values), name="adjustment_unit_exists"),
            models.CheckConstraint(
                condition=Q(event__isnull=False, entry__isnull=False, season__isnull=True, player__isnull=True)
                | Q(event__isnull=True, entry__isnull=True, season__isnull=False, player__isnull=False)
                | Q(event__isnull=True, entry__isnull=False, season__isnull=False, player__isnull=True),
                name="adjustment_of_entry_or_player",
            ),
            models.UniqueConstraint(
                fields=("event", "key"), condition=~Q(key=""), name="one_adjustment_per_event_and_key"
            ),
            models.UniqueConstraint(
                fields=("season", "key"), condition=~Q(key=""), name="one_adjustment_per_season_and_key"
            ),
        )

    def __str__(self) -> str:
        return f"{self.amount:+} {self.unit}: {self.reason[:40]}"


class TieWay(models.TextChoices):
    """How people settled a tie that no rule decides."""

    PLAY_OFF = "play_off", _("play-off")
    LOTS = "lots", _("lots were drawn")
    SHARE = "share", _("the place is shared")


class TieDecision(models.Model):
    """How a tie was settled: the tied, best first, by number of entry (of an event) or player (of a season).

    `is_shared` ways keep them equal. Rows are only ever added: one is cancelled by another.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="tie_decisions", null=True, blank=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="tie_decisions", null=True, blank=True)
    order = models.JSONField()
    way = models.CharField(max_length=10, choices=TieWay.choices)
    reason = models.CharField(_("reason"), max_length=500)
    #: Made by the form or program that sends it: the same sent twice is stored once.
    key = models.CharField(max_length=100, blank=True, default="", editable=False)
    cancels = models.OneToOneField("self", on_delete=models.PROTECT, related_name="cancelled_by", null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(auto_now_add=True)
    source = models.CharField(max_length=10, choices=Source.choices)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(reason=""), name="tie_decision_has_reason"),
            models.CheckConstraint(condition=Q(way__in=TieWay.values), name="tie_way_exists"),
            models.CheckConstraint(
                condition=Q(event__isnull=False, season__isnull=True) | Q(event__isnull=True, season__isnull=False),
                name="tie_of_event_or_season",
            ),
            models.UniqueConstraint(
                fields=("event", "key"), condition=~Q(key=""), name="one_tie_decision_per_event_and_key"
            ),
            models.UniqueConstraint(
                fields=("season", "key"), condition=~Q(key=""), name="one_tie_decision_per_season_and_key"
            ),
        )

    def __str__(self) -> str:
        return f"{self.way}: {self.order}"
