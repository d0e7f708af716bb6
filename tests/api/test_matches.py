"""The matches of an event by the API."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from league.models.planning import Format
from league.services.setup import create_league
from tests.league.matching import Meeting


def test_matches_tell_who_meets_and_how_each_stands(db: None) -> None:
    admin = User.objects.create_user("admin")
    meeting = Meeting(create_league("Riverside", by=admin, source="web"), admin, 4)
    assert Client().get("/api/v1/events/friday/matches/").json() == []
    meeting.plan(Format.KNOCKOUT)
    meeting.win(meeting.open()[0], "second")
    one, other, final = Client().get("/api/v1/events/friday/matches/").json()
    assert (one["first"], one["second"], one["status"], one["winner"]) == ("P1a & P1b", "P4a & P4b", "over", "second")
    assert one["tables"][0]["is_finished"]
    assert (other["status"], other["winner"]) == ("playing", "")
    assert (final["first"], final["second"], final["status"]) == ("P4a & P4b", None, "waiting")
