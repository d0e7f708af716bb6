"""The leagues that somebody may see, and what is going on in one."""

from __future__ import annotations

from django.db.models import Count, Exists, OuterRef, QuerySet

from league.access import Visitor, find_leagues
from league.models import Event, League, SeatResult
from league.models.result import Outcome


def list_leagues(user: Visitor) -> QuerySet[League]:
    """The leagues that a visitor may see, those where cards are on the table first.

    Each carries `players_in_all` and `is_playing`.
    """
    playing = _find_games_in_play().filter(event__league=OuterRef("pk"))
    leagues = find_leagues(user).annotate(players_in_all=Count("players"), is_playing=Exists(playing))
    return leagues.order_by("-is_playing", "name", "pk")


def list_events(league: League) -> QuerySet[Event]:
    """A league's events with their seasons, newest first. Each carries `tables_in_all` and `is_playing`."""
    playing = _find_games_in_play().filter(event=OuterRef("pk"))
    events = league.events.annotate(tables_in_all=Count("tables"), is_playing=Exists(playing))
    return events.select_related("season")


def _find_games_in_play() -> QuerySet[SeatResult]:
    return SeatResult.objects.filter(outcome=Outcome.OPEN, deals__gt=0, event__is_open=True)
