"""Part entries that are tied, one comparison after another, and keep what each comparison found.

Every comparison is of a whole group at once, so the order of input cannot matter; nothing is ever drawn.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

from scoring.field import Measured
from scoring.standing_rules import Restart

Group = frozenset[int]


class Step(Struct, frozen=True, kw_only=True):
    """One comparison of a group by one tie-break; `measured` is None where it says nothing about all of them.

    `parts` are the groups that it left, best first: one where everybody is equal.
    """

    code: str
    tied: Group
    measured: Measured | None
    parts: tuple[Group, ...]


Take = Callable[[str, Group], Step]


def compare(code: str, tied: Group, measured: Measured | None, *, judge: Callable[[Fraction], Fraction]) -> Step:
    """The comparison of a group, with those who are as good in one part. `judge`: more is better."""
    if measured is None:
        return Step(code=code, tied=tied, measured=None, parts=(tied,))
    values = measured.values
    parts = part(tied, {entry: judge(values[entry]) for entry in tied})
    return Step(code=code, tied=tied, measured=measured, parts=parts)


def part(entries: Iterable[int], goodness: Mapping[int, Fraction]) -> tuple[Group, ...]:
    """Entries in groups of those who are as good, best first."""
    groups: dict[Fraction, set[int]] = defaultdict(set)
    for entry in entries:
        groups[goodness[entry]].add(entry)
    return tuple(frozenset(groups[good]) for good in sorted(groups, reverse=True))


def part_all(
    first: Step, *, codes: Sequence[str], last: str, restart: Restart, take: Take
) -> tuple[list[Group], list[Step]]:
    """Everybody in groups of those whom nothing parts, best first, and the comparisons in the order in which they
    were made.

    `first` is the comparison by what is ranked, `codes` are the tie-breaks in order, and `last` is asked about
    what they leave. With `restart` a group that was parted begins again with the first of them.
    """
    steps = [first]
    groups: list[Group] = []
    codes = tuple(codes)
    waiting = [(group, codes) for group in reversed(first.parts)]
    while waiting:
        tied, remaining = waiting.pop()
        parted = _part_once(tied, (*remaining, last), take, steps)
        if parted is None:
            groups.append(tied)
            continue
        step, left = parted
        parts = step.parts
        if restart == "each_place" and step.code != last:
            parts = (parts[0], frozenset().union(*parts[1:]))
        follow = () if step.code == last else codes if restart != "never" else left[:-1]
        waiting.extend((group, follow) for group in reversed(parts))
    return groups, steps


def _part_once(
    tied: Group, codes: tuple[str, ...], take: Take, steps: list[Step]
) -> tuple[Step, tuple[str, ...]] | None:
    """Compare a group until something parts it: that comparison, and the codes after it."""
    if len(tied) == 1:
        return None
    for place, code in enumerate(codes, start=1):
        step = take(code, tied)
        steps.append(step)
        if len(step.parts) > 1:
            return step, codes[place:]
    return None


def number_places(groups: Iterable[Group]) -> dict[int, int]:
    """Entry -> rank: those in a group share one and the next count on from them all, 1, 1, 3."""
    ranks: dict[int, int] = {}
    for group in groups:
        rank = len(ranks) + 1
        ranks.update(dict.fromkeys(group, rank))
    return ranks
