"""What the API shows of teams and their fixtures."""

from __future__ import annotations

from rest_framework import serializers

from league.api.serializers import PlayerSerializer
from league.selectors.fixtures import Fixture, FixtureState


class TeamSerializer(serializers.Serializer):
    """A team with its squad of a season."""

    id = serializers.IntegerField(source="team.pk")
    name = serializers.CharField(source="team.name")
    venue = serializers.CharField(source="team.venue", help_text="where it plays at home; empty where that is not said")
    squad = PlayerSerializer(many=True)


class FixtureSideSerializer(serializers.Serializer):
    """A side of a fixture. `team` is null for an entry that is none."""

    entry = serializers.IntegerField(source="pk")
    team = serializers.IntegerField(source="team_id", allow_null=True)
    name = serializers.CharField()


class FixtureSerializer(serializers.Serializer):
    """A fixture, home first; `away` is null on a free day of `home`.

    `held_on` is a day by the calendar where the cards are played, null where it is open; `postponed_from` the day that
    was planned first. `games` are games won by home and away, given up ones included, `left` those still in play.
    """

    match_day = serializers.IntegerField(source="match.round_number")
    number = serializers.IntegerField(source="match.number")
    division = serializers.SerializerMethodField()
    home = FixtureSideSerializer(source="match.first", allow_null=True)
    away = FixtureSideSerializer(source="match.second", allow_null=True)
    held_on = serializers.DateField(source="match.held_on", allow_null=True)
    postponed_from = serializers.DateField(source="match.postponed_from", allow_null=True)
    state = serializers.ChoiceField(choices=[(state.value, state.value) for state in FixtureState])
    games = serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2)
    drawn = serializers.IntegerField()
    left = serializers.IntegerField()

    def get_division(self, fixture: Fixture) -> str:
        """The name of the division; empty where there are none."""
        entry = fixture.match.first
        return entry.division.name if entry is not None and entry.division is not None else ""


class FixturesSerializer(serializers.Serializer):
    """The fixtures of an event, by match day and number."""

    event = serializers.CharField()
    revision = serializers.IntegerField()
    starts_at = serializers.CharField(help_text="local time, `19:30`; empty where it is open")
    fixtures = FixtureSerializer(many=True)


class TeamsSerializer(serializers.Serializer):
    """The teams of a league in a season; `season` is empty for squads that belong to none."""

    league = serializers.CharField()
    season = serializers.CharField()
    teams = TeamSerializer(many=True)
