"""Count a movement from its seats alone, knowing nothing of how it was made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from scoring.movement_rounds import MovementRound

Pair = tuple[int, int]


def sort_pair(one: int, two: int) -> Pair:
    return (one, two) if one < two else (two, one)


def count_partners(rounds: Iterable[MovementRound]) -> Counter[Pair]:
    counts: Counter[Pair] = Counter()
    for played in rounds:
        for table in played.tables:
            counts[sort_pair(table["N"], table["S"])] += 1
            counts[sort_pair(table["E"], table["W"])] += 1
    return counts


def count_opponents(rounds: Iterable[MovementRound]) -> Counter[Pair]:
    counts: Counter[Pair] = Counter()
    for played in rounds:
        for table in played.tables:
            for one in "NS":
                for other in "EW":
                    counts[sort_pair(table[one], table[other])] += 1
    return counts


def count_repeats(counts: Counter[Pair]) -> int:
    return sum(times - 1 for times in counts.values())


def check_seats(rounds: Iterable[MovementRound], people: Sequence[int]) -> None:
    """Everybody is in one place in every round, and as few sit out as can be."""
    for played in rounds:
        seated = [person for table in played.tables for person in (table["N"], table["E"], table["S"], table["W"])]
        assert sorted([*seated, *played.sit_out]) == sorted(people)
        assert len(played.tables) == len(people) // 4
        assert len(played.sit_out) == len(people) % 4


def check_sit_outs(rounds: Iterable[MovementRound], people: Sequence[int]) -> None:
    """Equal at every moment, and nobody again before all have sat."""
    out = dict.fromkeys(people, 0)
    for number, played in enumerate(rounds, start=1):
        for person in played.sit_out:
            out[person] += 1
        assert max(out.values()) - min(out.values()) <= 1, f"unfair after round {number}: {out}"


def list_pairs(people: Iterable[int]) -> list[Pair]:
    return list(combinations(sorted(people), 2))
