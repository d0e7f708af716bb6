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

#: The player who is not moved by the group.
FIXED = "INF"
MOST_PLAYERS = 100

Element = tuple[int, ...]
Point = Element | int | Literal["INF"]
Table = tuple[tuple[Point, Point], tuple[Point, Point]]


class Design(Struct, frozen=True, kw_only=True):
    """A base round over a product of cyclic groups.

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
    rounds: tuple[tuple[Table, ...], ...]


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
        if point == FIXED:
            return len(elements)
        place = (point,) if isinstance(point, int) else point
        return number_of[tuple((int(x) + y) % size for x, y, size in zip(place, shift, design.group, strict=True))]

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
