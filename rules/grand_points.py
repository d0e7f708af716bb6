"""What a deal of Grand is worth: the value tables, and the reasoned points of each side.

A contract ends in one of four ways: made, failed, given up by the bidders' infraction, or given to them by a
defender's. Each of the four games says what that brings; the sentences are in rules/grand_line_texts.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rules.game import Line, State, other_side
from rules.grand_deal import GrandDeal, GrandRules
from rules.grand_line_texts import ANCHORS, FLOOR_TEXTS, GAIN_TEXTS, LOSS_TEXTS

BOOK = 6
ALL_TRICKS = 13
ALL_HEARTS = 13
ALL_EUCHRE_TRICKS = 5

#: What a trick over book is worth, and all 13 beside that. Both texts.
TRICK_VALUES: Mapping[str, int] = {"whist": 5, "grand": 9}
SLAM_BONUSES: Mapping[str, int] = {"whist": 30, "grand": 40}

#: Tricks in Euchre -> value, for a pair and for a lone player. Both texts.
PAIR_VALUES = (0, 0, 0, 5, 10, 20)
LONE_VALUES = (0, 0, 0, 5, 10, 25)

#: What Hearts is worth without a heart taken; both texts. What it costs a failed Euchre beside the bid; both texts.
HEARTS_VALUE = 50
EUCHRE_PENALTY = 20

#: The house rule `eldest_hearts` -> the bid that Hearts led by the eldest hand is scored at.
NOTIONAL_BIDS: Mapping[str, int] = {"notional_50": 50, "notional_5": 5, "no_bid": 0}

Ending = Literal["made", "failed", "given_up", "given"]


def _list_trick_values(play: str) -> tuple[int, ...]:
    """The value of 0 to 13 tricks: those over book, and the slam's bonus."""
    over_book = [TRICK_VALUES[play] * max(tricks - BOOK, 0) for tricks in range(ALL_TRICKS + 1)]
    return (*over_book[:-1], over_book[-1] + SLAM_BONUSES[play])


#: (game, alone) -> the value of each number of tricks, from 0.
VALUES: Mapping[tuple[str, bool], tuple[int, ...]] = {
    ("whist", False): _list_trick_values("whist"),
    ("grand", False): _list_trick_values("grand"),
    ("euchre", False): PAIR_VALUES,
    ("euchre", True): LONE_VALUES,
}


def find_ending(rules: GrandRules, deal: GrandDeal) -> Ending:
    """How the contract of a deal without faults ended: an infraction decides it whatever the cards brought."""
    if deal.infractions:
        is_bidders = rules.side_of(deal.infractions[0].offender) == rules.side_of(deal.bidder or "")
        return "given_up" if is_bidders else "given"
    if deal.play == "hearts":
        return "failed" if deal.hearts else "made"
    return "made" if value_tricks(deal) >= (deal.bid or 0) else "failed"


def value_tricks(deal: GrandDeal) -> int:
    """What the bidders' tricks are worth to them; nothing where the hand was not played on."""
    return VALUES[deal.play or "", deal.alone][deal.tricks] if deal.tricks is not None else 0


def find_slam(rules: GrandRules, deal: GrandDeal, ending: Ending) -> str | None:
    """The side that took all 13 tricks of Whist or Grand, without an infraction or a failed bid of its own."""
    if deal.play not in TRICK_VALUES:
        return None
    bidders = rules.side_of(deal.bidder or "")
    if deal.tricks == ALL_TRICKS and ending in ("made", "given"):
        return bidders
    if deal.tricks == 0 and ending in ("failed", "given_up"):
        return other_side(bidders)
    return None


def list_lines(rules: GrandRules, deal: GrandDeal, before: State) -> list[Line]:
    """The reasoned points of a deal without faults: the bidders' first."""
    return _list_hearts_lines(rules, deal, before) if deal.play == "hearts" else _list_trick_lines(rules, deal, before)


# -- Whist, Grand and Euchre


def _list_trick_lines(rules: GrandRules, deal: GrandDeal, before: State) -> list[Line]:
    bidders = rules.side_of(deal.bidder or "")
    ending = find_ending(rules, deal)
    wins = deal.play == "grand" and _find_winning_slam(rules, deal, ending) is not None
    tricks = deal.tricks or 0
    values: dict[str, int | str] = {"bid": deal.bid or 0, "tricks": tricks, "over": tricks - BOOK}
    if deal.infractions:
        values["offender"] = deal.infractions[0].offender
    if ending in ("made", "given"):
        code = _name_success(deal, ending, wins=wins)
        points = value_tricks(deal) if ending == "made" else _value_given(rules, deal)
        return [_gain(bidders, points, code, values, wins=wins)]
    code, loss = _cost_failure(rules, deal, ending)
    lines = [_deduct(rules, before, bidders, loss, code, values, setbacks=1)]
    points = _value_defence(rules, deal)
    if points:
        code, taken = _name_defence(deal, points, wins=wins)
        values = {"tricks": taken, "over": taken - BOOK}
        lines.append(_gain(other_side(bidders), points, code, values, wins=wins))
    return lines


def _name_success(deal: GrandDeal, ending: Ending, *, wins: bool) -> str:
    """The code of the bidders' line for a contract made or given."""
    if ending == "given":
        code = "loner_given" if deal.alone else f"{deal.play}_given"
    elif deal.tricks == ALL_TRICKS:
        code = f"{deal.play}_slam"
    else:
        code = "loner_made" if deal.alone else f"{deal.play}_made"
    return code + "_wins" if wins else code


