"""The counting cards of Yukon: what they are worth, and which totals of the sides they can make together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import product

#: How many of each counting card there are in the pack, whoever plays: the deuces that are left out do not count.
PACK: Mapping[str, int] = {"grand_yukon": 1, "yukons": 3, "tens": 4, "aces": 4, "kings": 4, "queens": 4}

#: House rule `card_values` -> what one card of each kind is worth.
CARD_VALUES: Mapping[str, Mapping[str, int]] = {
    "yukon_125": {"grand_yukon": 15, "yukons": 10, "tens": 10, "aces": 5, "kings": 3, "queens": 2},
    "golddigger_128": {"grand_yukon": 15, "yukons": 11, "tens": 10, "aces": 5, "kings": 3, "queens": 2},
}
#: House rule `card_values` -> what the whole pack is worth.
PACK_POINTS: Mapping[str, int] = {"yukon_125": 125, "golddigger_128": 128}


#: Cards worth no multiple of five are counted in one number, four bits a kind, the uppermost of each left free.
_KINDS: Mapping[str, int] = {"yukons": 1, "kings": 1 << 4, "queens": 1 << 8}
_FREE_BITS = 0x888


def _list_odd_cards(values: str) -> Iterator[tuple[int, int]]:
    """(points, counts) of the cards worth no multiple of five that one side can have: kings, queens, Yukons at 11."""
    worth = CARD_VALUES[values]
    kinds = [kind for kind in _KINDS if worth[kind] % 5]
    for counts in product(*(range(PACK[kind] + 1) for kind in kinds)):
        yield (
            sum(count * worth[kind] for count, kind in zip(counts, kinds, strict=True)),
            sum(count * _KINDS[kind] for count, kind in zip(counts, kinds, strict=True)),
        )


#: House rule `card_values` -> remainder by five -> the odd cards of one side that leave it.
_ODD_CARDS: Mapping[str, tuple[tuple[tuple[int, int], ...], ...]] = {
    values: tuple(
        tuple(sorted(cards for cards in _list_odd_cards(values) if cards[0] % 5 == rest)) for rest in range(5)
    )
    for values in CARD_VALUES
}
#: House rule `card_values` -> all the odd cards of the pack.
_ALL_ODD_CARDS: Mapping[str, tuple[int, int]] = {values: max(_list_odd_cards(values)) for values in CARD_VALUES}


@lru_cache(maxsize=4096)
def can_divide(points: tuple[int, ...], *, values: str, ace_at: int | None = None) -> bool:
    """Whether the pack can be divided so that the sides have these points, which add up to the pack's.

    `ace_at` is the place of a side that has an ace. Every side's points are cards worth no multiple of five (kings,
    queens, and Yukons at 11) and fives; all ways of sharing out the former are tried.
    """
    worth, counts = _ALL_ODD_CARDS[values]
    shared = _list_fives(points, worth=worth, counts=counts, options=_ODD_CARDS[values])
    return any(_can_share_fives(fives, ace_at=ace_at) for fives in shared)


def _list_fives(
    points: tuple[int, ...], *, worth: int, counts: int, options: tuple[tuple[tuple[int, int], ...], ...]
) -> Iterator[tuple[int, ...]]:
    """What the sides have beside their odd cards, in fives, for each way of sharing those out.

    `worth` and `counts` are the odd cards that are left for these sides.
    """
    first, rest = points[0], points[1:]
    if not rest:
        over = first - worth  # the last side has what the others have not
        if over >= 0 and not over % 5:
            yield (over // 5,)
        return
    for odd_points, odd_counts in options[first % 5]:
        if odd_points > first:
            return
        still = (counts | _FREE_BITS) - odd_counts
        if still & _FREE_BITS == _FREE_BITS:  # no kind was borrowed from another
            left = {"worth": worth - odd_points, "counts": still ^ _FREE_BITS}
            for others in _list_fives(rest, **left, options=options):
                yield (first - odd_points) // 5, *others


def _can_share_fives(fives: tuple[int, ...], *, ace_at: int | None) -> bool:
    """Whether the Grand Yukon (three fives), the cards worth two and the aces (one) can make up these numbers.

    An ace goes where it has to be, the Grand Yukon where there is room, one further ace wherever the rest is odd.
    All is even then, and so is the number of aces left: pairs of them and the cards worth two fill it up.
    """
    aces = PACK["aces"]
    left = list(fives)
    if ace_at is not None:
        aces -= 1
        left[ace_at] -= 1
    if min(left) < 0:
        return False
    odd = sum(number % 2 for number in left)
    # The Grand Yukon turns odd into even where it goes, and even into odd.
    return any(number >= 3 and odd + (-1 if number % 2 else 1) <= aces for number in left)


def _list_totals(values: str, *, with_ace: bool) -> frozenset[int]:
    pack = PACK_POINTS[values]
    place = 0 if with_ace else None
    return frozenset(
        points for points in range(pack + 1) if can_divide((points, pack - points), values=values, ace_at=place)
    )


#: House rule `card_values` -> the totals that one side can have, the others having the rest; and those with an ace.
TOTALS: Mapping[str, frozenset[int]] = {values: _list_totals(values, with_ace=False) for values in CARD_VALUES}
TOTALS_WITH_ACE: Mapping[str, frozenset[int]] = {values: _list_totals(values, with_ace=True) for values in CARD_VALUES}
