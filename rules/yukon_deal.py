"""The facts of one deal of Yukon, and the house rules that it is scored by.

What a house rule decides is explained in docs/games/yukon.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.game import Game, GameDeal, Seat, Side, gettext_noop, say_choices
from rules.yukon_cards import PACK, PACK_POINTS
from rules.yukon_texts import CARD_TITLES, KIND_WORDS, PLAYERS_WORDS, RULE_WORDS

#: Players -> seats, clockwise, and sides: partners where four play, else everybody for himself.
SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("A", "B"),
    3: ("A", "B", "C"),
    4: ("N", "E", "S", "W"),
    5: ("A", "B", "C", "D", "E"),
}
SIDES: Mapping[int, tuple[str, ...]] = {**SEATS, 4: ("NS", "EW")}
PARTNERSHIP = 4

#: The most points that the pack can have.
MOST_POINTS = max(PACK_POINTS.values())


class CardCounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many counting cards of each kind one side captured."""

    grand_yukon: Annotated[int, Meta(ge=0, le=PACK["grand_yukon"], title=CARD_TITLES["grand_yukon"])] = 0
    yukons: Annotated[int, Meta(ge=0, le=PACK["yukons"], title=CARD_TITLES["yukons"])] = 0
    tens: Annotated[int, Meta(ge=0, le=PACK["tens"], title=CARD_TITLES["tens"])] = 0
    aces: Annotated[int, Meta(ge=0, le=PACK["aces"], title=CARD_TITLES["aces"])] = 0
    kings: Annotated[int, Meta(ge=0, le=PACK["kings"], title=CARD_TITLES["kings"])] = 0
    queens: Annotated[int, Meta(ge=0, le=PACK["queens"], title=CARD_TITLES["queens"])] = 0


NO_CARDS = CardCounts()
#: The counts of one side, in the order of PACK.
COUNT_CARDS: Callable[[CardCounts], tuple[int, ...]] = attrgetter(*PACK)


class YukonInfraction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A breach of the rules that gives the pack to the other side."""

    kind: Annotated[Literal["revoke"], say_choices(gettext_noop("Infraction"), KIND_WORDS)]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class YukonDeal(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one deal: points of each side, or its cards. A side that is left out has none."""

    points: (
        Annotated[Mapping[Side, Annotated[int, Meta(ge=0, le=MOST_POINTS)]], Meta(title=gettext_noop("Points"))] | None
    ) = None
    cards: Annotated[Mapping[Side, CardCounts], Meta(title=gettext_noop("Cards"))] | None = None
    ace_of_spades: Annotated[Side, Meta(title=gettext_noop("Ace of spades"))] | None = None
    infractions: Annotated[tuple[YukonInfraction, ...], Meta(title=gettext_noop("Infractions"))] = ()


class YukonRules(Game, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of Yukon; the defaults are those of the English source."""

    players: Annotated[Literal[2, 3, 4, 5], say_choices(gettext_noop("Players"), PLAYERS_WORDS)] = 4
    tie_break: Annotated[
        Literal["ace_of_spades", "extra_deals"],
        say_choices(gettext_noop("Level at the end"), RULE_WORDS["tie_break"]),
    ] = "ace_of_spades"
    target: Annotated[
        Literal[
            250, 500, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118,
            119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139,
            140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, "single_deal", "each_deals_once",
        ],
        say_choices(gettext_noop("The game goes to"), RULE_WORDS["target"]),
    ] = 250  # fmt: skip
    card_values: Annotated[
        Literal["yukon_125", "golddigger_128"],
        say_choices(gettext_noop("Values of the cards"), RULE_WORDS["card_values"]),
    ] = "yukon_125"
    ace_rank: Annotated[
        Literal["high", "low"],
        say_choices(gettext_noop("Aces rank"), RULE_WORDS["ace_rank"]),
    ] = "high"
    revoke: Annotated[
        Literal["ruling", "forfeit_deal"],
        say_choices(gettext_noop("A revoke"), RULE_WORDS["revoke"]),
    ] = "ruling"

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS[self.players]

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES[self.players]

    def side_of(self, seat: str) -> str:
        if self.players != PARTNERSHIP:
            return seat
        return "NS" if seat in "NS" else "EW"
