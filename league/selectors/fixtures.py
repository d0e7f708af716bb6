"""Fixtures of teams: match days with their matches, and what is to come for whom."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import groupby

from django.db.models import Count, F, Q, QuerySet
from msgspec import Struct

from league.models import Event, Match, Seat, SeatResult, Team
from league.models.result import Outcome
from league.selectors.team_entries import is_withdrawn


class FixtureState(StrEnum):
    """How far a fixture has come."""

    TO_COME = "to_come"
    FREE = "free"
    OPEN = "open"
    PLAYED = "played"
    GIVEN_UP = "given_up"
    OFF = "off"


class Fixture(Struct, frozen=True, kw_only=True):
    """A match of two teams, home first, or a free day of one.

    `games` are games won by home and away, those given up for want of players included; `drawn` were won by neither.
    """

    match: Match
    state: FixtureState
    games: tuple[int, int] = (0, 0)
    drawn: int = 0
    left: int = 0

    @property
    def is_postponed(self) -> bool:
        """Whether it is held, or will be, on another day than was planned."""
        return self.match.postponed_from is not None


class MatchDay(Struct, frozen=True, kw_only=True):
    """A match day: its number, the day on which most of it is held, and its fixtures."""

    number: int
    day: datetime.date | None
    fixtures: tuple[Fixture, ...]

    @property
    def is_done(self) -> bool:
        """Whether nothing of it is left to play."""
        return all(fixture.state not in (FixtureState.TO_COME, FixtureState.OPEN) for fixture in self.fixtures)


def list_match_days(event: Event) -> list[MatchDay]:
    """The event's match days in order. Three queries, however many fixtures there are."""
    return [
        _make_day(number, list(group))
        for number, group in groupby(_read(event.matches.all()), key=lambda fixture: fixture.match.round_number)
    ]


def list_fixtures_of(team: Team, events: Iterable[Event]) -> list[Fixture]:
    """A team's fixtures in these events, in the order in which they are held; those without a day come last."""
    of_team = Q(first__team=team) | Q(second__team=team)
    fixtures = _read(Match.objects.filter(of_team, event__in=list(events)))
    return sorted(fixtures, key=lambda each: (each.match.held_on or datetime.date.max, each.match.round_number))


def find_fixture(match: Match) -> Fixture:
    """One fixture as it stands."""
    return _read(Match.objects.filter(pk=match.pk))[0]


def find_next_day(days: Sequence[MatchDay], today: datetime.date) -> MatchDay | None:
    """The match day that comes next: of those with something left to play the first from today on, else the first."""
    ahead = [day for day in days if not day.is_done]
    return next((day for day in ahead if day.day is None or day.day >= today), ahead[0] if ahead else None)


def count_lent(event: Event, players: Iterable[int] | None = None, *, but: Match | None = None) -> dict[int, int]:
    """Player -> in how many matches he was lent to a team in the event's season (or in it, without one)."""
    seats = Seat.objects.filter(borrowed=True, table__match__isnull=False)
    scope = Q(table__event__season=event.season) if event.season_id else Q(table__event=event)
    seats = seats.filter(scope, table__event__league=event.league_id)
    if players is not None:
        seats = seats.filter(player__in=list(players))
    if but is not None:
        seats = seats.exclude(table__match=but)
    rows = seats.order_by().values_list("player").annotate(times=Count("table__match", distinct=True))
    return dict(rows)


def find_seated(match: Match, players: Iterable[int]) -> list[Seat]:
    """The first seat of each of these players who sits, or has sat, in another match of the same day.

    A match that was put off to another day is not of the same one: who was lent then may play for his own team.
    """
    same_day = Q(table__match__event=match.event_id, table__match__round_number=match.round_number)
    same_day &= Q(table__match__held_on=match.held_on) if match.held_on else Q(table__match__held_on__isnull=True)
    seats = Seat.objects.filter(same_day, player__in=list(players)).exclude(table__match=match)
    rows = seats.select_related("player", "entry", "table__match__first", "table__match__second").order_by("pk")
    return list({seat.player_id: seat for seat in reversed(rows)}.values())


def _read(matches: QuerySet[Match]) -> list[Fixture]:
    rows = list(
        matches.select_related("first__team", "second__team", "first__division", "event").order_by(
            "event", "round_number", "number"
        )
    )
    counted = _count_games(rows)
    return [_make_fixture(match, counted.get(match.pk, {})) for match in rows]


def _count_games(matches: Sequence[Match]) -> dict[int, dict[str, int]]:
    """Match -> how many of its games have come to what for its first side."""
    found = SeatResult.objects.filter(table__match__in=matches, entry=F("table__match__first")).order_by()
    rows = found.values_list("table__match", "outcome").annotate(games=Count("table", distinct=True))
    counted: dict[int, dict[str, int]] = {}
    for match, outcome, games in rows:
        counted.setdefault(match, {})[outcome] = games
    return counted


def _make_fixture(match: Match, games: Mapping[str, int]) -> Fixture:
    left = games.get(Outcome.OPEN, 0)
    return Fixture(
        match=match,
        state=_find_state(match, has_begun=bool(games), left=left),
        games=(games.get(Outcome.WON, 0) + match.second_short, games.get(Outcome.LOST, 0) + match.first_short),
        drawn=games.get(Outcome.DRAWN, 0) + games.get(Outcome.ENDED, 0),
        left=left,
    )


def _find_state(match: Match, *, has_begun: bool, left: int) -> FixtureState:
    if match.first is None or match.second is None:
        return FixtureState.FREE
    if match.end:
        return FixtureState.GIVEN_UP
    if has_begun:
        return FixtureState.OPEN if left else FixtureState.PLAYED
    withdrawn = any(is_withdrawn(entry, match.round_number) for entry in (match.first, match.second))
    return FixtureState.OFF if withdrawn else FixtureState.TO_COME


def _make_day(number: int, fixtures: list[Fixture]) -> MatchDay:
    planned = [each.match.postponed_from or each.match.held_on for each in fixtures]
    days = [day for day in planned if day is not None]
    return MatchDay(number=number, day=max(days, key=days.count) if days else None, fixtures=tuple(fixtures))


def find_first_open_day(event: Event) -> int:
    """The number of the first match day after all on which something was played or given up."""
    begun = event.matches.filter(Q(tables__isnull=False) | ~Q(end="")).order_by("round_number").last()
    return begun.round_number + 1 if begun else 1
