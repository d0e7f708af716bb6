"""Teams of a league, who plays for them, and divisions."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.event import Event, Season
from league.models.people import League, Player
from league.names import LONGEST_NAME


class Team(models.Model):
    """A squad that plays fixtures of a league, over the seasons."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=2 * LONGEST_NAME, editable=False)
    venue = models.CharField(_("where it plays at home"), max_length=LONGEST_NAME, blank=True)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="team_has_name"),
            models.UniqueConstraint(fields=("league", "name_key"), name="one_team_per_name"),
        )

    def __str__(self) -> str:
        return self.name


class TeamPlayer(models.Model):
    """That a player belongs to a team in a season (or in all, without one), from a day to a day."""

    team = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="teams")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="+", null=True, blank=True)
    joined_on = models.DateField(_("since"), null=True, blank=True)
    left_on = models.DateField(_("until"), null=True, blank=True)

    class Meta:
        ordering = ("team", "player__name", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(joined_on__isnull=True) | Q(left_on__isnull=True) | Q(left_on__gte=F("joined_on")),
                name="team_player_leaves_after_joining",
            ),
            models.UniqueConstraint(
                fields=("player", "season"), condition=Q(left_on__isnull=True), name="one_team_per_player_and_season"
            ),
            models.UniqueConstraint(
                fields=("player",),
                condition=Q(left_on__isnull=True, season__isnull=True),
                name="one_team_per_player_without_season",
            ),
        )

    def __str__(self) -> str:
        return f"{self.team}: {self.player}"


class Division(models.Model):
    """A division of an event: its entries are ranked, and meet, among themselves. Number 1 is the highest."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="divisions")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    promoted = models.PositiveSmallIntegerField(_("how many go up"), default=0)
    relegated = models.PositiveSmallIntegerField(_("how many go down"), default=0)

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="one_division_per_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="division_counts_from_1"),
        )

    def __str__(self) -> str:
        return self.name
