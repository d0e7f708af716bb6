"""The matches of an event: who meets whom, how each stands, and what it still needs.

Who sits in an elimination follows from the matches before, and is worked out here. It is stored with a match only when
its first table is opened or somebody rules on it: from then on those two have met, whatever is corrected earlier.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from league.models import Entry, Event, Match, SeatResult, Table
from league.models.planning import MatchEnd
from league.models.result import Outcome
from league.selectors.match_plans import MatchPlan, find_match_plan
from league.selectors.people import list_entries
from scoring.bracket_filling import NOBODY, Filled, Known, fill_match, find_held
from scoring.knockout import BracketMatch, Key
from scoring.matches import PlayedGame, Verdict, judge_match

#: `waiting`: a side is not known yet. `ready`: a table can be opened. `playing`: one is open. `level`: all games are
#: played, nobody has won, and somebody must. `over`: it is settled. `unneeded`: a second final that is not played.
Status = Literal["waiting", "ready", "playing", "level", "over", "bye", "unneeded"]

#: How a match was settled: by its games, by what was ruled, because a side had withdrawn, or because none sat there.
How = Literal["", "games", "ruled", "withdrawn", "alone"]

Side = Literal["first", "second", ""]


class MatchGame(Struct, frozen=True, kw_only=True):
    """A game of a match: its table, the points of both sides, and who won; `is_over` where it is finished."""

    table: Table
    first: int
    second: int
    is_over: bool
    has_hands: bool
    winner: Side


class MatchState(Struct, frozen=True, kw_only=True):
    """A match with its sides as they are now; None is not known yet, or nobody where `is_alone`.

    `winner` is who won it, or goes on; empty while it is open, for a drawn match, and where neither side came.
    `expected` are the entries that should meet after the matches before it, where others have met.
    """

    match: Match
    spot: BracketMatch | None
    first: Entry | None
    second: Entry | None
    games: tuple[MatchGame, ...]
    verdict: Verdict
    status: Status
    winner: Side
    how: How
    expected: tuple[Entry | None, Entry | None] | None = None

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is to be done about it."""
        return self.status in ("over", "bye", "unneeded")

    @property
    def next_game(self) -> int:
        """The number of the game that would be opened next."""
        return len(self.games) + 1

    @property
    def is_touched(self) -> bool:
        """Whether a table was opened for it or something was ruled: it stays as it is."""
        return bool(self.games) or bool(self.match.end)

    def find_entry(self, side: Side) -> Entry | None:
        """The entry of a side."""
        return {"first": self.first, "second": self.second, "": None}[side]


def list_matches(event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None) -> list[MatchState]:
    """Every match of the event, by round and number. `instead`: table -> unsaved results, not its stored ones."""
    plan = find_match_plan(event)
    entries = {entry.pk: entry for entry in list_entries(event)}
    games = _read_games(event, instead or {})
    matches = list(event.matches.order_by("round_number", "number"))
    states = _Reader(plan, entries, games, matches)
    return [states.read(match) for match in matches]


def find_match(event: Event, round_number: int, number: int) -> MatchState | None:
    """One match, in the light of all the others."""
    place = (round_number, number)
    return next((each for each in list_matches(event) if (each.match.round_number, each.match.number) == place), None)


def find_current_round(states: Iterable[MatchState]) -> int | None:
    """The first round in which something is still to be done; None where all is settled."""
    return next((each.match.round_number for each in states if not each.is_settled), None)


class _Reader:
    """Reads matches in their order; those of an elimination follow from the ones before."""

    def __init__(
        self,
        plan: MatchPlan | None,
        entries: Mapping[int, Entry],
        games: Mapping[int, list[_TableResult]],
        matches: Iterable[Match],
    ) -> None:
        self._plan, self._entries, self._games = plan, entries, games
        self._after = plan.after if plan else 0
        self._spots = {spot.key: spot for spot in plan.bracket} if plan else {}
        met = {self._find_key(match): Known(first=match.first_id, second=match.second_id) for match in matches}
        self._held = find_held(tuple(self._spots.values()), met)
        self._filled: dict[Key, Filled] = {}

    def read(self, match: Match) -> MatchState:
        """A match; those before it have been read."""
        key = self._find_key(match)
        spot = self._spots.get(key)
        if spot is None or self._plan is None:
            return self._judge(match, match.first_id, match.second_id)
        pinned = Known(first=match.first_id, second=match.second_id)
        filled = fill_match(spot, self._plan.order, self._filled, pinned, self._held)
        state = self._judge(match, filled.first, filled.second, spot=spot, filled=filled)
        winner = _find_winner(state)
        if winner is not None:
            known = Known(first=match.first_id, second=match.second_id, winner=winner)
            filled = fill_match(spot, self._plan.order, self._filled, known, self._held)
        self._filled[key] = filled
        return state

    def _find_key(self, match: Match) -> Key:
        return match.round_number - self._after, match.number

    def _judge(
        self,
        match: Match,
        first: int | None,
        second: int | None,
        *,
        spot: BracketMatch | None = None,
        filled: Filled | None = None,
    ) -> MatchState:
        settings = self._plan.settings if self._plan else None
        games = tuple(_make_game(each, first) for each in self._games.get(match.pk, ()))
        verdict = judge_match(
            [*_list_played(games), *_list_given_up(match)],
            games=match.games,
            counts_best=match.counts_best,
            points_decide=bool(settings and settings.points_decide),
        )
        sides = (self._entries.get(first or NOBODY), self._entries.get(second or NOBODY))
        status, winner, how = _settle(match, sides, (first, second), games, verdict, spot=spot, filled=filled)
        expected = None
        if filled is not None and filled.was_met_by_others:
            one, other = filled.expected
            expected = (self._entries.get(one or NOBODY), self._entries.get(other or NOBODY))
        return MatchState(
            match=match,
            spot=spot,
            first=sides[0],
            second=sides[1],
            games=games,
            verdict=verdict,
            status=status,
            winner=winner,
            how=how,
            expected=expected,
        )


