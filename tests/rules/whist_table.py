"""What a hand of Partnership Whist is worth, as literal data.

Written from the laws and habits as docs/games/partnership-whist.md reads them, and not from the code: the tests compare
the two hand by hand.
"""

OPPONENTS = {"NS": "EW", "EW": "NS"}
SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}

# Tricks of North–South -> points of North–South, points of East–West, by odd tricks.
ODD_TRICKS = {
    0: (0, 7), 1: (0, 6), 2: (0, 5), 3: (0, 4), 4: (0, 3), 5: (0, 2), 6: (0, 1),
    7: (1, 0), 8: (2, 0), 9: (3, 0), 10: (4, 0), 11: (5, 0), 12: (6, 0), 13: (7, 0),
}  # fmt: skip
# The same, where every trick counts.
ALL_TRICKS = {
    0: (0, 13), 1: (1, 12), 2: (2, 11), 3: (3, 10), 4: (4, 9), 5: (5, 8), 6: (6, 7),
    7: (7, 6), 8: (8, 5), 9: (9, 4), 10: (10, 3), 11: (11, 2), 12: (12, 1), 13: (13, 0),
}  # fmt: skip
# Honours of North–South -> points of North–South, points of East–West.
HONOURS = {0: (0, 4), 1: (0, 2), 2: (0, 0), 3: (2, 0), 4: (4, 0)}

# Tricks of North–South after a revoke by East and after one by North, of three tricks and of two.
AFTER_REVOKE = {
    "three_tricks": {
        "E": {0: 3, 1: 4, 2: 5, 3: 6, 4: 7, 5: 8, 6: 9, 7: 10, 8: 11, 9: 12, 10: 13, 11: 13, 12: 13, 13: 13},
        "N": {0: 0, 1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 4, 8: 5, 9: 6, 10: 7, 11: 8, 12: 9, 13: 10},
    },
    "two_tricks": {
        "E": {0: 2, 1: 3, 2: 4, 3: 5, 4: 6, 5: 7, 6: 8, 7: 9, 8: 10, 9: 11, 10: 12, 11: 13, 12: 13, 13: 13},
        "N": {0: 0, 1: 0, 2: 0, 3: 1, 4: 2, 5: 3, 6: 4, 7: 5, 8: 6, 9: 7, 10: 8, 11: 9, 12: 10, 13: 11},
    },
}

# Score of the offenders -> what three points off take from it.
TAKEN_OFF = {0: 0, 1: -1, 2: -2, 3: -3, 4: -3}

# Whole hands to 5 with honours, the opponents choosing penalties:
# what it shows, score before (NS, EW), facts, lines (side, points, code).
GAMES_TO_FIVE = [
    ("tricks, then honours", (0, 0), {"tricks": {"NS": 8}, "honours": {"NS": 3}},
     [("NS", 2, "odd_tricks"), ("NS", 2, "honours")]),
    ("honours of the losers of the hand", (0, 0), {"tricks": {"NS": 8}, "honours": {"EW": 4}},
     [("NS", 2, "odd_tricks"), ("EW", 4, "honours")]),
    ("tricks that end the game shut out honours", (3, 1), {"tricks": {"NS": 8}, "honours": {"EW": 4}},
     [("NS", 2, "odd_tricks")]),
    ("one trick more than is needed stays", (4, 0), {"tricks": {"NS": 9}}, [("NS", 3, "odd_tricks")]),
    ("honours end the game", (3, 3), {"tricks": {"EW": 7}, "honours": {"NS": 1}},
     [("EW", 1, "odd_tricks"), ("EW", 2, "honours")]),
    ("no honours from 4", (4, 0), {"tricks": {"EW": 7}, "honours": {"NS": 4}},
     [("EW", 1, "odd_tricks"), ("NS", 0, "honours_late")]),
    ("honours from 3 reach 5", (3, 0), {"tricks": {"EW": 7}, "honours": {"NS": 3}},
     [("EW", 1, "odd_tricks"), ("NS", 2, "honours")]),
    ("4 by tricks of this hand is not 4 before it", (3, 0), {"tricks": {"NS": 7}, "honours": {"NS": 3}},
     [("NS", 1, "odd_tricks"), ("NS", 2, "honours")]),
    ("three points end the game before tricks", (2, 4), {"tricks": {"EW": 9}, "penalty": "three_points", "by": "E"},
     [("NS", 3, "three_points")]),
    ("three points, then tricks", (0, 0), {"tricks": {"EW": 9}, "penalty": "three_points", "by": "E"},
     [("NS", 3, "three_points"), ("EW", 3, "odd_tricks")]),
    ("three points off, not below nothing", (0, 2), {"tricks": {"EW": 9}, "penalty": "minus_three", "by": "E"},
     [("EW", -2, "minus_three"), ("EW", 3, "odd_tricks")]),
    ("twice three points off", (0, 4), {"tricks": {"NS": 7}, "penalty": "minus_three", "by": "EW"},
     [("EW", -3, "minus_three"), ("EW", -1, "minus_three"), ("NS", 1, "odd_tricks")]),
    ("three tricks off", (0, 0), {"tricks": {"EW": 9}, "penalty": "three_tricks", "by": "E"},
     [("NS", 0, "three_tricks"), ("NS", 1, "odd_tricks")]),
    ("whoever revoked stays at 4", (0, 3), {"tricks": {"EW": 13}, "penalty": "three_tricks", "by": "W"},
     [("NS", 0, "three_tricks"), ("EW", 4, "odd_tricks"), ("EW", -3, "held")]),
    ("and at exactly 4 nothing is held", (0, 3), {"tricks": {"EW": 10}, "penalty": "three_tricks", "by": "W"},
     [("NS", 0, "three_tricks"), ("EW", 1, "odd_tricks")]),
    ("honours do not help them", (0, 3),
     {"tricks": {"EW": 10}, "honours": {"EW": 4}, "penalty": "three_tricks", "by": "W"},
     [("NS", 0, "three_tricks"), ("EW", 1, "odd_tricks"), ("EW", 4, "honours"), ("EW", -4, "held")]),
    ("held twice", (0, 3), {"tricks": {"EW": 13}, "honours": {"EW": 4}, "penalty": "three_tricks", "by": "W"},
     [("NS", 0, "three_tricks"), ("EW", 4, "odd_tricks"), ("EW", -3, "held"), ("EW", 4, "honours"),
      ("EW", -4, "held")]),
    ("both revoked: tricks go both ways, neither can win", (4, 4),
     {"tricks": {"NS": 9}, "penalty": "three_tricks", "by": "NE"},
     [("EW", 0, "three_tricks"), ("NS", 0, "three_tricks"), ("NS", 3, "odd_tricks"), ("NS", -3, "held")]),
    ("both revoked: points both ways", (2, 1), {"tricks": {"NS": 7}, "penalty": "three_points", "by": "NE"},
     [("EW", 3, "three_points"), ("NS", 3, "three_points"), ("NS", -1, "held"), ("NS", 1, "odd_tricks"),
      ("NS", -1, "held")]),
    ("the others can win by tricks that went over", (4, 0), {"tricks": {"EW": 9}, "penalty": "three_tricks", "by": "E"},
     [("NS", 0, "three_tricks"), ("NS", 1, "odd_tricks")]),
]  # fmt: skip

