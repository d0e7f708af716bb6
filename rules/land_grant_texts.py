"""What Land-Grant Euchre says to people: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

PENALTY_TEXTS: Mapping[str, str] = {
    "renege": gettext_noop("Renege by {offender}: {points} points to the opponents"),
    "bid_out_of_turn": gettext_noop("Bid out of turn by {offender}: {points} points to the opponents"),
    "lead_out_of_turn": gettext_noop("Lead out of turn by {offender}: {points} points to the opponents"),
    "table_talk": gettext_noop("Table talk by {offender} after a warning: {points} points to the opponents"),
}
WARNING_TEXT = gettext_noop("Table talk by {offender}: warning, no points")
HIGH_SCORE_TEXT = gettext_noop("High score: {side} with {score}")

KIND_WORDS: Mapping[str, str] = {
    "renege": gettext_noop("Renege"),
    "bid_out_of_turn": gettext_noop("Bid out of turn"),
    "lead_out_of_turn": gettext_noop("Lead out of turn"),
    "table_talk": gettext_noop("Table talk"),
}

#: The values of the house rules, in words: house rule -> value -> words.
RULE_WORDS: Mapping[str, Mapping[int | str, str]] = {
    "loss_of_bid": {
        "hand_over": gettext_noop("the others get 2 and the hand is over"),
        "bid_forfeited_hand_continues": gettext_noop("the others get 2 and the hand is played on"),
    },
    "defender_offence": {
        "opponents_2_hand_over": gettext_noop("the makers get 2 and the hand is over"),
        "play_on_plus_2": gettext_noop("the makers get 2 and the hand is played on"),
    },
    "loner_renege_by_defender": {
        2: gettext_noop("2 points, as on any hand"),
        4: gettext_noop("4 points, as much as the loner could have made"),
    },
    "warning_scope": {
        "team_per_game": gettext_noop("the side, for one game"),
        "team_per_night": gettext_noop("the side, for the whole evening"),
        "player_per_game": gettext_noop("the player, for one game"),
        "season": gettext_noop("the side, for the whole season"),
    },
    "bragging_source": {
        "loner_only": gettext_noop("12 or 13 reached by a loner"),
        "any_12_13": gettext_noop("12 or 13 reached in any way"),
    },
    "loner_lead_out_of_turn": {4: gettext_noop("4 points")},
}


#: (field, code) -> what is wrong with a deal and what to do.
FAULT_TEXTS: Mapping[tuple[str, str], str] = {
    ("maker", "missing"): gettext_noop("Say who made trump: every hand has a maker."),
    ("alone", "no_maker"): gettext_noop("Nobody can go alone before there is a maker: name the maker."),
    ("suit", "no_maker"): gettext_noop("A trump suit needs the maker who named it: name the maker."),
    ("infractions", "two_endings"): gettext_noop(
        "Two infractions that each end the hand: an admin decides this by a ruling."
    ),
    ("tricks", "hand_over"): gettext_noop("The penalty ended the hand: leave out the tricks."),
    ("tricks", "missing"): gettext_noop("Say how many tricks the makers took, 0 to 5."),
    ("offender", "sits_out"): gettext_noop("The lone player's partner plays no cards and cannot have done this."),
}
