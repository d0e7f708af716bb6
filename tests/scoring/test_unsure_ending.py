"""A deal after the end is named beside an earlier deal at fault, if the game had ended whatever that one was worth."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.result import score_sheet
from tests.scoring.sheets import list_faults, offend, play, read_faults, rule

OVER = "game_over"
#: At fault; it brings the makers 0 to 2 points or the others 2.
UNREAD = play("N", 6)
LONER = play("N", 5, alone=True)
MADE = play("E", 3)

SLAM = {"bidder": "N", "bid": 5, "play": "grand", "tricks": 13}
WHIST_65 = {"bidder": "N", "bid": 5, "play": "whist", "tricks": 13}
EUCHRE_5 = {"bidder": "N", "bid": 5, "play": "euchre", "tricks": 3}
FLOOR = {"score_floor": "zero"}
#: At fault: East and West are set back 5, or make something.
UNREAD_WHIST = {"bidder": "E", "bid": 5, "play": "whist", "tricks": 14}
#: At fault: North and South are set back 5, or make something.
UNREAD_OF_NORTH = {**UNREAD_WHIST, "bidder": "N"}


def list_over(*deals: Any, **keys: Any) -> list[int | None]:
    """The deals that are said to come after the end."""
    return [place for place, _field, code in read_faults(score_sheet({**keys, "deals": [*deals]})) if code == OVER]


@pytest.mark.parametrize(
    ("deals", "over"),
    [
        ([UNREAD, LONER, LONER, LONER, MADE, MADE], [5, 6]),
        ([LONER, LONER, UNREAD, LONER, MADE], [5]),
        ([LONER, LONER, UNREAD, MADE], []),
        ([LONER, LONER, play("N", 9, alone=True), MADE], []),
        # every reading of it brings North and South 2, or every one of them at least 1
        ([LONER, LONER, {**offend("renege", "E", "N"), "zz": 1}, MADE], [4]),
        ([LONER, LONER, MADE, MADE, {**play("E", 1), "zz": 1}, MADE], [6]),
        ([LONER, LONER, {**play("N", 5), "dealer": "Q"}, MADE], [4]),
        # a key that may be another's
        ([LONER, play("N", 5), {**play("N", 5), "infractons": []}, play("N", 5), MADE], []),
        ([LONER, play("N", 5), {**play("N", 5), "zz": []}, play("N", 5), MADE], [5]),
        # nothing is known of it but that it is a hand, or not even that
        ([offend("renege", "E"), LONER, LONER, LONER, MADE], [5]),
        ([{}, LONER, LONER, LONER, MADE], [5]),
        (["?", LONER, LONER, LONER, MADE], []),
        ([{"misdeal": 1}, LONER, LONER, LONER, MADE], []),
        ([{"misdeal": True, "dealer": 1}, LONER, LONER, LONER, MADE], [5]),
        # a ruling opens a game again that may have ended before
        ([rule(NS=2), UNREAD, LONER, LONER, MADE], [5]),
        ([UNREAD, LONER, LONER, LONER, rule(NS=-1), MADE, MADE], []),
        ([UNREAD, LONER, LONER, LONER, {"ruling": {"points": {"NS": -1}}}, MADE], []),
        ([UNREAD, LONER, LONER, LONER, {"ruling": 5}, MADE], []),
        ([{"ruling": 5}, LONER, LONER, LONER, MADE], []),
        # a misdeal after the end, and a hand after the end that is at fault itself
        ([UNREAD, LONER, LONER, LONER, {"misdeal": True}, UNREAD], [5, 6]),
    ],
)
def test_land_grant(deals: list[Any], over: list[int]) -> None:
    assert list_over(*deals, game="land-grant-euchre") == over


def test_a_warning_given_since_counts() -> None:
    """The second table talk brings 2 points, whatever the hand at fault was worth."""
    talk = play("N", 3, infractions=[{"kind": "table_talk", "offender": "E"}])
    deals = [UNREAD, talk, LONER, MADE, play("N", 3), play("N", 3), offend("table_talk", "E", "N"), play("N", 3)]
    assert list_faults(*deals, MADE) == [(1, "tricks", "out_of_range"), (9, "deal", OVER)]


@pytest.mark.parametrize(
    ("deals", "options", "over"),
    [
        ([UNREAD_WHIST, WHIST_65, WHIST_65, EUCHRE_5], {}, [4]),
        ([UNREAD_OF_NORTH, WHIST_65, WHIST_65, EUCHRE_5], {}, [4]),
        ([WHIST_65, *[EUCHRE_5] * 5, UNREAD_OF_NORTH, EUCHRE_5, EUCHRE_5, EUCHRE_5], {}, []),
        ([WHIST_65, *[EUCHRE_5] * 5, UNREAD_OF_NORTH, EUCHRE_5, EUCHRE_5, EUCHRE_5, EUCHRE_5], {}, [11]),
        ([WHIST_65, *[EUCHRE_5] * 5, {**EUCHRE_5, "zz": 1}, EUCHRE_5], {}, []),
        ([WHIST_65, *[EUCHRE_5] * 6, {**EUCHRE_5, "zz": 1}, EUCHRE_5], {}, [9]),
        # a deduction takes no more than there is, and less than that from less
        ([{**EUCHRE_5, "tricks": 9}, {**WHIST_65, "tricks": 0}, WHIST_65, EUCHRE_5, WHIST_65], FLOOR, []),
        # it may have taken any number of points
        ([WHIST_65, {**WHIST_65, "bid": 0}, EUCHRE_5], {}, []),
        ([WHIST_65, {**WHIST_65, "infractions": 1}, EUCHRE_5], {}, []),
        ([WHIST_65, {**WHIST_65, "infractions": [1]}, EUCHRE_5], {}, []),
        ([WHIST_65, {**WHIST_65, "suit": "X"}, EUCHRE_5], {}, [3]),
        ([WHIST_65, {**WHIST_65, "alone": "no"}, EUCHRE_5], {}, [3]),
        ([WHIST_65, {**WHIST_65, "bidder": "X"}, EUCHRE_5], {}, []),
        ([{"bidder": "E"}, WHIST_65, WHIST_65, EUCHRE_5], {}, []),
        ([{"bidder": "E"}, SLAM, EUCHRE_5], {}, [3]),
        (["?", SLAM, EUCHRE_5], {}, [3]),
        ([{"bidder": "E"}, SLAM, {"bidder": "E"}, EUCHRE_5], {}, [3, 4]),
        ([{"bidder": "E"}, {"bidder": "E"}, SLAM, EUCHRE_5], {}, [4]),
        # perhaps the game had ended before the slam, and a ruling opens it again
        ([{"bidder": "E"}, SLAM, rule(NS=-200), EUCHRE_5], {}, []),
        ([{"bidder": "E"}, SLAM, {"ruling": 5}, EUCHRE_5], {}, []),
        ([UNREAD_WHIST, SLAM, rule(NS=-200), SLAM, EUCHRE_5], {}, [5]),
        ([{"bidder": "E"}, SLAM, EUCHRE_5], {"grand_slam_wins": "off"}, []),
        # level games go on
        ([UNREAD_WHIST, WHIST_65, WHIST_65, EUCHRE_5], {"tie": "extra_deal"}, []),
        ([UNREAD_WHIST, SLAM, EUCHRE_5], {"tie": "extra_deal"}, [3]),
        ([UNREAD_WHIST, SLAM, EUCHRE_5], {"tie": "extra_deal", "slam_settlement": "settle_too"}, []),
        ([UNREAD_WHIST, SLAM, EUCHRE_5], {"slam_settlement": "settle_too"}, [3]),
    ],
)
def test_grand(deals: list[Any], options: dict[str, Any], over: list[int]) -> None:
    assert list_over(*deals, game="grand", options=options) == over


ALL = {"points": {"NS": 125}}
SHORT = {"points": {"NS": 60}}


@pytest.mark.parametrize(
    ("deals", "options", "over"),
    [
        ([SHORT, ALL, ALL, ALL], {}, [4]),
        ([SHORT, ALL, ALL, ALL], {"tie_break": "extra_deals"}, [4]),
        ([{"points": {"EW": 125}}, SHORT, ALL, ALL, ALL], {}, []),
        ([{"points": {"EW": 125}}, SHORT, ALL, ALL, ALL, ALL], {}, [6]),
        ([{"points": {"EW": 120, "NS": 5}}, SHORT, ALL, ALL, ALL], {}, [5]),
        ([SHORT, ALL], {"target": "single_deal"}, []),
        ([SHORT, ALL, ALL, ALL], {"target": "single_deal"}, [4]),
        (["?", ALL, ALL, ALL], {"target": "single_deal"}, []),
        ([SHORT, ALL, ALL, ALL, ALL, ALL], {"target": "each_deals_once"}, [5, 6]),
        ([{**ALL, "zz": 1}, ALL], {"target": "single_deal"}, [2]),
    ],
)
def test_yukon(deals: list[Any], options: dict[str, Any], over: list[int]) -> None:
    assert list_over(*deals, game="yukon", options=options) == over


def test_seven_handed_never_ends() -> None:
    made = {"bidder": "A", "bid": 20, "tricks": 7}
    assert list_over({**made, "tricks": 8}, *[made] * 30, game="seven-handed-euchre") == []
