"""Whole sheets of Grand: how a game ends, what its result says, and how it reads on a terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from rules.catalog import make_game
from scoring.paper import write_paper
from scoring.result import score_sheet, work_out
from tests.scoring.sheets import read_faults
from tests.strategies import sheets

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "grand.txt"
GAME_OVER = (2, "deal", "game_over")


def make_sheet(*deals: Any, **keys: Any) -> dict[str, Any]:
    return {"game": "grand", **keys, "deals": [*deals]}


def score(*deals: Any, **keys: Any) -> dict[str, Any]:
    result = score_sheet(make_sheet(*deals, **keys))
    assert "errors" not in result, result["errors"]
    return result


def play(game: str, bidder: str, bid: int, result: int, **facts: Any) -> dict[str, Any]:
    unit = "hearts" if game == "hearts" else "tricks"
    return {"bidder": bidder, "bid": bid, "play": game, unit: result, **facts}


def carry(points: tuple[int, int], setbacks: tuple[int, int] = (0, 0)) -> dict[str, Any]:
    """A score brought in by a ruling: North–South's and East–West's."""
    ruling = {"points": dict(zip(("NS", "EW"), points, strict=True)), "reason": "Carried in"}
    if any(setbacks):
        ruling["setbacks"] = dict(zip(("NS", "EW"), setbacks, strict=True))
    return {"ruling": ruling}


def test_the_result_of_a_finished_game() -> None:
    result = score(
        play("whist", "E", 20, 10),
        {"misdeal": True},
        play("hearts", "N", 50, 3),
        carry((125, 10), (1, 1)),
        id="evening",
        preset="recommended",
        seats={"N": "Ann"},
    )
    assert json.dumps(result) == json.dumps(
        {
            "id": "evening",
            "game": "grand",
            "preset": "recommended",
            "deals": [
                {
                    "number": 1,
                    "dealer": "N",
                    "points": {"NS": 0, "EW": 20},
                    "setbacks": {"NS": 0, "EW": 0},
                    "totals": {"NS": 0, "EW": 20},
                    "lines": [
                        {
                            "side": "EW",
                            "points": 20,
                            "code": "whist_made",
                            "text": "Whist at 20: 10 tricks, 4 over book at 5",
                        }
                    ],
                },
                {
                    "number": None,
                    "dealer": "E",
                    "points": {"NS": 0, "EW": 0},
                    "setbacks": {"NS": 0, "EW": 0},
                    "totals": {"NS": 0, "EW": 20},
                    "lines": [],
                },
                {
                    "number": 2,
                    "dealer": "E",
                    "points": {"NS": -53, "EW": -10},
                    "setbacks": {"NS": 1, "EW": 0},
                    "totals": {"NS": -53, "EW": 10},
                    "lines": [
                        {
                            "side": "NS",
                            "points": -53,
                            "code": "hearts_failed",
                            "text": "Hearts at 50 failed, 3 taken: set back the bid and 1 for each",
                        },
                        {
                            "side": "EW",
                            "points": -10,
                            "code": "hearts_taken",
                            "text": "Hearts taken by the defenders, 10: set back 1 for each",
                        },
                    ],
                },
                {
                    "number": None,
                    "dealer": None,
                    "points": {"NS": 125, "EW": 10},
                    "setbacks": {"NS": 1, "EW": 1},
                    "totals": {"NS": 72, "EW": 20},
                    "lines": [
                        {"side": "NS", "points": 125, "code": "ruling", "text": "Ruling: Carried in"},
                        {"side": "EW", "points": 10, "code": "ruling", "text": "Ruling: Carried in"},
                    ],
                },
            ],
            "totals": {"NS": 72, "EW": 20},
            "setbacks": {"NS": 2, "EW": 1},
            "finished": False,
            "winner": None,
        }
    )
    finished = score(carry((72, 20), (2, 1)), finished=True)
    assert json.dumps({key: finished[key] for key in list(finished)[4:]}) == json.dumps(
        {
            "totals": {"NS": 72, "EW": 20},
            "setbacks": {"NS": 2, "EW": 1},
            "finished": True,
            "winner": "NS",
            "margin": 70,
            "settlement": {
                "closeness": {"NS": 80, "EW": 0},
                "setbacks": {"NS": 0, "EW": 10},
                "net": {"NS": 70, "EW": -70},
            },
        }
    )


def test_the_settlement_can_turn_the_game() -> None:
    deals = [carry((85, 90), (5, 3)), play("whist", "N", 5, 9)]
    result = score(*deals)
    assert (result["totals"], result["finished"], result["winner"]) == ({"NS": 100, "EW": 90}, True, "EW")
    for settlement in ("margin_only", "off"):
        result = score(*deals, options={"settlement": settlement})
        assert (result["winner"], result["margin"], result["settlement"]["net"]["EW"]) == ("NS", 10, 10)


def test_nothing_follows_the_end() -> None:
    for first in (carry((100, 0)), play("grand", "N", 10, 13), play("grand", "N", 10, 0)):
        deals = make_sheet(first, play("whist", "E", 5, 7))
        assert read_faults(score_sheet(deals)) == [GAME_OVER]


def test_a_slam_that_wins() -> None:
    slam = play("grand", "W", 40, 13)
    result = score(carry((90, -60), (0, 7)), slam)
    assert (result["winner"], result["finished"]) == ("EW", True)
    assert result["totals"] == {"NS": 90, "EW": 43}
    assert not {"margin", "settlement"} & set(result)
    # A ruling afterwards takes nothing back.
    assert score(slam, carry((0, -103)))["winner"] == "EW"
    assert score(slam, finished=True)["winner"] == "EW"
    settled = score(carry((90, -60), (0, 7)), slam, options={"slam_settlement": "settle_too"})
    assert (settled["winner"], settled["margin"]) == ("NS", 57 + 70)
    assert settled["settlement"]["net"] == {"NS": 127, "EW": -127}
    # The defenders' slam, and house rules under which it is one deal among others.
    lost = play("grand", "W", 40, 0)
    assert score(lost)["winner"] == "NS"
    for choice in ("bidders_only", "off"):
        result = score(lost, options={"grand_slam_wins": choice})
        assert (result["winner"], result["finished"]) == (None, False)
    assert score(carry((0, -60)), slam, options={"grand_slam_wins": "bidders_only"})["finished"]
    assert not score(carry((0, -60)), slam, options={"grand_slam_wins": "off"})["finished"]


def test_a_ruling_ends_and_opens_a_game() -> None:
    assert score(carry((100, 0)))["finished"]
    opened = score(carry((100, 0)), carry((-1, 0)), play("whist", "N", 5, 7))
    assert (opened["totals"]["NS"], opened["winner"]) == (104, "NS")


def test_a_level_game_goes_on_where_another_deal_decides() -> None:
    level = carry((95, 70), (3, 0))
    made = play("whist", "N", 5, 7)
    assert score(level, made)["margin"] == 0
    assert score(level, made)["winner"] is None
    options = {"tie": "extra_deal"}
    result = score(level, made, options=options)
    assert (result["finished"], result["winner"]) == (False, None)
    assert "margin" not in result
    more = score(level, made, play("whist", "E", 5, 7), options=options)
    assert (more["finished"], more["winner"], more["margin"]) == (True, "EW", 5)
    called = score(level, made, options=options, finished=True)
    assert (called["finished"], called["winner"], called["margin"]) == (True, None, 0)


def test_setbacks_are_ticks_and_at_most_one_a_deal() -> None:
    deal = play("hearts", "N", 50, 5, infractions=[{"kind": "revoke", "offender": "E"}])
    for count, ticks in (("failed_bids", 0), ("every_deduction", 1)):
        result = score(play("hearts", "N", 50, 5), deal, options={"setback_count": count})
        assert result["deals"][0]["setbacks"] == {"NS": 1, "EW": ticks}
        assert result["deals"][1]["setbacks"] == {"NS": 0, "EW": ticks}
        assert result["setbacks"] == {"NS": 1, "EW": 2 * ticks}


def test_no_score_below_zero() -> None:
    deals = [carry((12, 4)), play("whist", "N", 30, 9), play("hearts", "N", 50, 6)]
    result = score(*deals, options={"score_floor": "zero"})
    assert [deal["points"] for deal in result["deals"]] == [
        {"NS": 12, "EW": 4},
        {"NS": -12, "EW": 0},
        {"NS": 0, "EW": -4},
    ]
    assert result["totals"] == {"NS": 0, "EW": 0}
    assert result["setbacks"] == {"NS": 2, "EW": 0}
    assert score(*deals)["totals"] == {"NS": 12 - 30 - 56, "EW": 4 - 7}


@given(sheets("grand"))
def test_what_holds_for_every_game(sheet: dict[str, Any]) -> None:
    """At most one tick and one line for a side in a deal; both never gain; the settlement is that of the totals."""
    result = score_sheet(sheet)
    game: Any = make_game("grand", preset=sheet["preset"], options=sheet["options"])
    for deal in result["deals"]:
        if deal["number"] is not None:
            sides = [line["side"] for line in deal["lines"]]
            assert len(set(sides)) == len(sides) > 0
            assert max(deal["setbacks"].values()) <= 1
            assert min(deal["setbacks"].values()) >= 0
            assert min(deal["points"].values()) <= 0
    ticks = {side: sum(deal["setbacks"][side] for deal in result["deals"]) for side in ("NS", "EW")}
    assert result["setbacks"] == ticks
    assert ("margin" in result) == ("settlement" in result)
    if "settlement" in result:
        assert result["finished"]
        net = result["settlement"]["net"]
        assert net["NS"] == -net["EW"]
        assert result["margin"] == max(net.values())
        by_net = None if not net["NS"] else max(net, key=lambda side: net[side])
        wins = any(line["code"].endswith("_wins") for deal in result["deals"] for line in deal["lines"])
        if game.settlement == "decides_winner" and not wins:
            assert result["winner"] == by_net


EVENING = make_sheet(
    play("whist", "E", 20, 10, suit="S"),
    play("grand", "N", 18, 9),
    play("euchre", "S", 15, 0, defender_alone=True),
    {"misdeal": True},
    play("hearts", "E", 50, 4),
    {"bidder": "N", "bid": 30, "play": "whist", "infractions": [{"kind": "revoke", "offender": "W"}]},
    {"ruling": {"points": {"EW": 10}, "setbacks": {"NS": 1}, "reason": "Slow", "by": "Cy"}},
    play("euchre", "W", 25, 5, alone=True),
    play("whist", "W", 65, 13),
    id="evening",
    preset="english",
    options={"score_floor": "zero"},
    seats={"N": "Ann", "E": "Bob", "S": "Cy", "W": "Dee"},
)


def test_a_sheet_to_read() -> None:
    assert write_paper(work_out(EVENING), place=1) == GOLDEN.read_text(encoding="utf-8").rstrip("\n")


@pytest.mark.parametrize(
    ("deals", "keys", "ending"),
    [
        ([], {}, ["Not finished yet: NS 0, EW 0", "Setbacks: NS 0, EW 0"]),
        ([carry((60, 50), (1, 2))], {}, ["Not finished yet: NS 60, EW 50", "Setbacks: NS 1, EW 2"]),
        ([play("grand", "N", 10, 13)], {}, ["North–South wins: NS 103, EW 0", "Setbacks: NS 0, EW 0"]),
        (
            [carry((60, 60))],
            {"finished": True},
            [
                "Finished without a winner: NS 60, EW 60",
                "Time was called.",
                "Points: level at 60",
                "Closeness: level, no credit",
                "Setbacks: level at 0, no credit",
                "Settlement: level, 0 against 0",
                "The settlement decides: a draw.",
            ],
        ),
    ],
)
def test_how_a_sheet_to_read_ends(deals: list[Any], keys: dict[str, Any], ending: list[str]) -> None:
    written = write_paper(work_out(make_sheet(*deals, **keys)), place=1)
    assert written.split("\n\n")[-1].splitlines() == ending
