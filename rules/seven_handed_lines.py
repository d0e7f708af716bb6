"""What a hand of Seven-handed Euchre is worth to each seat: the number bid, to one of its two sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from rules.game import Line, say_beforehand
from rules.seven_handed_texts import LINE_TEXTS, SPLIT_TEXTS

SEATS = ("A", "B", "C", "D", "E", "F", "G")

#: Bid -> partners that the bidder chooses. Source, on partners and on playing alone.
PARTNERS: Mapping[int, int] = {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 10: 0, 20: 0}

MOST_PARTNERS = 3

#: Bid -> tricks that make it: 10 and 20 say that all seven are taken alone.
TRICKS: Mapping[int, int] = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 10: 7, 20: 7}
MOST_TRICKS = 7


class Hand(Struct, frozen=True, kw_only=True):
    """How a hand came out: `is_made` says that the bidder's side is credited, `sharers` how many seats are.

    It has `tricks`, those of the bidder's side, or an `offender`, whose revoke ended it.
    """

    bidder: str
    bid: int
    is_made: bool
    sharers: int
    tricks: int | None = None
    offender: str | None = None


def list_lines(hand: Hand, credited: Sequence[str], *, is_split: bool) -> list[Line]:
    """The line of each seat credited. `is_split`: the number bid is divided among the sharers, and rounded up."""
    texts = SPLIT_TEXTS if is_split else LINE_TEXTS
    points = -(-hand.bid // hand.sharers) if is_split else hand.bid
    values: dict[str, int | str] = {"bidder": hand.bidder, "bid": hand.bid, "sharers": hand.sharers}
    if hand.offender is not None:
        values["offender"] = hand.offender
    if hand.tricks is not None:
        values["tricks"] = hand.tricks
    rule = "points" if hand.offender is None else "revokes"
    codes = [_find_code(hand, is_bidder=seat == hand.bidder) for seat in credited]
    return [
        Line(side=seat, points=points, code=code, template=texts[code], values=values, rule=rule)
        for seat, code in zip(credited, codes, strict=True)
    ]


def _find_code(hand: Hand, *, is_bidder: bool) -> str:
    if hand.offender is not None:
        if not hand.is_made:
            return "revoke_for_adversary"
        return "revoke_for_bidder" if is_bidder else "revoke_for_partner"
    if not hand.is_made:
        return "euchred"
    if is_bidder:
        return "made" if hand.sharers > 1 else "made_alone"
    return "made_as_partner"


def _list_played_lines(bidder: str, bid: int, tricks: int) -> dict[str, Line]:
    is_made = tricks >= TRICKS[bid]
    team = PARTNERS[bid] + 1
    sharers = team if is_made else len(SEATS) - team
    hand = Hand(bidder=bidder, bid=bid, is_made=is_made, sharers=sharers, tricks=tricks)
    return {line.side: say_beforehand(line) for line in list_lines(hand, SEATS, is_split=False)}


#: (bidder, bid, tricks) -> the line of each seat, if it is of the side credited; the number bid to each.
PLAYED_LINES: Mapping[tuple[str, int, int], Mapping[str, Line]] = {
    (bidder, bid, tricks): _list_played_lines(bidder, bid, tricks)
    for bidder in SEATS
    for bid in PARTNERS
    for tricks in range(MOST_TRICKS + 1)
}
