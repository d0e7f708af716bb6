"""What every four-handed Euchre has in common: the facts of a hand, what its tricks are worth, what is counted."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Annotated

from msgspec import Meta

from rules.cards import Suit
from rules.game import GameDeal, Line, Partnership, Seat, Tally, Violation, gettext_noop, other_side

#: (tricks taken by the makers, alone) -> makers' points, defenders' points and code.
PointsTable = Mapping[tuple[int, bool], tuple[int, int, str]]

#: The figures of most leagues; Land-Grant's too.
POINTS: PointsTable = {
    (0, False): (0, 2, "euchre"),
    (1, False): (0, 2, "euchre"),
    (2, False): (0, 2, "euchre"),
    (3, False): (1, 0, "made"),
    (4, False): (1, 0, "made"),
    (5, False): (2, 0, "march"),
    (0, True): (0, 2, "loner_stopped"),
    (1, True): (0, 2, "loner_stopped"),
    (2, True): (0, 2, "loner_stopped"),
    (3, True): (1, 0, "loner_partial"),
    (4, True): (1, 0, "loner_partial"),
    (5, True): (4, 0, "loner"),
}
EUCHRES = ("euchre", "loner_stopped", "loner_stopped_alone")

HAND_TEXTS: Mapping[str, str] = {
    "euchre": gettext_noop("Euchre: the makers took {tricks} of 5 tricks"),
    "made": gettext_noop("Made: the makers took {tricks} of 5 tricks"),
    "march": gettext_noop("March: the makers took all 5 tricks"),
    "loner_stopped": gettext_noop("Loner stopped: the lone player took {tricks} of 5 tricks"),
    "loner_stopped_alone": gettext_noop("Loner stopped by a lone defender: the lone player took {tricks} of 5 tricks"),
    "loner_partial": gettext_noop("Loner, short of a sweep: {tricks} of 5 tricks"),
    "loner": gettext_noop("Loner: the lone player took all 5 tricks"),
}

#: Headings of what `count_hand` counts.
HAND_TALLIES: Mapping[str, str] = {
    "loners_tried": gettext_noop("Loners tried"),
    "loners_made": gettext_noop("Loners made"),
    "marches": gettext_noop("Marches"),
    "euchres_made": gettext_noop("Euchres made"),
    "euchres_suffered": gettext_noop("Euchres suffered"),
}

#: (field, code) -> what is wrong with the bidding and what to do.
BIDDING_FAULTS: Mapping[tuple[str, str], str] = {
    ("suit", "not_turned_up"): gettext_noop("In the first round only the suit turned up can become trump."),
    ("suit", "turned_down"): gettext_noop("In the second round the suit that was turned down cannot be named."),
}


class EuchreHand(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one hand that was bid and played. `tricks` are the makers'."""

    maker: Annotated[Seat, Meta(title=gettext_noop("Maker"))] | None = None
    alone: Annotated[bool, Meta(title=gettext_noop("Alone"))] = False
    tricks: Annotated[int, Meta(ge=0, le=5, title=gettext_noop("Tricks taken by the makers"))] | None = None
    suit: Annotated[Suit, Meta(title=gettext_noop("Trump"))] | None = None
    round: Annotated[int, Meta(ge=1, le=2, title=gettext_noop("Round of bidding"))] | None = None
    turned_down: Annotated[Suit, Meta(title=gettext_noop("Suit turned down"))] | None = None


class EuchreGame(Partnership, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game of Euchre between two pairs."""

    def partner_of(self, seat: str) -> str:
        """Who sits opposite."""
        return self.seat_after(self.seat_after(seat))


def score_hand(makers: str, *, tricks: int, alone: bool, points: PointsTable = POINTS) -> Line:
    """The line of a hand played out; `makers` is their side."""
    for_makers, for_defenders, code = points[tricks, alone]
    return Line(
        side=makers if for_makers else other_side(makers),
        points=for_makers or for_defenders,
        code=code,
        template=HAND_TEXTS[code],
        values={"tricks": tricks},
        rule="points",
    )


def count_hand(hand: EuchreHand, makers: str, codes: Container[str]) -> Iterator[Tally]:
    """What a hand adds to HAND_TALLIES; `codes` are those of its lines."""
    if hand.alone:
        yield Tally(code="loners_tried", side=makers, seat=hand.maker)
    if "loner" in codes:
        yield Tally(code="loners_made", side=makers, seat=hand.maker)
    if "march" in codes:
        yield Tally(code="marches", side=makers, seat=hand.maker)
    if any(code in codes for code in EUCHRES):
        yield Tally(code="euchres_suffered", side=makers, seat=hand.maker)
        yield Tally(code="euchres_made", side=other_side(makers))


def check_bidding(hand: EuchreHand) -> Iterator[Violation]:
    """In the first round trump is the suit turned up, in the second any other."""
    if hand.suit is None or hand.turned_down is None:
        return
    if hand.round == 1 and hand.suit != hand.turned_down:
        yield _fault("suit", "not_turned_up")
    if hand.round != 1 and hand.suit == hand.turned_down:
        yield _fault("suit", "turned_down")


def _fault(field: str, code: str) -> Violation:
    return Violation(field=field, code=code, template=BIDDING_FAULTS[field, code])
