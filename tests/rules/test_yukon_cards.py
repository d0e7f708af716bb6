"""Which totals the sides can have together: every one of them, against all divisions of the pack counted out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from operator import mul

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.yukon_cards import CARD_VALUES, PACK, PACK_POINTS, TOTALS, TOTALS_WITH_ACE, can_divide
from rules.yukon_faults import SIDES_WITHOUT_CONFLICT

#: What the pack holds, written anew: (how many, worth with Yukons at 10, worth with Yukons at 11).
CARDS = ((1, 15, 15), (3, 10, 11), (4, 10, 10), (4, 5, 5), (4, 3, 3), (4, 2, 2))
ACES = CARDS[3]
VALUES = ("yukon_125", "golddigger_128")

#: Sides and values; five sides have many totals, and are tried in full by the long run.
SEATINGS = [
    pytest.param(sides, values, marks=[pytest.mark.long] if sides == 5 else [])
    for sides in (2, 3, 4, 5)
    for values in VALUES
]


def share(count: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out a number of equal cards."""
    if sides == 1:
        yield (count,)
        return
    for own in range(count + 1):
        for rest in share(count - own, sides - 1):
            yield own, *rest


@cache
def divide(sides: int, values: str, *, with_ace: bool) -> frozenset[tuple[int, ...]]:
    """All totals that divisions of the pack lead to, ascending; with the ace, the side that has it stands first."""
    found = {(5, *[0] * (sides - 1)) if with_ace else (0,) * sides}
    for card in CARDS:
        count = card[0] - 1 if with_ace and card is ACES else card[0]
        worth = card[1 + VALUES.index(values)]
        shares = [[worth * own for own in owns] for owns in share(count, sides)]
        found = {order(map(sum, zip(had, won, strict=True)), with_ace) for had in found for won in shares}
    return frozenset(found)


def order(totals: Iterator[int], with_ace: bool) -> tuple[int, ...]:
    listed = list(totals)
    return (listed[0], *sorted(listed[1:])) if with_ace else tuple(sorted(listed))


