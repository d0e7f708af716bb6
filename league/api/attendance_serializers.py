"""Who is there, as the API tells and takes it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from league.api.fields import Body, TextField, WholeField
from league.api.serializers import PlayerSerializer
from league.models import Attendance
from league.selectors.attendance import Presence, find_presence, write_state
from league.selectors.people import find_person
from league.services.attendance_places import LAST_TABLE
from league.services.attendance_rounds import LAST_ROUND

#: What can be said of somebody.
ACTIONS = (
    "check_in", "add", "take_back", "no_show", "leave", "stand_in", "stand_in_once", "share_seat", "play_alone", "stay",
)  # fmt: skip


class AttendanceSerializer(serializers.ModelSerializer):
    """Somebody who takes part: `presence` is for the round that comes next, `state` what a change says it saw."""

    player = serializers.SerializerMethodField()
    presence = serializers.SerializerMethodField()
    stands_in_for = serializers.SerializerMethodField()
    shares_with = serializers.SerializerMethodField()
    state = serializers.SerializerMethodField()

    class Meta:
        model = Attendance
        fields = (
            "player", "presence", "arrived", "left", "stands_in_for", "shares_with", "stays_at", "stays_seat", "state",
        )  # fmt: skip

    @extend_schema_field(PlayerSerializer())
    def get_player(self, row: Attendance) -> dict[str, Any]:
        """The person, under whichever name he was checked in."""
        return PlayerSerializer(find_person(row.player)).data

    @extend_schema_field(PlayerSerializer(allow_null=True))
    def get_stands_in_for(self, row: Attendance) -> dict[str, Any] | None:
        """Whose place it is."""
        return None if row.stands_in_for is None else PlayerSerializer(find_person(row.stands_in_for)).data

    @extend_schema_field(PlayerSerializer(allow_null=True))
    def get_shares_with(self, row: Attendance) -> dict[str, Any] | None:
        """Who plays in the same seat."""
        return None if row.shares_with is None else PlayerSerializer(find_person(row.shares_with)).data

    @extend_schema_field({"type": "string", "enum": Presence.values})
    def get_presence(self, row: Attendance) -> str:
        """Whether he is there for the round of the context."""
        return find_presence(row, self.context["round"]).value

    @extend_schema_field({"type": "string"})
    def get_state(self, row: Attendance) -> str:
        """All that the row says, in short."""
        return write_state(row)


class AttendanceBody(Body):
    """What is said of one person, by the `player`'s number; check_in also takes a `name`, add makes a new one of it.

    `round` goes with check_in (there from) and leave (there until), `other`, a player's number, with stand_in and
    share_seat, `table` and `seat` with stay. `seen` is the `state` that the sender was shown.
    """

    action = serializers.ChoiceField(choices=ACTIONS)
    player = WholeField(low=1, required=False)
    name = TextField(required=False)
    round = WholeField(low=0, high=LAST_ROUND, required=False)
    other = WholeField(low=1, required=False)
    table = WholeField(low=1, high=LAST_TABLE, required=False)
    seat = TextField(required=False)
    seen = TextField(required=False)
