"""What the API shows of leagues, events and players. Tables and their hands are in `table_serializers`."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from league.models import Event, League, Player
from league.models.event import Stage
from league.selectors.standings import write_standings


class LeagueSerializer(serializers.ModelSerializer):
    """A league. `correction_window`: for how many minutes published results can be corrected, unless said otherwise."""

    # Said here: a model's field takes its bounds from the database that is in use.
    correction_window = serializers.IntegerField(read_only=True)

    class Meta:
        model = League
        fields = ("slug", "name", "is_public", "entry_way", "correction_window")


class PlayerSerializer(serializers.ModelSerializer):
    """A player of a league."""

    class Meta:
        model = Player
        fields = ("id", "name")


class EventSerializer(serializers.ModelSerializer):
    """An event; `options` are the house rules that differ from the preset. `revision` grows with every change.

    `stage` is how far its results have come. Published ones can be corrected until `final_at`; then they are final
    without another change.
    """

    league: serializers.Field = serializers.SlugRelatedField(slug_field="slug", read_only=True)
    season: serializers.Field = serializers.SlugRelatedField(slug_field="slug", read_only=True, allow_null=True)
    options = serializers.DictField(read_only=True)
    # Said here: a model's field takes its bounds from the database that is in use.
    revision = serializers.IntegerField(read_only=True)
    stage = serializers.ChoiceField(choices=Stage.choices, read_only=True)

    class Meta:
        model = Event
        fields = (
            "slug",
            "name",
            "league",
            "season",
            "game",
            "preset",
            "options",
            "entry_kind",
            "held_on",
            "is_open",
            "stage",
            "published_at",
            "final_at",
            "revision",
        )


class StandingSerializer(serializers.Serializer):
    """A line of the standings, and beside these the counts of its game, such as `loners_made`.

    `rank` is null for who stands apart: `apart` is then `attendance`, `no_games` or `withdrawn`. `tied`: the place is
    shared; `unresolved`: and nobody has decided what becomes of it. `decided_by` is the code of the tie-break that
    parted the line from the next above, `by_hand` where people did. `figures` are what the rules compare, by code.
    """

    rank = serializers.IntegerField(allow_null=True)
    entry = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())
    games_won = serializers.IntegerField()
    games_lost = serializers.IntegerField()
    games_drawn = serializers.IntegerField()
    games_ended = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    difference = serializers.IntegerField()
    games_in_play = serializers.IntegerField()
    corrected_at = serializers.DateTimeField(allow_null=True)
    id = serializers.IntegerField(help_text="of the entry")
    division = serializers.CharField(help_text="the places are counted in it; empty where there are none")
    tied = serializers.BooleanField()
    unresolved = serializers.BooleanField()
    decided_by = serializers.CharField()
    apart = serializers.CharField(allow_null=True)
    withdrawn = serializers.BooleanField(help_text="it plays no more; with a rank it keeps its place all the same")
    figures = serializers.DictField(child=serializers.CharField())

    def to_representation(self, instance: dict[str, Any]) -> dict[str, Any]:
        """The line as `write_standings` makes it, counts included."""
        return instance


class StandingsSerializer(serializers.Serializer):
    """An event's standings, best first. Only finished games count."""

    event = serializers.CharField(source="slug")
    revision = serializers.IntegerField()
    stage = serializers.ChoiceField(choices=Stage.choices)
    standings = serializers.SerializerMethodField()

    def get_standings(self, event: Event) -> list[dict[str, Any]]:
        """Every line; `manage.py standings EVENT --json` gives the same."""
        return write_standings(event, instead=self.context.get("instead"))
