"""Who sits where in the next round, from who sat where in those before it. Pure; a caller may change what it gets.

People stand for themselves by a number. A team is who plays together: a pair, or one player in a game of singles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

#: How many tables up (+) or down (-) a seat moves. Pairs: the East-West pairs go up a table, the others stay.
PAIRS_MOVE: Mapping[str, int] = {"N": 0, "S": 0, "E": 1, "W": 1}

Table = Mapping[str, int]
Tables = Sequence[Table]
Team = tuple[int, ...]
#: The seats of each side of a table, side by side: `(("N", "S"), ("E", "W"))`.
Sides = Sequence[Sequence[str]]

#: How often mending goes over all teams; each pass ends with fewer repeats or is the last.
MOST_PASSES = 20


def move_tables(tables: Tables, *, by: Mapping[str, int]) -> list[dict[str, int]]:
    """The tables of the next round: everybody moves by the seat's distance, round the room."""
    moved: list[dict[str, int]] = [{} for _table in tables]
    for place, table in enumerate(tables):
        for seat, person in table.items():
            moved[(place + by.get(seat, 0)) % len(tables)][seat] = person
    return moved


def order_by_turn(teams: Iterable[Team], *, rounds: Sequence[Tables]) -> list[Team]:
    """Teams in the order in which they have a right to a seat; who comes last sits out.

    Fewest rounds seated first; among those who are level, who sat out latest; then as they came.
    """
    seated: Counter[int] = Counter()
    last_out: dict[int, int] = {}
    teams = list(teams)
    for number, tables in enumerate(rounds, start=1):
        here = {person for table in tables for person in table.values()}
        seated.update(here)
        last_out.update((person, number) for team in teams for person in team if person not in here)
    return sorted(
        teams,
        key=lambda team: (sum(seated[person] for person in team), -max(last_out.get(person, 0) for person in team)),
    )


def find_teams(people: Iterable[int], *, rounds: Sequence[Tables], sides: Sides) -> list[Team]:
    """The fixed teams of people: as they last played together; who has no partner yet gets the next in the list.

    Who is left without a partner is in no team.
    """
    free = dict.fromkeys(people)
    teams: list[Team] = []
    for tables in reversed(rounds):
        for table in tables:
            for seats in sides:
                team = tuple(table[seat] for seat in seats if seat in table)
                if len(team) == len(seats) and all(person in free for person in team):
                    teams.append(team)
                    for person in team:
                        del free[person]
    size = len(sides[0])
    left = list(free)
    return teams + [tuple(left[at : at + size]) for at in range(0, len(left) - size + 1, size)]


def keep_teams(moved: Tables, teams: Iterable[Team], *, sides: Sides, tables: int) -> list[dict[str, int]]:
    """Tables for these teams: where the movement takes them, the others where there is room."""
    waiting = {frozenset(team): team for team in teams}
    filled: list[dict[str, int]] = [{} for _table in range(tables)]
    for place, table in zip(filled, moved, strict=False):
        for seats in sides:
            team = frozenset(table[seat] for seat in seats if seat in table)
            if waiting.pop(team, None) is not None:
                place.update((seat, table[seat]) for seat in seats)
    rest = iter(waiting.values())
    for place in filled:
        for seats in sides:
            if seats[0] not in place:
                place.update(zip(seats, next(rest, ()), strict=False))
    return filled


def mix_partners(people: Sequence[int], *, rounds: Sequence[Tables], sides: Sides) -> list[dict[str, int]]:
    """Full tables of people with as few partners met again as can be found, then as few who shared a table.

    The first choice for everybody is the next in the list; pairs of teams then swap members while that saves
    repeats. It is a search and no proof: late in a long event one repeat may stand that could be avoided.
    """
    partners, tablemates = _count_meetings(rounds, sides)
    size = len(sides[0])
    whole = len(people) // (size * len(sides)) * size * len(sides)
    teams = _mend_teams(_pick_teams(people[:whole], size=size, partners=partners, tablemates=tablemates), met=partners)
    tables: list[dict[str, int]] = []
    while teams:
        table = [teams.pop(0)]
        while len(table) < len(sides):
            table.append(min(teams, key=lambda team: sum(_count_between(team, other, tablemates) for other in table)))
            teams.remove(table[-1])
        tables.append(
            {seat: who for seats, team in zip(sides, table, strict=True) for seat, who in zip(seats, team, strict=True)}
        )
    return tables


def keep_in_place(tables: Tables, stays: Mapping[int, tuple[int, str]], *, sides: Sides) -> list[dict[str, int]]:
    """The tables with those who cannot move at theirs, `stays` being person -> number of a table and a seat or "".

    Whole teams change places, so that nobody loses a partner who need not. Who has no seat in these tables gets none.
    """
    placed = [dict(table) for table in tables]
    for who, (number, seat) in stays.items():
        at = next((place for place in placed if who in place.values()), None)
        if at is None or number > len(placed):
            continue
        wanted = placed[number - 1]
        if at is not wanted:
            _bring_to_table(at, wanted, who, staying=stays.keys(), seat=seat, sides=sides)
        if seat and who in wanted.values():
            _bring_to_seat(wanted, who, staying=stays.keys(), seat=seat, sides=sides)
    return placed