def _list_played(games: Iterable[MatchGame]) -> list[PlayedGame]:
    return [PlayedGame(first=game.first, second=game.second, winner=game.winner) for game in games if game.is_over]


def _list_given_up(match: Match) -> list[PlayedGame]:
    """The games that a side could not play for want of players: the other one has won them, without points."""
    return [
        *(PlayedGame(first=0, second=0, winner="second") for _game in range(match.first_short)),
        *(PlayedGame(first=0, second=0, winner="first") for _game in range(match.second_short)),
    ]


def _settle(
    match: Match,
    sides: tuple[Entry | None, Entry | None],
    numbers: tuple[int | None, int | None],
    games: tuple[MatchGame, ...],
    verdict: Verdict,
    *,
    spot: BracketMatch | None,
    filled: Filled | None,
) -> tuple[Status, Side, How]:
    """How a match stands, who has it, and by what."""
    if match.end:
        return "over", RULED[MatchEnd(match.end)], "ruled"
    if filled is not None and filled.is_needed is False:
        return "unneeded", "", ""
    if spot is None and match.second_id is None:
        return "bye", "first", "alone"
    if None in numbers:
        return "waiting", "", ""
    if NOBODY in numbers:
        return "over", "first" if sides[0] else "second" if sides[1] else "", "alone"
    if verdict.is_over:
        if verdict.is_level and spot is not None:
            return "level", "", ""
        return "over", verdict.winner, "games"
    gone = [_has_withdrawn(entry, match.round_number) for entry in sides]
    if any(gone):
        return "over", "" if all(gone) else "second" if gone[0] else "first", "withdrawn"
    return ("playing" if any(not game.is_over for game in games) else "ready"), "", ""


#: Who has a match by what was ruled of it.
RULED: Mapping[MatchEnd, Side] = {
    MatchEnd.FIRST_FORFEITS: "second",
    MatchEnd.SECOND_FORFEITS: "first",
    MatchEnd.NEITHER_CAME: "",
    MatchEnd.FIRST_GOES_ON: "first",
    MatchEnd.SECOND_GOES_ON: "second",
}


def _find_winner(state: MatchState) -> int | None:
    """Who goes on from a match of an elimination; NOBODY where none does, None while it is open."""
    if state.status != "over":
        return None
    entry = state.find_entry(state.winner)
    return entry.pk if entry is not None else NOBODY


def _has_withdrawn(entry: Entry | None, round_number: int) -> bool:
    return entry is not None and entry.withdrawn_from is not None and entry.withdrawn_from <= round_number


class _TableResult(Struct, frozen=True, kw_only=True):
    """What a table came to, by entry."""

    table: Table
    points: dict[int, int]
    outcomes: dict[int, str]
    deals: int


def _read_games(event: Event, instead: Mapping[int, Iterable[SeatResult]]) -> dict[int, list[_TableResult]]:
    """Match -> its tables in the order of their games, with the results that stand in for stored ones."""
    tables = event.tables.filter(match__isnull=False).select_related("round").order_by("round__number", "number")
    rows: dict[int, list[SeatResult]] = {}
    for result in SeatResult.objects.filter(event=event, table__match__isnull=False).order_by("seat_id"):
        rows.setdefault(result.table_id, []).append(result)
    rows |= {table: list(results) for table, results in instead.items()}
    games: dict[int, list[_TableResult]] = {}
    for table in tables:
        results = rows.get(table.pk, [])
        read = _TableResult(
            table=table,
            points={result.entry_id: result.points for result in results},
            outcomes={result.entry_id: result.outcome for result in results},
            deals=max((result.deals for result in results), default=0),
        )
        games.setdefault(table.match_id or 0, []).append(read)
    return games


def _make_game(read: _TableResult, first: int | None) -> MatchGame:
    """A game as the match's first side sees it. Where nobody wins a game, more points do."""
    ours = read.points.get(first or NOBODY, 0)
    theirs = next((points for entry, points in read.points.items() if entry != first), 0)
    outcome = read.outcomes.get(first or NOBODY, Outcome.OPEN)
    winner: Side = {Outcome.WON: "first", Outcome.LOST: "second"}.get(Outcome(outcome), "")  # type: ignore[assignment]
    if outcome == Outcome.ENDED:
        winner = "first" if ours > theirs else "second" if theirs > ours else ""
    return MatchGame(
        table=read.table,
        first=ours,
        second=theirs,
        is_over=outcome != Outcome.OPEN,
        has_hands=bool(read.deals or any(read.points.values())),
        winner=winner,
    )
