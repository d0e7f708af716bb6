"""A season of teams: squads of named players, an event in which they meet, and matches played at a stroke."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User

from league.models import Entry, Event, League, Match, Player, Season, Table, Team
from league.models.event import EntryKind
from league.services.fixture_plans import FixtureWishes, propose_fixtures, take_fixtures
from league.services.match_nights import open_match
from league.services.recording import record_deal
from league.services.setup import create_event, create_season
from league.services.squads import sign_players
from league.services.team_entries import enter_teams, set_team_rules
from league.services.teams import create_team
from scoring.team_rules import TeamRules

FIRST_DAY = datetime.date(2026, 3, 17)


class FixtureSeason:
    """A season with as many teams of four players each; the first is called Ants, its players Ants 1 to Ants 4."""

    names = ("Ants", "Bees", "Crows", "Dogs", "Eels", "Foxes", "Gulls", "Hares")

    def __init__(self, league: League, admin: User, *, teams: int, **rules: Any) -> None:
        self.by: dict[str, Any] = {"by": admin, "source": "web"}
        self.league = league
        self.season: Season = create_season(league, name="2026", starts_on=FIRST_DAY, **self.by)
        self.teams: list[Team] = [self.make_team(name) for name in self.names[:teams]]
        self.event: Event = create_event(
            league,
            name="Tuesdays",
            game="euchre",
            options={"target": 5},
            season=self.season,
            entry_kind=EntryKind.TEAM,
            **self.by,
        )
        set_team_rules(self.event, TeamRules(**{"pairs": 2, **rules}), **self.by)
        enter_teams(self.event, self.teams, **self.by)

    def make_team(self, name: str) -> Team:
        team = create_team(self.league, name=name, venue=f"{name} Arms", **self.by)
        sign_players(team, [f"{name} {number}" for number in range(1, 5)], season=self.season, on=FIRST_DAY, **self.by)
        return team

    def take(self, *, legs: int = 1, reason: str = "", **wishes: Any) -> None:
        made = FixtureWishes(legs=legs, first_day=wishes.pop("first_day", FIRST_DAY), **wishes)
        take_fixtures(self.event, made, seen=propose_fixtures(self.event, made).stamp, reason=reason, **self.by)

    def entry(self, name: str) -> Entry:
        return self.event.entries.get(name=name)

    def player(self, name: str) -> Player:
        return self.league.players.get(name=name)

    def pairs(self, *names: str) -> list[list[Player]]:
        players = [self.player(name) for name in names]
        return [players[start : start + 2] for start in range(0, len(players), 2)]

    def squad(self, entry: Entry | None, players: int = 4) -> list[list[Player]]:
        assert entry is not None
        return self.pairs(*(f"{entry.name} {number}" for number in range(1, players + 1)))

    def open(self, match: Match, *, home: int = 4, away: int = 4) -> list[Table]:
        return open_match(match, home=self.squad(match.first, home), away=self.squad(match.second, away), **self.by)

    def play(self, match: Match, *, won: Sequence[bool]) -> list[Table]:
        """Open a match of full teams and play its games; `won` says of each in order whether home wins it."""
        tables = self.open(match)
        for table, is_home in zip(tables, won, strict=False):
            self.finish(table, home_wins=is_home)
        return tables

    def finish(self, table: Table, *, home_wins: bool) -> None:
        """March after march until the game is over."""
        maker = "N" if home_wins else "E"
        for position in range(1, 20):
            facts = {"maker": maker, "tricks": 5, "alone": True}
            recorded = record_deal(table, facts, position=position, key=f"{table.pk}-{position}", **self.by)
            if recorded.folded.is_over:
                return
        raise AssertionError("the game never ended")
