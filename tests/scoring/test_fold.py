"""A game from its first deal to its end: dealers, misdeals, rulings, time, winners, high scores."""

from __future__ import annotations

from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import Violation
from scoring.fold import count_tallies, fold_sheet
from scoring.reading import read_entry, read_sheet
from scoring.sheet import InvalidEntryError, Misdeal, Played, Ruling, Sheet, Unread
from scoring.steps import apply_entry, find_violations, open_state
from tests.scoring.sheets import climb, list_faults, make_sheet, offend, play, rule, score

MISDEAL = {"misdeal": True}
GAME = make_game("land-grant-euchre")


def list_dealers(result: dict[str, Any]) -> list[str | None]:
    return [deal["dealer"] for deal in result["deals"]]


def list_numbers(result: dict[str, Any]) -> list[int | None]:
    return [deal["number"] for deal in result["deals"]]


def test_a_whole_result() -> None:
    result = score(play("E", 4), offend("table_talk", "S", "N", tricks=5), rule(EW=1), id="x")
    assert result == {
        "id": "x",
        "game": "land-grant-euchre",
        "preset": "league",
        "deals": [
            {
                "number": 1,
                "dealer": "N",
                "points": {"NS": 0, "EW": 1},
                "totals": {"NS": 0, "EW": 1},
                "lines": [
                    {"side": "EW", "points": 1, "code": "made", "text": "Made: the makers took 4 of 5 tricks"},
                ],
            },
            {
                "number": 2,
                "dealer": "E",
                "points": {"NS": 2, "EW": 0},
                "totals": {"NS": 2, "EW": 1},
                "lines": [
                    {"side": "NS", "points": 0, "code": "warning", "text": "Table talk by S: warning, no points"},
                    {"side": "NS", "points": 2, "code": "march", "text": "March: the makers took all 5 tricks"},
                ],
            },
            {
                "number": None,
                "dealer": None,
                "points": {"NS": 0, "EW": 1},
                "totals": {"NS": 2, "EW": 2},
                "lines": [{"side": "EW", "points": 1, "code": "ruling", "text": "Ruling: Decided at the table"}],
            },
        ],
        "totals": {"NS": 2, "EW": 2},
        "finished": False,
        "winner": None,
        "high_scores": [],
    }


def test_a_sheet_without_deals() -> None:
    result = score()
    assert result == {
        "id": None,
        "game": "land-grant-euchre",
        "preset": "league",
        "deals": [],
        "totals": {"NS": 0, "EW": 0},
        "finished": False,
        "winner": None,
        "high_scores": [],
    }


def test_the_deal_passes_clockwise_from_the_first_seat() -> None:
    assert list_dealers(score(*[play("N", 3)] * 6)) == ["N", "E", "S", "W", "N", "E"]


def test_the_deal_passes_clockwise_from_the_first_dealer() -> None:
    assert list_dealers(score(*[play("N", 3)] * 5, first_dealer="S")) == ["S", "W", "N", "E", "S"]


def test_a_misdeal_scores_nothing_and_keeps_the_dealer() -> None:
    result = score(play("N", 3), MISDEAL, MISDEAL, play("E", 3))
    assert list_dealers(result) == ["N", "E", "E", "E"]
    assert list_numbers(result) == [1, None, None, 2]
    assert result["deals"][1] == {
        "number": None,
        "dealer": "E",
        "points": {"NS": 0, "EW": 0},
        "totals": {"NS": 1, "EW": 0},
        "lines": [],
    }


def test_a_deal_says_who_dealt_and_the_rotation_goes_on_from_there() -> None:
    result = score(play("N", 3), play("N", 3, dealer="W"), play("N", 3), {**MISDEAL, "dealer": "S"}, play("N", 3))
    assert list_dealers(result) == ["N", "W", "N", "S", "S"]


def test_a_misdeal_of_false_is_none() -> None:
    assert score(play("N", 3, misdeal=False)) == score(play("N", 3))


def test_a_ruling_is_no_deal() -> None:
    result = score(play("N", 3), rule(NS=1, EW=-1), play("N", 3))
    assert list_dealers(result) == ["N", None, "E"]
    assert list_numbers(result) == [1, None, 2]
    assert result["deals"][1]["points"] == {"NS": 1, "EW": -1}
    assert [line["side"] for line in result["deals"][1]["lines"]] == ["NS", "EW"]
    assert result["totals"] == {"NS": 3, "EW": -1}


def test_a_ruling_may_give_nothing() -> None:
    result = score({"ruling": {"reason": "Noted"}})
    assert result["deals"][0]["points"] == {"NS": 0, "EW": 0}
    assert result["deals"][0]["lines"] == []


def test_a_ruling_says_why_and_where_the_rule_is() -> None:
    sheet, _faults = read_sheet({"game": "yukon", "deals": [rule(NS=2, reason="Late")]})
    assert sheet is not None
    (line,) = fold_sheet(sheet)[0].steps[0].lines
    assert (line.side, line.points, line.code, line.text) == ("NS", 2, "ruling", "Ruling: Late")
    assert line.rule == "rulings"


