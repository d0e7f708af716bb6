"""The counting cards of Yukon: what they are worth, and which totals of the sides they can make together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


#: House rule `card_values` -> remainder by five -> the odd cards of one side that leave it, the cheapest first.
_ODD_CARDS: Mapping[str, tuple[tuple[tuple[int, int, int], ...], ...]] = {
    values: tuple(
        tuple(sorted(cards for cards in _list_odd_cards(values) if cards[0] % 5 == rest)) for rest in range(5)
    )
    for values in CARD_VALUES
}
#: House rule `card_values` -> how many Yukons are odd cards.
_ODD_YUKONS: Mapping[str, int] = {
    values: PACK["yukons"] if worth["yukons"] % 5 else 0 for values, worth in CARD_VALUES.items()
}


def can_divide(points: tuple[int, ...], *, values: str, ace_at: int | None = None) -> bool:
    """Whether the pack can be divided so that the sides have these points, which add up to the pack's.

    `ace_at` is the place of a side that has an ace. Every side's points are odd cards and fives; all ways of sharing
    out the former are tried.
    """
    return _can_share(points, (), values=values, ace_at=ace_at, yukons=_ODD_YUKONS[values], lead=0, kings=0)


def _can_share(
    points: tuple[int, ...],
    fives: tuple[int, ...],
    *,
    values: str,
    ace_at: int | None,
    yukons: int,
    lead: int,
    kings: int,
) -> bool:
    """Whether these sides can have the odd cards that are left, and all sides their fives then.

    `fives` are those of the sides before them, who have `lead` more kings than queens together, and of kings that are
    not paired with a queen so many; `yukons` are left.
    """
    first, rest = points[0], points[1:]
    if not rest:  # the last side has what the others have not
        over = first - yukons * CARD_VALUES[values]["yukons"] - _price_lead(-lead)
        unpaired = kings + max(-lead, 0)
        if over < 0 or unpaired > PACK["kings"]:
            return False
        return _can_share_fives((*fives, over // 5), ace_at=ace_at, pairs=PACK["kings"] - unpaired)
    for price, own_yukons, own_lead in _ODD_CARDS[values][first % 5]:
        if price > first:
            return False
        unpaired = kings + max(own_lead, 0)
        if own_yukons <= yukons and unpaired <= PACK["kings"]:
            own_fives = (first - price) // 5
            if _can_share(
                rest,
                (*fives, own_fives),
                values=values,
                ace_at=ace_at,
                yukons=yukons - own_yukons,
                lead=lead + own_lead,
                kings=unpaired,
            ):
                return True
    return False


def _can_share_fives(fives: tuple[int, ...], *, ace_at: int | None, pairs: int) -> bool:
    """Whether the Grand Yukon (three fives), the cards worth two, and aces and pairs (one) can make up these numbers.

    An ace goes where it has to be, the Grand Yukon where there is room, one more ace or pair wherever the rest is odd.
    All is even then, and so is the number of aces and pairs left: two by two they and the cards worth two fill it up.
    """
    singles = PACK["aces"] + pairs
    left = list(fives)
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
