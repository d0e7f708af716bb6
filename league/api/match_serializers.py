"""What the API shows of matches."""

from __future__ import annotations

from typing import get_args

from rest_framework import serializers

from league.models import Entry
from league.models.planning import MatchEnd
from league.selectors.matches import MatchState, Status


class MatchGameSerializer(serializers.Serializer):
    """A game of a match: its table, the points of both sides, and who won it; "" where it is open or drawn."""

    table = serializers.IntegerField(source="table.pk")
    round = serializers.IntegerField(source="table.round.number")
    number = serializers.IntegerField(source="table.number")
    first_points = serializers.IntegerField(source="first")
    second_points = serializers.IntegerField(source="second")
    is_finished = serializers.BooleanField(source="is_over")
    winner = serializers.ChoiceField(choices=["", "first", "second"])


class MatchSerializer(serializers.Serializer):
    """A match of `games_planned` games; with `counts_best` it ends when a side cannot be caught.

    A side is null while it is not known, and where nobody sits. `status` says what it needs, `winner` who won it or
    goes on, `end` and `reason` how it ended if not by its games. `expected` are those who should meet after an earlier
    result was corrected, where others have.
    """

    round = serializers.IntegerField(source="match.round_number")
    number = serializers.IntegerField(source="match.number")
    bracket = serializers.CharField(source="match.bracket", allow_blank=True)
    first = serializers.SerializerMethodField()
    second = serializers.SerializerMethodField()
    games_planned = serializers.IntegerField(source="match.games")
    counts_best = serializers.BooleanField(source="match.counts_best")
    first_won = serializers.IntegerField(source="verdict.first_won")
    second_won = serializers.IntegerField(source="verdict.second_won")
    status = serializers.ChoiceField(choices=list(get_args(Status)))
    winner = serializers.ChoiceField(choices=["", "first", "second"])
    end = serializers.ChoiceField(source="match.end", choices=MatchEnd.choices)
    reason = serializers.CharField(source="match.end_reason", allow_blank=True)
    expected = serializers.SerializerMethodField()
    tables = MatchGameSerializer(many=True, source="games")

    def get_first(self, state: MatchState) -> str | None:
        """The name of the first side."""
        return _name(state.first)

    def get_second(self, state: MatchState) -> str | None:
        """The name of the second side."""
        return _name(state.second)

    def get_expected(self, state: MatchState) -> list[str | None] | None:
        """The names of those who should meet, where others have met."""
        return None if state.expected is None else [_name(entry) for entry in state.expected]


def _name(entry: Entry | None) -> str | None:
    return entry.name if entry is not None else None
