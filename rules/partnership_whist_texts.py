"""What Partnership Whist says to people: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

#: Whether a penalty moved tricks before they were counted -> the sentence.
ODD_TRICKS_TEXTS: Mapping[bool, str] = {
    False: gettext_noop("{tricks} of 13 tricks: {points} over book"),
    True: gettext_noop("{tricks} of 13 tricks after the penalty: {points} over book"),
}
ALL_TRICKS_TEXTS: Mapping[bool, str] = {
    False: gettext_noop("{tricks} of 13 tricks"),
    True: gettext_noop("{tricks} of 13 tricks after the penalty"),
}
#: Honours held -> the sentence.
HONOURS_TEXTS: Mapping[int, str] = {
    3: gettext_noop("Three of the four honours"),
    4: gettext_noop("All four honours"),
}
HONOURS_LATE_TEXT = gettext_noop("Honours do not count for a side that began the hand at {score}")
HELD_TEXT = gettext_noop("A side that revoked cannot win the game in that hand: it stays at {score}")
VALUE_TEXT = gettext_noop("The game is worth {value} to {side}")

#: Penalty -> the sentence.
REVOKE_TEXTS: Mapping[str, str] = {
    "three_tricks": gettext_noop("Revoke by {offender}: three tricks go to the opponents"),
    "two_tricks": gettext_noop("Revoke by {offender}: two tricks go to the opponents"),
    "three_points": gettext_noop("Revoke by {offender}: 3 points to the opponents"),
    "minus_three": gettext_noop("Revoke by {offender}: 3 points are taken off, as far as there are any"),
}

KIND_WORDS: Mapping[str, str] = {"revoke": gettext_noop("Revoke")}
PENALTY_WORDS: Mapping[str, str] = {
    "three_tricks": gettext_noop("three tricks"),
    "three_points": gettext_noop("3 points for them"),
    "minus_three": gettext_noop("3 points off the offenders"),
}

PRESET_TITLES: Mapping[str, str] = {
    "american": gettext_noop("American: to 7, no honours"),
    "short": gettext_noop("Short Whist: to 5, with honours"),
    "long": gettext_noop("Long Whist: to 10, with honours"),
    "drive": gettext_noop("Whist drive: every trick counts"),
    "progressive-drive": gettext_noop("Whist drive, one hand at each table"),
}

#: The values of the house rules, in words: house rule -> value -> words.
RULE_WORDS: Mapping[str, Mapping[int | str, str]] = {
    "scoring": {
        "odd_tricks": gettext_noop("tricks over six, to a target"),
        "all_tricks": gettext_noop("every trick, without a target"),
    },
    "target": {
        7: gettext_noop("7 points"),
        5: gettext_noop("5 points"),
        10: gettext_noop("10 points"),
        "none": gettext_noop("no target: the hands or the clock end the game"),
    },
    "hands": {
        "open": gettext_noop("as many as it takes"),
        1: gettext_noop("1 hand"),
        2: gettext_noop("2 hands"),
        3: gettext_noop("3 hands"),
        4: gettext_noop("4 hands"),
        6: gettext_noop("6 hands"),
        8: gettext_noop("8 hands"),
        12: gettext_noop("12 hands"),
        16: gettext_noop("16 hands"),
        20: gettext_noop("20 hands"),
        24: gettext_noop("24 hands"),
    },
    "honour_points": {
        "off": gettext_noop("do not count"),
        "four_and_two": gettext_noop("4 points for all four, 2 for three"),
    },
    "revoke": {
        "three_tricks": gettext_noop("three tricks to the opponents"),
        "two_tricks": gettext_noop("two tricks to the opponents"),
        "three_points": gettext_noop("3 points to the opponents"),
        "opponents_choose": gettext_noop("three tricks, 3 points for them or 3 off: the opponents choose"),
    },
    "game_value": {
        "off": gettext_noop("a game"),
        "single_double_treble": gettext_noop("1, 2 or 3, by how little the losers have"),
        "margin": gettext_noop("the target less the losers' points"),
    },
}

#: (field, code) -> what is wrong with a deal and what to do.
FAULT_TEXTS: Mapping[tuple[str, str], str] = {
    ("tricks", "missing"): gettext_noop("Say how many of the 13 tricks a side took; one side is enough."),
    ("tricks", "not_thirteen"): gettext_noop(
        "The tricks of both sides make {sum}, and not 13: one of the two is wrong."
    ),
    ("honours", "not_counted"): gettext_noop("By the house rules honours do not count: leave them out."),
    ("honours", "not_four"): gettext_noop("The honours of both sides make {sum}, and not 4: one of the two is wrong."),
    ("honours", "no_trump"): gettext_noop("Without a trump suit there are no honours: leave them out."),
    ("no_trump", "suit"): gettext_noop("A hand has a trump suit or none: leave out one of the two."),
    ("penalty", "missing"): gettext_noop("Say which penalty for the revoke the opponents chose."),
    ("penalty", "no_revoke"): gettext_noop("Nobody revoked: leave out the penalty, or say who revoked."),
    ("penalty", "not_chosen"): gettext_noop(
        "By the house rules nobody chooses the penalty for a revoke: leave it out."
    ),
}
