"""What a hand of Euchre is worth, as literal data.

Written from the rule sheets as docs/games/euchre.md reads them, and not from the code: the tests compare the two
hand by hand.
"""

SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OPPONENTS = {"NS": "EW", "EW": "NS"}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}

# (how it was played, tricks taken by the makers) -> who scores, how much, the code of the line.
# "house" is the house rule euchred_loner.
HAND: dict[tuple[str, int], tuple[str, int | str, str]] = {
    ("pair", 0): ("defenders", 2, "euchre"),
    ("pair", 1): ("defenders", 2, "euchre"),
    ("pair", 2): ("defenders", 2, "euchre"),
    ("pair", 3): ("makers", 1, "made"),
    ("pair", 4): ("makers", 1, "made"),
    ("pair", 5): ("makers", 2, "march"),
    ("loner", 0): ("defenders", "house", "loner_stopped"),
    ("loner", 1): ("defenders", "house", "loner_stopped"),
    ("loner", 2): ("defenders", "house", "loner_stopped"),
    ("loner", 3): ("makers", 1, "loner_partial"),
    ("loner", 4): ("makers", 1, "loner_partial"),
    ("loner", 5): ("makers", 4, "loner"),
    ("duel", 0): ("defenders", 4, "loner_stopped_alone"),
    ("duel", 1): ("defenders", 4, "loner_stopped_alone"),
    ("duel", 2): ("defenders", 4, "loner_stopped_alone"),
    ("duel", 3): ("makers", 1, "loner_partial"),
    ("duel", 4): ("makers", 1, "loner_partial"),
    ("duel", 5): ("makers", 4, "loner"),
}

# (alone, house rule loner_renege) -> what a renege brings the other side.
RENEGE = {(False, 4): 2, (False, 2): 2, (True, 4): 4, (True, 2): 2}

# code of the line of the hand -> the tallies of the hand: code and who, in the order in which they are counted.
# Who: the maker as a person, the lone defender as a person, or the defenders as a side.
TALLIES = {
    "euchre": [("euchres_suffered", "maker"), ("euchres_made", "defenders")],
    "made": [],
    "march": [("marches", "maker")],
    "loner_stopped": [("loners_tried", "maker"), ("euchres_suffered", "maker"), ("euchres_made", "defenders")],
    "loner_stopped_alone": [
        ("loners_tried", "maker"),
        ("euchres_suffered", "maker"),
        ("euchres_made", "defenders"),
        ("lone_defences", "lone_defender"),
    ],
    "loner_partial": [("loners_tried", "maker")],
    "loner": [("loners_tried", "maker"), ("loners_made", "maker")],
}

# code -> the sentence for seat E, 2 tricks.
TEXTS = {
    "euchre": "Euchre: the makers took 2 of 5 tricks",
    "made": "Made: the makers took 3 of 5 tricks",
    "march": "March: the makers took all 5 tricks",
    "loner_stopped": "Loner stopped: the lone player took 2 of 5 tricks",
    "loner_stopped_alone": "Loner stopped by a lone defender: the lone player took 2 of 5 tricks",
    "loner_partial": "Loner, short of a sweep: 3 of 5 tricks",
    "loner": "Loner: the lone player took all 5 tricks",
    "renege": "Renege by E: 2 points to the opponents",
}
RULE_OF = {**dict.fromkeys(TEXTS, "points"), "renege": "penalties"}

# The presets, in order: what differs from the defaults.
PRESETS = {
    "league": {},
    "evening": {"target": "none", "hands": 8},
    "progressive": {"target": "none", "hands": 8, "loner_credit": 1, "euchred_loner": 3},
    "cornish": {"target": 21, "deck": 25, "all_pass": "deal_passes"},
}

# The house rules: default first.
RULES = {
    "target": (10, 5, 7, 11, 13, 15, 21, 25, "none"),
    "hands": ("open", 4, 5, 8, 10, 12, 16, 20),
    "euchred_loner": (2, 3, 4),
    "loner_credit": ("none", 1),
    "defend_alone": ("no", 4),
    "assist_alone": ("no", "yes"),
    "all_pass": ("stick_dealer", "deal_passes", "same_dealer_redeals"),
    "loner_renege": (4, 2),
    "deck": (24, 25, 32),
}
