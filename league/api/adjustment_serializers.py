"""What the API shows of adjustments, and the bodies that make and cancel one."""

from __future__ import annotations

from rest_framework import serializers

from league.api.fields import Body, TextField, WholeField
from league.models import Adjustment
from league.models.standing import AdjustmentUnit
from league.services.adjustments import MOST_POINTS


class AdjustmentSerializer(serializers.ModelSerializer):
    """Points given or taken beside the games. `cancelled`: it was taken back and does not count."""

    entry = serializers.IntegerField(source="entry_id")
    name = serializers.CharField(source="entry.name")
    cancelled = serializers.SerializerMethodField()

    class Meta:
        model = Adjustment
        fields = ("id", "entry", "name", "amount", "unit", "reason", "made_at", "cancelled")

    def get_cancelled(self, adjustment: Adjustment) -> bool:
        """Whether another one takes it back."""
        return hasattr(adjustment, "cancelled_by")


class AdjustmentBody(Body):
    """Points for an entry, by its `id` in the standings; below nought they are taken away."""

    entry = WholeField(low=1, high=2**63 - 1)
    amount = WholeField(low=-MOST_POINTS, high=MOST_POINTS)
    unit = serializers.ChoiceField(choices=AdjustmentUnit.choices, default=AdjustmentUnit.POINTS)
    reason = TextField()


class CancellationBody(Body):
    """Why it is taken back."""

    reason = TextField()