# code -> sentence.
TEXTS = {
    "odd_tricks": "8 of 13 tricks: 2 over book",
    "odd_tricks after a penalty": "11 of 13 tricks after the penalty: 5 over book",
    "tricks": "8 of 13 tricks",
    "tricks after a penalty": "11 of 13 tricks after the penalty",
    "honours 3": "Three of the four honours",
    "honours 4": "All four honours",
    "honours_late": "Honours do not count for a side that began the hand at 4",
    "held": "A side that revoked cannot win the game in that hand: it stays at 4",
    "three_tricks": "Revoke by E: three tricks go to the opponents",
    "two_tricks": "Revoke by E: two tricks go to the opponents",
    "three_points": "Revoke by E: 3 points to the opponents",
    "minus_three": "Revoke by E: 3 points are taken off, as far as there are any",
}
RULE_OF = {
    "odd_tricks": "points", "tricks": "points", "honours": "honours", "honours_late": "honours", "held": "revokes",
    "three_tricks": "revokes", "two_tricks": "revokes", "three_points": "revokes", "minus_three": "revokes",
}  # fmt: skip

# (target, points of the losers) -> single 1, double 2, treble 3; and the margin.
VALUES = {
    (5, 0): (3, 5), (5, 1): (2, 4), (5, 2): (2, 3), (5, 3): (1, 2), (5, 4): (1, 1),
    (7, 0): (3, 7), (7, 1): (2, 6), (7, 3): (2, 4), (7, 4): (1, 3), (7, 6): (1, 1),
    (10, 0): (3, 10), (10, 1): (2, 9), (10, 4): (2, 6), (10, 5): (1, 5), (10, 9): (1, 1),
}  # fmt: skip

ENGLISH = {"honour_points": "four_and_two", "revoke": "opponents_choose", "game_value": "single_double_treble"}
PRESETS = {
    "american": {},
    "short": {"target": 5, **ENGLISH},
    "long": {"target": 10, **ENGLISH},
    "drive": {"scoring": "all_tricks", "target": "none"},
    "progressive-drive": {"scoring": "all_tricks", "target": "none", "hands": 1},
}
# The house rules: default first.
RULES = {
    "scoring": ("odd_tricks", "all_tricks"),
    "target": (7, 5, 10, "none"),
    "hands": ("open", 1, 2, 3, 4, 6, 8, 12, 16, 20, 24),
    "honour_points": ("off", "four_and_two"),
    "revoke": ("three_tricks", "two_tricks", "three_points", "opponents_choose"),
    "game_value": ("off", "single_double_treble", "margin"),
}
