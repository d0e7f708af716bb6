"""What can be wrong with a deal of Grand: every fault, on the field that most likely has to change."""

from __future__ import annotations

from collections.abc import Mapping

from rules.game import State, Violation
from rules.grand_deal import GrandDeal, GrandRules
from rules.grand_fault_texts import FAULT_TEXTS
from rules.grand_points import ALL_EUCHRE_TRICKS, VALUES

#: The score of the dealer's side from which the eldest hand may lead Hearts. Both texts.
ELDEST_THRESHOLD = 70

BID_STEP = 5
FORCED_BID = 5
#: Euchre bids: alone is possible from the first, and necessary from the second on. Russian text; the English one
#: knows the second.
LOWEST_LONE_BID = 20
LONE_BID = 25
HEARTS_BID = 50

#: The highest bid that can be made in Whist and in Grand.
HIGHEST_VALUES: Mapping[str, int] = {play: VALUES[play, False][-1] for play in ("whist", "grand")}

ONLY_EUCHRE_KINDS = frozenset({"low_trump_kept", "too_many_cards"})


def find_faults(rules: GrandRules, deal: GrandDeal, before: State) -> list[Violation]:
    """Every fault of a deal whose fields are of the right type and range."""
    play = deal.play
    found: list[Violation] = []
    if deal.bidder is None:
        found.append(_fault("bidder", "missing"))
    if play is None:
        found.append(_fault("play", "missing"))
    if deal.eldest_lead:
        found += _check_eldest_lead(rules, deal, before)
    elif deal.bid is None:
        found.append(_fault("bid", "missing"))
    else:
        found += _check_bid(rules, deal, deal.bid)
    if deal.forced and not deal.eldest_lead:
        found += _check_forced(rules, deal, before)
    if play is not None:
        found += _check_result(deal, play)
        found += _check_play(rules, deal, play)
    if play == "hearts" and not deal.eldest_lead and rules.eldest_exclusive == "yes":
        found += _check_exclusive(rules, deal, before)
    if deal.infractions:
        found += _check_infractions(rules, deal)
    return found


def _check_bid(rules: GrandRules, deal: GrandDeal, bid: int) -> list[Violation]:
    found: list[Violation] = []
    if rules.bid_step == "fives" and bid % BID_STEP:
        found.append(_fault("bid", "not_in_fives"))
    if deal.play == "hearts":
        if bid > HEARTS_BID and rules.hearts_bid in ("at_most_50", "exactly_50"):
            found.append(_fault("bid", "too_high_for_hearts"))
        if bid < HEARTS_BID and rules.hearts_bid in ("at_least_50", "exactly_50"):
            found.append(_fault("bid", "too_low_for_hearts"))
    elif deal.play == "euchre":
        if rules.euchre_cap == LONE_BID and bid > LONE_BID:
            found.append(_fault("bid", "too_high_for_euchre"))
        elif bid >= LONE_BID and not deal.alone:
            found.append(_fault("alone", "needed"))
        if bid < LOWEST_LONE_BID and deal.alone and rules.euchre_alone_below_20 == "no":
            found.append(_fault("alone", "bid_too_low"))
    elif deal.play is not None and rules.unmakeable_bid == "refuse" and bid > HIGHEST_VALUES[deal.play]:
        found.append(_fault("bid", f"too_high_for_{deal.play}"))
    return found


def _check_forced(rules: GrandRules, deal: GrandDeal, before: State) -> list[Violation]:
    """Three had passed: the dealer bids, and by the house rule exactly 5."""
    found: list[Violation] = []
    if before.dealer_known and deal.bidder is not None and deal.bidder != before.dealer:
        found.append(_fault("bidder", "not_dealer"))
    if rules.forced_dealer_bid == "exactly_5" and deal.bid is not None and deal.bid != FORCED_BID:
        found.append(_fault("bid", "forced_is_5"))
    return found


