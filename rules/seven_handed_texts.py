"""What Seven-handed Euchre says to people: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

#: Code of a line -> why a seat gets the number bid.
LINE_TEXTS: Mapping[str, str] = {
    "made": gettext_noop("Bid of {bid} made: {tricks} of 7 tricks"),
    "made_alone": gettext_noop("Bid of {bid} made alone: all 7 tricks"),
    "made_as_partner": gettext_noop("Partner of {bidder}: bid of {bid} made with {tricks} of 7 tricks"),
    "euchred": gettext_noop("{bidder} is euchred on a bid of {bid} with {tricks} of 7 tricks: {bid} to each adversary"),
    "revoke_for_bidder": gettext_noop("Revoke by {offender}: the bid of {bid} counts as made"),
    "revoke_for_partner": gettext_noop("Partner of {bidder}: revoke by {offender}, the bid of {bid} counts as made"),
    "revoke_for_adversary": gettext_noop(
        "Revoke by {offender} on the side of {bidder}: the bid of {bid} to each adversary"
    ),
}

#: The same where a side of more than one seat divides the number bid.
SPLIT_TEXTS: Mapping[str, str] = {
    "made": gettext_noop("Bid of {bid} made: {tricks} of 7 tricks; {bid} divided by {sharers}, rounded up"),
    "made_as_partner": gettext_noop(
        "Partner of {bidder}: bid of {bid} made with {tricks} of 7 tricks; {bid} divided by {sharers}, rounded up"
    ),
    "euchred": gettext_noop(
        "{bidder} is euchred on a bid of {bid} with {tricks} of 7 tricks: "
        "{bid} divided by {sharers} adversaries, rounded up"
    ),
    "revoke_for_bidder": gettext_noop(
        "Revoke by {offender}: the bid of {bid} counts as made; {bid} divided by {sharers}, rounded up"
    ),
    "revoke_for_partner": gettext_noop(
        "Partner of {bidder}: revoke by {offender}, the bid of {bid} counts as made; "
        "{bid} divided by {sharers}, rounded up"
    ),
    "revoke_for_adversary": gettext_noop(
        "Revoke by {offender} on the side of {bidder}: the bid of {bid} divided by {sharers} adversaries, rounded up"
    ),
}

KIND_WORDS: Mapping[str, str] = {"revoke": gettext_noop("Revoke")}

BID_WORDS: Mapping[int, str] = {
    1: gettext_noop("1, with two partners"),
    2: gettext_noop("2, with two partners"),
    3: gettext_noop("3, with two partners"),
    4: gettext_noop("4, with two partners"),
    5: gettext_noop("5, with two partners"),
    6: gettext_noop("6, with three partners"),
    7: gettext_noop("7, with three partners"),
    10: gettext_noop("10, alone with the widow"),
    20: gettext_noop("20, alone without the widow"),
}

#: The values of the house rules, in words: house rule -> value -> words.
RULE_WORDS: Mapping[str, Mapping[int | str, str]] = {
    "prize_tie": {
        "shared": gettext_noop("the prize is shared"),
        "most_bids_made": gettext_noop("whoever made more bids stands higher"),
        "cut": gettext_noop("they cut the cards for it"),
    },
    "all_pass": {
        "deal_passes": gettext_noop("nobody scores and the deal passes on"),
        "same_dealer_redeals": gettext_noop("nobody scores and the same dealer deals again"),
    },
    "min_bid": {1: gettext_noop("1 point"), 2: gettext_noop("2 points"), 3: gettext_noop("3 points")},
    "table_prizes": {
        "per_table": gettext_noop("at every table"),
        "per_evening": gettext_noop("once for the whole evening"),
    },
    "credit": {
        "each": gettext_noop("to each player of the side"),
        "split": gettext_noop("to the side, divided equally and rounded up"),
    },
}

#: (field, code) -> what is wrong with a deal and what to do.
FAULT_TEXTS: Mapping[tuple[str, str], str] = {
    ("passed_out", "stands_alone"): gettext_noop(
        "A hand that everybody passed has no other facts: leave them out, or leave out that it was passed."
    ),
    ("bidder", "missing"): gettext_noop("Say who bid highest, or that everybody passed."),
    ("bid", "missing"): gettext_noop("Say what was bid, or that everybody passed."),
    ("bid", "below_minimum"): gettext_noop("The house rules allow no bid below {minimum}."),
    ("partners", "too_many"): gettext_noop("No bid is played with more than 3 partners: name at most 3."),
    ("partners", "none_alone"): gettext_noop("A bid of {bid} is played alone: leave out the partners."),
    ("partners", "wrong_number"): gettext_noop(
        "A bid of {bid} is played with {wanted} partners; here it says {found}: name exactly {wanted}."
    ),
    ("partners", "repeated"): gettext_noop("{seat} is named as a partner twice: leave only one, or name another."),
    ("partners", "is_bidder"): gettext_noop("{bidder} is the bidder: name somebody else as partner."),
    ("tricks", "missing"): gettext_noop("Say how many tricks the bidder's side took, 0 to 7, or who revoked."),
    ("tricks", "hand_over"): gettext_noop("The revoke ended the hand: leave out the tricks."),
    ("infractions", "two_endings"): gettext_noop(
        "More than one revoke, by one side or by both, of which each ends the hand: an admin decides this by a ruling."
    ),
}

#: Which prize -> how it was won: alone, with others, by bids made, still to be cut for, or not here.
PRIZE_TEXTS: Mapping[str, Mapping[str, str]] = {
    "high": {
        "alone": gettext_noop("Prize for the most points: {seat} with {points}"),
        "shared": gettext_noop("Prize for the most points, shared: {seat} with {points}"),
        "by_bids": gettext_noop("Prize for the most points: {seat} with {points}; level in points, more bids made"),
        "shared_by_bids": gettext_noop(
            "Prize for the most points, shared: {seat} with {points}; level in points, as many bids made"
        ),
        "cut": gettext_noop("Prize for the most points: {seat} with {points} is level and cuts the cards for it"),
        "at_table": gettext_noop("Most points at this table: {seat} with {points}"),
    },
    "booby": {
        "alone": gettext_noop("Booby prize for the fewest points: {seat} with {points}"),
        "shared": gettext_noop("Booby prize for the fewest points, shared: {seat} with {points}"),
        "by_bids": gettext_noop(
            "Booby prize for the fewest points: {seat} with {points}; level in points, fewer bids made"
        ),
        "shared_by_bids": gettext_noop(
            "Booby prize for the fewest points, shared: {seat} with {points}; level in points, as few bids made"
        ),
        "cut": gettext_noop(
            "Booby prize for the fewest points: {seat} with {points} is level and cuts the cards for it"
        ),
        "at_table": gettext_noop("Fewest points at this table: {seat} with {points}"),
    },
}
ALL_LEVEL_TEXT = gettext_noop("Everybody is level with {points}: there are no prizes.")
PER_EVENING_TEXT = gettext_noop("The prizes go to the most and the fewest points of the whole evening.")
