"""The facts of one deal of Grand, and the house rules that it is scored by.

The docstring of each names shapes and units; what a house rule decides is explained in docs/games/grand.md.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from rules.cards import Suit
from rules.game import GameDeal, Partnership, Seat, gettext_noop, say_choices
from rules.grand_words import KIND_WORDS, PLAY_WORDS, RULE_WORDS

#: The lowest bid (both texts), and the highest that a sheet takes.
LOWEST_BID = 5
HIGHEST_BID = 999

#: What the winner of the bidding can name, in the order in which they are shown.
PLAYS: tuple[str, ...] = tuple(PLAY_WORDS)


class GrandInfraction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One breach of the rules of the game that was played."""

    kind: Annotated[
        Literal["revoke", "low_trump_kept", "too_many_cards", "other"],
        say_choices(gettext_noop("Infraction"), KIND_WORDS),
    ]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class GrandDeal(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one deal. `tricks` and `hearts` are those of the bidding side; a deal has one of the two.

    After an infraction it may have neither: the hand was not played on. `forced`: three had passed, so the dealer had
    to bid. `eldest_lead`: Hearts declared by the lead of the hand left of the dealer, without a bid.
    """

    bidder: Annotated[Seat, Meta(title=gettext_noop("Bidder"))] | None = None
    bid: Annotated[int, Meta(ge=LOWEST_BID, le=HIGHEST_BID, title=gettext_noop("Bid"))] | None = None
    play: (
        Annotated[
            Literal["whist", "grand", "euchre", "hearts"],
            say_choices(gettext_noop("Game named"), PLAY_WORDS),
        ]
        | None
    ) = None
    suit: Annotated[Suit, Meta(title=gettext_noop("Trump"))] | None = None
    alone: Annotated[bool, Meta(title=gettext_noop("Alone"))] = False
    defender_alone: Annotated[bool, Meta(title=gettext_noop("Defender alone"))] = False
    tricks: Annotated[int, Meta(ge=0, le=13, title=gettext_noop("Tricks taken by the bidders"))] | None = None
    hearts: Annotated[int, Meta(ge=0, le=13, title=gettext_noop("Hearts taken by the bidders"))] | None = None
    forced: Annotated[bool, Meta(title=gettext_noop("Forced bid"))] = False
    eldest_lead: Annotated[bool, Meta(title=gettext_noop("Hearts led by the eldest hand"))] = False
    infractions: Annotated[tuple[GrandInfraction, ...], Meta(title=gettext_noop("Infractions"))] = ()


class GrandRules(Partnership, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The house rules of Grand, in the order of a deal; the defaults are the preset `recommended`."""

    bid_step: Annotated[
        Literal["fives", "any"],
        say_choices(gettext_noop("Bids are made"), RULE_WORDS["bid_step"]),
    ] = "fives"
    forced_dealer_bid: Annotated[
        Literal["exactly_5", "any"],
        say_choices(gettext_noop("When three have passed, the dealer bids"), RULE_WORDS["forced_dealer_bid"]),
    ] = "exactly_5"
    unmakeable_bid: Annotated[
        Literal["refuse", "allow"],
        say_choices(gettext_noop("Whist or Grand named at a bid out of reach"), RULE_WORDS["unmakeable_bid"]),
    ] = "refuse"
    whist_defender_slam_bonus: Annotated[
        Literal[0, 30],
        say_choices(
            gettext_noop("Whist: all 13 tricks taken by the defenders"), RULE_WORDS["whist_defender_slam_bonus"]
        ),
    ] = 0
    grand_slam_wins: Annotated[
        Literal["either_side", "bidders_only", "off"],
        say_choices(gettext_noop("Grand: all 13 tricks win the game"), RULE_WORDS["grand_slam_wins"]),
    ] = "either_side"
    grand_defender_slam_bonus: Annotated[
        Literal[0, 40],
        say_choices(
            gettext_noop("Grand: all 13 tricks taken by the defenders"), RULE_WORDS["grand_defender_slam_bonus"]
        ),
    ] = 0
    euchre_cap: Annotated[
        Literal[25, "none"],
        say_choices(gettext_noop("Euchre: highest bid"), RULE_WORDS["euchre_cap"]),
    ] = 25
    euchre_alone_below_20: Annotated[
        Literal["no", "yes"],
        say_choices(gettext_noop("Euchre: alone at a bid below 20"), RULE_WORDS["euchre_alone_below_20"]),
    ] = "no"
    euchre_lone_fail: Annotated[
        Literal["bid_plus_20", "double_bid"],
        say_choices(gettext_noop("Euchre: a lone player who fails loses"), RULE_WORDS["euchre_lone_fail"]),
    ] = "bid_plus_20"
    euchre_defenders_score: Annotated[
        Literal["table", "none"],
        say_choices(gettext_noop("Euchre: the defenders' tricks"), RULE_WORDS["euchre_defenders_score"]),
    ] = "table"
    euchre_defend_alone: Annotated[
        Literal["allowed", "no"],
        say_choices(gettext_noop("Euchre: a defender alone"), RULE_WORDS["euchre_defend_alone"]),
    ] = "allowed"
    hearts_bid: Annotated[
        Literal["at_most_50", "at_least_50", "exactly_50", "any"],
        say_choices(gettext_noop("Hearts: bids"), RULE_WORDS["hearts_bid"]),
    ] = "at_most_50"
    hearts_opponents: Annotated[
        Literal["each_heart", "none"],
        say_choices(gettext_noop("Hearts: the defenders' hearts"), RULE_WORDS["hearts_opponents"]),
    ] = "each_heart"
    eldest_hearts: Annotated[
        Literal["notional_50", "notional_5", "no_bid", "off"],
        say_choices(gettext_noop("Hearts led by the eldest hand"), RULE_WORDS["eldest_hearts"]),
    ] = "notional_50"
    eldest_exclusive: Annotated[
        Literal["no", "yes"],
        say_choices(gettext_noop("Hearts once the dealer's side has 70"), RULE_WORDS["eldest_exclusive"]),
    ] = "no"
    forced_make: Annotated[
        Literal["max_bid_or_tricks", "bid", "next_table_value"],
        say_choices(gettext_noop("After a defender's infraction the bidders get"), RULE_WORDS["forced_make"]),
    ] = "max_bid_or_tricks"
    setback_count: Annotated[
        Literal["failed_bids", "every_deduction"],
        say_choices(gettext_noop("A setback is ticked for"), RULE_WORDS["setback_count"]),
    ] = "failed_bids"
    score_floor: Annotated[
        Literal["none", "zero"],
        say_choices(gettext_noop("Scores below zero"), RULE_WORDS["score_floor"]),
    ] = "none"
    settlement: Annotated[
        Literal["decides_winner", "margin_only", "off"],
        say_choices(gettext_noop("The settlement at the end"), RULE_WORDS["settlement"]),
    ] = "decides_winner"
    slam_settlement: Annotated[
        Literal["outright", "settle_too"],
        say_choices(gettext_noop("After a slam that wins the game"), RULE_WORDS["slam_settlement"]),
    ] = "outright"
    leader: Annotated[
        Literal["higher_score", "nearest_100"],
        say_choices(gettext_noop("The settlement credits closeness to"), RULE_WORDS["leader"]),
    ] = "higher_score"
    tie: Annotated[
        Literal["draw", "extra_deal"],
        say_choices(gettext_noop("A level result"), RULE_WORDS["tie"]),
    ] = "draw"
