"""What the API shows of seasons and of prizes."""

from __future__ import annotations

from rest_framework import serializers

from league.models import Season


class SeasonSerializer(serializers.ModelSerializer):
    """A season. `revision` grows with every change of its own rules, prizes, adjustments and decisions."""

    # Said here: a model's field takes its bounds from the database that is in use.
    revision = serializers.IntegerField(read_only=True)

    class Meta:
        model = Season
        fields = ("slug", "name", "starts_on", "ends_on", "revision")


class SeasonEveningSerializer(serializers.Serializer):
    """An evening: its number in the season and the slugs of the events that count for it."""

    number = serializers.IntegerField()
    events = serializers.ListField(child=serializers.CharField())


class SeasonCellSerializer(serializers.Serializer):
    """What an evening brought somebody who was there."""

    number = serializers.IntegerField()
    value = serializers.CharField()
    dropped = serializers.BooleanField()


class SeasonLineSerializer(serializers.Serializer):
    """A line. `value` is what is ranked, exact where it comes out even. Who has no `rank` stands `apart`."""

    rank = serializers.IntegerField(allow_null=True)
    id = serializers.IntegerField()
    name = serializers.CharField()
    value = serializers.CharField()
    adjusted = serializers.CharField()
    evenings_attended = serializers.IntegerField()
    games_played = serializers.IntegerField()
    games_won = serializers.IntegerField()
    evenings = SeasonCellSerializer(many=True)
    tied = serializers.BooleanField()
    unresolved = serializers.BooleanField()
    decided_by = serializers.CharField(allow_blank=True)
    apart = serializers.CharField(allow_null=True)


class SeasonStandingsSerializer(serializers.Serializer):
    """The standings of a season. `ranked_by` and `tie_breaks` are codes; `unresolved` are the ids of those tied."""

    season = serializers.CharField()
    league = serializers.CharField()
    revision = serializers.IntegerField()
    ranked_by = serializers.CharField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    evenings = SeasonEveningSerializer(many=True)
    standings = SeasonLineSerializer(many=True)
    unresolved = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class AwardSerializer(serializers.Serializer):
    """What one gets: `prizes` are the codes of one prize, or of the places that a tie shares."""

    prizes = serializers.ListField(child=serializers.CharField())
    titles = serializers.ListField(child=serializers.CharField())
    id = serializers.IntegerField()
    name = serializers.CharField()
    money = serializers.IntegerField()
    points = serializers.IntegerField()
    figure = serializers.IntegerField()
    level_with = serializers.ListField(child=serializers.IntegerField())


class PrizeWarningSerializer(serializers.Serializer):
    """What has to be looked at before prizes are given out."""

    code = serializers.CharField()
    text = serializers.CharField()
    entries = serializers.ListField(child=serializers.IntegerField())


class PrizesSerializer(serializers.Serializer):
    """A prize list. Money is in cents: `given`, `held_back` until somebody has won it, and `left` of the `pot`."""

    awards = AwardSerializer(many=True)
    warnings = PrizeWarningSerializer(many=True)
    pot = serializers.IntegerField()
    given = serializers.IntegerField()
    held_back = serializers.IntegerField()
    left = serializers.IntegerField(allow_null=True)
