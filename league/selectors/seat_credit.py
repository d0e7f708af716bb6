"""For whom a game counts: rows of seats to games, with the entries that get the credit.

A seat's entry says whose place it is. Where a substitute sat in it, the event's setting says for whom the game counts;
players who are the same person count as one. All of that is worked out on reading: the rows stay as they are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from league.models import Event, SeatResult
from league.models.event import EntryKind, SubstituteCredit


class PlayedSeat(Struct, frozen=True, kw_only=True):
    """A seat's result with where it was played. `match_round` is the round of the match that it is part of, if any."""

    table: int
    round: int
    planned: int | None
    match_round: int | None
    match: int | None
    entry: int
    player: int
    stands_in_for: int | None
    shared_with: int | None
    side: str
    points: int
    points_against: int
    deals: int
    outcome: str
    own_counts: Mapping[str, int]
    side_counts: Mapping[str, int]

    @property
    def evening(self) -> int:
        """What counts as an evening within one event: a round of its plan, or the round itself."""
        if self.match_round is not None:
            return self.match_round
        return self.round if self.planned is None else self.planned


#: The fields of PlayedSeat in their order, as the database calls them.
_COLUMNS = (
    "table_id", "table__round__number", "table__round__planned", "table__match__round_number", "table__match_id",
    "entry_id", "player_id", "seat__stands_in_for_id", "seat__shared_with_id", "side", "points", "points_against",
    "deals", "outcome", "own_counts", "side_counts",
)  # fmt: skip


class Credited(Struct, frozen=True, kw_only=True):
    """A game as it counts for one entry: its seats, whether a substitute sat in one, and the entries of other sides."""

    entry: int
    seats: tuple[PlayedSeat, ...]
    by_substitute: bool
    opponents: tuple[int, ...]


class People(Struct, frozen=True, kw_only=True):
    """Who the entries of an event are. `same` is entry -> the entry that it counts as; `by_players` finds the entry of
    players by their numbers, those who are the same person as one; `persons` is player -> person.
    """

    same: Mapping[int, int]
    by_players: Mapping[frozenset[int], int]
    persons: Mapping[int, int]

    def find(self, players: Iterable[int]) -> int | None:
        """The entry of these players, if there is one."""
        return self.by_players.get(frozenset(self.persons.get(player, player) for player in players))


def list_seats(event: Event, instead: Mapping[int, Iterable[SeatResult]]) -> list[PlayedSeat]:
    """The results of an event's seats, table after table; `instead` has unsaved ones for some tables."""
    stored = event.results.exclude(table__in=instead).order_by("table_id", "seat_id").values_list(*_COLUMNS)
    names = PlayedSeat.__struct_fields__
    seats = [PlayedSeat(**dict(zip(names, row, strict=True))) for row in stored]
    return [*seats, *(_read_unsaved(result) for results in instead.values() for result in results)]


def _read_unsaved(result: SeatResult) -> PlayedSeat:
    table, seat = result.table, result.seat
    return PlayedSeat(
        table=table.pk,
        round=table.round.number,
        planned=table.round.planned,
        match_round=table.match.round_number if table.match else None,
        match=table.match_id,
        entry=result.entry_id,
        player=result.player_id,
        stands_in_for=seat.stands_in_for_id,
        shared_with=seat.shared_with_id,
        side=result.side,
        points=result.points,
        points_against=result.points_against,
        deals=result.deals,
        outcome=result.outcome,
        own_counts=result.own_counts,
        side_counts=result.side_counts,
    )


def credit_games(event: Event, people: People, seats: Sequence[PlayedSeat]) -> Iterator[Credited]:
    """Every game as it counts for each entry that it counts for."""
    for together in _part_tables(seats).values():
        yield from _credit_table(event, people, together)


def list_stood_in(event: Event, people: People, seats: Sequence[PlayedSeat]) -> frozenset[int]:
    """The entries of those who sat for somebody else, or in turns in somebody's seat."""
    special = [seat for seat in seats if seat.stands_in_for is not None or seat.shared_with is not None]
    tables = {seat.table for seat in special}
    together = _part_tables(seat for seat in seats if seat.table in tables)
    places = (own for table in together.values() for own in _part_sides(table).values())
    turns = (people.find({seat.shared_with}) for seat in special if seat.shared_with is not None)
    return frozenset(filter(None, (*turns, *(_find_substitutes(event, people, own) for own in places))))


def _credit_table(event: Event, people: People, seats: Sequence[PlayedSeat]) -> Iterator[Credited]:
    """The seats of one table; of an entry that comes twice as one (players merged too late) the first side counts."""
    counted: dict[int, tuple[list[PlayedSeat], bool]] = {}
    sides: dict[str, set[int]] = defaultdict(set)
    for (_entry, side), own in _part_sides(seats).items():
        for entry, by_substitute in _find_credit(event, people, own).items():
            sides[side].add(entry)
            before, was_substitute = counted.get(entry, ([], by_substitute))
            same_side = [seat for seat in own if not before or seat.side == before[0].side]
            counted[entry] = ([*before, *same_side], was_substitute and by_substitute)
    for entry, (own, by_substitute) in counted.items():
        others = {other for side, entries in sides.items() if side != own[0].side for other in entries}
        yield Credited(
            entry=entry,
            seats=tuple(own),
            by_substitute=by_substitute,
            opponents=tuple(sorted(others - {entry} - sides[own[0].side])),
        )


def _part_tables(seats: Iterable[PlayedSeat]) -> dict[int, list[PlayedSeat]]:
    tables: dict[int, list[PlayedSeat]] = defaultdict(list)
    for seat in seats:
        tables[seat.table].append(seat)
    return tables


def _part_sides(seats: Iterable[PlayedSeat]) -> dict[tuple[int, str], list[PlayedSeat]]:
    """The seats of each entry on each side."""
    parted: dict[tuple[int, str], list[PlayedSeat]] = defaultdict(list)
    for seat in seats:
        parted[seat.entry, seat.side].append(seat)
    return parted


def _find_credit(event: Event, people: People, own: Sequence[PlayedSeat]) -> dict[int, bool]:
    """The entries for which the seats of one entry count -> whether a substitute earned it."""
    place = people.same.get(own[0].entry, own[0].entry)
    credited = {place: False}
    if any(seat.stands_in_for is not None for seat in own):
        credited = _credit_substitute(event, place, _find_substitutes(event, people, own))
    if event.entry_kind == EntryKind.PLAYER and credited:
        turns = (people.find({seat.shared_with}) for seat in own if seat.shared_with is not None)
        credited = dict.fromkeys(filter(None, turns), False) | credited
    return credited


def _credit_substitute(event: Event, place: int, played: int | None) -> dict[int, bool]:
    """`played` is the entry of those who sat there. A team has its substitutes' games, unless nobody has."""
    credit = event.substitute_credit
    if credit == SubstituteCredit.NOBODY:
        return {}
    if credit == SubstituteCredit.ABSENT or event.entry_kind == EntryKind.TEAM or played == place:
        return {place: True}
    person = {} if played is None else {played: False}
    return person if credit == SubstituteCredit.PERSON else {place: True} | person


def _find_substitutes(event: Event, people: People, own: Sequence[PlayedSeat]) -> int | None:
    """The entry of those who really sat there, where one stood in and they are ranked."""
    if event.entry_kind == EntryKind.TEAM or all(seat.stands_in_for is None for seat in own):
        return None
    return people.find(seat.player for seat in own)
