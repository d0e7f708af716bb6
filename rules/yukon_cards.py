"""The counting cards of Yukon: what they are worth, and which totals of the sides they can make together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter

from msgspec import Struct

#: How many of each counting card there are in the pack, whoever plays: the deuces that are left out do not count.
PACK: Mapping[str, int] = {"grand_yukon": 1, "yukons": 3, "tens": 4, "aces": 4, "kings": 4, "queens": 4}

#: House rule `card_values` -> what one card of each kind is worth.
CARD_VALUES: Mapping[str, Mapping[str, int]] = {
    "yukon_125": {"grand_yukon": 15, "yukons": 10, "tens": 10, "aces": 5, "kings": 3, "queens": 2},
    "golddigger_128": {"grand_yukon": 15, "yukons": 11, "tens": 10, "aces": 5, "kings": 3, "queens": 2},
}
#: House rule `card_values` -> what the whole pack is worth.
PACK_POINTS: Mapping[str, int] = {"yukon_125": 125, "golddigger_128": 128}


KING, QUEEN = 3, 2
GRAND_YUKON_FIVES = 3


def _price_lead(lead: int) -> int:
    """What so many more kings than queens are worth; less than nothing are queens."""
    return KING * lead if lead > 0 else QUEEN * -lead


def _list_odd_cards(values: str) -> Iterator[tuple[int, int, int]]:
    """What one side can have of the cards worth no multiple of five: (points, Yukons at 11, kings less queens).

    A king and a queen together are worth five, so they are counted among the fives.
    """
    yukon = CARD_VALUES[values]["yukons"]
    for yukons in range(PACK["yukons"] + 1 if yukon % 5 else 1):
        for lead in range(-PACK["queens"], PACK["kings"] + 1):
            yield yukons * yukon + _price_lead(lead), yukons, lead


class _Odd(Struct, frozen=True, kw_only=True):
    """The odd cards under one house rule: `yukons` of them are Yukons, worth so much each.

    `choices`: whether the sides before have more kings than queens -> remainder by five -> the odd cards of one side
    that leave it. What brings kings and queens level comes first, for it mostly fits.
    """

    yukons: int
    yukon: int
    choices: tuple[tuple[tuple[tuple[int, int, int], ...], ...], ...]


def _make_odd(values: str) -> _Odd:
    cards = sorted(_list_odd_cards(values), key=itemgetter(2))
    yukon = CARD_VALUES[values]["yukons"]
    return _Odd(
        yukons=PACK["yukons"] if yukon % 5 else 0,
        yukon=yukon,
        choices=tuple(
            tuple(tuple(one for one in cards[::step] if one[0] % 5 == rest) for rest in range(5)) for step in (-1, 1)
        ),
    )


_ODD: Mapping[str, _Odd] = {values: _make_odd(values) for values in CARD_VALUES}


def can_divide(points: tuple[int, ...], *, values: str, ace_at: int | None = None) -> bool:
    """Whether the pack can be divided so that the sides have these points, which add up to the pack's.

    `ace_at` is the place of a side that has an ace. Every side's points are odd cards and fives; all ways of sharing
    out the former are tried.
    """
    odd = _ODD[values]
    return _can_share(points, (), odd.yukons, 0, 0, odd, ace_at)


def _can_share(
    points: tuple[int, ...], fives: tuple[int, ...], yukons: int, lead: int, kings: int, odd: _Odd, ace_at: int | None
) -> bool:
    """Whether the sides left can have the odd cards that are left, and then all sides their fives.

    `fives` are those of the sides before. They have `lead` more kings than queens together, and `kings` that are not
    paired with a queen of the same side. `yukons` are left.
    """
    place = len(fives)
    mine = points[place]
    if place == len(points) - 1:  # the last side has what the others have not
        over = mine - yukons * odd.yukon - _price_lead(-lead)
        unpaired = kings - lead if lead < 0 else kings
        pairs = PACK["kings"] - unpaired
        return over >= 0 and pairs >= 0 and _can_share_fives([*fives, over // 5], ace_at, pairs)
    for price, own_yukons, own_lead in odd.choices[lead > 0][mine % 5]:
        unpaired = kings + own_lead if own_lead > 0 else kings
        if price <= mine and own_yukons <= yukons and unpaired <= PACK["kings"]:
            own = (*fives, (mine - price) // 5)
            if _can_share(points, own, yukons - own_yukons, lead + own_lead, unpaired, odd, ace_at):
                return True
    return False


def _can_share_fives(left: list[int], ace_at: int | None, pairs: int) -> bool:
    """Whether the Grand Yukon (three fives), the cards worth two, and aces and pairs (one) can make up these numbers.

    An ace goes where it has to be, the Grand Yukon where there is room, one more ace or pair wherever the rest is odd.
    All is even then, and so is the number of aces and pairs left: two by two they and the cards worth two fill it up.
    """
    singles = PACK["aces"] + pairs
    if ace_at is not None:
        singles -= 1
        left[ace_at] -= 1
        if left[ace_at] < 0:
            return False
    odd = sum([number % 2 for number in left])
    # The Grand Yukon turns odd into even where it goes, and even into odd.
    if odd < singles:
        return max(left) >= GRAND_YUKON_FIVES
    return odd - 1 <= singles and any(number >= GRAND_YUKON_FIVES and number % 2 for number in left)


def _list_totals(values: str, *, with_ace: bool) -> frozenset[int]:
    pack = PACK_POINTS[values]
    place = 0 if with_ace else None
    return frozenset(
        points for points in range(pack + 1) if can_divide((points, pack - points), values=values, ace_at=place)
    )


#: House rule `card_values` -> the totals that one side can have, the others having the rest; and those with an ace.
TOTALS: Mapping[str, frozenset[int]] = {values: _list_totals(values, with_ace=False) for values in CARD_VALUES}
TOTALS_WITH_ACE: Mapping[str, frozenset[int]] = {values: _list_totals(values, with_ace=True) for values in CARD_VALUES}
