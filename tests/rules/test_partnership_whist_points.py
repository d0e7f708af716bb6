"""Every hand of Partnership Whist against a table written by hand, under each scoring and each penalty.

The table is tests/rules/whist_table.py.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from msgspec import structs

from rules.catalog import make_game
from rules.game import Game, Line, State
from rules.partnership_whist_deal import Revoke, WhistDeal
from scoring.steps import open_state
from tests.rules import whist_table as table

WAYS = ("NS", "EW", "both")


def make_whist(**options: Any) -> Game:
    return make_game("partnership-whist", options=options)


def write_share(first: int, *, whole: int, by: str) -> dict[str, int]:
    """What North–South have of a whole, as North–South, East–West or both write it down."""
    both = {"NS": first, "EW": whole - first}
    return both if by == "both" else {by: both[by]}


def make_revokes(seats: str) -> tuple[Revoke, ...]:
    return tuple(Revoke(kind="revoke", offender=seat) for seat in seats)


def at(game: Game, ours: int, theirs: int) -> State:
    return structs.replace(open_state(game), totals={"NS": ours, "EW": theirs})


def score(game: Game, deal: WhistDeal, before: State) -> list[tuple[str, int, str]]:
    assert [*game.violations(deal, before)] == [], deal
    return [(line.side, line.points, line.code) for line in game.lines(deal, before)]


def expect(points: tuple[int, int], code: str) -> list[tuple[str, int, str]]:
    return [(side, figure, code) for side, figure in zip(("NS", "EW"), points, strict=True) if figure]


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("taken", range(14))
def test_every_number_of_tricks(taken: int, by: str) -> None:
    deal = WhistDeal(tricks=write_share(taken, whole=13, by=by))
    for target in (5, 7, 10, "none"):
        game = make_whist(target=target)
        assert score(game, deal, at(game, 0, 0)) == expect(table.ODD_TRICKS[taken], "odd_tricks")
        drive = make_whist(target=target, scoring="all_tricks")
        assert score(drive, deal, at(drive, 40, 38)) == expect(table.ALL_TRICKS[taken], "tricks")


@pytest.mark.parametrize("by", WAYS)
@pytest.mark.parametrize("held", range(5))
def test_every_number_of_honours(held: int, by: str) -> None:
    honours = write_share(held, whole=4, by=by)
    deal = WhistDeal(tricks={"NS": 7}, honours=honours)
    points = table.HONOURS[held]
    for target, totals in [(5, (0, 0)), (7, (0, 0)), (10, (8, 8)), ("none", (50, 60))]:
        game = make_whist(target=target, honour_points="four_and_two")
        expected = [("NS", 1, "odd_tricks"), *expect(points, "honours")]
        assert score(game, deal, at(game, *totals)) == expected
    drive = make_whist(scoring="all_tricks", honour_points="four_and_two")
    assert score(drive, deal, at(drive, 6, 6)) == [("NS", 7, "tricks"), ("EW", 6, "tricks"), *expect(points, "honours")]


@pytest.mark.parametrize("target", [5, 7, 10])
def test_honours_do_not_count_one_point_short_of_game(target: int) -> None:
    game = make_whist(target=target, honour_points="four_and_two")
    for before, held in product(range(target), (3, 4)):
        deal = WhistDeal(tricks={"EW": 7}, honours={"NS": held})
        lines = score(game, deal, at(game, before, 0))
        late = before == target - 1
        assert lines[1:] == [("NS", 0, "honours_late") if late else ("NS", {3: 2, 4: 4}[held], "honours")], before


@pytest.mark.parametrize("penalty", ["three_tricks", "two_tricks"])
def test_every_revoke_that_costs_tricks(penalty: str) -> None:
    for offender, (taken, after) in [
        (seat, pair) for seat in "EN" for pair in table.AFTER_REVOKE[penalty][seat].items()
    ]:
        partner = {"E": "W", "N": "S"}[offender]
        for seat, scoring in product((offender, partner), ("odd_tricks", "all_tricks")):
            game = make_whist(target="none", revoke=penalty, scoring=scoring)
            deal = WhistDeal(tricks={"NS": taken}, infractions=make_revokes(seat))
            opponents = table.OPPONENTS[table.SIDE_OF[offender]]
            points = (table.ODD_TRICKS if scoring == "odd_tricks" else table.ALL_TRICKS)[after]
            code = "odd_tricks" if scoring == "odd_tricks" else "tricks"
            assert score(game, deal, at(game, 3, 3)) == [(opponents, 0, penalty), *expect(points, code)], deal


@pytest.mark.parametrize(("seats", "after"), [("EW", 13), ("NE", 7), ("NS", 1), ("NSE", 4), ("NEW", 10), ("NSEW", 7)])
def test_every_revoke_is_paid_for(seats: str, after: int) -> None:
    game = make_whist(scoring="all_tricks")
    lines = score(game, WhistDeal(tricks={"NS": 7}, infractions=make_revokes(seats)), at(game, 0, 0))
    assert lines[: len(seats)] == [(table.OPPONENTS[table.SIDE_OF[seat]], 0, "three_tricks") for seat in seats]
    assert lines[len(seats) :] == expect(table.ALL_TRICKS[after], "tricks")


@pytest.mark.parametrize("offender", "NESW")
def test_a_revoke_that_costs_points(offender: str) -> None:
    side, scoring = table.SIDE_OF[offender], ("odd_tricks", "all_tricks")
    for way, (before, taken_off) in product(scoring, table.TAKEN_OFF.items()):
        code = "odd_tricks" if way == "odd_tricks" else "tricks"
        points = expect((table.ODD_TRICKS if way == "odd_tricks" else table.ALL_TRICKS)[7], code)
        fixed = make_whist(target="none", revoke="three_points", scoring=way)
        deal = WhistDeal(tricks={"NS": 7}, infractions=make_revokes(offender))
        assert score(fixed, deal, at(fixed, before, before)) == [(table.OPPONENTS[side], 3, "three_points"), *points]
        chosen = make_whist(target="none", revoke="opponents_choose", scoring=way)
        off = structs.replace(deal, penalty="minus_three")
        assert score(chosen, off, at(chosen, before, before)) == [(side, taken_off, "minus_three"), *points]


def test_a_score_below_nothing_stays_where_a_ruling_put_it() -> None:
    game = make_whist(target="none", revoke="opponents_choose")
    deal = WhistDeal(tricks={"NS": 7}, infractions=make_revokes("E"), penalty="minus_three")
    assert score(game, deal, at(game, 0, -2)) == [("EW", 0, "minus_three"), ("NS", 1, "odd_tricks")]


@pytest.mark.parametrize("case", table.GAMES_TO_FIVE, ids=lambda case: case[0])
def test_what_counts_first(case: tuple[str, tuple[int, int], dict[str, Any], list[tuple[str, int, str]]]) -> None:
    _name, totals, facts, expected = case
    given = {name: value for name, value in facts.items() if name != "by"}
    game = make_game("partnership-whist", preset="short")
    deal = WhistDeal(**given, infractions=make_revokes(facts.get("by", "")))
    assert score(game, deal, at(game, *totals)) == expected


def test_a_drive_holds_nobody_back() -> None:
    drive = make_game("partnership-whist", preset="drive", options={"target": 7})
    deal = WhistDeal(tricks={"NS": 13}, infractions=make_revokes("N"))
    assert score(drive, deal, at(drive, 90, 90)) == [
        ("EW", 0, "three_tricks"), ("NS", 10, "tricks"), ("EW", 3, "tricks"),
    ]  # fmt: skip


@pytest.mark.parametrize("taken", range(14))
def test_slams_and_revokes_are_counted(taken: int) -> None:
    game = make_whist()
    deal = WhistDeal(tricks={"EW": taken}, infractions=make_revokes("EN"))
    slams = {0: [("slams", "NS", None)], 13: [("slams", "EW", None)]}.get(taken, [])
    counted = [(tally.code, tally.side, tally.seat) for tally in game.tallies(deal, open_state(game))]
    assert counted == [*slams, ("revokes", "EW", "E"), ("revokes", "NS", "N")]
    assert [*game.tallies(WhistDeal(), open_state(game))] == []


def list_texts() -> dict[str, str]:
    """The sentence of each kind of line, as hands bring them."""
    revoke = make_revokes("E")
    short = make_game("partnership-whist", preset="short")
    hands: list[tuple[Game, WhistDeal, tuple[int, int]]] = [
        (make_whist(), WhistDeal(tricks={"NS": 8}), (0, 0)),
        (make_whist(scoring="all_tricks"), WhistDeal(tricks={"NS": 8}), (0, 0)),
        (make_whist(target="none", revoke="two_tricks"), WhistDeal(tricks={"NS": 9}, infractions=revoke), (0, 0)),
        (make_whist(scoring="all_tricks"), WhistDeal(tricks={"NS": 8}, infractions=revoke), (0, 0)),
        (short, WhistDeal(tricks={"NS": 8}, honours={"NS": 3}), (0, 0)),
        (short, WhistDeal(tricks={"NS": 8}, honours={"NS": 4}), (0, 0)),
        (short, WhistDeal(tricks={"EW": 7}, honours={"NS": 4}), (4, 0)),
        (short, WhistDeal(tricks={"EW": 13}, infractions=revoke, penalty="minus_three"), (0, 4)),
        (short, WhistDeal(tricks={"EW": 8}, infractions=revoke, penalty="three_points"), (0, 0)),
    ]
    texts: dict[str, str] = {}
    for game, deal, totals in hands:
        for line in game.lines(deal, at(game, *totals)):
            assert line.rule == table.RULE_OF[line.code]
            assert (line.warns, line.wins, line.setbacks) == (None, False, 0)
            texts.setdefault(name_line(line), line.text)
    return texts


def name_line(line: Line) -> str:
    if line.code == "honours":
        return f"honours {2 + line.points // 2}"
    return f"{line.code} after a penalty" if "after the penalty" in line.text else line.code


def test_every_line_says_why_and_which_rule() -> None:
    assert list_texts() == table.TEXTS