def test_setbacks_alone_are_reason_enough_for_a_line() -> None:
    setbacks = {"ruling": {"setbacks": {"EW": 1}, "reason": "Euchred unseen"}}
    sheet, _faults = read_sheet({"game": "grand", "deals": [setbacks]})
    assert sheet is not None
    lines = fold_sheet(sheet)[0].steps[0].lines
    assert [(line.side, line.points, line.setbacks) for line in lines] == [("EW", 0, 1)]


def test_a_ruling_keeps_warnings_and_dealer() -> None:
    talk = offend("table_talk", "N", "E", tricks=3)
    result = score(talk, rule(NS=1), offend("table_talk", "S", "E"))
    assert result["deals"][2]["dealer"] == "E"
    assert result["deals"][2]["points"] == {"NS": 0, "EW": 2}


@pytest.mark.parametrize(
    ("points", "winner"),
    [({"NS": 1}, "NS"), ({"EW": 2}, "EW"), ({"NS": 2, "EW": 1}, "NS"), ({"NS": 1, "EW": 2}, None)],
)
def test_a_ruling_that_brings_a_side_to_the_target_ends_the_game(points: dict[str, int], winner: str | None) -> None:
    before = climb(NS=9, EW=8)
    result = score(*before, {"ruling": {"points": points, "reason": "Late"}})
    assert result["finished"]
    assert result["winner"] == winner
    assert list_faults(*before, {"ruling": {"points": points, "reason": "Late"}}, play("N", 3)) == [
        (19, "deal", "game_over")
    ]


def test_a_ruling_after_the_end_opens_the_game_again() -> None:
    deals = [*climb(NS=9), play("N", 5), rule(NS=-2)]
    result = score(*deals)
    assert result["totals"] == {"NS": 9, "EW": 0}
    assert not result["finished"]
    assert result["winner"] is None
    assert score(*deals, play("N", 3))["winner"] == "NS"


def test_a_ruling_after_the_end_may_turn_the_game() -> None:
    assert score(*climb(NS=9, EW=9), play("N", 3), rule(EW=2))["winner"] == "EW"


@pytest.mark.parametrize("last", [play("N", 3), MISDEAL, offend("bid_out_of_turn", "N")])
def test_no_deal_after_the_end(last: dict[str, Any]) -> None:
    assert list_faults(*climb(NS=9), play("N", 5), last, last) == [(11, "deal", "game_over"), (12, "deal", "game_over")]


@pytest.mark.parametrize(
    ("totals", "winner"),
    [({"NS": 4, "EW": 3}, "NS"), ({"NS": 3, "EW": 4}, "EW"), ({"NS": 3, "EW": 3}, None), ({}, None)],
)
def test_when_time_is_called_the_side_ahead_wins(totals: dict[str, int], winner: str | None) -> None:
    result = score(*climb(**totals), finished=True)
    assert result["finished"]
    assert result["winner"] == winner


def test_the_fold_says_where_each_entry_stood() -> None:
    sheet, _faults = read_sheet(make_sheet(play("N", 3), MISDEAL, rule(NS=1), play("E", 1, alone=True)))
    assert sheet is not None
    folded, faults = fold_sheet(sheet)
    assert not faults
    assert [step.position for step in folded.steps] == [1, 2, 3, 4]
    assert [type(step.entry) for step in folded.steps[:2]] == [Played, Misdeal]
    assert folded.state.played == 2
    assert [(tally.code, tally.side, tally.seat) for tally in count_tallies(folded)] == [
        ("loners_tried", "EW", "E"),
        ("euchres_suffered", "EW", "E"),
        ("euchres_made", "NS", None),
    ]


@pytest.mark.parametrize(
    ("deal", "tallies"),
    [
        (play("N", 3), []),
        (play("N", 5), [("marches", "NS", "N")]),
        (play("N", 2), [("euchres_suffered", "NS", "N"), ("euchres_made", "EW", None)]),
        (play("S", 5, alone=True), [("loners_tried", "NS", "S"), ("loners_made", "NS", "S")]),
        (play("W", 3, alone=True), [("loners_tried", "EW", "W")]),
        (offend("table_talk", "W", "N", tricks=3), [("warnings", "EW", "W")]),
        (offend("renege", "S", "N"), [("penalties", "NS", "S")]),
        (offend("renege", "S", "E", alone=True), [("loners_tried", "EW", "E"), ("penalties", "NS", "S")]),
        (offend("bid_out_of_turn", "E"), [("penalties", "EW", "E")]),
    ],
)
def test_what_is_counted_beside_the_points(deal: dict[str, Any], tallies: list[tuple[str, str, str | None]]) -> None:
    sheet, _faults = read_sheet(make_sheet(deal))
    assert sheet is not None
    folded, faults = fold_sheet(sheet)
    assert not faults
    assert [(tally.code, tally.side, tally.seat) for tally in count_tallies(folded)] == tallies


