"""What a deal of Grand is worth, as literal data, and an oracle that reads it.

Written by hand from the two texts and the reading of them that docs/games/grand.md explains, and not from the code:
the tests compare the two deal by deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
OPPONENTS = {"NS": "EW", "EW": "NS"}
LEFT_OF = {"N": "E", "E": "S", "S": "W", "W": "N"}

RECOMMENDED: Mapping[str, Any] = {
    "bid_step": "fives",
    "forced_dealer_bid": "exactly_5",
    "hearts_bid": "at_most_50",
    "euchre_cap": 25,
    "euchre_alone_below_20": "no",
    "euchre_lone_fail": "bid_plus_20",
    "euchre_defenders_score": "table",
    "euchre_defend_alone": "allowed",
    "hearts_opponents": "each_heart",
    "eldest_hearts": "notional_50",
    "eldest_exclusive": "no",
    "setback_count": "failed_bids",
    "whist_defender_slam_bonus": 0,
    "grand_slam_wins": "either_side",
    "grand_defender_slam_bonus": 0,
    "forced_make": "max_bid_or_tricks",
    "settlement": "decides_winner",
    "slam_settlement": "outright",
    "leader": "higher_score",
    "tie": "draw",
    "score_floor": "none",
    "unmakeable_bid": "refuse",
}
PRESETS: Mapping[str, Mapping[str, Any]] = {
    "recommended": RECOMMENDED,
    "english": {
        **RECOMMENDED,
        "bid_step": "any",
        "euchre_cap": "none",
        "euchre_alone_below_20": "yes",
        "euchre_defenders_score": "none",
    },
    "russian": {
        **RECOMMENDED,
        "hearts_bid": "at_least_50",
        "euchre_lone_fail": "double_bid",
        "hearts_opponents": "none",
        "euchre_defend_alone": "no",
        "forced_dealer_bid": "any",
    },
}
#: House rule -> its values beside the recommended one.
OTHER_VALUES: Mapping[str, tuple[Any, ...]] = {
    "bid_step": ("any",),
    "forced_dealer_bid": ("any",),
    "hearts_bid": ("at_least_50", "exactly_50", "any"),
    "euchre_cap": ("none",),
    "euchre_alone_below_20": ("yes",),
    "euchre_lone_fail": ("double_bid",),
    "euchre_defenders_score": ("none",),
    "euchre_defend_alone": ("no",),
    "hearts_opponents": ("none",),
    "eldest_hearts": ("notional_5", "no_bid", "off"),
    "eldest_exclusive": ("yes",),
    "setback_count": ("every_deduction",),
    "whist_defender_slam_bonus": (30,),
    "grand_slam_wins": ("bidders_only", "off"),
    "grand_defender_slam_bonus": (40,),
    "forced_make": ("bid", "next_table_value"),
    "settlement": ("margin_only", "off"),
    "slam_settlement": ("settle_too",),
    "leader": ("nearest_100",),
    "tie": ("extra_deal",),
    "score_floor": ("zero",),
    "unmakeable_bid": ("allow",),
}

# What the bidders' tricks are worth to them: contract -> tricks -> points. What is not here is worth nothing.
MADE: Mapping[str, Mapping[int, int]] = {
    "whist": {7: 5, 8: 10, 9: 15, 10: 20, 11: 25, 12: 30, 13: 65},
    "grand": {7: 9, 8: 18, 9: 27, 10: 36, 11: 45, 12: 54, 13: 103},
    "euchre": {3: 5, 4: 10, 5: 20},
    "loner": {3: 5, 4: 10, 5: 25},
}
# The tricks that a bid needs: contract -> (highest bid of the step, tricks), lowest first; beyond it nothing is enough.
NEEDED: Mapping[str, tuple[tuple[int, int], ...]] = {
    "whist": ((5, 7), (10, 8), (15, 9), (20, 10), (25, 11), (30, 12), (65, 13)),
    "grand": ((9, 7), (18, 8), (27, 9), (36, 10), (45, 11), (54, 12), (103, 13)),
    "euchre": ((5, 3), (10, 4), (20, 5)),
    "loner": ((5, 3), (10, 4), (25, 5)),
}
NEVER = 99
# What a failed bid leaves to the defenders: contract -> tricks of the bidders -> points of the defenders.
DEFENDED: Mapping[str, Mapping[int, int]] = {
    "whist": {6: 5, 5: 10, 4: 15, 3: 20, 2: 25, 1: 30, 0: 35},
    "grand": {6: 9, 5: 18, 4: 27, 3: 36, 2: 45, 1: 54, 0: 63},
    "euchre": {2: 5, 1: 10, 0: 20},
}
MOST_TRICKS = {"whist": 13, "grand": 13, "euchre": 5, "loner": 5, "hearts": 13}
HIGHEST_BID = {"whist": 65, "grand": 103}


class Deal(NamedTuple):
    """One deal as the oracle reads it. `at_fault`: "bidders", "defenders" or nobody."""

    contract: str
    bid: int | None
    result: int | None
    at_fault: str | None = None
    defender_alone: bool = False
    eldest: bool = False


class Score(NamedTuple):
    """Points and setbacks of bidders and defenders, who wins the game at once, and the codes of their lines."""

    bidders: int
    defenders: int
    setback: int = 0
    defenders_setback: int = 0
    wins: str | None = None
    codes: tuple[str, ...] = ()


def find_needed(contract: str, bid: int) -> int:
    for highest, tricks in NEEDED[contract]:
        if bid <= highest:
            return tricks
    return NEVER


def expect_score(deal: Deal, rules: Mapping[str, Any]) -> Score:
    """What a deal without faults is worth."""
    return _expect_hearts(deal, rules) if deal.contract == "hearts" else _expect_tricks(deal, rules)


def _expect_tricks(deal: Deal, rules: Mapping[str, Any]) -> Score:
    contract, bid, tricks = deal.contract, deal.bid, deal.result
    assert bid is not None
    is_slam = contract in ("whist", "grand") and tricks == 13
    earned = 0 if tricks is None else MADE[contract].get(tricks, 0)
    slam_may_win = contract == "grand" and rules["grand_slam_wins"] != "off"
    if deal.at_fault == "defenders":
        values = [value for _tricks, value in sorted(MADE[contract].items()) if value >= bid]
        points = {
            "max_bid_or_tricks": max(bid, earned),
            "bid": bid,
            "next_table_value": values[0] if values else bid,
        }[rules["forced_make"]]
        wins = "bidders" if is_slam and slam_may_win else None
        return Score(points, 0, wins=wins, codes=(f"{contract}_given" + ("_wins" if wins else ""),))
    if deal.at_fault is None and tricks is not None and tricks >= find_needed(contract, bid):
        wins = "bidders" if is_slam and slam_may_win else None
        kind = "slam" if is_slam else "made"
        return Score(earned, 0, wins=wins, codes=(f"{contract}_{kind}" + ("_wins" if wins else ""),))
    kind = "given_up" if deal.at_fault == "bidders" else "failed"
    costs = {"whist": bid, "grand": bid, "euchre": bid + 20, "loner": bid + 20}
    code = f"{contract}_{kind}"
    if rules["euchre_lone_fail"] == "double_bid":
        costs["loner"] = bid + bid
        if contract == "loner":
            code += "_double"
    points, wins, defence = _expect_defence(deal, rules)
    return Score(-costs[contract], points, setback=1, wins=wins, codes=(code, *defence))


def _expect_defence(deal: Deal, rules: Mapping[str, Any]) -> tuple[int, str | None, tuple[str, ...]]:
    """The defenders' points, whether they win the game at once, and the code of their line."""
    tricks = deal.result
    if tricks is None:
        return 0, None, ()
    if deal.contract in ("euchre", "loner"):
        if rules["euchre_defenders_score"] == "none" or tricks > 2:
            return 0, None, ()
        if deal.defender_alone and tricks == 0:
            return 25, None, ("euchre_defended_alone",)
        return DEFENDED["euchre"][tricks], None, ("euchre_defended",)
    if tricks > 6:
        return 0, None, ()
    points, code = DEFENDED[deal.contract][tricks], f"{deal.contract}_defended"
    bonus = rules[f"{deal.contract}_defender_slam_bonus"]
    wins = None
    if tricks == 0 and bonus:
        points, code = points + bonus, code + "_bonus"
    if tricks == 0 and deal.contract == "grand" and rules["grand_slam_wins"] == "either_side":
        wins, code = "defenders", code + "_wins"
    return points, wins, (code,)


