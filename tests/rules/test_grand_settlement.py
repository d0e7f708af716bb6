"""The settlement that ends a game of Grand: both printed examples, every house rule, every kind of level result."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rules.catalog import make_game
from rules.game import State

Pair = tuple[int, int]


def make_state(totals: Pair, setbacks: Pair = (0, 0), *, slam: str | None = None) -> State:
    return State(
        dealer="N",
        totals=dict(zip(("NS", "EW"), totals, strict=True)),
        setbacks=dict(zip(("NS", "EW"), setbacks, strict=True)),
        won_outright=slam,
    )


def settle(state: State, **options: Any) -> tuple[Pair, Pair, int]:
    """Credits for closeness and for setbacks of both sides, and the net of North–South."""
    honours: Any = make_game("grand", options=options).honours((), state=state, finished=True)
    found = honours["settlement"]
    assert list(honours) == ["margin", "settlement"]
    assert list(found) == ["closeness", "setbacks", "net"]
    assert all(list(figures) == ["NS", "EW"] for figures in found.values())
    assert found["net"]["EW"] == -found["net"]["NS"]
    assert honours["margin"] == abs(found["net"]["NS"])
    return tuple(found["closeness"].values()), tuple(found["setbacks"].values()), found["net"]["NS"]


def find_winner(state: State, **options: Any) -> str | None:
    return make_game("grand", options=options).find_winner(state)


def read_worked(state: State, **options: Any) -> list[str]:
    game = make_game("grand", options=options)
    honours = game.honours((), state=state, finished=True)
    return [remark.template.format(**remark.values) for remark in game.describe_honours(honours, state=state)]


# totals, setbacks -> credits for closeness, credits for setbacks, net of North–South
EXAMPLES: list[tuple[Pair, Pair, Pair, Pair, int]] = [
    ((90, 70), (8, 6), (30, 0), (0, 20), 10),  # the English text's
    ((80, 60), (7, 5), (40, 0), (0, 20), 20),  # the Russian text's
    ((92, 60), (1, 1), (40, 0), (0, 0), 40),
    ((100, 90), (5, 3), (10, 0), (0, 20), -10),
    ((60, 92), (1, 4), (0, 40), (30, 0), -10),
    ((103, -40), (0, 6), (140, 0), (60, 0), 200),
    ((-10, -60), (1, 3), (160, 0), (20, 0), 180),
    ((75, 75), (3, 3), (0, 0), (0, 0), 0),
    ((75, 75), (3, 4), (0, 0), (10, 0), 10),
    ((90, 70), (8, 5), (30, 0), (0, 30), 0),
    ((120, 100), (0, 0), (0, 0), (0, 0), 0),
    ((100, 120), (0, 0), (0, 0), (0, 0), 0),
    ((120, 110), (0, 1), (0, 0), (10, 0), 10),
    ((99, 100), (0, 0), (0, 1), (0, 0), -1),
]


@pytest.mark.parametrize(("totals", "setbacks", "closeness", "ticks", "net"), EXAMPLES)
def test_worked_examples(totals: Pair, setbacks: Pair, closeness: Pair, ticks: Pair, net: int) -> None:
    state = make_state(totals, setbacks)
    assert settle(state) == (closeness, ticks, net)
    assert find_winner(state) == (None if net == 0 else "NS" if net > 0 else "EW")
    mirrored = make_state(totals[::-1], setbacks[::-1])
    assert settle(mirrored) == (closeness[::-1], ticks[::-1], -net)
    assert find_winner(mirrored) == (None if net == 0 else "EW" if net > 0 else "NS")


@pytest.mark.parametrize(
    ("totals", "higher", "nearest"),
    [
        ((90, 70), (30, 0), (30, 0)),
        ((108, 95), (5, 0), (0, 8)),
        ((108, 92), (8, 0), (0, 0)),
        ((108, 91), (9, 0), (9, 0)),
        ((100, 99), (1, 0), (1, 0)),
        ((110, 120), (0, 0), (20, 0)),
        ((-20, 130), (0, 120), (0, 120)),
    ],
)
def test_closeness_to_100(totals: Pair, higher: Pair, nearest: Pair) -> None:
    """The side with more points, or the one nearer to 100 with the other's distance from it."""
    assert settle(make_state(totals))[0] == higher
    assert settle(make_state(totals), leader="nearest_100")[0] == nearest
    assert settle(make_state(totals[::-1]), leader="nearest_100")[0] == nearest[::-1]


