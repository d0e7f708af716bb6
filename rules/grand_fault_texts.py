"""What is wrong with a deal of Grand, and what to do: every sentence in English, marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import gettext_noop

#: (field, code) -> the sentence.
FAULT_TEXTS: Mapping[tuple[str, str], str] = {
    ("bidder", "missing"): gettext_noop("Say who won the bidding: every deal has a bidder."),
    ("play", "missing"): gettext_noop("Say which game the bidder named: Whist, Grand, Euchre or Hearts."),
    ("bid", "missing"): gettext_noop("Say the highest bid; only Hearts led by the eldest hand has none."),
    ("bid", "not_in_fives"): gettext_noop("Bids are made in fives here: write 5, 10, 15 and so on."),
    ("bid", "too_high_for_whist"): gettext_noop("Whist brings 65 at most: no higher bid can be made with it."),
    ("bid", "too_high_for_grand"): gettext_noop("Grand brings 103 at most: no higher bid can be made with it."),
    ("bid", "too_high_for_euchre"): gettext_noop("Euchre can only be named at a bid of 25 or less."),
    ("bid", "too_high_for_hearts"): gettext_noop("Hearts cannot be named at a bid of more than 50."),
    ("bid", "too_low_for_hearts"): gettext_noop("Hearts cannot be named at a bid of less than 50."),
    ("bid", "forced_is_5"): gettext_noop("When three have passed, the dealer bids exactly 5."),
    ("bid", "not_with_eldest_lead"): gettext_noop("Hearts led by the eldest hand has no bid: leave it out."),
    ("bidder", "not_dealer"): gettext_noop("When three have passed, the dealer is the bidder."),
    ("bidder", "not_eldest"): gettext_noop("Only the player to the dealer's left may lead Hearts without a bid."),
    ("forced", "not_with_eldest_lead"): gettext_noop(
        "Hearts led by the eldest hand has no bid that the dealer had to make: leave one of the two out."
    ),
    ("eldest_lead", "not_played"): gettext_noop("Hearts led by the eldest hand is not played here."),
    ("eldest_lead", "dealer_below_70"): gettext_noop(
        "Hearts can be led without a bid only while the dealer's side has 70 points or more."
    ),
    ("play", "not_hearts"): gettext_noop("The eldest hand's lead makes the game Hearts and no other."),
    ("play", "only_eldest"): gettext_noop(
        "The dealer's side has 70 points or more: here only the player to the dealer's left may name Hearts."
    ),
    ("alone", "needed"): gettext_noop("Euchre at a bid of 25 is played alone."),
    ("alone", "bid_too_low"): gettext_noop("Euchre can be played alone only at a bid of 20 or more."),
    ("alone", "only_in_euchre"): gettext_noop("Only Euchre can be played alone."),
    ("defender_alone", "only_in_euchre"): gettext_noop("Only at Euchre can a defender play alone."),
    ("defender_alone", "not_allowed"): gettext_noop("Defenders do not play alone here."),
    ("suit", "no_trump"): gettext_noop("Only Whist and Euchre have a trump suit: leave it out."),
    ("tricks", "missing"): gettext_noop("Say how many tricks the bidders took, 0 to 13."),
    ("tricks", "missing_in_euchre"): gettext_noop("Say how many tricks the bidders took, 0 to 5."),
    ("tricks", "too_many_for_euchre"): gettext_noop("Euchre has 5 tricks: write 0 to 5."),
    ("tricks", "not_in_hearts"): gettext_noop("At Hearts the hearts taken are counted, not the tricks."),
    ("hearts", "missing"): gettext_noop("Say how many hearts the bidders took, 0 to 13."),
    ("hearts", "only_in_hearts"): gettext_noop("Hearts are counted only where Hearts is played: leave them out."),
    ("infractions", "both_sides"): gettext_noop("Infractions by both sides: an admin decides this by a ruling."),
    ("kind", "only_in_euchre"): gettext_noop("This is an infraction only in Euchre: choose another."),
}