def _expect_hearts(deal: Deal, rules: Mapping[str, Any]) -> Score:
    taken = {"bidders": 13, "defenders": 0, None: deal.result}[deal.at_fault]
    assert taken is not None
    left = 13 - taken
    kind, bid = "hearts", deal.bid
    if deal.eldest:
        kind = "eldest"
        bid = {"notional_50": 50, "notional_5": 5, "no_bid": 0}[rules["eldest_hearts"]]
    assert bid is not None
    loss = -left if rules["hearts_opponents"] == "each_heart" else 0
    tick = 1 if loss and rules["setback_count"] == "every_deduction" else 0
    lost = () if loss == 0 else ("hearts_charged",) if deal.at_fault == "defenders" else ("hearts_taken",)
    if taken == 0:
        made = "hearts_given" if deal.at_fault else "hearts_made"
        return Score(50, loss, 0, tick, codes=(made, *lost))
    code = f"{kind}_given_up" if deal.at_fault else f"{kind}_failed"
    if deal.eldest and rules["eldest_hearts"] == "no_bid":
        code += "_no_bid"
    return Score(-(bid + taken), loss, 1, tick, codes=(code, *lost))


def expect_faults(deal: Deal, rules: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The faults of a deal that has a bidder and a game, by the house rules; not of who may lead Hearts."""
    contract, bid = deal.contract, deal.bid
    faults = set()
    is_euchre = contract in ("euchre", "loner")
    assert bid is not None
    if rules["bid_step"] == "fives" and bid not in range(5, 1000, 5):
        faults.add(("bid", "not_in_fives"))
    if rules["unmakeable_bid"] == "refuse" and contract in HIGHEST_BID and bid > HIGHEST_BID[contract]:
        faults.add(("bid", f"too_high_for_{contract}"))
    if is_euchre and rules["euchre_cap"] == 25 and bid > 25:
        faults.add(("bid", "too_high_for_euchre"))
    elif contract == "euchre" and bid >= 25:
        faults.add(("alone", "needed"))
    if contract == "loner" and rules["euchre_alone_below_20"] == "no" and bid < 20:
        faults.add(("alone", "bid_too_low"))
    if contract == "hearts" and bid > 50 and rules["hearts_bid"] in ("at_most_50", "exactly_50"):
        faults.add(("bid", "too_high_for_hearts"))
    if contract == "hearts" and bid < 50 and rules["hearts_bid"] in ("at_least_50", "exactly_50"):
        faults.add(("bid", "too_low_for_hearts"))
    if deal.defender_alone and not is_euchre:
        faults.add(("defender_alone", "only_in_euchre"))
    if deal.defender_alone and is_euchre and rules["euchre_defend_alone"] == "no":
        faults.add(("defender_alone", "not_allowed"))
    if deal.result is None and deal.at_fault is None:
        unit = "hearts" if contract == "hearts" else "tricks"
        faults.add((unit, "missing_in_euchre" if is_euchre else "missing"))
    return faults
