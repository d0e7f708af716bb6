"""Choose among the rounds of a rotation, and which player gets which of its numbers. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, cycle, islice

from scoring.movement_constraints import Constraints, pair_stays
from scoring.movement_rounds import Four

Pair = frozenset[int]
Rounds = Sequence[Sequence[Four]]

#: How often choices are gone over; each pass ends with something better or is the last.
MOST_PASSES = 10


def pick_rounds(rotation: Rounds, wanted: int) -> list[Sequence[Four]]:
    """So many rounds of a rotation: those in which the fewest people meet at a table again.

    More than it has go round again from the start. Where two or three sit out, the order decides whether that is
    fair, and only rounds up to where the first has to sit out again can be chosen from.
    """
    free = _count_free(rotation)
    if wanted >= len(rotation) or wanted > free:
        return list(islice(cycle(rotation), wanted))
    tables = [_list_tablemates(fours) for fours in rotation[:free]]
    shared = [[len(one & other) for other in tables] for one in tables]
    chosen = [0]
    for _round in range(wanted - 1):
        left = (at for at in range(free) if at not in chosen)
        chosen.append(min(left, key=lambda at: sum(shared[at][other] for other in chosen)))
    for _pass in range(MOST_PASSES):
        if not _change_one(chosen, shared):
            break
    return [rotation[at] for at in sorted(chosen)]


def name_players(rounds: Rounds, people: Sequence[int], constraints: Constraints) -> list[list[Four]]:
    """The rounds with people renumbered among themselves, so that who is kept apart does not meet, if that can be."""
    _partners, _opponents, apart_stays = pair_stays(constraints)
    apart_tables = constraints.apart_tables | apart_stays
    number_of = {person: person for person in people}
    if apart_tables or constraints.apart:
        partners, tablemates = _count_meetings(rounds)

        def count_broken(named: Mapping[int, int]) -> int:
            kinds = ((constraints.apart, partners), (apart_tables, tablemates))
            return sum(met[frozenset(map(named.__getitem__, pair))] for pairs, met in kinds for pair in pairs)

        for _pass in range(MOST_PASSES):
            before = count_broken(number_of)
            for person in sorted({who for pair in (*constraints.apart, *apart_tables) for who in pair}):
                number_of = min((_swap(number_of, person, other) for other in people), key=count_broken)
            if not count_broken(number_of) < before:
                break
    person_of = {number: person for person, number in number_of.items()}
    return [[(person_of[a], person_of[b], person_of[c], person_of[d]) for a, b, c, d in fours] for fours in rounds]


def _count_free(rotation: Rounds) -> int:
    """How many rounds pass before somebody has to sit out again."""
    everybody = {person for fours in rotation for four in fours for person in four}
    seen: set[int] = set()
    for at, fours in enumerate(rotation):
        out = everybody - {person for four in fours for person in four}
        if out & seen:
            return at
        seen |= out
    return len(rotation)


def _change_one(chosen: list[int], shared: Sequence[Sequence[int]]) -> bool:
    """Change one round for another where that saves most; whether any was."""
    best, change = 0, None
    for place, at in enumerate(chosen):
        others = [other for other in chosen if other != at]
        now = sum(shared[at][other] for other in others)
        for new in range(len(shared)):
            saved = now - sum(shared[new][other] for other in others)
            if new not in chosen and saved > best:
                best, change = saved, (place, new)
    if change is not None:
        chosen[change[0]] = change[1]
    return change is not None


def _count_meetings(rounds: Rounds) -> tuple[Counter[Pair], Counter[Pair]]:
    partners: Counter[Pair] = Counter()
    tablemates: Counter[Pair] = Counter()
    for fours in rounds:
        tablemates.update(_list_tablemates(fours))
        partners.update(frozenset(two) for four in fours for two in (four[:2], four[2:]))
    return partners, tablemates


def _list_tablemates(fours: Iterable[Four]) -> set[Pair]:
    return {frozenset(two) for four in fours for two in combinations(four, 2)}


def _swap(number_of: Mapping[int, int], one: int, other: int) -> dict[int, int]:
    return {**number_of, one: number_of[other], other: number_of[one]}
