"""That two players of a league are one person. Rows are only ever added: one is cancelled by another."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.people import Player
from league.models.record import Source


class PlayerMerge(models.Model):
    """That `player` was entered twice and is the same person as `into`; or, with `cancels`, that this is so no more.

    `Player.same_as` follows from the rows that stand (league.services.merging), and names the last of such a chain.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges")
    into = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="merges_into")
    reason = models.CharField(_("reason"), max_length=500)
    cancels = models.OneToOneField("self", on_delete=models.PROTECT, related_name="cancelled_by", null=True, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    made_at = models.DateTimeField(auto_now_add=True)
    source = models.CharField(max_length=10, choices=Source.choices)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(reason=""), name="player_merge_has_reason"),
            models.CheckConstraint(condition=~Q(player=F("into")), name="player_merge_is_of_two"),
        )

    def __str__(self) -> str:
        return f"{self.player} = {self.into}"