def _cost_failure(rules: GrandRules, deal: GrandDeal, ending: Ending) -> tuple[str, int]:
    """The code and the cost of a failed bid: the bid; in Euchre and 20, or alone twice the bid (house rule)."""
    bid = deal.bid or 0
    if deal.play != "euchre":
        return f"{deal.play}_{ending}", bid
    if not deal.alone:
        return f"euchre_{ending}", bid + EUCHRE_PENALTY
    if rules.euchre_lone_fail == "double_bid":
        return f"loner_{ending}_double", 2 * bid
    return f"loner_{ending}", bid + EUCHRE_PENALTY


def _value_given(rules: GrandRules, deal: GrandDeal) -> int:
    """What the bidders get where a defender's infraction has made the contract: the house rule `forced_make`."""
    bid = deal.bid or 0
    if rules.forced_make == "max_bid_or_tricks":
        return max(bid, value_tricks(deal))
    if rules.forced_make == "bid":
        return bid
    return next((value for value in VALUES[deal.play or "", deal.alone] if value >= bid), bid)


def _value_defence(rules: GrandRules, deal: GrandDeal) -> int:
    """What the defenders' tricks are worth against a bid that failed; nothing where the hand was not played on."""
    if deal.tricks is None:
        return 0
    if deal.play == "euchre":
        values = LONE_VALUES if deal.defender_alone else PAIR_VALUES
        return values[ALL_EUCHRE_TRICKS - deal.tricks] if rules.euchre_defenders_score == "table" else 0
    points = TRICK_VALUES[deal.play or ""] * max(ALL_TRICKS - deal.tricks - BOOK, 0)
    if deal.tricks:
        return points
    return points + (rules.whist_defender_slam_bonus if deal.play == "whist" else rules.grand_defender_slam_bonus)


def _name_defence(deal: GrandDeal, points: int, *, wins: bool) -> tuple[str, int]:
    """The code of the defenders' line, and the tricks that they took."""
    tricks = deal.tricks or 0
    if deal.play == "euchre":
        return ("euchre_defended_alone" if points == LONE_VALUES[-1] else "euchre_defended"), ALL_EUCHRE_TRICKS - tricks
    taken = ALL_TRICKS - tricks
    code = f"{deal.play}_defended"
    if points > TRICK_VALUES[deal.play or ""] * (taken - BOOK):
        code += "_bonus"
    return code + "_wins" if wins else code, taken


def _find_winning_slam(rules: GrandRules, deal: GrandDeal, ending: Ending) -> str | None:
    """The side that wins the game by all 13 tricks in Grand: the house rule `grand_slam_wins`."""
    if deal.play != "grand" or rules.grand_slam_wins == "off":
        return None
    slam = find_slam(rules, deal, ending)
    is_bidders = slam == rules.side_of(deal.bidder or "")
    return slam if is_bidders or rules.grand_slam_wins == "either_side" else None


# -- Hearts


def _list_hearts_lines(rules: GrandRules, deal: GrandDeal, before: State) -> list[Line]:
    bidders = rules.side_of(deal.bidder or "")
    ending = find_ending(rules, deal)
    hearts = ALL_HEARTS if ending == "given_up" else 0 if ending == "given" else deal.hearts or 0
    bid = NOTIONAL_BIDS[rules.eldest_hearts] if deal.eldest_lead else deal.bid or 0
    values: dict[str, int | str] = {"bid": bid, "hearts": hearts}
    if deal.infractions:
        values["offender"] = deal.infractions[0].offender
    against = ALL_HEARTS - hearts
    values_against = {**values, "hearts": against}
    if hearts:
        code = f"eldest_{ending}" if deal.eldest_lead else f"hearts_{ending}"
        code = code if bid else f"{code}_no_bid"
        lines = [_deduct(rules, before, bidders, bid + hearts, code, values, setbacks=1)]
    else:
        lines = [_gain(bidders, HEARTS_VALUE, f"hearts_{ending}", values)]
    if against and rules.hearts_opponents == "each_heart":
        charge = _deduct(
            rules,
            before,
            other_side(bidders),
            against,
            "hearts_charged" if ending == "given" else "hearts_taken",
            values_against,
            setbacks=1 if rules.setback_count == "every_deduction" else 0,
        )
        lines.append(charge)
    return lines


# -- lines


def _gain(side: str, points: int, code: str, values: dict[str, int | str], *, wins: bool = False) -> Line:
    values["points"] = points
    return Line(
        side=side, points=points, code=code, template=GAIN_TEXTS[code], values=values, rule=ANCHORS[code], wins=wins
    )


def _deduct(
    rules: GrandRules, before: State, side: str, loss: int, code: str, values: dict[str, int | str], *, setbacks: int
) -> Line:
    """A deduction; under the house rule `score_floor` it takes no more than there is. The setback is ticked anyway."""
    taken = loss
    if rules.score_floor == "zero":
        taken = min(loss, max(before.totals[side], 0))
    values["loss"] = loss
    return Line(
        side=side,
        points=-taken,
        code=code,
        template=(LOSS_TEXTS if taken == loss else FLOOR_TEXTS)[code],
        values=values,
        rule=ANCHORS[code],
        setbacks=setbacks,
    )