def test_every_settlement() -> None:
    """All scores in tens around 0 and 100 with up to three setbacks a side."""
    scores = (-70, -10, 0, 40, 90, 95, 100, 103, 110)
    for mine, theirs, ticks, more in product(scores, scores, range(4), range(4)):
        lead = 0
        if mine > theirs:
            lead = 100 - theirs if theirs < 100 else 0
        if theirs > mine:
            lead = mine - 100 if mine < 100 else 0
        expected = lead + 10 * more - 10 * ticks
        assert settle(make_state((mine, theirs), (ticks, more)))[2] == expected
        by_points = "NS" if mine > theirs else "EW" if theirs > mine else None
        state = make_state((mine, theirs), (ticks, more))
        for choice in ("margin_only", "off"):
            assert find_winner(state, settlement=choice) == by_points
            assert settle(state, settlement=choice)[2] == expected


def test_a_slam_has_won_whatever_the_settlement_says() -> None:
    """Unless the house rules have it settled too, and the settlement decide."""
    state = make_state((43, 80), (6, 0), slam="NS")
    for settlement, after in product(("decides_winner", "margin_only", "off"), ("outright", "settle_too")):
        options = {"settlement": settlement, "slam_settlement": after}
        game = make_game("grand", options=options)
        assert game.find_winner(state) == ("EW" if (settlement, after) == ("decides_winner", "settle_too") else "NS")
        assert game.is_over(state)
        honours = game.honours((), state=state, finished=True)
        assert bool(honours) == (after == "settle_too")
    assert settle(state, slam_settlement="settle_too") == ((0, 57), (0, 60), -117)


def test_a_slam_that_is_settled_level_is_a_draw_or_calls_for_another_deal() -> None:
    level = make_state((103, 60), (4, 0), slam="NS")
    for tie, is_over in (("draw", True), ("extra_deal", False)):
        game = make_game("grand", options={"slam_settlement": "settle_too", "tie": tie})
        assert (game.find_winner(level), game.is_over(level)) == (None, is_over)
        game = make_game("grand", options={"tie": tie})
        assert (game.find_winner(level), game.is_over(level)) == ("NS", True)


def test_there_is_no_settlement_before_the_end() -> None:
    for settlement in ("decides_winner", "margin_only", "off"):
        game = make_game("grand", options={"settlement": settlement})
        assert game.honours((), state=make_state((90, 70), (8, 6)), finished=False) == {}
        assert list(game.describe_honours({}, state=make_state((90, 70), (8, 6)))) == []


@pytest.mark.parametrize(
    ("totals", "setbacks", "by_draw", "by_extra_deal", "by_points"),
    [
        ((0, 0), (0, 0), False, False, False),
        ((99, 99), (0, 0), False, False, False),
        ((99, -20), (0, 0), False, False, False),
        ((100, 99), (0, 0), True, True, True),
        ((60, 100), (0, 0), True, True, True),
        ((100, 70), (3, 0), True, False, True),
        ((70, 103), (0, 3), True, False, True),
        ((100, 70), (4, 0), True, True, True),
        ((100, 100), (0, 0), True, False, False),
        ((100, 100), (0, 1), True, True, False),
    ],
)
def test_when_a_game_is_over(totals: Pair, setbacks: Pair, by_draw: bool, by_extra_deal: bool, by_points: bool) -> None:
    state = make_state(totals, setbacks)
    assert make_game("grand").is_over(state) is by_draw
    assert make_game("grand", options={"tie": "extra_deal"}).is_over(state) is by_extra_deal
    # Where the points decide, it is they that must not be level.
    for settlement in ("margin_only", "off"):
        options = {"tie": "extra_deal", "settlement": settlement}
        assert make_game("grand", options=options).is_over(state) is by_points


def test_a_slam_ends_a_game_that_is_level() -> None:
    state = make_state((60, 60), slam="EW")
    assert make_game("grand", options={"tie": "extra_deal"}).is_over(state)


