"""What the standings of an event are made of, read from its rows: results, adjustments, decisions, who is ranked."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from decimal import Decimal

from msgspec import Struct

from league.models import Adjustment, Entry, Event, SeatResult, TieDecision
from league.models.result import Outcome
from league.models.standing import AdjustmentUnit
from league.selectors.bracket_places import find_bracket_places
from league.selectors.people import map_persons, name_entries
from league.selectors.seat_credit import Credited, People, credit_games, list_seats, list_stood_in
from league.selectors.unplayed_games import UnplayedGame, list_unplayed, make_unplayed_results
from scoring import game_results
from scoring.game_results import BracketPlace, Decision, Result


class Member(Struct, frozen=True, kw_only=True):
    """A player of an entry; `is_again` where the same person was entered twice."""

    player: int
    name: str
    is_again: bool


class Inputs(Struct, frozen=True, kw_only=True):
    """All that is ranked in an event. `entries` are those that are listed, each person once, and `names` the names of
    all; `players` are their players' names in order. `playing` counts games in play, `deals` the hands of each
    (entry, game). `unplayed` are the games below nought: −1 is the first.
    `bracket` are the places in the bracket, where they decide anything.
    """

    entries: Mapping[int, Entry]
    names: Mapping[int, str]
    players: Mapping[int, tuple[str, ...]]
    results: tuple[Result, ...]
    unplayed: tuple[UnplayedGame, ...]
    playing: Mapping[int, int]
    deals: Mapping[tuple[int, int], int]
    adjustments: tuple[game_results.Adjustment, ...]
    decisions: tuple[Decision, ...]
    bracket: Mapping[int, BracketPlace] = {}

    @property
    def withdrawn(self) -> frozenset[int]:
        """The entries that play no more."""
        return frozenset(pk for pk, entry in self.entries.items() if entry.withdrawn_from is not None)


def read_inputs(
    event: Event, *, instead: Mapping[int, Iterable[SeatResult]] | None = None, with_bracket: bool = False
) -> Inputs:
    """Read them; only rows of the event itself, and of its league's players. `instead`: table -> unsaved results.

    `with_bracket`: places in the bracket too.
    """
    entries = {entry.pk: entry for entry in event.entries.select_related("division").order_by("pk")}
    members = _list_members(event)
    people = _find_people(event, entries, members)
    if people.persons:
        name_entries(event, entries.values())
    seats = list_seats(event, instead or {})
    games = list(credit_games(event, people, seats))
    finished = [game for game in games if game.seats[0].outcome != Outcome.OPEN]
    unplayed = tuple(list_unplayed(event, same=people.same, games=finished, instead=instead))
    credited = event.rules.credited_tallies
    results = (*(make_result(game, credited) for game in finished), *make_unplayed_results(unplayed))
    adjustments = tuple(_list_adjustments(event, people.same))
    idle = list_stood_in(event, people, seats) - {result.entry for result in results} - {game.entry for game in games}
    idle -= {given.entry for given in adjustments}
    return Inputs(
        entries={pk: entry for pk, entry in entries.items() if people.same[pk] == pk and pk not in idle},
        names={pk: entries[people.same[pk]].name for pk in entries},
        players={pk: tuple(dict.fromkeys(member.name for member in members.get(pk, ()))) for pk in entries},
        results=results,
        unplayed=unplayed,
        playing=Counter(game.entry for game in games if game.seats[0].outcome == Outcome.OPEN and game.seats[0].deals),
        deals={(game.entry, game.seats[0].table): game.seats[0].deals for game in finished},
        adjustments=adjustments,
        decisions=tuple(_list_decisions(event, people.same)),
        bracket=_read_bracket(event, people.same, instead) if with_bracket else {},
    )


def _read_bracket(
    event: Event, same: Mapping[int, int], instead: Mapping[int, Iterable[SeatResult]] | None
) -> dict[int, BracketPlace]:
    """Entry -> its place; of several entries that count as one the best."""
    places: dict[int, BracketPlace] = {}
    for entry, place in sorted(find_bracket_places(event, instead=instead).items(), key=lambda each: each[1].place):
        places.setdefault(same.get(entry, entry), place)
    return places


def list_standing_decisions(event: Event) -> list[TieDecision]:
    """The decisions on ties that have not been cancelled, in the order in which they were taken."""
    rows = event.tie_decisions.filter(cancels__isnull=True, cancelled_by__isnull=True)
    return list(rows.order_by("pk"))


def list_standing_adjustments(event: Event) -> list[Adjustment]:
    """The adjustments that have not been cancelled, in the order in which they were made."""
    rows = event.adjustments.filter(cancels__isnull=True, cancelled_by__isnull=True)
    return list(rows.order_by("pk"))


def _list_members(event: Event) -> dict[int, list[Member]]:
    """Entry -> its players, by the names as which they are shown."""
    members: dict[int, list[Member]] = defaultdict(list)
    rows = Entry.players.through.objects.filter(entry__event=event).order_by("player__name", "player_id")
    for entry, player, name, shown in rows.values_list(
        "entry_id", "player_id", "player__name", "player__same_as__name"
    ):
        members[entry].append(Member(player=player, name=shown or name, is_again=shown is not None))
    return {entry: sorted(own, key=lambda member: member.name) for entry, own in members.items()}


def _find_people(event: Event, entries: Mapping[int, Entry], members: Mapping[int, list[Member]]) -> People:
    """Who counts as one. Of several entries of the same persons that one stands which names the persons themselves."""
    has_again = any(member.is_again for own in members.values() for member in own)
    persons = dict(map_persons(event.league)) if has_again else {}
    who = {
        pk: frozenset(persons.get(member.player, member.player) for member in members.get(pk, ()))
        for pk, entry in entries.items()
        if entry.team_id is None and pk in members
    }
    by_players: dict[frozenset[int], int] = {}
    for pk, own in who.items():
        if own not in by_players or own == {member.player for member in members[pk]}:
            by_players[own] = pk
    same = {pk: by_players[who[pk]] if pk in who else pk for pk in entries}
    return People(same=same, by_players=by_players, persons=persons)


def make_result(game: Credited, credited: Collection[str]) -> Result:
    """A game that was played. Its seats share the side's result; what each did alone adds up.

    `credited` are the counts that are points of one's own.
    """
    side = game.seats[0]
    counts: Counter[str] = Counter(side.side_counts)
    for seat in game.seats:
        counts.update(seat.own_counts)
    own = sum(number for seat in game.seats for code, number in seat.own_counts.items() if code in credited)
    return Result(
        game=side.table,
        entry=game.entry,
        evening=side.evening,
        round=side.round,
        match=side.match,
        opponents=game.opponents,
        outcome=side.outcome,  # type: ignore[arg-type]  # the stored outcomes but `open` are those of scoring
        points_for=side.points + own,
        points_against=side.points_against,
        counts=dict(counts),
        by_substitute=game.by_substitute,
    )


def _list_adjustments(event: Event, same: Mapping[int, int]) -> Iterator[game_results.Adjustment]:
    for row in list_standing_adjustments(event):
        assert row.entry_id is not None
        is_league = row.unit == AdjustmentUnit.LEAGUE_POINTS
        yield game_results.Adjustment(
            entry=same.get(row.entry_id, row.entry_id),
            reason=row.reason,
            league_points=Decimal(row.amount) if is_league else Decimal(0),
            points=0 if is_league else row.amount,
        )


def _list_decisions(event: Event, same: Mapping[int, int]) -> Iterator[Decision]:
    for row in list_standing_decisions(event):
        entries = dict.fromkeys(same.get(entry, entry) for entry in row.order)
        yield Decision(number=row.pk, entries=tuple(entries), how=row.way, reason=row.reason)  # type: ignore[arg-type]
