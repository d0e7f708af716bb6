"""Whist tournaments made of smaller ones, of quarter turns and of frames. Pure; players are numbered from 0.

Each is a known construction, and each result is counted again by the tests:

* q players, q a product of prime powers of the form 4t + 1: the tables x(1, -1; j, -j), where j times j is -1, one
  for each four elements that j takes into each other (I. Anderson, Combinatorial Designs and Tournaments, 1997).
* 3q + 1 players with the same q: R. C. Bose's resolvable designs (1939), in which everybody is at one table with
  everybody else once. Four people at a table play three games, so that a round of tables is three rounds.
* m * n players, m = 4a and n = 4b or 4b + 1, with a difference matrix over n: tables for m, each inflated by the
  matrix, and the tournament for n within.
* Frames, whose groups are filled by a smaller tournament of the group and one more player.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import product

from scoring.designs import Element, Frame, LevelTable, Matrix, develop_design, even_out, load_designs
from scoring.movement_rounds import Four

Rounds = list[list[Four]]

#: Players -> the cyclic groups whose product they are; what is not 4t + 1 stands twice.
TURNED: Mapping[int, tuple[int, ...]] = {
    53: (53,), 61: (61,), 65: (5, 13), 73: (73,), 81: (3, 3, 3, 3), 85: (5, 17), 89: (89,), 97: (97,),
}  # fmt: skip
#: The same for 3q + 1 players: the groups of q.
RESOLVABLE: Mapping[int, tuple[int, ...]] = {
    16: (5,), 28: (3, 3), 40: (13,), 52: (17,), 76: (5, 5), 88: (29,),
}  # fmt: skip
#: Players -> m and n.
PRODUCTS: Mapping[int, tuple[int, int]] = {
    60: (12, 5), 64: (16, 4), 68: (4, 17), 72: (8, 9), 80: (16, 5), 84: (4, 21), 96: (24, 4), 100: (20, 5),
}  # fmt: skip


@cache
def build_rotation(players: int) -> tuple[tuple[Four, ...], ...]:
    """All rounds of a full rotation. Raises KeyError where none is known."""
    data = load_designs()
    if players in data.designs:
        rounds = develop_design(data.designs[players])
        if players % 8 == 6:
            rounds = even_out(rounds, players=players)
    elif players in data.frames:
        rounds = fill_frame(data.frames[players])
    elif players in TURNED:
        rounds = turn_tables(TURNED[players])
    elif players in RESOLVABLE:
        rounds = split_tables(build_resolvable(RESOLVABLE[players]))
    else:
        rounds = multiply(*PRODUCTS[players])
    return tuple(tuple(fours) for fours in rounds)


def turn_tables(group: Sequence[int]) -> Rounds:
    """The tables x(1, -1; j, -j) of a product of groups with a quarter turn, in every translation."""
    elements, number_of = _number_elements(group)
    return [[_place(_translate(four, shift, group), number_of) for four in _list_quarters(group)] for shift in elements]


def build_resolvable(group: Sequence[int]) -> Rounds:
    """Bose's rounds for 3q + 1 players, in which nobody is twice at one table: one for each element of the group.

    Players are q of each of three levels, and a fixed one.
    """
    elements, number_of = _number_elements(group)
    size = len(elements)
    rounds = []
    for shift in elements:
        zero = number_of[shift]
        fours: list[Four] = [(3 * size, zero, zero + size, zero + 2 * size)]
        for quarter in _list_quarters(group):
            a, b, c, d = _place(_translate(quarter, shift, group), number_of)
            for level in range(3):
                here, above = level * size, (level + 1) % 3 * size
                fours.append((a + here, b + here, c + above, d + above))
        rounds.append(fours)
    return rounds


def build_transversals(within: int) -> Rounds:
    """Rounds for 4 * within players in which nobody is twice at one table: one for each column of the matrix."""
    matrix = load_designs().matrices[within]
    return [_inflate([(0, 1, 2, 3)], matrix, column) for column in range(within)]


def split_tables(rounds: Rounds) -> Rounds:
    """Each round three times: the four at a table play once in each of the three partnerships."""
    ways: tuple[Callable[[Four], Four], ...] = (
        lambda four: four,
        lambda four: (four[0], four[2], four[1], four[3]),
        lambda four: (four[0], four[3], four[1], four[2]),
    )
    return [[way(four) for four in fours] for fours in rounds for way in ways]


def multiply(tables: int, within: int) -> Rounds:
    """The tournament for tables * within players, from those for each and a difference matrix; tables is 4a."""
    large, small = build_rotation(tables), build_rotation(within)
    matrix = load_designs().matrices[within]
    has_byes = within % 4 == 1
    columns = range(1 if has_byes else 0, within)
    rounds = [_inflate(fours, matrix, column) for fours in large for column in columns]
    everywhere = [[_copy(fours, at * within) for at in range(tables)] for fours in small]
    inner = [[four for copied in copies for four in copied] for copies in everywhere]
    if not has_byes:
        return rounds + inner
    for fours in inner:
        missing = next(iter(set(range(within)) - {player for four in fours for player in four}))
        fours.extend(_level(large[0], missing, within))
    levels = [[four for level in range(within) for four in _level(fours, level, within)] for fours in large[1:]]
    return rounds + inner + levels


def fill_frame(frame: Frame) -> Rounds:
    """A frame with the tournament for one player more than a group has in each of its groups."""
    numbers, levels = frame.numbers, frame.levels
    small = build_rotation(levels + 1)
    whole = next(fours for fours in small if all(levels not in four for four in fours))
    others = [fours for fours in small if fours is not whole]

    def fill(fours: Sequence[Four], group: int) -> list[Four]:
        names = [*range(group * levels, (group + 1) * levels), numbers * levels]
        return [(names[a], names[b], names[c], names[d]) for a, b, c, d in fours]

    rounds = [
        [*(_shift_points(table, group, frame) for table in base), *fill(inside, group)]
        for base, inside in zip(frame.rounds, others, strict=True)
        for group in range(numbers)
    ]
    return [*rounds, [four for group in range(numbers) for four in fill(whole, group)]]


def _shift_points(table: LevelTable, by: int, frame: Frame) -> Four:
    a, b, c, d = ((number + by) % frame.numbers * frame.levels + level for pair in table for number, level in pair)
    return a, b, c, d


def _inflate(fours: Sequence[Four], matrix: Matrix, column: int) -> list[Four]:
    """Each table once for each element of the group, its four players shifted as the matrix says."""
    elements, number_of = _number_elements(matrix.group)
    size = len(elements)
    inflated = []
    for four in fours:
        for shift in elements:
            shifted = _translate([elements[row[column]] for row in matrix.rows], shift, matrix.group)
            places = _place(shifted, number_of)
            a, b, c, d = (player * size + place for player, place in zip(four, places, strict=True))
            inflated.append((a, b, c, d))
    return inflated


def _level(fours: Sequence[Four], level: int, size: int) -> list[Four]:
    return [(a * size + level, b * size + level, c * size + level, d * size + level) for a, b, c, d in fours]


def _copy(fours: Sequence[Four], start: int) -> list[Four]:
    return [(a + start, b + start, c + start, d + start) for a, b, c, d in fours]


def _number_elements(group: Sequence[int]) -> tuple[list[Element], dict[Element, int]]:
    elements = list(product(*map(range, group)))
    return elements, {element: number for number, element in enumerate(elements)}


def _translate(elements: Sequence[Element], shift: Element, group: Sequence[int]) -> list[Element]:
    return [tuple((x + y) % size for x, y, size in zip(one, shift, group, strict=True)) for one in elements]


def _place(elements: Sequence[Element], number_of: Mapping[Element, int]) -> Four:
    a, b, c, d = (number_of[element] for element in elements)
    return a, b, c, d


def _list_quarters(group: Sequence[int]) -> list[tuple[Element, Element, Element, Element]]:
    """x, -x, jx and -jx, once for each four elements but 0."""
    elements, _number_of = _number_elements(group)
    seen = {elements[0]}
    quarters = []
    for one in elements:
        if one not in seen:
            turned = _turn(one, group)
            four = (one, _negate(one, group), turned, _negate(turned, group))
            seen.update(four)
            quarters.append(four)
    return quarters


def _negate(element: Element, group: Sequence[int]) -> Element:
    return tuple(-x % size for x, size in zip(element, group, strict=True))


def _turn(element: Element, group: Sequence[int]) -> Element:
    """j times an element: where -1 has a root by that, otherwise two coordinates as a complex number times i."""
    turned: list[int] = []
    at = 0
    while at < len(group):
        size = group[at]
        root = next((root for root in range(size) if root * root % size == size - 1), None)
        if root is not None:
            turned.append(element[at] * root % size)
            at += 1
        else:
            turned += [-element[at + 1] % size, element[at]]
            at += 2
    return tuple(turned)