@pytest.mark.parametrize(
    ("entry", "dealer"),
    [
        ({"maker": "N"}, "S"),
        ({"maker": "N", "tricks": 7}, "S"),
        ({"maker": "N", "tricks": 7, "dealer": "W"}, "N"),
        ({"tricks": 7, "dealer": "Q"}, "S"),
        ([], "S"),
        ({"misdeal": True, "tricks": 3}, "E"),
        ({"misdeal": 1}, "E"),
        ({"ruling": {}}, "E"),
    ],
)
def test_the_deal_moves_on_after_a_deal_at_fault(entry: Any, dealer: str) -> None:
    sheet, _faults = read_sheet(make_sheet(entry, first_dealer="E"))
    assert sheet is not None
    folded, _faults = fold_sheet(sheet)
    assert not folded.steps
    assert folded.state.dealer == dealer
    assert folded.state.played == (dealer != "E")


@pytest.mark.parametrize(
    ("entry", "dealer", "played"),
    [
        # Passed out by everybody, whoever the maker was to be: no hand, and the same dealer deals again.
        ({"passed_out": True, "maker": "N"}, "E", 0),
        # Passed out or not: likelier a hand.
        ({"passed_out": "x"}, "S", 1),
        ({"maker": "N"}, "S", 1),
    ],
)
def test_a_hand_at_fault_that_nobody_played_is_dealt_again(entry: Any, dealer: str, played: int) -> None:
    rules = {"game": "euchre", "options": {"all_pass": "same_dealer_redeals"}}
    sheet, faults = read_sheet({**rules, "first_dealer": "E", "deals": [entry]})
    assert sheet is not None
    folded, more = fold_sheet(sheet)
    assert faults or more
    assert (folded.state.dealer, folded.state.played) == (dealer, played)


def test_a_ruling_at_fault_after_the_end_does_not_come_too_late() -> None:
    over = [*climb(NS=9), play("N", 3)]
    assert list_faults(*over, {"ruling": {"points": {"NS": 1}}}) == [(11, "ruling.reason", "missing")]


def test_who_was_perhaps_warned_stays_so_until_it_is_known() -> None:
    talk = offend("table_talk", "N", "E")
    lost = [(1, "deal", "wrong_type")]
    assert list_faults([], talk) == lost
    assert list_faults([], play("N", 3), talk) == lost
    assert list_faults([], play("N", 3), {**talk, "tricks": 3}) == lost
    assert list_faults(play("N", 3), talk) == [(2, "tricks", "missing")]
    dealer = (None, "first_dealer", "unknown_value")
    assert list_faults(talk, first_dealer="X") == [dealer, (1, "tricks", "missing")]


def test_nobody_is_warned_without_a_warning() -> None:
    sheet, _faults = read_sheet(make_sheet(play("N", 3), rule(NS=1)))
    assert sheet is not None
    assert fold_sheet(sheet)[0].state.warned == frozenset()


def test_an_entry_alone_is_the_first_and_is_dealt_by_the_first_seat() -> None:
    for raw in (play("N", 3), rule(NS=1)):
        entry, _faults = read_entry(GAME, raw)
        assert not isinstance(entry, Unread)
        step = apply_entry(GAME, entry, open_state(GAME))
        assert step.position == 1
        assert step.before.dealer == "N"


def test_what_an_entry_leaves_unsaid() -> None:
    ruling = Ruling(points={"NS": 1}, reason="x")
    assert (ruling.by, ruling.setbacks) == (None, {})
    assert Misdeal().dealer is None
    assert Played(deal=GAME.Deal()).dealer is None
    unread = Unread()
    assert (unread.candidates, unread.faulty) == ((), frozenset())
    assert (unread.is_dealt, unread.tells_dealer, unread.is_whole) == (True, True, True)
    bare = Sheet(game=GAME, preset="league", entries=(), positions=(), first_dealer="N")
    assert (bare.id, bare.names, bare.warned, bare.rivals) == (None, {}, frozenset(), ())
    assert (bare.finished, bare.dealer_known, bare.warned_known) == (False, True, True)


def test_an_error_says_every_fault() -> None:
    faults = tuple(Violation(field="tricks", code="x", template=template) for template in ("This.", "That."))
    assert str(InvalidEntryError(faults)) == "This.; That."


def test_an_entry_at_fault_is_not_applied() -> None:
    entry, _faults = read_entry(GAME, {"maker": "N"})
    assert not isinstance(entry, Unread)
    state = open_state(GAME)
    with pytest.raises(InvalidEntryError, match="Say how many tricks the makers took") as caught:
        apply_entry(GAME, entry, state)
    assert caught.value.violations == find_violations(GAME, entry, state)
