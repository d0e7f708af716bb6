"""An event of fixed pairs, made and played by the services; each step in a line."""

from __future__ import annotations

from django.contrib.auth.models import User

from league.models import Entry, League, Match, Table
from league.models.planning import Format
from league.selectors.match_plans import MatchSettings
from league.selectors.matches import MatchState, find_match, list_matches
from league.selectors.suggestions import find_next_round
from league.services.corrections import correct_sheet
from league.services.fixed_entries import enter_names, set_seeds
from league.services.match_plans import find_versions, take_matches
from league.services.match_tables import open_match_tables
from league.services.recording import call_time, record_deal
from league.services.setup import create_event

MAKERS = {"first": "N", "second": "E"}


class Meeting:
    """An event in which pairs meet: P1, P2 … by seed. A game is one hand and a call of time."""

    def __init__(self, league: League, admin: User, pairs: int, *, name: str = "Friday") -> None:
        self.admin = admin
        self.event = create_event(league, name=name, game="land-grant-euchre", by=admin, source="web")
        self.pairs = [f"P{number}a & P{number}b" for number in range(1, pairs + 1)]
        entries = enter_names(self.event, [name.split(" & ") for name in self.pairs], by=admin, source="web")
        seeds = {entry.pk: self.number(entry) for entry in entries}
        set_seeds(self.event, seeds, by=admin, source="web")

    def number(self, entry: Entry | None) -> int:
        """The number of a pair; 0 for nobody."""
        return self.pairs.index(entry.name) + 1 if entry else 0

    def entry(self, number: int) -> Entry:
        return self.event.entries.get(name=self.pairs[number - 1])

    def plan(self, format: Format, *, reason: str = "", **settings: object) -> None:
        take_matches(
            self.event,
            format,
            MatchSettings(**settings),  # type: ignore[arg-type]
            seen_version=find_versions(self.event),
            seen_round=find_next_round(self.event),
            by=self.admin,
            source="web",
            reason=reason,
        )

    def states(self, round_number: int | None = None) -> list[MatchState]:
        return [state for state in list_matches(self.event) if round_number in (None, state.match.round_number)]

    def state(self, round_number: int, number: int) -> MatchState:
        state = find_match(self.event, round_number, number)
        assert state is not None
        return state

    def sides(self, round_number: int, number: int) -> tuple[int, int]:
        state = self.state(round_number, number)
        return self.number(state.first), self.number(state.second)

    def match(self, round_number: int, number: int) -> Match:
        return self.state(round_number, number).match

    def open(self) -> list[Table]:
        return open_match_tables(self.event, by=self.admin, source="web")

    def win(self, table: Table, side: str) -> None:
        """A march of one side, and time."""
        self.hand(table, side)
        call_time(table, called=True, by=self.admin, source="web")

    def hand(self, table: Table, side: str) -> None:
        facts = {"maker": MAKERS[side], "tricks": 5}
        position = table.records.count() + 1
        record_deal(table, facts, position=position, key=f"{table.pk}-{position}", by=self.admin, source="web")

    def win_by_number(self, table: Table) -> None:
        """The pair of the lower number wins."""
        numbers = [self.number(seat.entry) for seat in table.seats.order_by("pk")]
        self.win(table, "first" if numbers[0] < numbers[-1] else "second")

    def turn(self, table: Table, side: str) -> None:
        """A correction after which the other side has won."""
        facts = {1: {"maker": MAKERS[side], "tricks": 5}}
        correct_sheet(table, facts, seen=1, reason="Misread", key=f"c{table.pk}", by=self.admin, source="web")
