"""What Yukon says to people: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

POINTS_TEXT = gettext_noop("Cards captured: {points} of the {pack} points in the pack")
CARDS_TEXT = gettext_noop(
    "Grand Yukon {grand_yukon} × {grand_yukon_worth}, Yukons {yukons} × {yukons_worth}, tens {tens} × {tens_worth}, "
    "aces {aces} × {aces_worth}, kings {kings} × {kings_worth}, queens {queens} × {queens_worth}: {points} points"
)
REVOKE_TEXT = gettext_noop("Revoke by {offender}: the whole pack, {points} points, goes to the other side")
ACE_DECIDES_TEXT = gettext_noop("Level: the ace of spades of the last deal decides, captured by {side}")

KIND_WORDS: Mapping[str, str] = {"revoke": gettext_noop("Revoke")}

#: The kinds of counting cards -> what they are called.
CARD_TITLES: Mapping[str, str] = {
    "grand_yukon": gettext_noop("Grand Yukon"),
    "yukons": gettext_noop("Yukons"),
    "tens": gettext_noop("Tens"),
    "aces": gettext_noop("Aces"),
    "kings": gettext_noop("Kings"),
    "queens": gettext_noop("Queens"),
}

PLAYERS_WORDS: Mapping[int, str] = {
    2: gettext_noop("two, each alone"),
    3: gettext_noop("three, each alone"),
    4: gettext_noop("four, two against two"),
    5: gettext_noop("five, each alone"),
}

TARGETS = (250, 500, *range(100, 151))

#: The values of the house rules, in words: house rule -> value -> words. A number says itself in every language.
RULE_WORDS: Mapping[str, Mapping[int | str, str]] = {
    "tie_break": {
        "ace_of_spades": gettext_noop("the side that captured the ace of spades in the last deal wins"),
        "extra_deals": gettext_noop("further deals until one side is ahead"),
    },
    "target": {
        **{target: str(target) for target in TARGETS},
        "single_deal": gettext_noop("one deal, the higher total wins"),
        "each_deals_once": gettext_noop("one deal by each player, the higher total wins"),
    },
    "card_values": {
        "yukon_125": gettext_noop("Yukons 10, the pack is worth 125"),
        "golddigger_128": gettext_noop("Yukons 11, the pack is worth 128 (Golddigger)"),
    },
    "ace_rank": {
        "high": gettext_noop("above the king"),
        "low": gettext_noop("below the two"),
    },
    "revoke": {
        "ruling": gettext_noop("an admin decides"),
        "forfeit_deal": gettext_noop("the other side takes the whole pack (two sides only)"),
    },
}

#: (field, code) -> what is wrong with a deal and what to do.
FAULT_TEXTS: Mapping[tuple[str, str], str] = {
    ("points", "missing"): gettext_noop("Say how many points each side captured, or which cards."),
    ("points", "wrong_sum"): gettext_noop("The sides have {sum} points together, the pack has {pack}: count again."),
    ("points", "impossible_total"): gettext_noop(
        "No cards of this pack make {points} points for one side: count again."
    ),
    ("points", "impossible_division"): gettext_noop(
        "Each of these totals is possible, but no division of the cards makes them together: count again."
    ),
    ("points", "forfeited"): gettext_noop("The revoke gives the whole pack to the other side: leave out the points."),
    ("cards", "forfeited"): gettext_noop("The revoke gives the whole pack to the other side: leave out the cards."),
    ("cards", "points_too"): gettext_noop("Points or cards are written down, not both: leave out one of them."),
    ("cards", "wrong_count"): gettext_noop("The sides have {sum} of these cards together, the pack has {pack}."),
    ("ace_of_spades", "no_ace"): gettext_noop(
        "This side cannot have captured the ace of spades: no ace fits its points or cards."
    ),
    ("ace_of_spades", "forfeited"): gettext_noop(
        "The revoke gives the whole pack to the other side: leave out the ace of spades."
    ),
    ("infractions", "ruling"): gettext_noop(
        "Under these house rules an admin decides what a revoke costs: enter a ruling instead."
    ),
    ("infractions", "two_sides_only"): gettext_noop(
        "A revoke gives the pack to the other side only where there are two: enter a ruling instead."
    ),
    ("infractions", "two_endings"): gettext_noop(
        "Two infractions that each end the deal: an admin decides this by a ruling."
    ),
}
