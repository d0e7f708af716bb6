"""The counting cards of Yukon: what they are worth, and which totals of the sides they can make together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import NamedTuple

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


class _Own(NamedTuple):
    """A way in which one side can have its points: odd cards and fives, of which the side's ace is none.

    `lead` is how many more kings than queens it has, `kings` how many of them are paired with no queen of its own.
    `room` says where the Grand Yukon, three fives, can go: ROOM, and ODD_ROOM where the number of fives is odd.
    """

    yukons: int
    lead: int
    kings: int
    is_odd: bool
    room: int


ROOM, ODD_ROOM = 1, 2


class _Owns(Struct, frozen=True):
    """The ways of one side: in order of those with the most queens, of those with the most kings, and by cards."""

    queens_first: tuple[_Own, ...]
    kings_first: tuple[_Own, ...]
    by_cards: Mapping[tuple[int, int], _Own]


def _list_owns(values: str, points: int, *, has_ace: bool) -> _Owns:
    owns = []
    for price, yukons, lead in sorted(_list_odd_cards(values), key=itemgetter(2)):
        fives, rest = divmod(points - price, 5)
        fives -= has_ace
        if rest == 0 and fives >= 0:
            is_odd = fives % 2 == 1
            room = 0 if fives < GRAND_YUKON_FIVES else ROOM | ODD_ROOM if is_odd else ROOM
            owns.append(_Own(yukons, lead, max(lead, 0), is_odd, room))
    return _Owns(tuple(owns), tuple(owns[::-1]), {(own.yukons, own.lead): own for own in owns})


#: House rule `card_values` -> whether a side has an ace -> its points -> the ways in which it can have them.
_OWNS: Mapping[str, tuple[tuple[_Owns, ...], tuple[_Owns, ...]]] = {
    values: (
        tuple(_list_owns(values, points, has_ace=False) for points in range(pack + 1)),
        tuple(_list_owns(values, points, has_ace=True) for points in range(pack + 1)),
    )
    for values, pack in PACK_POINTS.items()
}


def can_divide(points: tuple[int, ...], *, values: str, ace_at: int | None = None) -> bool:
    """Whether the pack can be divided so that the sides have these points, which add up to the pack's.

    `ace_at` is the place of a side that has an ace. Every side's points are odd cards and fives; all ways of sharing
    out the former are tried.
    """
    without_ace, with_ace = _OWNS[values]
    sides = [without_ace[own] for own in points]
    if ace_at is not None:
        sides[ace_at] = with_ace[points[ace_at]]
    yukons = PACK["yukons"] if CARD_VALUES[values]["yukons"] % 5 else 0
    return _can_share(sides, 0, yukons, 0, PACK["kings"], 0 if ace_at is None else 1, 0)


def _can_share(sides: list[_Owns], place: int, yukons: int, lead: int, pairs: int, spent: int, room: int) -> bool:
    """Whether the sides from a place on can have the odd cards that are left, and then all sides their fives.

    `yukons` are left, and kings for so many `pairs`. The sides before have `lead` more kings than queens together.
    `spent` and `room` are about their fives: see below.
    """
    side = sides[place]
    place += 1
    if place == len(sides):  # the last side has what the others have not
        last = side.by_cards.get((yukons, -lead))
        if last is None or last.kings > pairs:
            return False
        return _can_share_fives(pairs - last.kings, spent + last.is_odd, room | last.room)
    # What brings kings and queens level comes first, for it mostly fits.
    for own_yukons, own_lead, kings, is_odd, own_room in side.queens_first if lead > 0 else side.kings_first:
        if own_yukons <= yukons and kings <= pairs:
            left, both = yukons - own_yukons, lead + own_lead
            if _can_share(sides, place, left, both, pairs - kings, spent + is_odd, room | own_room):
                return True
    return False


def _can_share_fives(pairs: int, spent: int, room: int) -> bool:
    """Whether the Grand Yukon (three fives), the cards worth two, and aces and pairs (one) can make up the fives.

    `spent` aces and pairs have their place: an ace where it has to be, one wherever the rest is odd. The Grand Yukon
    goes where there is `room`. All is even then, and so is the number of aces and pairs left: two by two they and the
    cards worth two fill it up.
    """
    singles = PACK["aces"] + pairs
    # The Grand Yukon turns odd into even where it goes, and even into odd.
    if spent < singles:
        return room != 0
    return spent - 1 <= singles and room & ODD_ROOM != 0


def _list_totals(values: str, *, with_ace: bool) -> frozenset[int]:
    pack = PACK_POINTS[values]
    place = 0 if with_ace else None
    return frozenset(
        points for points in range(pack + 1) if can_divide((points, pack - points), values=values, ace_at=place)
    )


#: House rule `card_values` -> the totals that one side can have, the others having the rest; and those with an ace.
TOTALS: Mapping[str, frozenset[int]] = {values: _list_totals(values, with_ace=False) for values in CARD_VALUES}
TOTALS_WITH_ACE: Mapping[str, frozenset[int]] = {values: _list_totals(values, with_ace=True) for values in CARD_VALUES}
