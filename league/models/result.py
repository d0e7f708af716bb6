"""What the facts come to, per seat. Derived: the write path rebuilds it, and nothing else writes it."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.event import Entry, Event
from league.models.people import Player
from league.models.seating import Seat, Table


class Outcome(models.TextChoices):
    """How a game ended for a side."""

    OPEN = "open", _("in play")
    WON = "won", _("won")
    LOST = "lost", _("lost")
    DRAWN = "drawn", _("drawn")
    ENDED = "ended", _("ended")


class SeatResult(models.Model):
    """A seat's result of the game at its table, running while it is played.

    `own_counts` are what this person did (loners made), `side_counts` what the side did (euchres made). Sides may
    be seats: points belong to persons. `points_against` are those of the other side, or of the best of the others.
    """

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, primary_key=True, related_name="result")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="results")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="results")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    side = models.CharField(max_length=2)
    points = models.IntegerField(default=0)
    points_against = models.IntegerField(default=0)
    deals = models.PositiveSmallIntegerField(default=0)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.OPEN)
    own_counts = models.JSONField(default=dict)
    side_counts = models.JSONField(default=dict)
    #: Whether this seat stands warned after the game, itself or with its side.
    warned = models.BooleanField(default=False)

    class Meta:
        indexes = (models.Index(fields=("event", "outcome"), name="result_by_event"),)
        constraints = (models.CheckConstraint(condition=models.Q(outcome__in=Outcome.values), name="outcome_exists"),)

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.points}"
