"""Every contract of Grand at every bid, with every result and infraction, against a table written by hand.

The table is tests/rules/grand_table.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, product
from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import Game, Line, State
from rules.grand_deal import GrandDeal, GrandInfraction
from tests.rules import grand_table as table
from tests.rules.grand_table import LEFT_OF, OPPONENTS, SIDE_OF, Deal, Score

CONTRACTS = ("whist", "grand", "euchre", "loner", "hearts")
EVERY_BID = (*range(5, 112), 998, 999)
#: Around every value and limit there is.
SOME_BIDS = (5, 6, 9, 10, 11, 15, 18, 19, 20, 21, 24, 25, 26, 30, 49, 50, 51, 54, 55, 65, 66, 100, 103, 104, 105, 995)
FLIPS = [(rule, value) for rule, values in table.OTHER_VALUES.items() for value in values]


def open_state(*, dealer: str = "N", totals: tuple[int, int] = (0, 0)) -> State:
    figures = dict(zip(("NS", "EW"), totals, strict=True))
    return State(dealer=dealer, totals=figures, setbacks={"NS": 0, "EW": 0})


def list_deals(bids: tuple[int, ...]) -> Iterator[Deal]:
    """Every contract, bid, result (and none) and side at fault; in Euchre also with a defender alone."""
    for contract, bid, at_fault, defender_alone in product(
        CONTRACTS, bids, (None, "bidders", "defenders"), (False, True)
    ):
        if defender_alone and contract not in ("euchre", "loner"):
            continue
        for result in (None, *range(table.MOST_TRICKS[contract] + 1)):
            yield Deal(contract, bid, result, at_fault, defender_alone)


def make_deal(deal: Deal, bidder: str, *, by_partner: bool = False, **facts: Any) -> GrandDeal:
    """The facts of a deal; the offender is the bidder or the partner, or the opponent to the left or right."""
    partner = LEFT_OF[LEFT_OF[bidder]]
    culprit = {"bidders": bidder, "defenders": LEFT_OF[bidder]}.get(deal.at_fault or "", "")
    if by_partner and culprit:
        culprit = {"bidders": partner, "defenders": LEFT_OF[partner]}[deal.at_fault or ""]
    play: Any = "euchre" if deal.contract == "loner" else deal.contract
    return GrandDeal(
        bidder=bidder,
        bid=None if deal.eldest else deal.bid,
        play=play,
        alone=deal.contract == "loner",
        defender_alone=deal.defender_alone,
        tricks=None if play == "hearts" else deal.result,
        hearts=deal.result if play == "hearts" else None,
        eldest_lead=deal.eldest,
        infractions=(GrandInfraction(kind="revoke", offender=culprit),) if culprit else (),
        **facts,
    )


def check_score(lines: list[Line], expected: Score, bidder: str) -> None:
    """Lines against the table: at most one for each side, the bidders' first."""
    bidders = SIDE_OF[bidder]
    assert [line.code for line in lines] == list(expected.codes)
    assert [line.side for line in lines] == [bidders, OPPONENTS[bidders]][: len(lines)]
    of_side = {line.side: line for line in lines}
    mine, theirs = of_side[bidders], of_side.get(OPPONENTS[bidders])
    assert mine.points == expected.bidders
    assert mine.setbacks == expected.setback
    assert (theirs.points if theirs else 0) == expected.defenders
    assert (theirs.setbacks if theirs else 0) == expected.defenders_setback
    assert mine.wins == (expected.wins == "bidders")
    assert (theirs.wins if theirs else False) == (expected.wins == "defenders")


def check_deals(game: Game, rules: Any, bids: tuple[int, ...]) -> int:
    """Compare game and table on every deal; return how many there were without faults."""
    scored = 0
    # Where no score goes below zero, there is enough to lose; what happens otherwise has a test of its own.
    before = open_state(totals=(5000, 5000) if rules["score_floor"] == "zero" else (0, 0))
    for deal, bidder, by_partner in zip(list_deals(bids), cycle("NESWW"), cycle((False, False, True))):
        facts = make_deal(deal, bidder, by_partner=by_partner)
        faults = [(fault.field, fault.code) for fault in game.violations(facts, before)]
        assert sorted(faults) == sorted(table.expect_faults(deal, rules)), facts
        if not faults:
            scored += 1
            check_score(list(game.lines(facts, before)), table.expect_score(deal, rules), bidder)
    return scored


