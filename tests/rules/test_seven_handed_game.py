"""Seven-handed Euchre from the first deal to the end: who deals, what stays open, and the two prizes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from rules.catalog import GAMES, make_game
from scoring.declared import list_fields, list_house_rules
from scoring.fold import fold_sheet
from scoring.reading import read_sheet
from scoring.result import score_sheet
from scoring.steps import open_state
from tests.rules.seven_handed_table import SEATS, bid, make_sheet, revoke, score
from tests.strategies import sheets

PASSED: dict[str, Any] = {"passed_out": True}


def rule(**points: int) -> dict[str, Any]:
    return {"ruling": {"points": points, "reason": "Decided at the table"}}


def read_dealers(result: dict[str, Any]) -> list[tuple[int | None, str | None]]:
    return [(deal["number"], deal["dealer"]) for deal in result["deals"]]


def test_seven_seats_each_for_itself() -> None:
    game = make_game("seven-handed-euchre")
    assert game.seats == game.sides == game.warnable == tuple(SEATS)
    assert all(game.side_of(seat) == seat for seat in SEATS)
    assert not game.has_winner
    assert game.goal is None
    assert game.is_over(open_state(game)) is False


def test_what_people_read_on_forms_and_sheets() -> None:
    kind = GAMES["seven-handed-euchre"]
    assert {field.name: field.title for field in list_fields(kind.Deal)} == {
        "bidder": "Bidder",
        "bid": "Bid",
        "suit": "Trump",
        "partners": "Partners",
        "tricks": "Tricks taken by the bidder's side",
        "passed_out": "Everybody passed",
        "infractions": "Infractions",
    }
    (infractions,) = (field for field in list_fields(kind.Deal) if field.kind == "records")
    assert {part.name: part.title for part in infractions.fields} == {"kind": "Infraction", "offender": "Who"}
    assert {rule.name: (rule.title, rule.choices, rule.default) for rule in list_house_rules(kind)} == {
        "prize_tie": ("Players level for a prize", ("shared", "most_bids_made", "cut"), "shared"),
        "all_pass": ("Everybody passes", ("deal_passes", "same_dealer_redeals"), "deal_passes"),
        "min_bid": ("Lowest bid", (1, 2, 3), 1),
        "table_prizes": ("Prizes are given", ("per_table", "per_evening"), "per_table"),
        "credit": ("The number bid is credited", ("each", "split"), "each"),
    }
    assert kind.title == "Seven-handed Euchre"
    assert dict(kind.presets) == {"recommended": {}}
    assert dict(kind.preset_titles) == {"recommended": "Printed rules, plainest reading"}
    assert dict(kind.tally_titles) == {
        "bids": "Bids played",
        "bids_made": "Bids made",
        "bids_failed": "Bids failed",
        "alone_tried": "Bids played alone",
        "alone_made": "Bids made alone",
        "partnered": "Chosen as partner",
        "revokes": "Revokes",
    }
    assert kind.headline_tallies == ("bids_made", "bids_failed", "partnered")


def test_the_deal_goes_round() -> None:
    hands = [bid("A", 10, tricks=7)] * 8
    assert [dealer for _number, dealer in read_dealers(score(*hands))] == [*SEATS, "A"]
    assert read_dealers(score(*hands[:2], first_dealer="G")) == [(1, "G"), (2, "A")]


def test_a_hand_that_everybody_passes_is_a_hand() -> None:
    result = score(PASSED, PASSED, bid("A", 10, tricks=7))
    assert read_dealers(result) == [(1, "A"), (2, "B"), (3, "C")]
    assert result["deals"][0]["points"] == dict.fromkeys(SEATS, 0)
    assert result["deals"][0]["lines"] == []


def test_or_the_same_dealer_deals_again() -> None:
    again = {"all_pass": "same_dealer_redeals"}
    result = score(PASSED, {**PASSED, "dealer": "C"}, bid("A", 10, tricks=7), PASSED, options=again)
    assert read_dealers(result) == [(None, "A"), (None, "C"), (1, "C"), (None, "D")]
    assert result["deals"][0]["points"] == dict.fromkeys(SEATS, 0)


def test_misdeals_and_rulings() -> None:
    result = score({"misdeal": True}, bid("B", 5, "CD", tricks=7), rule(B=-6, G=2), bid("B", 10, tricks=7))
    assert read_dealers(result) == [(None, "A"), (1, "A"), (None, None), (2, "B")]
    assert result["totals"] == {"A": 0, "B": 9, "C": 5, "D": 5, "E": 0, "F": 0, "G": 2}


def test_nobody_wins_and_no_total_ends_it() -> None:
    hands = [bid("A", 20, tricks=7)] * 30
    result = score(*hands)
    assert not result["finished"]
    assert result["winner"] is None
    assert "prizes" not in result
    result = score(*hands, finished=True)
    assert result["finished"]
    assert result["winner"] is None
    assert result["totals"]["A"] == 600


MADE = bid("A", 2, "BC", tricks=2)  # A, B and C have 2 each, and A has made a bid

PRIZES: list[tuple[str, list[dict[str, Any]], str, str]] = [
    # Who has the most and the fewest: nobody where all are level.
    ("shared", [], "", ""),
    ("shared", [PASSED], "", ""),
    ("shared", [rule(**dict.fromkeys(SEATS, 3))], "", ""),
    ("shared", [bid("D", 10, tricks=7)], "D", "ABCEFG"),
    ("shared", [bid("D", 10, tricks=6)], "ABCEFG", "D"),
    ("shared", [bid("D", 10, tricks=6), rule(F=1)], "F", "D"),
    ("shared", [rule(B=-1)], "ACDEFG", "B"),
    ("shared", [bid("C", 10, tricks=7), rule(A=-2)], "C", "A"),
    ("shared", [MADE], "ABC", "DEFG"),
    ("cut", [MADE], "ABC", "DEFG"),
    ("cut", [], "", ""),
    # Bids made break the tie: the most for the prize, the fewest for the booby prize.
    ("most_bids_made", [MADE], "A", "DEFG"),
    ("most_bids_made", [], "", ""),
    ("most_bids_made", [bid("G", 2, "AC", infractions=revoke("B"))], "G", "BDEF"),
    ("most_bids_made", [bid("G", 10, tricks=7), rule(F=10)], "G", "ABCDE"),
    ("most_bids_made", [bid("G", 10, tricks=7), rule(G=-10, A=1)], "A", "BCDEF"),
    ("most_bids_made", [bid("G", 10, tricks=7), bid("E", 10, infractions=revoke("A"))], "EG", "ABCDF"),
    ("most_bids_made", [bid("G", 10, tricks=7), MADE, MADE, rule(A=6, C=6)], "A", "DEF"),
    # A failed bid, and a bid that one was only a partner in, do not count.
    ("most_bids_made", [bid("G", 2, "AB", tricks=1), bid("A", 1, "BC", tricks=0)], "DEF", "AB"),
    # Fewer points do not become a prize by more bids.
    ("most_bids_made", [MADE, MADE, rule(D=5)], "D", "EFG"),
]


@pytest.mark.parametrize(("tie", "entries", "high", "booby"), PRIZES)
def test_prizes(tie: str, entries: list[dict[str, Any]], high: str, booby: str) -> None:
    sheet = make_sheet(*entries, options={"prize_tie": tie})
    assert score_sheet({**sheet, "finished": True})["prizes"] == {"high": [*high], "booby": [*booby]}
    assert "prizes" not in score_sheet(sheet)


@pytest.mark.parametrize("options", [{}, {"table_prizes": "per_evening"}])
def test_the_result_names_the_table_s_own_either_way(options: dict[str, Any]) -> None:
    result = score(bid("D", 10, tricks=7), finished=True, options=options)
    assert result["prizes"] == {"high": ["D"], "booby": [*"ABCEFG"]}


def describe(*entries: dict[str, Any], **options: Any) -> list[str]:
    sheet, _faults = read_sheet(make_sheet(*entries, finished=True, options=options))
    assert sheet is not None
    folded, _faults = fold_sheet(sheet)
    remarks = sheet.game.describe_honours(folded.honours, state=folded.state)
    return [remark.template.format(**remark.values) for remark in remarks]


ONE_OF_EACH = [bid("A", 10, tricks=7), rule(B=1, C=1, D=1, E=1, F=1)]  # A has 10, G none
TWO_OF_EACH = [bid("A", 10, tricks=7), rule(B=10, C=1, D=1, E=1)]  # A made a bid and B did not; F and G made none


def test_prizes_of_one_each() -> None:
    for tie in ("shared", "most_bids_made", "cut"):
        assert describe(*ONE_OF_EACH, prize_tie=tie) == [
            "Prize for the most points: A with 10",
            "Booby prize for the fewest points: G with 0",
        ]


def test_prizes_that_are_shared() -> None:
    assert describe(*TWO_OF_EACH) == [
        "Prize for the most points, shared: A with 10",
        "Prize for the most points, shared: B with 10",
        "Booby prize for the fewest points, shared: F with 0",
        "Booby prize for the fewest points, shared: G with 0",
    ]


def test_prizes_by_bids_made() -> None:
    assert describe(*TWO_OF_EACH, prize_tie="most_bids_made") == [
        "Prize for the most points: A with 10; level in points, more bids made",
        "Booby prize for the fewest points, shared: F with 0; level in points, as few bids made",
        "Booby prize for the fewest points, shared: G with 0; level in points, as few bids made",
    ]
    both = [bid("A", 10, tricks=7), bid("B", 10, tricks=7), bid("F", 1, "CD", tricks=1), rule(F=-1, E=1, C=1, D=1)]
    assert describe(*both, prize_tie="most_bids_made") == [
        "Prize for the most points, shared: A with 10; level in points, as many bids made",
        "Prize for the most points, shared: B with 10; level in points, as many bids made",
        "Booby prize for the fewest points: G with 0; level in points, fewer bids made",
    ]


def test_prizes_that_are_cut_for() -> None:
    assert describe(*TWO_OF_EACH, prize_tie="cut") == [
        "Prize for the most points: A with 10 is level and cuts the cards for it",
        "Prize for the most points: B with 10 is level and cuts the cards for it",
        "Booby prize for the fewest points: F with 0 is level and cuts the cards for it",
        "Booby prize for the fewest points: G with 0 is level and cuts the cards for it",
    ]


def test_prizes_of_the_whole_evening() -> None:
    of_the_evening = "The prizes go to the most and the fewest points of the whole evening."
    assert describe(*ONE_OF_EACH, table_prizes="per_evening", prize_tie="cut") == [
        "Most points at this table: A with 10",
        "Fewest points at this table: G with 0",
        of_the_evening,
    ]
    assert describe(table_prizes="per_evening") == [of_the_evening]


def award(totals: dict[str, int], counts: dict[str, dict[str, int]] | None = None, **options: Any) -> list[str]:
    game = make_game("seven-handed-euchre", options={"table_prizes": "per_evening", **options})
    counted = {person: (counts or {}).get(person, {}) for person in totals}
    return [remark.template.format(**remark.values) for remark in game.award_evening(totals, counted)]


def test_the_evening_awards_what_no_table_did() -> None:
    """By the points of as many people as there were, and by the same rule for ties."""
    evening = {"Ann": 30, "Bob": 30, "Cy": 12, "Dee": 12, "Ed": 20, "Flo": 21, "Gus": 22, "Hal": 23}
    made = {"Ann": {"bids_made": 2, "bids": 2}, "Bob": {"bids_made": 1, "bids": 9}, "Cy": {"bids": 1}}
    assert award(evening, made) == [
        "Prize for the most points, shared: Ann with 30",
        "Prize for the most points, shared: Bob with 30",
        "Booby prize for the fewest points, shared: Cy with 12",
        "Booby prize for the fewest points, shared: Dee with 12",
    ]
    assert award(evening, {**made, "Dee": {"bids_made": 1}}, prize_tie="most_bids_made") == [
        "Prize for the most points: Ann with 30; level in points, more bids made",
        "Booby prize for the fewest points: Cy with 12; level in points, fewer bids made",
    ]
    assert award({"Ann": 3, "Bob": 3, "Cy": 1}, {"Ann": {"bids_made": 0}}, prize_tie="most_bids_made") == [
        "Prize for the most points, shared: Ann with 3; level in points, as many bids made",
        "Prize for the most points, shared: Bob with 3; level in points, as many bids made",
        "Booby prize for the fewest points: Cy with 1",
    ]
    assert award({"Ann": 3, "Bob": 3}) == ["Everybody is level with 3: there are no prizes."]
    assert award({}) == []
    assert award(evening, table_prizes="per_table") == []


def test_no_prizes_where_all_are_level() -> None:
    assert describe() == ["Everybody is level with 0: there are no prizes."]
    assert describe(rule(**dict.fromkeys(SEATS, 4))) == ["Everybody is level with 4: there are no prizes."]


def test_an_open_game_says_nothing_of_prizes() -> None:
    sheet, _faults = read_sheet(make_sheet(MADE))
    assert sheet is not None
    folded, _faults = fold_sheet(sheet)
    assert folded.honours == {}
    assert [*sheet.game.describe_honours(folded.honours, state=folded.state)] == []


@given(sheets("seven-handed-euchre", with_rulings=False))
def test_nobody_ever_loses_points(sheet: dict[str, Any]) -> None:
    for deal in score_sheet(sheet)["deals"]:
        credited = [points for points in deal["points"].values() if points]
        assert all(points > 0 for points in credited)
        assert len(set(credited)) <= 1
        assert len(credited) in (0, 1, 3, 4, 6)


@given(sheets("seven-handed-euchre"))
def test_prizes_follow_from_the_totals(sheet: dict[str, Any]) -> None:
    result = score_sheet({**sheet, "finished": True})
    totals, prizes = result["totals"], result["prizes"]
    level = {total: [seat for seat in SEATS if totals[seat] == total] for total in totals.values()}
    assert bool(prizes["high"]) == bool(prizes["booby"]) == (len(level) > 1)
    if len(level) > 1:
        assert {*prizes["high"]} <= {*level[max(level)]}
        assert {*prizes["booby"]} <= {*level[min(level)]}
        if sheet.get("options", {}).get("prize_tie", "shared") != "most_bids_made":
            assert prizes == {"high": level[max(level)], "booby": level[min(level)]}
