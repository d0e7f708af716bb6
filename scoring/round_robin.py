"""Everybody meets everybody, by the circle method, and what is left of it after a change. Pure.

The home sides are those of the canonical tournament of D. de Werra, Scheduling in Sports (1981): an even number n of
entries has n - 2 breaks (the same side twice running), an odd number none, and no schedule has fewer. A second leg has
the sides turned round and begins in the middle of the first: of all the rounds to begin with, that one gives the fewest
breaks without the same two meeting again at once (2n - 2 over both legs of an even number, 1 of an odd one).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from scoring.matching import Pair, Pairing, pair_cheapest

Rounds = tuple[tuple[Pairing, ...], ...]


def make_round_robin(entries: Sequence[int], *, legs: int = 1) -> Rounds:
    """The rounds in which everybody meets everybody `legs` times, in the order in which the entries are drawn.

    In an odd number one has a bye in each round; it comes last.
    """
    if len(entries) < 2:
        return ()
    leg = _make_leg(entries)
    start = max(0, len(entries) - 4) if len(entries) % 2 == 0 else 1
    turned = tuple(tuple(_turn(pairing) for pairing in round_) for round_ in (*leg[start:], *leg[:start]))
    return tuple(round_ for number in range(legs) for round_ in (turned if number % 2 else leg))


def plan_rest(
    entries: Sequence[int],
    *,
    met: Mapping[frozenset[int], int],
    legs: int = 1,
    firsts: Mapping[int, int] | None = None,
    byes: Mapping[int, int] | None = None,
) -> Rounds:
    """Rounds for the meetings that are still owed after those that were played: no pair meets more than `legs` times.

    `firsts` says how often each was at home before, `byes` how often it had none to play. Each round serves those
    with the most meetings left.
    """
    owed = {
        (one, other): max(0, legs - met.get(frozenset((one, other)), 0))
        for place, one in enumerate(entries)
        for other in entries[place + 1 :]
    }
    homes = {entry: (firsts or {}).get(entry, 0) for entry in entries}
    rested = {entry: (byes or {}).get(entry, 0) for entry in entries}
    rounds: list[tuple[Pairing, ...]] = []
    while any(owed.values()):
        pairs = _pair_owing(entries, owed, rested)
        pairings = [_give_home(pair, homes) for pair in pairs]
        for pair in pairs:
            owed[pair] -= 1
        playing = {entry for pair in pairs for entry in pair}
        idle = [entry for entry in entries if entry not in playing]
        for entry in idle:
            rested[entry] += 1
        rounds.append((*pairings, *(Pairing(first=entry) for entry in idle)))
    return tuple(rounds)


def count_breaks(rounds: Rounds) -> int:
    """How often an entry is on the same side in two rounds running."""
    breaks = 0
    for before, after in itertools.pairwise(rounds):
        sides = {entry: side for pairing in before for entry, side in _list_sides(pairing)}
        breaks += sum(sides.get(entry) == side for pairing in after for entry, side in _list_sides(pairing))
    return breaks


def _make_leg(entries: Sequence[int]) -> Rounds:
    """One leg: the last entry stays, the others go round. In an odd number whoever would meet it has a bye."""
    around = len(entries) - 1 if len(entries) % 2 == 0 else len(entries)
    rounds = []
    for number in range(around):
        fixed = entries[number]
        pairings = []
        if around < len(entries):
            sides = (entries[-1], fixed) if number % 2 else (fixed, entries[-1])
            pairings.append(Pairing(first=sides[0], second=sides[1]))
        for step in range(1, (around + 1) // 2):
            ahead, behind = entries[(number + step) % around], entries[(number - step) % around]
            first, second = (ahead, behind) if step % 2 else (behind, ahead)
            pairings.append(Pairing(first=first, second=second))
        if around == len(entries):
            pairings.append(Pairing(first=fixed))
        rounds.append(tuple(pairings))
    return tuple(rounds)


def _turn(pairing: Pairing) -> Pairing:
    if pairing.second is None:
        return pairing
    return Pairing(first=pairing.second, second=pairing.first)


def _pair_owing(entries: Sequence[int], owed: Mapping[Pair, int], rested: Mapping[int, int]) -> list[Pair]:
    left = dict.fromkeys(entries, 0)
    for (one, other), count in owed.items():
        left[one] += count
        left[other] += count
    most = max(left.values())

    def cost(one: int, other: int) -> tuple[int, ...] | None:
        if not owed[one, other]:
            return None
        urgent = (left[one] == most) + (left[other] == most)
        served = min(rested[one], 50) + min(rested[other], 50)
        return 2 - urgent, 2 * most - left[one] - left[other], 100 - served

    return pair_cheapest(entries, cost)


def _give_home(pair: Pair, homes: dict[int, int]) -> Pairing:
    first, second = pair if homes[pair[0]] <= homes[pair[1]] else (pair[1], pair[0])
    homes[first] += 1
    return Pairing(first=first, second=second)


def _list_sides(pairing: Pairing) -> list[tuple[int, str]]:
    return [] if pairing.second is None else [(pairing.first, "home"), (pairing.second, "away")]
