"""What the facts and the house rules of Grand are called: words in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

PLAY_WORDS: Mapping[str, str] = {
    "whist": gettext_noop("Whist"),
    "grand": gettext_noop("Grand"),
    "euchre": gettext_noop("Euchre"),
    "hearts": gettext_noop("Hearts"),
}

KIND_WORDS: Mapping[str, str] = {
    "revoke": gettext_noop("Revoke"),
    "low_trump_kept": gettext_noop("A trump below the eight kept"),
    "too_many_cards": gettext_noop("More than five cards kept"),
    "other": gettext_noop("Another breach of the rules"),
}

#: The values of the house rules, in words: house rule -> value -> words.
RULE_WORDS: Mapping[str, Mapping[int | str, str]] = {
    "bid_step": {
        "fives": gettext_noop("in fives"),
        "any": gettext_noop("in any whole number from 5"),
    },
    "forced_dealer_bid": {
        "exactly_5": gettext_noop("exactly 5"),
        "any": gettext_noop("what the dealer likes"),
    },
    "unmakeable_bid": {
        "refuse": gettext_noop("is refused"),
        "allow": gettext_noop("stands, and fails"),
    },
    "whist_defender_slam_bonus": {
        0: gettext_noop("no bonus"),
        30: gettext_noop("30 points more"),
    },
    "grand_slam_wins": {
        "either_side": gettext_noop("for either side"),
        "bidders_only": gettext_noop("for the bidders only"),
        "off": gettext_noop("for nobody"),
    },
    "grand_defender_slam_bonus": {
        0: gettext_noop("no bonus"),
        40: gettext_noop("40 points more"),
    },
    "euchre_cap": {
        25: gettext_noop("25"),
        "none": gettext_noop("no limit"),
    },
    "euchre_alone_below_20": {
        "no": gettext_noop("not possible"),
        "yes": gettext_noop("possible"),
    },
    "euchre_lone_fail": {
        "bid_plus_20": gettext_noop("the bid and 20, like a pair"),
        "double_bid": gettext_noop("twice the bid"),
    },
    "euchre_defenders_score": {
        "table": gettext_noop("count by the bidders' table"),
        "none": gettext_noop("count nothing"),
    },
    "euchre_defend_alone": {
        "allowed": gettext_noop("allowed, 25 for all five tricks"),
        "no": gettext_noop("not allowed"),
    },
    "hearts_bid": {
        "at_most_50": gettext_noop("up to 50"),
        "at_least_50": gettext_noop("50 or more"),
        "exactly_50": gettext_noop("50 only"),
        "any": gettext_noop("any"),
    },
    "hearts_opponents": {
        "each_heart": gettext_noop("cost a point each"),
        "none": gettext_noop("cost nothing"),
    },
    "eldest_hearts": {
        "notional_50": gettext_noop("scored as a bid of 50"),
        "notional_5": gettext_noop("scored as a bid of 5"),
        "no_bid": gettext_noop("scored without a bid"),
        "off": gettext_noop("not played"),
    },
    "eldest_exclusive": {
        "no": gettext_noop("anybody who wins the bidding may name it"),
        "yes": gettext_noop("only the eldest hand may name it"),
    },
    "forced_make": {
        "max_bid_or_tricks": gettext_noop("the bid, or their tricks if those are worth more"),
        "bid": gettext_noop("the bid"),
        "next_table_value": gettext_noop("the lowest value of the table that covers the bid"),
    },
    "setback_count": {
        "failed_bids": gettext_noop("a failed bid"),
        "every_deduction": gettext_noop("a failed bid and the defenders' hearts"),
    },
    "score_floor": {
        "none": gettext_noop("possible"),
        "zero": gettext_noop("not possible: a deduction stops at zero"),
    },
    "settlement": {
        "decides_winner": gettext_noop("decides who wins"),
        "margin_only": gettext_noop("gives the margin; the points decide who wins"),
        "off": gettext_noop("is only shown; the points decide who wins"),
    },
    "slam_settlement": {
        "outright": gettext_noop("nothing is settled"),
        "settle_too": gettext_noop("the game is settled like any other"),
    },
    "leader": {
        "higher_score": gettext_noop("the side with more points"),
        "nearest_100": gettext_noop("the side nearer to 100"),
    },
    "tie": {
        "draw": gettext_noop("is a draw"),
        "extra_deal": gettext_noop("calls for another deal"),
    },
}
