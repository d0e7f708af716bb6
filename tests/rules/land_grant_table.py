"""What a hand of Land-Grant Euchre is worth, as literal data.

Written from the league's printed rules and from the reading of them that docs/games/land-grant-euchre.md explains,
and not from the code: the tests compare the two hand by hand.
"""

from typing import Literal

SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OPPONENTS = {"NS": "EW", "EW": "NS"}
PARTNER = {"N": "S", "S": "N", "E": "W", "W": "E"}

Kind = Literal["renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"]
KINDS: tuple[Kind, ...] = ("renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk")
STAGE = {"renege": "play", "lead_out_of_turn": "play", "bid_out_of_turn": "bidding", "table_talk": "bidding"}

# (alone, tricks taken by the makers) -> who scores, how much, the code of the line.
HAND = {
    (False, 0): ("defenders", 2, "euchre"),
    (False, 1): ("defenders", 2, "euchre"),
    (False, 2): ("defenders", 2, "euchre"),
    (False, 3): ("makers", 1, "made"),
    (False, 4): ("makers", 1, "made"),
    (False, 5): ("makers", 2, "march"),
    (True, 0): ("defenders", 2, "loner_stopped"),
    (True, 1): ("defenders", 2, "loner_stopped"),
    (True, 2): ("defenders", 2, "loner_stopped"),
    (True, 3): ("makers", 1, "loner_partial"),
    (True, 4): ("makers", 1, "loner_partial"),
    (True, 5): ("makers", 4, "loner"),
}

# (infraction, whose) -> points to the offender's opponents on an ordinary hand, and on a loner.
# "house" is the house rule loner_renege_by_defender. Whose: makers, defenders, or nobody has made trump yet.
PENALTY: dict[tuple[str, str], tuple[int, int | str | None]] = {
    ("renege", "makers"): (2, 2),
    ("renege", "defenders"): (2, "house"),
    ("bid_out_of_turn", "makers"): (2, 2),
    ("bid_out_of_turn", "defenders"): (2, 2),
    ("bid_out_of_turn", "undecided"): (2, None),
    ("lead_out_of_turn", "makers"): (2, 4),
    ("lead_out_of_turn", "defenders"): (2, 4),
    ("table_talk", "makers"): (2, 2),
    ("table_talk", "defenders"): (2, 2),
    ("table_talk", "undecided"): (2, None),
}

# (loss_of_bid, defender_offence) -> (whose, stage) -> whether a penalty ends the hand.
# "either": the side that came to defend may have offended while it was still bidding, so the record decides.
EFFECT = {
    ("hand_over", "opponents_2_hand_over"): {
        ("makers", "bidding"): "over",
        ("makers", "play"): "over",
        ("defenders", "bidding"): "over",
        ("defenders", "play"): "over",
        ("undecided", "bidding"): "over",
        ("undecided", "play"): "over",
    },
    ("hand_over", "play_on_plus_2"): {
        ("makers", "bidding"): "over",
        ("makers", "play"): "over",
        ("defenders", "bidding"): "either",
        ("defenders", "play"): "on",
        ("undecided", "bidding"): "over",
        ("undecided", "play"): "over",
    },
    ("bid_forfeited_hand_continues", "opponents_2_hand_over"): {
        ("makers", "bidding"): "on",
        ("makers", "play"): "on",
        ("defenders", "bidding"): "either",
        ("defenders", "play"): "over",
        ("undecided", "bidding"): "on",
        ("undecided", "play"): "on",
    },
    ("bid_forfeited_hand_continues", "play_on_plus_2"): {
        ("makers", "bidding"): "on",
        ("makers", "play"): "on",
        ("defenders", "bidding"): "on",
        ("defenders", "play"): "on",
        ("undecided", "bidding"): "on",
        ("undecided", "play"): "on",
    },
}

NO_MAKER = ("maker", "missing")
NO_TRICKS = ("tricks", "missing")
TRICKS_TOO_MANY = ("tricks", "hand_over")

# (the maker is named, tricks are given, what the infractions did) -> the faults of the hand.
FAULTS = {
    (True, True, "nothing"): set(),
    (True, True, "warning"): set(),
    (True, True, "on"): set(),
    (True, True, "either"): set(),
    (True, True, "over"): {TRICKS_TOO_MANY},
    (True, False, "nothing"): {NO_TRICKS},
    (True, False, "warning"): {NO_TRICKS},
    (True, False, "on"): {NO_TRICKS},
    (True, False, "either"): set(),
    (True, False, "over"): set(),
    (False, True, "nothing"): {NO_MAKER},
    (False, True, "warning"): {NO_MAKER},
    (False, True, "on"): {NO_MAKER},
    (False, True, "over"): {NO_MAKER, TRICKS_TOO_MANY},
    (False, False, "nothing"): {NO_MAKER, NO_TRICKS},
    (False, False, "warning"): {NO_MAKER, NO_TRICKS},
    (False, False, "on"): {NO_MAKER, NO_TRICKS},
    (False, False, "over"): set(),
}
# Faults beside these.
NOBODY_ALONE = ("alone", "no_maker")  # alone, and no maker, though none has to be named
SITS_OUT = "sits_out"  # a lone maker's partner reneges or leads
TWO_ENDINGS = ("infractions", "two_endings")  # two infractions that each end the hand

# (round, suit, turned_down) that are refused; every other combination stands. "x" is a suit, "y" another one.
BIDDING_FAULTS = {
    (1, "x", "y"): ("suit", "not_turned_up"),
    (2, "x", "x"): ("suit", "turned_down"),
    (None, "x", "x"): ("suit", "turned_down"),
}

# code -> the sentence for seat E, 2 tricks, 2 points.
TEXTS = {
    "euchre": "Euchre: the makers took 2 of 5 tricks",
    "made": "Made: the makers took 3 of 5 tricks",
    "march": "March: the makers took all 5 tricks",
    "loner_stopped": "Loner stopped: the lone player took 2 of 5 tricks",
    "loner_partial": "Loner, short of a sweep: 3 of 5 tricks",
    "loner": "Loner: the lone player took all 5 tricks",
    "renege": "Renege by E: 2 points to the opponents",
    "bid_out_of_turn": "Bid out of turn by E: 2 points to the opponents",
    "lead_out_of_turn": "Lead out of turn by E: 2 points to the opponents",
    "table_talk": "Table talk by E after a warning: 2 points to the opponents",
    "warning": "Table talk by E: warning, no points",
}
RULE_OF = {
    **dict.fromkeys(("euchre", "made", "march", "loner_stopped", "loner_partial", "loner"), "points"),
    **dict.fromkeys(("renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"), "penalties"),
    "warning": "warnings",
}
