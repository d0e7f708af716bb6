"""Ratings of players, as an option of a league. Derived: rebuilt from the results at any time."""

from __future__ import annotations

from django.db import models

from league.models.people import Player
from league.models.seating import Table


class RatingStep(models.Model):
    """A player's rating after one game. `position` counts the league's rated games in the order they were played.

    `side` and `rank` are what the game was taken for: who was together, and the place of each side, 1 the best.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="rating_steps")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rating_steps")
    position = models.PositiveIntegerField()
    mu = models.FloatField()
    sigma = models.FloatField()
    side = models.CharField(max_length=2, default="")
    rank = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ("player", "position")
        constraints = (models.UniqueConstraint(fields=("player", "table"), name="one_rating_per_player_and_table"),)

    def __str__(self) -> str:
        return f"{self.player}: {self.mu:.1f} ± {self.sigma:.1f}"