def split(pack: int, sides: int, least: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way to write a number as that many totals, ascending."""
    if sides == 1:
        yield (pack,)
        return
    for first in range(least, pack // sides + 1):
        for rest in split(pack - first, sides - 1, first):
            yield first, *rest


def test_the_pack() -> None:
    assert [*PACK.values()] == [card[0] for card in CARDS]
    for place, values in enumerate(VALUES, start=1):
        assert [*CARD_VALUES[values].values()] == [card[place] for card in CARDS]
        assert list(CARD_VALUES[values]) == list(PACK)
        assert sum(card[0] * card[place] for card in CARDS) == PACK_POINTS[values]
    assert list(CARD_VALUES) == list(PACK_POINTS) == list(VALUES)
    assert PACK_POINTS == {"yukon_125": 125, "golddigger_128": 128}


@pytest.mark.parametrize(("values", "pack"), PACK_POINTS.items())
def test_totals_of_one_side(values: str, pack: int) -> None:
    assert set(range(pack + 1)) - TOTALS[values] == {1, pack - 1}
    assert set(range(pack + 1)) - TOTALS_WITH_ACE[values] == {0, 1, 2, 3, 4, 6, pack - 1}
    assert max(TOTALS[values]) == max(TOTALS_WITH_ACE[values]) == pack


@pytest.mark.parametrize(("sides", "values"), SEATINGS)
def test_every_set_of_totals(sides: int, values: str) -> None:
    possible = divide(sides, values, with_ace=False)
    judged = {totals for totals in split(PACK_POINTS[values], sides) if can_divide(totals, values=values)}
    assert judged == possible


@pytest.mark.parametrize(("sides", "values"), SEATINGS)
def test_every_set_of_totals_beside_an_ace(sides: int, values: str) -> None:
    pack = PACK_POINTS[values]
    possible = divide(sides, values, with_ace=True)
    judged = {
        (own, *rest)
        for own in range(pack + 1)
        for rest in split(pack - own, sides - 1)
        if can_divide((own, *rest), values=values, ace_at=0)
    }
    assert judged == possible


@pytest.mark.parametrize("values", VALUES)
@pytest.mark.parametrize("sides", [2, 3])
def test_up_to_three_sides_totals_that_are_possible_are_possible_together(sides: int, values: str) -> None:
    """What makes the rules look at more sides only."""
    assert SIDES_WITHOUT_CONFLICT == 3
    fitting = [
        totals for totals in split(PACK_POINTS[values], sides) if all(points in TOTALS[values] for points in totals)
    ]
    assert set(fitting) == divide(sides, values, with_ace=False)
    with_ace = {
        (totals[place], *totals[:place], *totals[place + 1 :])
        for totals in fitting
        for place in range(sides)
        if totals[place] in TOTALS_WITH_ACE[values]
    }
    assert with_ace == divide(sides, values, with_ace=True)


@cache
def list_hands(points: int, values: str) -> list[tuple[int, ...]]:
    """All cards that make a total: how many of each kind."""
    worth = [card[1 + VALUES.index(values)] for card in CARDS]
    hands = product(*(range(card[0] + 1) for card in CARDS))
    return [hand for hand in hands if sum(map(mul, hand, worth)) == points]


def can_take(small: tuple[int, ...], values: str, ace_at: int | None) -> bool:
    """Whether some sides can take these totals from one pack, the last side having the rest; and have an ace."""
    for hands in product(*(list_hands(points, values) for points in small)):
        rest = tuple(card[0] - sum(own) for card, own in zip(CARDS, zip(*hands, strict=True), strict=True))
        if min(rest) >= 0 and (ace_at is None or (*hands, rest)[ace_at][3]):
            return True
    return False


@given(st.data())
def test_five_sides(data: st.DataObject) -> None:
    """The short run's share of the totals of five: four of them have few points, so all their cards can be tried."""
    values = data.draw(st.sampled_from(VALUES))
    small = tuple(data.draw(st.lists(st.integers(0, 12), min_size=4, max_size=4)))
    totals = (*small, PACK_POINTS[values] - sum(small))
    for ace_at in (None, 0, 1, 4):
        assert can_divide(totals, values=values, ace_at=ace_at) == can_take(small, values, ace_at)


@given(st.data())
def test_the_order_of_the_sides_means_nothing(data: st.DataObject) -> None:
    sides = data.draw(st.integers(2, 5))
    values = data.draw(st.sampled_from(VALUES))
    cuts = sorted(data.draw(st.lists(st.integers(0, PACK_POINTS[values]), min_size=sides - 1, max_size=sides - 1)))
    totals = [end - start for start, end in zip([0, *cuts], [*cuts, PACK_POINTS[values]], strict=True)]
    places = data.draw(st.permutations(range(sides)))
    moved = tuple(totals[place] for place in places)
    assert can_divide(moved, values=values) == can_divide(tuple(totals), values=values)
    for ace_at in range(sides):
        there = can_divide(moved, values=values, ace_at=places.index(ace_at))
        assert there == can_divide(tuple(totals), values=values, ace_at=ace_at)


@pytest.mark.parametrize(
    ("totals", "ace_at", "is_possible"),
    [
        ((120, 3, 2), None, True),
        ((120, 3, 2), 0, True),
        ((120, 3, 2), 1, False),
        ((113, 3, 3, 3, 3), None, True),
        ((117, 2, 2, 2, 2), None, True),
        ((108, 7, 5, 5), None, True),
        ((104, 6, 5, 5, 5), None, True),
        ((103, 7, 5, 5, 5), 4, True),
        ((116, 3, 3, 3), None, True),
        ((107, 4, 4, 6, 4), None, False),
        ((117, 4, 4), None, True),
        ((113, 4, 4, 4), None, False),
        ((110, 9, 4, 2), None, True),
        ((110, 9, 4, 2), 0, True),
        ((110, 9, 4, 2), 1, False),
    ],
)
def test_some_that_can_be_counted_by_hand(totals: tuple[int, ...], ace_at: int | None, is_possible: bool) -> None:
    assert can_divide(totals, values="yukon_125", ace_at=ace_at) is is_possible


@pytest.mark.parametrize(
    ("totals", "ace_at", "is_possible"),
    [
        # Five sides, of which four have an odd number of fives: who has the Grand Yukon decides.
        ((8, 8, 7, 11, 91), 4, False),
        ((8, 11, 8, 12, 86), 3, False),
        ((11, 11, 8, 13, 82), 3, False),
        ((13, 6, 14, 13, 79), 4, True),
        ((18, 11, 8, 7, 81), 4, True),
        ((14, 12, 13, 10, 76), 4, True),
        ((11, 9, 8, 18, 79), 4, True),
    ],
)
def test_totals_of_five_sides_at_the_edge(totals: tuple[int, ...], ace_at: int, is_possible: bool) -> None:
    assert can_take(totals[:-1], "yukon_125", ace_at) is is_possible
    for places in ((0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (4, 0, 1, 2, 3), (2, 4, 0, 3, 1)):
        moved = tuple(totals[place] for place in places)
        assert can_divide(moved, values="yukon_125", ace_at=places.index(ace_at)) is is_possible
