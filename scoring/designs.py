"""Whist tournaments: everybody partners everybody once and meets everybody twice as an opponent. Pure.

A base round stands for many: developed over a group, each round adds the next element of the group to every player
in it. The data are in whist_designs.json; scoring/design_constructions.py has what is put together from smaller
tournaments. A whist tournament exists for every 4n and 4n+1 players (I. Anderson, Combinatorial Designs and
Tournaments, 1997); here are those for up to 100. For 4n+2 and 4n+3 players there are rotations in which nobody has
the same partner twice, in an order in which nobody sits out again before everybody has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Literal

from msgspec import Struct, json

from scoring.movement_rounds import Four

Element = tuple[int, ...]
Point = tuple[int, ...] | int | Literal["INF"]
Table = tuple[tuple[Point, Point], tuple[Point, Point]]
Level = tuple[int, int]
LevelTable = tuple[tuple[Level, Level], tuple[Level, Level]]


class Design(Struct, frozen=True, kw_only=True):
    """A base round over a product of cyclic groups; "INF" is the player whom no shift moves.

    `step` is how many elements further the next round is, where the order matters because two or three sit out.
    """

    group: tuple[int, ...]
    base: tuple[Table, ...]
    step: int = 1


class Frame(Struct, frozen=True, kw_only=True):
    """Rounds that leave out the group of players (0, 0), (0, 1) ... each: points are (number, level).

    Developed over the numbers, everybody partners everybody of another group once and opposes them twice.
    """

    numbers: int
    levels: int
    rounds: tuple[tuple[LevelTable, ...], ...]


class Matrix(Struct, frozen=True, kw_only=True):
    """A difference matrix: any two of its four rows differ by every element of the group once; the first column is 0.

    An element is written by its place in the product of the cyclic groups.
    """

    group: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]


class DesignData(Struct, frozen=True, kw_only=True):
    """The data file: each by its number of players, a matrix by the size of its group."""

    designs: dict[int, Design]
    frames: dict[int, Frame]
    matrices: dict[int, Matrix]


@cache
def load_designs() -> DesignData:
    """The data, read once."""
    return json.decode(Path(__file__).with_name("whist_designs.json").read_bytes(), type=DesignData)


def develop_design(design: Design) -> list[list[Four]]:
    """All rounds of a design, players numbered from 0; the fixed player has the last number."""
    elements = list(product(*map(range, design.group)))
    number_of = {element: number for number, element in enumerate(elements)}

    def add(point: Point, shift: Element) -> int:
        if isinstance(point, str):
            return len(elements)
        place = (point,) if isinstance(point, int) else point
        return number_of[tuple((x + y) % size for x, y, size in zip(place, shift, design.group, strict=True))]

    return [
        [(add(one, shift), add(two, shift), add(three, shift), add(four, shift))
         for (one, two), (three, four) in design.base]
        for shift in map(elements.__getitem__, walk_round(len(elements), step=design.step))
    ]  # fmt: skip


def walk_round(size: int, *, step: int) -> Iterator[int]:
    """All numbers below a size, each a step after the one before; where that comes back, from the next one on."""
    seen: set[int] = set()
    for start in range(size):
        at = start
        while at not in seen:
            seen.add(at)
            yield at
            at = (at + step) % size


def shift_players(rounds: Sequence[Sequence[Four]], by: int = 1) -> list[list[Four]]:
    """The same rounds with other numbers: people are numbered from 1."""
    return [[(a + by, b + by, c + by, d + by) for a, b, c, d in fours] for fours in rounds]


def even_out(rounds: Sequence[Sequence[Four]], *, players: int) -> list[list[Four]]:
    """Rounds in which two sit out, in an order in which nobody sits out again before everybody has.

    For 8n + 6 players who sits out is at an even distance in every base round (by counting odd differences), so
    that they form two rings of odd length. Every other pair of a ring sits out, then the pairs between; the pair
    left over in each ring changes one player with the other's. That
    can repeat two partnerships; the base rounds of the data are such that it repeats none.
    """
    pairs = [_list_missing(fours, players) for fours in rounds]
    step = next(step for step in range(1, len(rounds)) if set(pairs[0]) & set(pairs[step]))
    half = len(rounds) // 2
    rings = [[(start + step * at) % len(rounds) for at in range(half)] for start in range(2)]
    best, fewest = [list(fours) for fours in rounds], len(rounds)
    for turn, swapped in product(range(half), (False, True)):
        order = _join_rings(rounds, pairs, (rings[0], rings[1][turn:] + rings[1][:turn]), swapped=swapped)
        repeats = _count_partner_repeats(order)
        if repeats < fewest:
            best, fewest = order, repeats
        if not fewest:
            break
    return best


def _join_rings(
    rounds: Sequence[Sequence[Four]], pairs: Sequence[set[int]], rings: tuple[list[int], list[int]], *, swapped: bool
) -> list[list[Four]]:
    """Both rings, and their last rounds with one player changed in each: first and last of a ring sit in turn."""
    (first, last), (other_first, other_last) = (_find_ends(ring, pairs) for ring in rings)
    one, other = rounds[rings[0][-1]], rounds[rings[1][-1]]
    if swapped:
        middle, end = _replace(other, last, other_first), _replace(one, other_first, last)
    else:
        middle, end = _replace(one, other_last, first), _replace(other, first, other_last)
    even = [list(rounds[at]) for ring in rings for at in ring[:-1:2]]
    odd = [list(rounds[at]) for ring in rings for at in ring[1::2]]
    return [*even, middle, *odd, end]


def _find_ends(ring: Sequence[int], pairs: Sequence[set[int]]) -> tuple[int, int]:
    """The two who sit out in the last round of a ring: who also does in its first, and who also does before."""
    (first,) = pairs[ring[-1]] & pairs[ring[0]]
    (last,) = pairs[ring[-1]] & pairs[ring[-2]]
    return first, last


def _list_missing(fours: Sequence[Four], players: int) -> set[int]:
    return set(range(players)) - {player for four in fours for player in four}


def _replace(fours: Sequence[Four], who: int, by: int) -> list[Four]:
    names = {who: by}
    return [(names.get(a, a), names.get(b, b), names.get(c, c), names.get(d, d)) for a, b, c, d in fours]


def _count_partner_repeats(rounds: Sequence[Sequence[Four]]) -> int:
    partners = [frozenset(two) for fours in rounds for four in fours for two in (four[:2], four[2:])]
    return len(partners) - len(set(partners))
