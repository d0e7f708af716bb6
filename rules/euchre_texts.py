"""What Euchre says to people: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

RENEGE_TEXT = gettext_noop("Renege by {offender}: {points} points to the opponents")
CREDIT_TEXT = gettext_noop("Points of {maker} alone for lone hands: {points}")

KIND_WORDS: Mapping[str, str] = {"renege": gettext_noop("Renege")}

PRESET_TITLES: Mapping[str, str] = {
    "league": gettext_noop("To 10, the dealer must name trump"),
    "evening": gettext_noop("Eight hands, most points"),
    "progressive": gettext_noop("Eight hands, a point more to whoever makes a loner"),
    "cornish": gettext_noop("To 21 with the Benny"),
}

#: The values of the house rules, in words: house rule -> value -> words.
RULE_WORDS: Mapping[str, Mapping[int | str, str]] = {
    "target": {
        10: gettext_noop("10 points"),
        5: gettext_noop("5 points"),
        7: gettext_noop("7 points"),
        11: gettext_noop("11 points"),
        13: gettext_noop("13 points"),
        15: gettext_noop("15 points"),
        21: gettext_noop("21 points"),
        25: gettext_noop("25 points"),
        "none": gettext_noop("no target: the hands or the clock end the game"),
    },
    "hands": {
        "open": gettext_noop("as many as it takes"),
        4: gettext_noop("4 hands"),
        5: gettext_noop("5 hands"),
        8: gettext_noop("8 hands"),
        10: gettext_noop("10 hands"),
        12: gettext_noop("12 hands"),
        16: gettext_noop("16 hands"),
        20: gettext_noop("20 hands"),
    },
    "euchred_loner": {
        2: gettext_noop("2 points, as any euchre"),
        3: gettext_noop("3 points"),
        4: gettext_noop("4 points, as much as the loner could have made"),
    },
    "loner_credit": {
        "none": gettext_noop("both partners get the same"),
        1: gettext_noop("1 point more for the lone player alone"),
    },
    "defend_alone": {
        "no": gettext_noop("not allowed"),
        4: gettext_noop("against a loner; stopping it brings 4 points"),
    },
    "assist_alone": {
        "no": gettext_noop("with or without the dealer"),
        "yes": gettext_noop("always alone"),
    },
    "all_pass": {
        "stick_dealer": gettext_noop("cannot be: the dealer must name trump"),
        "deal_passes": gettext_noop("no points, the next player deals"),
        "same_dealer_redeals": gettext_noop("no hand, the same dealer deals again"),
    },
    "loner_renege": {
        4: gettext_noop("4 points"),
        2: gettext_noop("2 points, as on any hand"),
    },
    "deck": {
        24: gettext_noop("24 cards, nine to ace"),
        25: gettext_noop("25 cards, with a joker (the Benny)"),
        32: gettext_noop("32 cards, seven to ace"),
    },
}

NOT_PASSED_OUT = gettext_noop(
    "Everybody passed, so nothing was played: leave this out, or leave out that everybody passed."
)

#: (field, code) -> what is wrong with a deal and what to do.
FAULT_TEXTS: Mapping[tuple[str, str], str] = {
    ("passed_out", "stick_dealer"): gettext_noop(
        "By the house rules the dealer must name trump when all the others have passed: say what the dealer named."
    ),
    ("maker", "missing"): gettext_noop("Say who made trump, or that everybody passed."),
    ("infractions", "two_endings"): gettext_noop(
        "Two infractions that each end the hand: an admin decides this by a ruling."
    ),
    ("tricks", "hand_over"): gettext_noop("The penalty ended the hand: leave out the tricks."),
    ("tricks", "missing"): gettext_noop("Say how many tricks the makers took, 0 to 5."),
    ("lone_defender", "not_allowed"): gettext_noop("By the house rules nobody defends alone: leave this out."),
    ("lone_defender", "not_against_pair"): gettext_noop(
        "One defends alone only against a lone player: mark the maker as alone, or leave out the lone defender."
    ),
    ("lone_defender", "own_side"): gettext_noop("The maker's own side does not defend: name one of the opponents."),
    ("alone", "dealers_partner"): gettext_noop(
        "By the house rules the dealer's partner plays alone after ordering the dealer up in the first round."
    ),
    ("offender", "sits_out"): gettext_noop("The lone player's partner plays no cards and cannot have done this."),
}
