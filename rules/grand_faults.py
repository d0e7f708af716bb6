"""What can be wrong with a deal of Grand: every fault, on the field that most likely has to change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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


def find_faults(rules: GrandRules, deal: GrandDeal, before: State) -> Iterator[Violation]:
    """Every fault of a deal whose fields are of the right type and range."""
    if deal.bidder is None:
        yield _fault("bidder", "missing")
    if deal.play is None:
        yield _fault("play", "missing")
    if deal.eldest_lead:
        yield from _check_eldest_lead(rules, deal, before)
    elif deal.bid is None:
        yield _fault("bid", "missing")
    else:
        yield from _check_bid(rules, deal, deal.bid)
    if deal.forced and not deal.eldest_lead:
        yield from _check_forced(rules, deal, before)
    if deal.play is not None:
        yield from _check_result(deal, deal.play)
        yield from _check_play(rules, deal, deal.play)
    if deal.play == "hearts" and not deal.eldest_lead and rules.eldest_exclusive == "yes":
        yield from _check_exclusive(rules, deal, before)
    if deal.infractions:
        yield from _check_infractions(rules, deal)


def _check_bid(rules: GrandRules, deal: GrandDeal, bid: int) -> Iterator[Violation]:
    if rules.bid_step == "fives" and bid % BID_STEP:
        yield _fault("bid", "not_in_fives")
    if deal.play == "hearts":
        if bid > HEARTS_BID and rules.hearts_bid in ("at_most_50", "exactly_50"):
            yield _fault("bid", "too_high_for_hearts")
        if bid < HEARTS_BID and rules.hearts_bid in ("at_least_50", "exactly_50"):
            yield _fault("bid", "too_low_for_hearts")
    elif deal.play == "euchre":
        if rules.euchre_cap == LONE_BID and bid > LONE_BID:
            yield _fault("bid", "too_high_for_euchre")
        if bid >= LONE_BID and not deal.alone:
            yield _fault("alone", "needed")
        if bid < LOWEST_LONE_BID and deal.alone and rules.euchre_alone_below_20 == "no":
            yield _fault("alone", "bid_too_low")
    elif deal.play is not None and rules.unmakeable_bid == "refuse" and bid > HIGHEST_VALUES[deal.play]:
        yield _fault("bid", f"too_high_for_{deal.play}")


def _check_forced(rules: GrandRules, deal: GrandDeal, before: State) -> Iterator[Violation]:
    """Three had passed: the dealer bids, and by the house rule exactly 5."""
    if before.dealer_known and deal.bidder is not None and deal.bidder != before.dealer:
        yield _fault("bidder", "not_dealer")
    if rules.forced_dealer_bid == "exactly_5" and deal.bid is not None and deal.bid != FORCED_BID:
        yield _fault("bid", "forced_is_5")


def _check_eldest_lead(rules: GrandRules, deal: GrandDeal, before: State) -> Iterator[Violation]:
    """Hearts by the lead of the hand left of a dealer whose side has 70: no bid comes before it."""
    if rules.eldest_hearts == "off":
        yield _fault("eldest_lead", "not_played")
    if deal.play not in (None, "hearts"):
        yield _fault("play", "not_hearts")
    if deal.bid is not None:
        yield _fault("bid", "not_with_eldest_lead")
    if deal.forced:
        yield _fault("forced", "not_with_eldest_lead")
    if before.dealer_known and not _is_eldest(rules, deal, before):
        yield _fault("bidder", "not_eldest")
    if before.dealer_known and before.totals_known and not _is_dealer_at_70(rules, before):
        yield _fault("eldest_lead", "dealer_below_70")


def _check_exclusive(rules: GrandRules, deal: GrandDeal, before: State) -> Iterator[Violation]:
    """By the house rule `eldest_exclusive` nobody but the eldest hand names Hearts once the dealer's side has 70."""
    is_known = before.dealer_known and before.totals_known
    if is_known and not _is_eldest(rules, deal, before) and _is_dealer_at_70(rules, before):
        yield _fault("play", "only_eldest")


def _is_eldest(rules: GrandRules, deal: GrandDeal, before: State) -> bool:
    """Whether the bidder, as far as there is one, sits to the left of the dealer."""
    return deal.bidder is None or deal.bidder == rules.seat_after(before.dealer)


def _is_dealer_at_70(rules: GrandRules, before: State) -> bool:
    return before.totals[rules.side_of(before.dealer)] >= ELDEST_THRESHOLD


def _check_result(deal: GrandDeal, play: str) -> Iterator[Violation]:
    """Tricks, or hearts at Hearts; neither only where an infraction may have ended the hand."""
    is_over_early = bool(deal.infractions)
    if play == "hearts":
        if deal.tricks is not None:
            yield _fault("tricks", "not_in_hearts")
        if deal.hearts is None and not is_over_early:
            yield _fault("hearts", "missing")
        return
    if deal.hearts is not None:
        yield _fault("hearts", "only_in_hearts")
    if deal.tricks is None and not is_over_early:
        yield _fault("tricks", "missing_in_euchre" if play == "euchre" else "missing")
    if play == "euchre" and deal.tricks is not None and deal.tricks > ALL_EUCHRE_TRICKS:
        yield _fault("tricks", "too_many_for_euchre")


def _check_play(rules: GrandRules, deal: GrandDeal, play: str) -> Iterator[Violation]:
    """What only one of the games has: lone hands, trump, and infractions of its own."""
    if play == "euchre":
        if deal.defender_alone and rules.euchre_defend_alone == "no":
            yield _fault("defender_alone", "not_allowed")
        return
    if deal.alone:
        yield _fault("alone", "only_in_euchre")
    if deal.defender_alone:
        yield _fault("defender_alone", "only_in_euchre")
    if play != "whist" and deal.suit is not None:
        yield _fault("suit", "no_trump")
    for place, infraction in enumerate(deal.infractions):
        if infraction.kind in ONLY_EUCHRE_KINDS:
            yield _fault("kind", "only_in_euchre", within=f"infractions.{place}.")


def _check_infractions(rules: GrandRules, deal: GrandDeal) -> Iterator[Violation]:
    if len({rules.side_of(infraction.offender) for infraction in deal.infractions}) > 1:
        yield _fault("infractions", "both_sides")


def _fault(field: str, code: str, *, within: str = "") -> Violation:
    return Violation(field=within + field, code=code, template=FAULT_TEXTS[field, code])