def _check_eldest_lead(rules: GrandRules, deal: GrandDeal, before: State) -> list[Violation]:
    """Hearts by the lead of the hand left of a dealer whose side has 70: no bid comes before it."""
    found: list[Violation] = []
    if rules.eldest_hearts == "off":
        found.append(_fault("eldest_lead", "not_played"))
    if deal.play not in (None, "hearts"):
        found.append(_fault("play", "not_hearts"))
    if deal.bid is not None:
        found.append(_fault("bid", "not_with_eldest_lead"))
    if deal.forced:
        found.append(_fault("forced", "not_with_eldest_lead"))
    if before.dealer_known and not _is_eldest(rules, deal, before):
        found.append(_fault("bidder", "not_eldest"))
    if before.dealer_known and before.totals_known and not _is_dealer_at_70(rules, before):
        found.append(_fault("eldest_lead", "dealer_below_70"))
    return found


def _check_exclusive(rules: GrandRules, deal: GrandDeal, before: State) -> list[Violation]:
    """By the house rule `eldest_exclusive` nobody but the eldest hand names Hearts once the dealer's side has 70."""
    found: list[Violation] = []
    is_known = before.dealer_known and before.totals_known
    if is_known and not _is_eldest(rules, deal, before) and _is_dealer_at_70(rules, before):
        found.append(_fault("play", "only_eldest"))
    return found


def _is_eldest(rules: GrandRules, deal: GrandDeal, before: State) -> bool:
    """Whether the bidder, as far as there is one, sits to the left of the dealer."""
    return deal.bidder is None or deal.bidder == rules.seat_after(before.dealer)


def _is_dealer_at_70(rules: GrandRules, before: State) -> bool:
    return before.totals[rules.side_of(before.dealer)] >= ELDEST_THRESHOLD


def _check_result(deal: GrandDeal, play: str) -> list[Violation]:
    """Tricks, or hearts at Hearts; neither only where an infraction may have ended the hand."""
    found: list[Violation] = []
    is_over_early = bool(deal.infractions)
    if play == "hearts":
        if deal.tricks is not None:
            found.append(_fault("tricks", "not_in_hearts"))
        if deal.hearts is None and not is_over_early:
            found.append(_fault("hearts", "missing"))
        return found
    if deal.hearts is not None:
        found.append(_fault("hearts", "only_in_hearts"))
    if deal.tricks is None and not is_over_early:
        found.append(_fault("tricks", "missing_in_euchre" if play == "euchre" else "missing"))
    if play == "euchre" and deal.tricks is not None and deal.tricks > ALL_EUCHRE_TRICKS:
        found.append(_fault("tricks", "too_many_for_euchre"))
    return found


def _check_play(rules: GrandRules, deal: GrandDeal, play: str) -> list[Violation]:
    """What only one of the games has: lone hands, trump, and infractions of its own."""
    found: list[Violation] = []
    if play == "euchre":
        if deal.defender_alone and rules.euchre_defend_alone == "no":
            found.append(_fault("defender_alone", "not_allowed"))
        return found
    if deal.alone:
        found.append(_fault("alone", "only_in_euchre"))
    if deal.defender_alone:
        found.append(_fault("defender_alone", "only_in_euchre"))
    if play != "whist" and deal.suit is not None:
        found.append(_fault("suit", "no_trump"))
    for place, infraction in enumerate(deal.infractions):
        if infraction.kind in ONLY_EUCHRE_KINDS:
            found.append(_fault("kind", "only_in_euchre", within=f"infractions.{place}."))
    return found


def _check_infractions(rules: GrandRules, deal: GrandDeal) -> list[Violation]:
    found: list[Violation] = []
    if len({rules.side_of(infraction.offender) for infraction in deal.infractions}) > 1:
        found.append(_fault("infractions", "both_sides"))
    return found


def _fault(field: str, code: str, *, within: str = "") -> Violation:
    return Violation(field=within + field, code=code, template=FAULT_TEXTS[field, code])
