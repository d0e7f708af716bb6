"""Seven-handed Euchre: seven players, each for himself, who form two sides anew on every hand.

The bidder chooses partners, and either side of the hand is credited with the number bid. The help page
docs/games/seven-handed-euchre.md says what the printed source leaves open and how each house rule reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from rules.cards import Suit
from rules.game import (
    Game,
    GameDeal,
    Line,
    Remark,
    Scored,
    Seat,
    State,
    Tally,
    Values,
    Violation,
    gettext_noop,
    say_choices,
)
from rules.seven_handed_lines import MOST_PARTNERS, MOST_TRICKS, PARTNERS, PLAYED_LINES, SEATS, TRICKS, Hand, list_lines
from rules.seven_handed_prizes import award_prizes, count_bids_made, describe_prizes
from rules.seven_handed_texts import BID_WORDS, FAULT_TEXTS, KIND_WORDS, RULE_WORDS


class Infraction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A breach of the rules that ends the hand."""

    kind: Annotated[Literal["revoke"], say_choices(gettext_noop("Infraction"), KIND_WORDS)]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class SevenHandedDeal(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one hand. `tricks` are those of the bidder's side; a revoke takes their place."""

    bidder: Annotated[Seat, Meta(title=gettext_noop("Bidder"))] | None = None
    bid: Annotated[Literal[1, 2, 3, 4, 5, 6, 7, 10, 20], say_choices(gettext_noop("Bid"), BID_WORDS)] | None = None
    suit: Annotated[Suit, Meta(title=gettext_noop("Trump"))] | None = None
    partners: Annotated[tuple[Seat, ...], Meta(title=gettext_noop("Partners"))] = ()
    tricks: (
        Annotated[int, Meta(ge=0, le=MOST_TRICKS, title=gettext_noop("Tricks taken by the bidder's side"))] | None
    ) = None
    passed_out: Annotated[bool, Meta(title=gettext_noop("Everybody passed"))] = False
    infractions: Annotated[tuple[Infraction, ...], Meta(title=gettext_noop("Infractions"))] = ()


class SevenHandedEuchre(Game, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules; the defaults follow the printed source, and where it is silent the plainest reading."""

    key: ClassVar[str] = "seven-handed-euchre"
    title: ClassVar[str] = gettext_noop("Seven-handed Euchre")
    Deal: ClassVar[type[GameDeal]] = SevenHandedDeal
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {"recommended": {}}
    preset_titles: ClassVar[Mapping[str, str]] = {"recommended": gettext_noop("Printed rules, plainest reading")}
    tally_titles: ClassVar[Mapping[str, str]] = {
        "bids": gettext_noop("Bids played"),
        "bids_made": gettext_noop("Bids made"),
        "bids_failed": gettext_noop("Bids failed"),
        "alone_tried": gettext_noop("Bids played alone"),
        "alone_made": gettext_noop("Bids made alone"),
        "partnered": gettext_noop("Chosen as partner"),
        "revokes": gettext_noop("Revokes"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("bids_made", "bids_failed", "partnered")

    prize_tie: Annotated[
        Literal["shared", "most_bids_made", "cut"],
        say_choices(gettext_noop("Players level for a prize"), RULE_WORDS["prize_tie"]),
    ] = "shared"
    all_pass: Annotated[
        Literal["deal_passes", "same_dealer_redeals"],
        say_choices(gettext_noop("Everybody passes"), RULE_WORDS["all_pass"]),
    ] = "deal_passes"
    min_bid: Annotated[Literal[1, 2, 3], say_choices(gettext_noop("Lowest bid"), RULE_WORDS["min_bid"])] = 1
    table_prizes: Annotated[
        Literal["per_table", "per_evening"],
        say_choices(gettext_noop("Prizes are given"), RULE_WORDS["table_prizes"]),
    ] = "per_table"
    credit: Annotated[
        Literal["each", "split"],
        say_choices(gettext_noop("The number bid is credited"), RULE_WORDS["credit"]),
    ] = "each"

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def sides(self) -> tuple[str, ...]:
        return SEATS

    @property
    def has_winner(self) -> bool:
        """There are prizes, not a winner."""
        return False

    def side_of(self, seat: str) -> str:
        return seat

    def violations(self, deal: SevenHandedDeal, before: State) -> Iterable[Violation]:
        found = self._check_bid(deal)
        found += self._check_partners(deal)
        if deal.tricks is not None and deal.infractions:
            found.append(_fault("tricks", "hand_over"))
        if len(deal.infractions) > 1:
            found.append(_fault("infractions", "two_endings"))
        return found

    def lines(self, deal: SevenHandedDeal, before: State) -> Iterable[Line]:
        bidder, bid = deal.bidder, deal.bid
        if bidder is None or bid is None:
            return ()  # passed out
        is_made = _is_made(deal, bid=bid)
        team = (bidder, *deal.partners)
        credited = [seat for seat in SEATS if (seat in team) is is_made]
        tricks, sharers = deal.tricks, len(credited)
        if tricks is not None and self.credit == "each":
            lines = PLAYED_LINES[bidder, bid, tricks]
            return [lines[seat] for seat in credited]
        offender = deal.infractions[0].offender if deal.infractions else None
        hand = Hand(bidder=bidder, bid=bid, is_made=is_made, sharers=sharers, tricks=tricks, offender=offender)
        return list_lines(hand, credited, is_split=self.credit == "split" and sharers > 1)

    def tallies(self, deal: SevenHandedDeal, before: State) -> Iterator[Tally]:
        bidder, bid = deal.bidder, deal.bid
        if bidder is None or bid is None:
            return  # passed out
        yield _count("bids", bidder)
        is_made = _is_made(deal, bid=bid)
        yield _count("bids_made" if is_made else "bids_failed", bidder)
        if not deal.partners:
            yield _count("alone_tried", bidder)
        if is_made and not deal.partners:
            yield _count("alone_made", bidder)
        for partner in deal.partners:
            yield _count("partnered", partner)
        for infraction in deal.infractions:
            yield _count("revokes", infraction.offender)

    def counts_as_dealt(self, deal: SevenHandedDeal) -> bool:
        return not (deal.passed_out and self.all_pass == "same_dealer_redeals")

    def is_over(self, state: State) -> bool:
        """Never: there is no target. The evening or an agreed number of hands ends the game."""
        return False

    def find_winner(self, state: State) -> str | None:
        return None

    def honours(self, steps: Sequence[Scored], *, state: State, finished: bool) -> dict[str, object]:
        """`prizes` of a finished game: the seats with the most points and those with the fewest."""
        if not finished:
            return {}
        made = count_bids_made(steps, state.totals) if self.prize_tie == "most_bids_made" else None
        return {"prizes": award_prizes(state.totals, made=made)}

    def award_evening(self, totals: Mapping[str, int], counts: Mapping[str, Mapping[str, int]]) -> Iterator[Remark]:
        """The two prizes, where the house rules give them once for the whole evening."""
        if self.table_prizes == "per_evening" and totals:
            made = {person: counts[person].get("bids_made", 0) for person in totals}
            prizes = award_prizes(totals, made=made if self.prize_tie == "most_bids_made" else None)
            yield from describe_prizes(prizes, totals, tie=self.prize_tie, is_per_evening=False)

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        if "prizes" in honours:
            yield from describe_prizes(
                honours["prizes"], state.totals, tie=self.prize_tie, is_per_evening=self.table_prizes == "per_evening"
            )

    def _check_bid(self, deal: SevenHandedDeal) -> list[Violation]:
        """A bidder, a bid high enough and an outcome; or nothing at all, where everybody passed."""
        found: list[Violation] = []
        if deal.passed_out:
            if deal != SevenHandedDeal(passed_out=True):
                found.append(_fault("passed_out", "stands_alone"))
        else:
            if deal.bidder is None:
                found.append(_fault("bidder", "missing"))
            if deal.bid is None:
                found.append(_fault("bid", "missing"))
            if deal.tricks is None and not deal.infractions:
                found.append(_fault("tricks", "missing"))
        if deal.bid is not None and deal.bid < self.min_bid:
            found.append(_fault("bid", "below_minimum", values={"minimum": self.min_bid}))
        return found

    def _check_partners(self, deal: SevenHandedDeal) -> list[Violation]:
        found: list[Violation] = []
        partners, bid = deal.partners, deal.bid
        if len(partners) > MOST_PARTNERS:
            found.append(_fault("partners", "too_many"))
        elif bid is not None and len(partners) != PARTNERS[bid] and (partners or not deal.passed_out):
            values = {"bid": bid, "wanted": PARTNERS[bid], "found": len(partners)}
            found.append(_fault("partners", "wrong_number" if PARTNERS[bid] else "none_alone", values=values))
        for place, seat in enumerate(partners):
            if seat in partners[:place]:
                found.append(_fault("partners", "repeated", place=place, values={"seat": seat}))
            elif seat == deal.bidder:
                found.append(_fault("partners", "is_bidder", place=place, values={"bidder": seat}))
        return found


def _is_made(deal: SevenHandedDeal, *, bid: int) -> bool:
    """Whether the bidder's side is credited: the bid was reached, or an adversary revoked."""
    if deal.infractions:
        offender = deal.infractions[0].offender
        return offender != deal.bidder and offender not in deal.partners
    return deal.tricks is not None and deal.tricks >= TRICKS[bid]


def _count(code: str, seat: str) -> Tally:
    return Tally(code=code, side=seat, seat=seat)


def _fault(field: str, code: str, *, place: int | None = None, values: Values | None = None) -> Violation:
    path = field if place is None else f"{field}.{place}"
    return Violation(field=path, code=code, template=FAULT_TEXTS[field, code], values=values or {})