@pytest.mark.parametrize("preset", table.PRESETS)
def test_every_deal_under_a_preset(preset: str) -> None:
    assert check_deals(make_game("grand", preset=preset), table.PRESETS[preset], EVERY_BID) > 500


@pytest.mark.parametrize(("rule", "value"), FLIPS)
def test_every_value_of_a_house_rule(rule: str, value: Any) -> None:
    """Each house rule changed alone, and in any number of bids and with none out of reach."""
    for wide in ({}, {"bid_step": "any", "unmakeable_bid": "allow", "euchre_cap": "none", "hearts_bid": "any"}):
        changed = {**wide, rule: value}
        rules = {**table.RECOMMENDED, **changed}
        assert check_deals(make_game("grand", options=changed), rules, SOME_BIDS) > 500


def test_every_pair_of_house_rules_that_meet_in_one_deal() -> None:
    """Those that change the points of the same contract."""
    meeting = [
        ("euchre_lone_fail", "euchre_defenders_score", "forced_make", "euchre_alone_below_20"),
        ("hearts_opponents", "setback_count", "hearts_bid"),
        ("grand_slam_wins", "grand_defender_slam_bonus", "forced_make", "unmakeable_bid"),
        ("whist_defender_slam_bonus", "forced_make", "unmakeable_bid", "bid_step"),
    ]
    for names in meeting:
        choices = [(table.RECOMMENDED[name], *table.OTHER_VALUES[name]) for name in names]
        for values in product(*choices):
            changed = dict(zip(names, values, strict=True))
            rules = {**table.RECOMMENDED, **changed}
            assert check_deals(make_game("grand", options=changed), rules, (5, 18, 20, 25, 50, 70, 105)) > 100


@pytest.mark.parametrize("choice", ["notional_50", "notional_5", "no_bid"])
@pytest.mark.parametrize("opponents", ["each_heart", "none"])
@pytest.mark.parametrize("count", ["failed_bids", "every_deduction"])
def test_hearts_led_by_the_eldest_hand(choice: str, opponents: str, count: str) -> None:
    changed = {"eldest_hearts": choice, "hearts_opponents": opponents, "setback_count": count}
    rules = {**table.RECOMMENDED, **changed}
    game = make_game("grand", options=changed)
    for dealer, at_fault, hearts in product("NESW", (None, "bidders", "defenders"), (None, *range(14))):
        deal = Deal("hearts", None, hearts, at_fault, eldest=True)
        bidder = LEFT_OF[dealer]
        facts = make_deal(deal, bidder)
        before = open_state(dealer=dealer, totals=(70, 70))
        faults = [(fault.field, fault.code) for fault in game.violations(facts, before)]
        if hearts is None and at_fault is None:
            assert faults == [("hearts", "missing")]
            continue
        assert faults == []
        check_score(list(game.lines(facts, before)), table.expect_score(deal, rules), bidder)


def test_the_side_of_the_offender_counts_and_no_more() -> None:
    """Two infractions of one side are as one, whatever they are; in Euchre there are kinds of its own."""
    game = make_game("grand")
    kinds: tuple[Any, ...] = ("revoke", "other", "low_trump_kept", "too_many_cards")
    for first, second, offender in product(kinds, kinds, "NS"):
        twice = (GrandInfraction(kind=first, offender="N"), GrandInfraction(kind=second, offender=offender))
        facts = GrandDeal(bidder="N", bid=10, play="euchre", tricks=5, infractions=twice)
        assert list(game.violations(facts, open_state())) == []
        assert [line.code for line in game.lines(facts, open_state())] == ["euchre_given_up"]


def test_whose_infraction_it_is_does_not_depend_on_the_seat() -> None:
    game = make_game("grand")
    for bidder, offender in product("NESW", "NESW"):
        infraction = GrandInfraction(kind="other", offender=offender)
        facts = GrandDeal(bidder=bidder, bid=10, play="whist", tricks=8, infractions=(infraction,))
        code = "whist_given_up" if SIDE_OF[offender] == SIDE_OF[bidder] else "whist_given"
        assert [line.code for line in game.lines(facts, open_state())] == [code]
