"""What the API shows of a player's record."""

from __future__ import annotations

from rest_framework import serializers

from league.api.serializers import PlayerSerializer


class SumsSerializer(serializers.Serializer):
    """Some games added up. `games_ended` are those of a game that nobody wins."""

    games = serializers.IntegerField()
    games_won = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    games_drawn = serializers.IntegerField()
    games_ended = serializers.IntegerField()
    deals = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    difference = serializers.IntegerField()


class PersonSumsSerializer(SumsSerializer):
    """The games with a partner or against an opponent, by the number and the name under which the person is shown."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class EveningSumsSerializer(SumsSerializer):
    """The games of one event."""

    event = serializers.CharField()


class FormSerializer(serializers.Serializer):
    """One of the last games."""

    table = serializers.IntegerField()
    outcome = serializers.CharField()


class RatingSerializer(serializers.Serializer):
    """A rating: `shown` is a strength that the player has almost surely, three `spread` below the `strength`."""

    shown = serializers.FloatField()
    strength = serializers.FloatField()
    spread = serializers.FloatField()
    games = serializers.IntegerField()


class PlayerRecordSerializer(SumsSerializer):
    """What a person's finished games come to. `player` is as whom the person is shown, `also` who is joined to that.

    Infractions, penalties and warnings are counted for who may record. `rating` is null where the league rates nobody.
    """

    player = PlayerSerializer()
    also = PlayerSerializer(many=True)
    counts = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField()),
        help_text="game -> what it counts beside the points, such as `loners_tried` -> how often",
    )
    form = FormSerializer(many=True)
    partners = PersonSumsSerializer(many=True)
    opponents = PersonSumsSerializer(many=True)
    evenings = EveningSumsSerializer(many=True)
    rating = RatingSerializer(allow_null=True)