def _bring_to_table(
    at: dict[str, int], wanted: dict[str, int], who: int, *, staying: Collection[int], seat: str, sides: Sides
) -> None:
    """Exchange somebody's team with one of the wanted table, best that in the wanted seat, of whom nobody stays.

    He goes alone where his partner stays, or a partner does in every team there.
    """
    own = _find_team(at, who, sides)
    free = [seats for seats in sides if not any(wanted.get(each) in staying for each in seats)]
    if free and not any(at.get(each) in staying for each in own if at.get(each) != who):
        theirs = next((seats for seats in free if seat in seats), free[0])
        for mine, other in zip(own, theirs, strict=True):
            _exchange(at, mine, wanted, other)
        return
    open_seats = [each for seats in sides for each in seats if wanted.get(each) not in staying]
    if open_seats:
        now = next(each for each in own if at.get(each) == who)
        _exchange(at, now, wanted, seat if seat in open_seats else open_seats[0])


def _bring_to_seat(table: dict[str, int], who: int, *, staying: Collection[int], seat: str, sides: Sides) -> None:
    """Bring somebody into a seat of his table: with his partner to the other side where neither of them stays."""
    own = _find_team(table, who, sides)
    theirs = next((seats for seats in sides if seat in seats), own)
    others = [table.get(each) for each in (*own, *theirs) if table.get(each) != who]
    if theirs is not own and not any(other in staying for other in others):
        for mine, other in zip(own, theirs, strict=True):
            _exchange(table, mine, table, other)
    now = next(each for each, person in table.items() if person == who)
    _exchange(table, now, table, seat)


def _find_team(table: Table, who: int, sides: Sides) -> Sequence[str]:
    return next(seats for seats in sides if any(table.get(each) == who for each in seats))


def _exchange(one: dict[str, int], seat: str, other: dict[str, int], other_seat: str) -> None:
    if one is other and seat == other_seat:
        return
    first, second = one.pop(seat, None), other.pop(other_seat, None)
    if first is not None:
        other[other_seat] = first
    if second is not None:
        one[seat] = second


def fill_tables(people: Sequence[int], *, order: Sequence[str], tables: int) -> list[dict[str, int]]:
    """Seat people in the order given, table by table; `order` is the order in which a table's seats fill."""
    size = len(order)
    return [dict(zip(order, people[size * place : size * (place + 1)], strict=False)) for place in range(tables)]


Meetings = Counter[frozenset[int]]


def _count_meetings(rounds: Sequence[Tables], sides: Sides) -> tuple[Meetings, Meetings]:
    """How often each two people were partners, and how often they were at one table."""
    partners: Meetings = Counter()
    met: Meetings = Counter()
    for table in (table for tables in rounds for table in tables):
        met.update(map(frozenset, combinations(table.values(), 2)))
        for seats in sides:
            partners.update(map(frozenset, combinations([table[seat] for seat in seats if seat in table], 2)))
    return partners, met


def _pick_teams(people: Sequence[int], *, size: int, partners: Meetings, tablemates: Meetings) -> list[Team]:
    left = list(people)
    teams: list[Team] = []
    while left:
        team = [left.pop(0)]
        while len(team) < size:
            team.append(
                min(left, key=lambda who: [_count_between((who,), team, met) for met in (partners, tablemates)])
            )
            left.remove(team[-1])
        teams.append(tuple(team))
    return teams


def _mend_teams(teams: list[Team], *, met: Meetings) -> list[Team]:
    """Swap members of two teams while that leaves fewer partners who have met."""
    for _pass in range(MOST_PASSES):
        spoilt = [place for place, team in enumerate(teams) if _count_within(team, met)]
        swapped = [_swap_member(teams, place, met) for place in spoilt]
        if not any(swapped):
            break
    return teams


def _swap_member(teams: list[Team], place: int, met: Meetings) -> bool:
    """Change a member of the team for another team's, where that saves the most; whether one was changed."""
    best, swap = 0, None
    team = teams[place]
    for other_place, other in enumerate(teams):
        before = _count_within(team, met) + _count_within(other, met)
        if other_place == place or before <= best:
            continue
        for mine in team:
            for theirs in other:
                ours = tuple(theirs if who == mine else who for who in team)
                yours = tuple(mine if who == theirs else who for who in other)
                saved = before - _count_within(ours, met) - _count_within(yours, met)
                if saved > best:
                    best, swap = saved, (other_place, ours, yours)
    if swap is not None:
        teams[swap[0]], teams[place] = swap[2], swap[1]
    return swap is not None


def _count_within(team: Sequence[int], met: Meetings) -> int:
    return sum(met[frozenset(two)] for two in combinations(team, 2))


def _count_between(team: Sequence[int], other: Sequence[int], met: Meetings) -> int:
    return sum(met[frozenset((one, two))] for one in team for two in other)
