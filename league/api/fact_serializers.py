"""What the API shows of the facts beside the hands: the description of what league.selectors.event_facts gives."""

from __future__ import annotations

from rest_framework import serializers

from league.models.event import SubstituteCredit
from league.models.planning import SitOutKind
from league.models.standing import AdjustmentUnit, TieWay


class PersonSerializer(serializers.Serializer):
    """A player; `person` is the player as whom the same person is shown, where somebody was entered twice."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    person = serializers.IntegerField()


class EntryFactSerializer(serializers.Serializer):
    """An entry with the ids of its players."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.IntegerField())
    division = serializers.CharField()
    withdrawn_from = serializers.IntegerField(allow_null=True, help_text="the first round that it does not play")


class SeatFactSerializer(serializers.Serializer):
    """Who sat in a seat (ids of players), and whose place it is: `entry_id`, and `stands_in_for` for a substitute."""

    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="of the table in its round")
    table = serializers.IntegerField()
    player = serializers.IntegerField()
    seat = serializers.CharField()
    entry_id = serializers.IntegerField()
    stands_in_for = serializers.IntegerField(allow_null=True)
    shared_with = serializers.IntegerField(allow_null=True)


class SitOutSerializer(serializers.Serializer):
    """A round in which an entry had no game."""

    round_number = serializers.IntegerField()
    entry_id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=SitOutKind.choices)


class BracketFactSerializer(serializers.Serializer):
    """How far an entry came in the bracket: its place, and `is_in` where it has a match to play."""

    entry_id = serializers.IntegerField()
    place = serializers.IntegerField()
    is_in = serializers.BooleanField()


class AdjustmentFactSerializer(serializers.Serializer):
    """Points given or taken."""

    entry_id = serializers.IntegerField()
    amount = serializers.IntegerField()
    unit = serializers.ChoiceField(choices=AdjustmentUnit.choices)
    reason = serializers.CharField()


class DecisionFactSerializer(serializers.Serializer):
    """How people settled a tie: ids of entries, best first."""

    order = serializers.ListField(child=serializers.IntegerField())
    way = serializers.ChoiceField(choices=TieWay.choices)
    reason = serializers.CharField()


class FactsSerializer(serializers.Serializer):
    """What the standings count beside the hands. `rules` is how the event ranks (docs/standings.md)."""

    event = serializers.CharField()
    revision = serializers.IntegerField()
    substitute_credit = serializers.ChoiceField(choices=SubstituteCredit.choices)
    rules = serializers.DictField()
    players = PersonSerializer(many=True)
    entries = EntryFactSerializer(many=True)
    seats = SeatFactSerializer(many=True)
    bracket = BracketFactSerializer(many=True)
    sit_outs = SitOutSerializer(many=True)
    adjustments = AdjustmentFactSerializer(many=True)
    decisions = DecisionFactSerializer(many=True)
