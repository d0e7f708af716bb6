"""Seven-handed Euchre: what every possible hand is worth, to whom and why."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
import pytest

from rules.catalog import make_game
from rules.seven_handed import SevenHandedDeal
from scoring.steps import open_state
from tests.rules.seven_handed_table import BIDS, HANDED_OUT, SEATS, SHARES, bid, list_partners, revoke, score

GAME = make_game("seven-handed-euchre")
SPLIT = make_game("seven-handed-euchre", options={"credit": "split"})
BEFORE = open_state(GAME)

every_bid = pytest.mark.parametrize("number", BIDS)


def make_deal(**facts: Any) -> SevenHandedDeal:
    return msgspec.convert(facts, SevenHandedDeal)


def read_points(deal: SevenHandedDeal, *, game: Any = GAME) -> dict[str, int]:
    """Points by seat; each credited seat has one line."""
    assert not [*game.violations(deal, BEFORE)]
    lines = [*game.lines(deal, BEFORE)]
    assert len({line.side for line in lines}) == len(lines)
    return {line.side: line.points for line in lines}


@every_bid
@pytest.mark.parametrize("bidder", SEATS)
def test_every_hand_that_can_be_played_out(number: int, bidder: str) -> None:
    partners, making, own, others = BIDS[number]
    for chosen in list_partners(bidder, partners):
        side = {bidder, *chosen}
        for tricks in range(8):
            is_made = tricks in making
            deal = make_deal(bidder=bidder, bid=number, partners=chosen, tricks=tricks)
            credited = side if is_made else {*SEATS} - side
            assert len(credited) == (own if is_made else others)
            points = read_points(deal)
            assert points == dict.fromkeys(credited, number)
            assert sum(points.values()) == HANDED_OUT[number][0 if is_made else 1]
            assert read_points(deal, game=SPLIT) == dict.fromkeys(credited, SHARES[number][0 if is_made else 1])


@every_bid
@pytest.mark.parametrize("bidder", SEATS)
def test_every_revoke(number: int, bidder: str) -> None:
    """By the bidder's side each adversary gets the bid, by an adversary the bidder's side does."""
    for chosen in list_partners(bidder, BIDS[number][0]):
        side = {bidder, *chosen}
        for offender in SEATS:
            deal = make_deal(bidder=bidder, bid=number, partners=chosen, infractions=revoke(offender))
            is_made = offender not in side
            credited = side if is_made else {*SEATS} - side
            assert read_points(deal) == dict.fromkeys(credited, number)
            assert read_points(deal, game=SPLIT) == dict.fromkeys(credited, SHARES[number][0 if is_made else 1])


@every_bid
@pytest.mark.parametrize("count", range(7))
def test_every_number_of_partners(number: int, count: int) -> None:
    """Only one number fits each bid; any other is refused, however the hand ended, and nothing else is."""
    for chosen in combinations("ABCEFG", count):
        for outcome in ({"tricks": 7}, {"tricks": 0}, {"infractions": revoke("D")}, {"infractions": revoke("E")}):
            deal = make_deal(bidder="D", bid=number, partners=chosen, **outcome)
            found = [(fault.field, fault.code) for fault in GAME.violations(deal, BEFORE)]
            code = "too_many" if count > 3 else "none_alone" if number >= 10 else "wrong_number"
            assert found == ([] if count == BIDS[number][0] else [("partners", code)])


def test_the_order_of_partners_does_not_matter() -> None:
    one, other = (make_deal(bidder="D", bid=6, partners=chosen, tricks=6) for chosen in ([*"AGC"], [*"GCA"]))
    assert [*GAME.lines(one, BEFORE)] == [*GAME.lines(other, BEFORE)]
    assert [line.side for line in GAME.lines(one, BEFORE)] == ["A", "C", "D", "G"]


def test_everybody_passes() -> None:
    assert read_points(make_deal(passed_out=True)) == {}


REASONS: list[tuple[dict[str, Any], dict[str, str], dict[str, str]]] = [
    (
        bid("B", 4, "CE", tricks=5),
        {
            "B": "Bid of 4 made: 5 of 7 tricks",
            "C": "Partner of B: bid of 4 made with 5 of 7 tricks",
            "E": "Partner of B: bid of 4 made with 5 of 7 tricks",
        },
        {
            "B": "Bid of 4 made: 5 of 7 tricks; 4 divided by 3, rounded up",
            "C": "Partner of B: bid of 4 made with 5 of 7 tricks; 4 divided by 3, rounded up",
            "E": "Partner of B: bid of 4 made with 5 of 7 tricks; 4 divided by 3, rounded up",
        },
    ),
    (
        bid("B", 7, "CEG", tricks=6),
        dict.fromkeys("ADF", "B is euchred on a bid of 7 with 6 of 7 tricks: 7 to each adversary"),
        dict.fromkeys("ADF", "B is euchred on a bid of 7 with 6 of 7 tricks: 7 divided by 3 adversaries, rounded up"),
    ),
    (bid("G", 20, tricks=7), {"G": "Bid of 20 made alone: all 7 tricks"}, {"G": "Bid of 20 made alone: all 7 tricks"}),
    (
        bid("A", 10, infractions=revoke("B")),
        {"A": "Revoke by B: the bid of 10 counts as made"},
        {"A": "Revoke by B: the bid of 10 counts as made"},
    ),
    (
        bid("B", 2, "CE", infractions=revoke("A")),
        {
            "B": "Revoke by A: the bid of 2 counts as made",
            "C": "Partner of B: revoke by A, the bid of 2 counts as made",
            "E": "Partner of B: revoke by A, the bid of 2 counts as made",
        },
        {
            "B": "Revoke by A: the bid of 2 counts as made; 2 divided by 3, rounded up",
            "C": "Partner of B: revoke by A, the bid of 2 counts as made; 2 divided by 3, rounded up",
            "E": "Partner of B: revoke by A, the bid of 2 counts as made; 2 divided by 3, rounded up",
        },
    ),
    (
        bid("B", 5, "CE", infractions=revoke("E")),
        dict.fromkeys("ADFG", "Revoke by E on the side of B: the bid of 5 to each adversary"),
        dict.fromkeys("ADFG", "Revoke by E on the side of B: the bid of 5 divided by 4 adversaries, rounded up"),
    ),
]


@pytest.mark.parametrize(("deal", "each", "split"), REASONS)
def test_every_point_has_its_reason(deal: dict[str, Any], each: dict[str, str], split: dict[str, str]) -> None:
    for credit, reasons in (("each", each), ("split", split)):
        lines = score(deal, options={"credit": credit})["deals"][0]["lines"]
        assert {line["side"]: line["text"] for line in lines} == reasons


@pytest.mark.parametrize(
    ("deal", "codes", "rule"),
    [
        (bid("B", 4, "CE", tricks=4), {"B": "made", "C": "made_as_partner", "E": "made_as_partner"}, "points"),
        (bid("B", 10, tricks=7), {"B": "made_alone"}, "points"),
        (bid("B", 10, tricks=6), dict.fromkeys("ACDEFG", "euchred"), "points"),
        (bid("B", 10, infractions=revoke("G")), {"B": "revoke_for_bidder"}, "revokes"),
        (
            bid("B", 1, "CE", infractions=revoke("G")),
            {"B": "revoke_for_bidder", "C": "revoke_for_partner", "E": "revoke_for_partner"},
            "revokes",
        ),
        (
            bid("B", 6, "CEG", infractions=revoke("C")),
            dict.fromkeys("ADF", "revoke_for_adversary"),
            "revokes",
        ),
    ],
)
def test_codes_and_where_the_help_page_explains_them(deal: dict[str, Any], codes: dict[str, str], rule: str) -> None:
    lines = [*GAME.lines(make_deal(**deal), BEFORE)]
    assert {line.side: line.code for line in lines} == codes
    assert {line.rule for line in lines} == {rule}
    assert [line.side for line in lines] == sorted(codes)
    assert not any(line.setbacks or line.wins or line.warns for line in lines)


TALLIES: list[tuple[dict[str, Any], list[str]]] = [
    (bid("B", 4, "CE", tricks=4), ["bids B", "bids_made B", "partnered C", "partnered E"]),
    (bid("B", 4, "CE", tricks=3), ["bids B", "bids_failed B", "partnered C", "partnered E"]),
    (bid("B", 20, tricks=7), ["bids B", "bids_made B", "alone_tried B", "alone_made B"]),
    (bid("B", 20, tricks=6), ["bids B", "bids_failed B", "alone_tried B"]),
    (bid("B", 10, infractions=revoke("A")), ["bids B", "bids_made B", "alone_tried B", "alone_made B", "revokes A"]),
    (
        bid("B", 6, "CEF", infractions=revoke("C")),
        ["bids B", "bids_failed B", "partnered C", "partnered E", "partnered F", "revokes C"],
    ),
    ({"passed_out": True}, []),
]


@pytest.mark.parametrize(("deal", "tallies"), TALLIES)
def test_what_is_counted_beside_the_points(deal: dict[str, Any], tallies: list[str]) -> None:
    found = [*GAME.tallies(make_deal(**deal), BEFORE)]
    assert [f"{tally.code} {tally.seat}" for tally in found] == tallies
    assert all(tally.side == tally.seat for tally in found)
