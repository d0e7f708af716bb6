"""What is said and counted about a deal of Grand: a sentence for every line, and where no score goes below zero."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import Line, State
from rules.grand_deal import GrandDeal, GrandInfraction
from tests.rules.test_grand_points import open_state

MINE = (GrandInfraction(kind="revoke", offender="S"),)
THEIRS = (GrandInfraction(kind="revoke", offender="W"),)
SLAMS = {"whist_defender_slam_bonus": 30, "grand_defender_slam_bonus": 40}
DOUBLE = {"euchre_lone_fail": "double_bid"}
NO_BID = {"eldest_hearts": "no_bid"}
NOBODY = {"grand_slam_wins": "off"}


def list_lines(facts: dict[str, Any], before: State | None = None, **options: Any) -> list[Line]:
    deal = GrandDeal(**{"bidder": "N", "bid": 20, **facts})
    return list(make_game("grand", options=options).lines(deal, before or open_state()))


# facts, house rules -> (code, side, points, help page's heading, sentence) of each line; North bids 20
REASONS: list[tuple[dict[str, Any], dict[str, Any], list[tuple[str, str, int, str, str]]]] = [
    ({"play": "whist", "tricks": 11}, {}, [
        ("whist_made", "NS", 25, "whist-and-grand", "Whist at 20: 11 tricks, 5 over book at 5"),
    ]),
    ({"play": "whist", "tricks": 13}, {}, [
        ("whist_slam", "NS", 65, "whist-and-grand",
         "Whist at 20: all 13 tricks, 7 over book at 5 and 30 for the slam"),
    ]),
    ({"play": "whist", "tricks": 2}, {}, [
        ("whist_failed", "NS", -20, "whist-and-grand", "Whist at 20 failed, 2 tricks: set back the bid"),
        ("whist_defended", "EW", 25, "whist-and-grand", "Tricks of the defenders at Whist: 11, 5 over book at 5"),
    ]),
    ({"play": "whist", "tricks": 0}, SLAMS, [
        ("whist_failed", "NS", -20, "whist-and-grand", "Whist at 20 failed, 0 tricks: set back the bid"),
        ("whist_defended_bonus", "EW", 65, "whist-and-grand",
         "All 13 tricks for the defenders at Whist: 7 over book at 5 and 30 for the slam"),
    ]),
    ({"play": "whist", "tricks": 7, "infractions": MINE}, {}, [
        ("whist_given_up", "NS", -20, "infractions", "Infraction by S, Whist at 20: set back the bid"),
    ]),
    ({"play": "whist", "infractions": THEIRS}, {}, [
        ("whist_given", "NS", 20, "infractions", "Infraction by W: Whist at 20 cannot be defeated, 20 points"),
    ]),
    ({"play": "grand", "tricks": 9}, {}, [
        ("grand_made", "NS", 27, "whist-and-grand", "Grand at 20: 9 tricks, 3 over book at 9"),
    ]),
    ({"play": "grand", "tricks": 13}, {}, [
        ("grand_slam_wins", "NS", 103, "whist-and-grand",
         "Grand at 20: all 13 tricks, 7 over book at 9 and 40 for the slam, which wins the game"),
    ]),
    ({"play": "grand", "tricks": 13}, NOBODY, [
        ("grand_slam", "NS", 103, "whist-and-grand",
         "Grand at 20: all 13 tricks, 7 over book at 9 and 40 for the slam"),
    ]),
    ({"play": "grand", "tricks": 4}, {}, [
        ("grand_failed", "NS", -20, "whist-and-grand", "Grand at 20 failed, 4 tricks: set back the bid"),
        ("grand_defended", "EW", 27, "whist-and-grand", "Tricks of the defenders at Grand: 9, 3 over book at 9"),
    ]),
    ({"play": "grand", "tricks": 0}, {}, [
        ("grand_failed", "NS", -20, "whist-and-grand", "Grand at 20 failed, 0 tricks: set back the bid"),
        ("grand_defended_wins", "EW", 63, "whist-and-grand",
         "All 13 tricks for the defenders at Grand: 7 over book at 9, and the slam wins the game"),
    ]),
    ({"play": "grand", "tricks": 0}, {**SLAMS, **NOBODY}, [
        ("grand_failed", "NS", -20, "whist-and-grand", "Grand at 20 failed, 0 tricks: set back the bid"),
        ("grand_defended_bonus", "EW", 103, "whist-and-grand",
         "All 13 tricks for the defenders at Grand: 7 over book at 9 and 40 for the slam"),
    ]),
    ({"play": "grand", "tricks": 0, "infractions": MINE}, SLAMS, [
        ("grand_given_up", "NS", -20, "infractions", "Infraction by S, Grand at 20: set back the bid"),
        ("grand_defended_bonus_wins", "EW", 103, "whist-and-grand",
         "All 13 tricks for the defenders at Grand: 7 over book at 9 and 40 for the slam, which wins the game"),
    ]),
    ({"play": "grand", "tricks": 9, "infractions": THEIRS}, {}, [
        ("grand_given", "NS", 27, "infractions", "Infraction by W: Grand at 20 cannot be defeated, 27 points"),
    ]),
    ({"play": "grand", "tricks": 13, "infractions": THEIRS}, {}, [
        ("grand_given_wins", "NS", 103, "infractions",
         "Infraction by W: Grand at 20 cannot be defeated, 103 points; all 13 tricks win the game"),
    ]),
    ({"play": "euchre", "tricks": 5}, {}, [
        ("euchre_made", "NS", 20, "euchre", "Euchre at 20: 5 of 5 tricks"),
    ]),
    ({"play": "euchre", "tricks": 1}, {}, [
        ("euchre_failed", "NS", -40, "euchre", "Euchre at 20 failed, 1 of 5 tricks: set back the bid and 20"),
        ("euchre_defended", "EW", 10, "euchre", "Tricks of the defenders at Euchre: 4 of 5"),
    ]),
    ({"play": "euchre", "tricks": 0, "defender_alone": True, "infractions": MINE}, {}, [
        ("euchre_given_up", "NS", -40, "infractions", "Infraction by S, Euchre at 20: set back the bid and 20"),
        ("euchre_defended_alone", "EW", 25, "euchre", "All 5 tricks at Euchre for a defender alone"),
    ]),
    ({"play": "euchre", "infractions": THEIRS}, {}, [
        ("euchre_given", "NS", 20, "infractions", "Infraction by W: Euchre at 20 cannot be defeated, 20 points"),
    ]),
    ({"play": "euchre", "alone": True, "tricks": 5}, {}, [
        ("loner_made", "NS", 25, "euchre", "Euchre alone at 20: 5 of 5 tricks"),
    ]),
    ({"play": "euchre", "alone": True, "tricks": 4}, {}, [
        ("loner_failed", "NS", -40, "euchre", "Euchre alone at 20 failed, 4 of 5 tricks: set back the bid and 20"),
    ]),
    ({"play": "euchre", "bid": 25, "alone": True, "tricks": 4}, DOUBLE, [
        ("loner_failed_double", "NS", -50, "euchre",
         "Euchre alone at 25 failed, 4 of 5 tricks: set back twice the bid"),
    ]),
    ({"play": "euchre", "alone": True, "infractions": MINE}, {}, [
        ("loner_given_up", "NS", -40, "infractions",
         "Infraction by S, Euchre alone at 20: set back the bid and 20"),
    ]),
    ({"play": "euchre", "bid": 25, "alone": True, "infractions": MINE}, DOUBLE, [
        ("loner_given_up_double", "NS", -50, "infractions",
         "Infraction by S, Euchre alone at 25: set back twice the bid"),
    ]),
    ({"play": "euchre", "alone": True, "infractions": THEIRS}, {}, [
        ("loner_given", "NS", 20, "infractions",
         "Infraction by W: Euchre alone at 20 cannot be defeated, 20 points"),
    ]),
    ({"play": "hearts", "hearts": 0}, {}, [
        ("hearts_made", "NS", 50, "hearts", "Hearts: the bidders took none"),
        ("hearts_taken", "EW", -13, "hearts", "Hearts taken by the defenders, 13: set back 1 for each"),
    ]),
    ({"play": "hearts", "hearts": 4}, {}, [
        ("hearts_failed", "NS", -24, "hearts",
         "Hearts at 20 failed, 4 taken: set back the bid and 1 for each"),
        ("hearts_taken", "EW", -9, "hearts", "Hearts taken by the defenders, 9: set back 1 for each"),
    ]),
    ({"play": "hearts", "hearts": 2, "infractions": MINE}, {}, [
        ("hearts_given_up", "NS", -33, "infractions",
         "Infraction by S, Hearts at 20: set back the bid and all 13 hearts"),
    ]),
    ({"play": "hearts", "hearts": 2, "infractions": THEIRS}, {}, [
        ("hearts_given", "NS", 50, "infractions",
         "Infraction by W: the bidders at Hearts count as having taken none"),
        ("hearts_charged", "EW", -13, "infractions",
         "Infraction by W at Hearts: the defenders are set back all 13"),
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "hearts": 3}, {}, [
        ("eldest_failed", "NS", -53, "hearts",
         "Hearts led by the eldest hand failed, 3 taken: set back 50 as if bid, and 1 for each"),
        ("hearts_taken", "EW", -10, "hearts", "Hearts taken by the defenders, 10: set back 1 for each"),
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "hearts": 13}, NO_BID, [
        ("eldest_failed_no_bid", "NS", -13, "hearts",
         "Hearts led by the eldest hand failed, 13 taken: set back 1 for each"),
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "infractions": MINE}, {"eldest_hearts": "notional_5"}, [
        ("eldest_given_up", "NS", -18, "infractions",
         "Infraction by S, Hearts led by the eldest hand: set back 5 as if bid, and all 13 hearts"),
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "infractions": MINE}, NO_BID, [
        ("eldest_given_up_no_bid", "NS", -13, "infractions",
         "Infraction by S, Hearts led by the eldest hand: set back all 13 hearts"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "lines"), REASONS)
def test_every_line_says_why(
    facts: dict[str, Any], options: dict[str, Any], lines: list[tuple[str, str, int, str, str]]
) -> None:
    found = list_lines(facts, **options)
    assert [(line.code, line.side, line.points, line.rule, line.text) for line in found] == lines


# facts, house rules -> the sentences where nobody has a point to lose; North bids 20
FLOORS: list[tuple[dict[str, Any], dict[str, Any], list[str]]] = [
    ({"play": "whist", "tricks": 2}, {}, ["Whist at 20 failed, 2 tricks: set back 20, but not below zero"]),
    ({"play": "whist", "infractions": MINE}, {}, ["Infraction by S, Whist at 20: set back 20, but not below zero"]),
    ({"play": "grand", "tricks": 4}, {}, ["Grand at 20 failed, 4 tricks: set back 20, but not below zero"]),
    ({"play": "grand", "infractions": MINE}, {}, ["Infraction by S, Grand at 20: set back 20, but not below zero"]),
    ({"play": "euchre", "tricks": 3}, {}, [
        "Euchre at 20 failed, 3 of 5 tricks: set back 40, the bid and 20, but not below zero",
    ]),
    ({"play": "euchre", "infractions": MINE}, {}, [
        "Infraction by S, Euchre at 20: set back 40, the bid and 20, but not below zero",
    ]),
    ({"play": "euchre", "alone": True, "tricks": 3}, {}, [
        "Euchre alone at 20 failed, 3 of 5 tricks: set back 40, the bid and 20, but not below zero",
    ]),
    ({"play": "euchre", "alone": True, "infractions": MINE}, {}, [
        "Infraction by S, Euchre alone at 20: set back 40, the bid and 20, but not below zero",
    ]),
    ({"play": "euchre", "bid": 25, "alone": True, "tricks": 3}, DOUBLE, [
        "Euchre alone at 25 failed, 3 of 5 tricks: set back 50, twice the bid, but not below zero",
    ]),
    ({"play": "euchre", "bid": 25, "alone": True, "infractions": MINE}, DOUBLE, [
        "Infraction by S, Euchre alone at 25: set back 50, twice the bid, but not below zero",
    ]),
    ({"play": "hearts", "hearts": 4}, {}, [
        "Hearts at 20 failed, 4 taken: set back 24, the bid and 1 for each, but not below zero",
        "Hearts taken by the defenders, 9: set back 1 for each, but not below zero",
    ]),
    ({"play": "hearts", "infractions": MINE}, {}, [
        "Infraction by S, Hearts at 20: set back 33, the bid and all 13 hearts, but not below zero",
    ]),
    ({"play": "hearts", "infractions": THEIRS}, {}, [
        "Infraction by W at Hearts: the defenders are set back all 13, but not below zero",
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "hearts": 13}, {}, [
        "Hearts led by the eldest hand failed, 13 taken: set back 63, 50 as if bid and 1 for each, but not below zero",
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "hearts": 13}, NO_BID, [
        "Hearts led by the eldest hand failed, 13 taken: set back 13, but not below zero",
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "infractions": MINE}, {}, [
        "Infraction by S, Hearts led by the eldest hand: set back 63, 50 as if bid and all 13 hearts, "
        "but not below zero",
    ]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "infractions": MINE}, NO_BID, [
        "Infraction by S, Hearts led by the eldest hand: set back 13, all 13 hearts, but not below zero",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "options", "sentences"), FLOORS)
def test_a_deduction_that_stops_at_zero_says_so(
    facts: dict[str, Any], options: dict[str, Any], sentences: list[str]
) -> None:
    options = {**options, "score_floor": "zero"}
    losses = [line for line in list_lines(facts, **options) if "below zero" in line.text]
    assert [line.text for line in losses] == sentences
    assert [line.points for line in losses] == [0] * len(losses)
    plenty = list_lines(facts, open_state(totals=(500, 500)), **options)
    free = list_lines(facts, **{**options, "score_floor": "none"})
    assert plenty == free


@pytest.mark.parametrize(("total", "taken"), [(0, 0), (-30, 0), (1, 1), (19, 19), (20, 20), (21, 20), (150, 20)])
def test_a_deduction_takes_what_there_is(total: int, taken: int) -> None:
    facts = {"play": "whist", "tricks": 7}
    for totals, bidder in (((total, 999), "N"), ((999, total), "W")):
        (line,) = list_lines({**facts, "bidder": bidder}, open_state(totals=totals), score_floor="zero")
        assert (line.points, line.setbacks) == (-taken, 1)
        assert ("below zero" in line.text) == (taken < 20)
        (line,) = list_lines({**facts, "bidder": bidder}, open_state(totals=totals))
        assert (line.points, line.setbacks) == (-20, 1)


def test_the_defenders_hearts_stop_at_zero_too() -> None:
    before = open_state(totals=(0, 5))
    options = {"score_floor": "zero", "setback_count": "every_deduction"}
    made, taken = list_lines({"play": "hearts", "hearts": 0}, before, **options)
    assert (made.points, taken.points, taken.setbacks) == (50, -5, 1)


@pytest.mark.parametrize("play", ["whist", "grand", "euchre", "hearts"])
def test_of_several_infractions_the_first_is_named(play: str) -> None:
    both = (GrandInfraction(kind="revoke", offender="S"), GrandInfraction(kind="revoke", offender="N"))
    for infractions, first in ((both, "S"), (both[::-1], "N")):
        line = list_lines({"play": play, "infractions": infractions})[0]
        assert line.values["offender"] == first
        assert line.text.startswith(f"Infraction by {first}, ")


# facts -> (code, side, seat) of what is counted; North bids 20
TALLIES: list[tuple[dict[str, Any], list[tuple[str, str, str | None]]]] = [
    ({"play": "whist", "tricks": 10}, [("bids_made", "NS", "N")]),
    ({"play": "whist", "tricks": 13}, [("bids_made", "NS", "N"), ("slams", "NS", "N")]),
    ({"play": "grand", "tricks": 13}, [("bids_made", "NS", "N"), ("slams", "NS", "N")]),
    ({"play": "grand", "tricks": 12}, [("bids_made", "NS", "N")]),
    ({"play": "whist", "tricks": 9}, [("bids_failed", "NS", "N")]),
    ({"play": "whist", "tricks": 0}, [("bids_failed", "NS", "N"), ("slams", "EW", None)]),
    ({"play": "grand", "tricks": 0}, [("bids_failed", "NS", "N"), ("slams", "EW", None)]),
    ({"play": "grand", "bid": 105, "tricks": 13}, [("bids_failed", "NS", "N")]),
    ({"play": "euchre", "tricks": 5}, [("bids_made", "NS", "N")]),
    ({"play": "euchre", "tricks": 0}, [("bids_failed", "NS", "N")]),
    ({"play": "euchre", "alone": True, "tricks": 5}, [
        ("bids_made", "NS", "N"), ("loners_tried", "NS", "N"), ("loners_made", "NS", "N"),
    ]),
    ({"play": "euchre", "alone": True, "tricks": 4}, [("bids_failed", "NS", "N"), ("loners_tried", "NS", "N")]),
    ({"play": "hearts", "hearts": 0}, [("bids_made", "NS", "N"), ("hearts_made", "NS", "N")]),
    ({"play": "hearts", "hearts": 1}, [("bids_failed", "NS", "N"), ("hearts_failed", "NS", "N")]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "hearts": 0}, [("hearts_made", "NS", "N")]),
    ({"play": "hearts", "bid": None, "eldest_lead": True, "hearts": 9}, [("hearts_failed", "NS", "N")]),
    ({"play": "whist", "tricks": 13, "infractions": MINE}, [("bids_failed", "NS", "N"), ("infractions", "NS", "S")]),
    ({"play": "grand", "tricks": 13, "infractions": THEIRS}, [
        ("bids_made", "NS", "N"), ("slams", "NS", "N"), ("infractions", "EW", "W"),
    ]),
    ({"play": "grand", "tricks": 0, "infractions": MINE}, [
        ("bids_failed", "NS", "N"), ("slams", "EW", None), ("infractions", "NS", "S"),
    ]),
    ({"play": "whist", "tricks": 0, "infractions": THEIRS}, [("bids_made", "NS", "N"), ("infractions", "EW", "W")]),
    ({"play": "whist", "infractions": THEIRS * 2}, [
        ("bids_made", "NS", "N"), ("infractions", "EW", "W"), ("infractions", "EW", "W"),
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("facts", "tallies"), TALLIES)
def test_what_is_counted(facts: dict[str, Any], tallies: list[tuple[str, str, str | None]]) -> None:
    deal = GrandDeal(**{"bidder": "N", "bid": 20, **facts})
    found = make_game("grand").tallies(deal, open_state())
    assert [(tally.code, tally.side, tally.seat) for tally in found] == tallies