@pytest.mark.parametrize(
    ("totals", "setbacks", "options", "worked"),
    [
        (
            (90, 70),
            (8, 6),
            {},
            [
                "Points: NS 90, EW 70",
                "Closeness: NS leads, 100 − 70 = 30",
                "Setbacks: EW 6, NS 8, 2 × 10 = 20 for EW",
                "Settlement: NS 30 − 20 = 10",
                "The settlement decides: NS wins.",
            ],
        ),
        (
            (100, 90),
            (5, 3),
            {},
            [
                "Points: NS 100, EW 90",
                "Closeness: NS leads, 100 − 90 = 10",
                "Setbacks: EW 3, NS 5, 2 × 10 = 20 for EW",
                "Settlement: EW 20 − 10 = 10",
                "The settlement decides: EW wins.",
            ],
        ),
        (
            (-40, 103),
            (6, 0),
            {"settlement": "margin_only"},
            [
                "Points: EW 103, NS -40",
                "Closeness: EW leads, 100 + 40 = 140",
                "Setbacks: EW 0, NS 6, 6 × 10 = 60 for EW",
                "Settlement: EW 140 + 60 = 200",
                "The points decide: EW wins; the settlement gives the margin.",
            ],
        ),
        (
            (75, 75),
            (3, 3),
            {},
            [
                "Points: level at 75",
                "Closeness: level, no credit",
                "Setbacks: level at 3, no credit",
                "Settlement: level, 0 against 0",
                "The settlement decides: a draw.",
            ],
        ),
        (
            (75, 75),
            (3, 4),
            {"settlement": "margin_only"},
            [
                "Points: level at 75",
                "Closeness: level, no credit",
                "Setbacks: NS 3, EW 4, 1 × 10 = 10 for NS",
                "Settlement: NS 10 − 0 = 10",
                "The points decide: a draw; the settlement gives the margin.",
            ],
        ),
        (
            (90, 0),
            (10, 0),
            {"settlement": "off"},
            [
                "Points: NS 90, EW 0",
                "Closeness: NS leads, 100 − 0 = 100",
                "Setbacks: EW 0, NS 10, 10 × 10 = 100 for EW",
                "Settlement: level, 100 against 100",
                "The points decide: NS wins; the settlement is only shown.",
            ],
        ),
        (
            (0, 0),
            (2, 2),
            {"settlement": "off", "leader": "nearest_100"},
            [
                "Points: level at 0",
                "Closeness: level, no credit",
                "Setbacks: level at 2, no credit",
                "Settlement: level, 0 against 0",
                "The points decide: a draw; the settlement is only shown.",
            ],
        ),
        (
            (120, 110),
            (1, 1),
            {"leader": "higher_score"},
            [
                "Points: NS 120, EW 110",
                "Closeness: NS leads, but both have more than 100: 0",
                "Setbacks: level at 1, no credit",
                "Settlement: level, 0 against 0",
                "The settlement decides: a draw.",
            ],
        ),
        (
            (120, 100),
            (0, 0),
            {},
            [
                "Points: NS 120, EW 100",
                "Closeness: NS leads, 100 − 100 = 0",
                "Setbacks: level at 0, no credit",
                "Settlement: level, 0 against 0",
                "The settlement decides: a draw.",
            ],
        ),
        (
            (108, 95),
            (0, 0),
            {"leader": "nearest_100"},
            [
                "Points: NS 108, EW 95",
                "Closeness: EW is nearer to 100, 108 − 100 = 8",
                "Setbacks: level at 0, no credit",
                "Settlement: EW 8 − 0 = 8",
                "The settlement decides: EW wins.",
            ],
        ),
        (
            (95, 80),
            (0, 0),
            {"leader": "nearest_100"},
            [
                "Points: NS 95, EW 80",
                "Closeness: NS is nearer to 100, 100 − 80 = 20",
                "Setbacks: level at 0, no credit",
                "Settlement: NS 20 − 0 = 20",
                "The settlement decides: NS wins.",
            ],
        ),
        (
            (95, -1),
            (0, 0),
            {},
            [
                "Points: NS 95, EW -1",
                "Closeness: NS leads, 100 + 1 = 101",
                "Setbacks: level at 0, no credit",
                "Settlement: NS 101 − 0 = 101",
                "The settlement decides: NS wins.",
            ],
        ),
        (
            (95, -80),
            (0, 0),
            {"leader": "nearest_100"},
            [
                "Points: NS 95, EW -80",
                "Closeness: NS is nearer to 100, 100 + 80 = 180",
                "Setbacks: level at 0, no credit",
                "Settlement: NS 180 − 0 = 180",
                "The settlement decides: NS wins.",
            ],
        ),
    ],
)
def test_the_settlement_line_by_line(totals: Pair, setbacks: Pair, options: dict[str, Any], worked: list[str]) -> None:
    assert read_worked(make_state(totals, setbacks), **options) == worked


def test_the_settlement_after_a_slam() -> None:
    state = make_state((43, 80), (6, 0), slam="NS")
    assert read_worked(state) == []
    settled = ["Settlement: EW 57 + 60 = 117", "The settlement decides: EW wins."]
    assert read_worked(state, slam_settlement="settle_too")[3:] == settled
    assert read_worked(state, slam_settlement="settle_too", settlement="margin_only")[3:] == [
        "Settlement: EW 57 + 60 = 117",
        "The slam in Grand has won the game for NS; the settlement gives the margin.",
    ]
