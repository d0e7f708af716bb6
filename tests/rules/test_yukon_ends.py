"""When a game of Yukon is over and who has won it: tables written by hand, and every house rule in a game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.game import State
from rules.yukon import Yukon
from rules.yukon_deal import YukonDeal
from scoring.declared import list_house_rules
from scoring.result import score_sheet
from tests.rules.test_yukon_points import make_yukon, read_deal

EXTRA = {"tie_break": "extra_deals"}
GOES_ON = (False, None)


def judge(game: Yukon, *totals: int, played: int = 4, ace: str | None = None, last: bool = True) -> tuple[bool, Any]:
    """Whether a game is over, and who has won or stands ahead."""
    state = make_state(game, *totals, played=played, ace=ace, last=last)
    return game.is_over(state), game.find_winner(state)


def make_state(game: Yukon, *totals: int, played: int = 4, ace: str | None = None, last: bool = True) -> State:
    """A game as it stands after a deal in which a side took the ace of spades."""
    return State(
        dealer=game.seats[0],
        totals=dict(zip(game.sides, totals, strict=True)),
        setbacks=dict.fromkeys(game.sides, 0),
        played=played,
        last=YukonDeal(ace_of_spades=ace) if last else None,
    )


@pytest.mark.parametrize(
    ("options", "totals", "ace", "expected"),
    [
        ({}, (0, 0), None, GOES_ON),
        ({}, (249, 1), "NS", (False, "NS")),
        ({}, (1, 249), "NS", (False, "EW")),
        ({}, (249, 249), "NS", GOES_ON),
        ({}, (250, 0), None, (True, "NS")),
        ({}, (0, 250), "NS", (True, "EW")),
        ({}, (251, 250), "EW", (True, "NS")),
        ({}, (250, 250), "NS", (True, "NS")),
        ({}, (250, 250), "EW", (True, "EW")),
        ({}, (250, 250), None, GOES_ON),
        ({}, (315, 310), None, (True, "NS")),
        ({}, (-5, 250), None, (True, "EW")),
        (EXTRA, (250, 250), "NS", GOES_ON),
        (EXTRA, (250, 251), "NS", (True, "EW")),
        (EXTRA, (249, 249), "NS", GOES_ON),
        (EXTRA, (310, 315), None, (True, "EW")),
        ({"target": 500}, (499, 400), None, (False, "NS")),
        ({"target": 500}, (500, 400), None, (True, "NS")),
        ({"target": 500}, (500, 500), "EW", (True, "EW")),
        ({"target": 125}, (124, 1), None, (False, "NS")),
        ({"target": 125}, (125, 0), None, (True, "NS")),
        ({"target": 100}, (99, 26), None, (False, "NS")),
        ({"target": 100}, (100, 25), None, (True, "NS")),
        ({"target": 113}, (112, 13), None, (False, "NS")),
        ({"target": 113}, (12, 113), None, (True, "EW")),
        ({"target": 150}, (149, 0), None, (False, "NS")),
        ({"target": 150}, (150, 0), None, (True, "NS")),
    ],
)
def test_two_sides(options: dict[str, Any], totals: tuple[int, int], ace: str | None, expected: Any) -> None:
    assert judge(make_yukon(**options), *totals, ace=ace) == expected
    two = {"NS": "A", "EW": "B", None: None}
    over, winner = expected
    assert judge(make_yukon(2, **options), *totals, ace=two[ace]) == (over, two[winner])


@pytest.mark.parametrize(
    ("options", "totals", "ace", "expected"),
    [
        ({}, (250, 260, 115), "A", (True, "B")),
        ({}, (260, 260, 105), "A", (True, "A")),
        ({}, (260, 260, 105), "B", (True, "B")),
        ({}, (260, 260, 105), "C", GOES_ON),
        ({}, (260, 260, 105), None, GOES_ON),
        ({}, (260, 260, 260), "C", (True, "C")),
        ({}, (249, 249, 2), "A", GOES_ON),
        (EXTRA, (260, 260, 105), "A", GOES_ON),
        (EXTRA, (260, 260, 261), "A", (True, "C")),
    ],
)
def test_three_sides(options: dict[str, Any], totals: tuple[int, ...], ace: str | None, expected: Any) -> None:
    assert judge(make_yukon(3, **options), *totals, ace=ace) == expected


@pytest.mark.parametrize(
    ("players", "target", "played", "totals", "ace", "expected"),
    [
        (4, "single_deal", 0, (0, 0), None, GOES_ON),
        (4, "single_deal", 0, (5, 0), None, (False, "NS")),
        (4, "single_deal", 1, (64, 64), "EW", (True, "EW")),
        (4, "single_deal", 1, (64, 64), None, GOES_ON),
        (4, "single_deal", 1, (62, 63), "NS", (True, "EW")),
        (4, "single_deal", 2, (124, 128), None, (True, "EW")),
        (4, "each_deals_once", 3, (300, 75), None, (False, "NS")),
        (4, "each_deals_once", 4, (300, 200), None, (True, "NS")),
        (4, "each_deals_once", 4, (250, 250), "NS", (True, "NS")),
        (4, "each_deals_once", 4, (250, 250), None, GOES_ON),
        (4, "each_deals_once", 5, (310, 315), None, (True, "EW")),
        (2, "each_deals_once", 1, (125, 0), None, (False, "A")),
        (2, "each_deals_once", 2, (125, 126), None, (True, "B")),
        (3, "each_deals_once", 2, (125, 100, 25), None, (False, "A")),
        (3, "each_deals_once", 3, (150, 150, 75), "C", GOES_ON),
        (3, "each_deals_once", 3, (150, 150, 75), "B", (True, "B")),
        (5, "each_deals_once", 4, (300, 50, 50, 50, 50), None, (False, "A")),
        (5, "each_deals_once", 5, (300, 50, 50, 50, 175), None, (True, "A")),
    ],
)
def test_so_many_deals(
    players: int, target: str, played: int, totals: tuple[int, ...], ace: str | None, expected: Any
) -> None:
    assert judge(make_yukon(players, target=target), *totals, ace=ace, played=played) == expected


def test_level_before_any_deal() -> None:
    """Rulings alone have brought both sides to the target: no ace has been captured yet."""
    assert judge(make_yukon(), 250, 250, played=0, last=False) == GOES_ON


@pytest.mark.parametrize(("offender", "winner"), [("N", "EW"), ("W", "NS")])
def test_a_revoke_gives_the_ace_away_too(offender: str, winner: str) -> None:
    game = make_yukon(revoke="forfeit_deal")
    deal, before = read_deal(game, {"infractions": [{"kind": "revoke", "offender": offender}]})
    level = State(dealer="N", totals={"NS": 250, "EW": 250}, setbacks=before.setbacks, played=3, last=deal)
    assert (game.is_over(level), game.find_winner(level)) == (True, winner)


@pytest.mark.parametrize(
    ("target", "goal"), [(250, 250), (125, 125), (137, 137), ("single_deal", None), ("each_deals_once", None)]
)
def test_goal(target: int | str, goal: int | None) -> None:
    assert make_yukon(target=target).goal == goal


# -- whole sheets


def deal(ns: int, ace: str | None = None, *, pack: int = 125) -> dict[str, Any]:
    points = {"points": {"NS": ns, "EW": pack - ns}}
    return {**points, "ace_of_spades": ace} if ace else points


def rule(**points: int) -> dict[str, Any]:
    return {"ruling": {"points": points, "reason": "Late"}}


IMPOSSIBLE = ((2, "points.NS", "impossible_total"), (2, "points.EW", "impossible_total"))
LEVEL = [deal(62), deal(63), deal(62), deal(63, "NS")]


def score(*deals: dict[str, Any], finished: bool = False, **options: int | str) -> tuple[Any, ...]:
    """Totals, finished, winner of a sheet without faults; its faults otherwise."""
    sheet = {"game": "yukon", "options": options, "deals": [*deals], "finished": finished}
    result = score_sheet(sheet)
    if "errors" in result:
        return tuple((fault["deal"], fault["field"], fault["code"]) for fault in result["errors"])
    return (*result["totals"].values(), result["finished"], result["winner"])


@pytest.mark.parametrize(
    ("deals", "keys", "expected"),
    [
        ((), {}, (0, 0, False, None)),
        ((), {"finished": True}, (0, 0, True, None)),
        ((deal(70),), {}, (70, 55, False, None)),
        ((deal(70),), {"finished": True}, (70, 55, True, "NS")),
        ((deal(62), deal(63, "NS")), {"finished": True}, (125, 125, True, None)),
        ((deal(125), deal(125)), {}, (250, 0, True, "NS")),
        ((deal(125), deal(125), deal(0)), {}, ((3, "deal", "game_over"),)),
        ((deal(125), deal(125), {"misdeal": True}), {}, ((3, "deal", "game_over"),)),
        (LEVEL, {}, (250, 250, True, "NS")),
        ((*LEVEL, deal(60)), {}, ((5, "deal", "game_over"),)),
        (LEVEL, {"tie_break": "extra_deals"}, (250, 250, False, None)),
        (LEVEL, {"tie_break": "extra_deals", "finished": True}, (250, 250, True, None)),
        ((*LEVEL, deal(60)), {"tie_break": "extra_deals"}, (310, 315, True, "EW")),
        ((*LEVEL[:3], deal(63)), {}, (250, 250, False, None)),
        ((*LEVEL[:3], deal(63)), {"finished": True}, (250, 250, True, None)),
        ((*LEVEL[:3], deal(63), deal(60, "NS")), {}, (310, 315, True, "EW")),
        # rulings
        ((deal(125), rule(NS=125)), {}, (250, 0, True, "NS")),
        ((deal(125), rule(NS=125), deal(0)), {}, ((3, "deal", "game_over"),)),
        ((deal(125), deal(125), rule(NS=-1)), {}, (249, 0, False, None)),
        ((deal(125), deal(125), rule(NS=-1), deal(0)), {}, (249, 125, False, None)),
        ((deal(125), deal(125, "NS"), rule(EW=250)), {}, (250, 250, True, "NS")),
        ((deal(125), deal(125), rule(EW=250)), {}, (250, 250, False, None)),
        ((rule(NS=250, EW=250),), {}, (250, 250, False, None)),
        ((rule(NS=250, EW=250), deal(60)), {}, (310, 315, True, "EW")),
        # so many deals
        ((deal(0),), {"target": "single_deal"}, (0, 125, True, "EW")),
        ((rule(NS=300),), {"target": "single_deal"}, (300, 0, False, None)),
        ((rule(NS=300), deal(0)), {"target": "single_deal"}, (300, 125, True, "NS")),
        (({"misdeal": True}, deal(0)), {"target": "single_deal"}, (0, 125, True, "EW")),
        ((deal(0), deal(0)), {"target": "single_deal"}, ((2, "deal", "game_over"),)),
        ((deal(125), deal(125), deal(125)), {"target": "each_deals_once"}, (375, 0, False, None)),
        ((deal(125), deal(125), deal(125)), {"target": "each_deals_once", "finished": True}, (375, 0, True, "NS")),
        ((deal(125), deal(125), deal(125), deal(0)), {"target": "each_deals_once"}, (375, 125, True, "NS")),
        # a deal at fault hides whether the game had ended
        ((deal(125), deal(124), deal(0)), {}, IMPOSSIBLE),
        ((deal(125), {}, deal(0)), {}, ((2, "points", "missing"),)),
        # but not where it had ended whatever that deal was
        ((deal(125), {}, deal(125), deal(125)), {}, ((2, "points", "missing"), (4, "deal", "game_over"))),
    ],
)  # fmt: skip
def test_sheets(deals: tuple[Any, ...], keys: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert score(*deals, **keys) == expected


HALF = {"yukons": 2, "tens": 2, "aces": 2, "kings": 2, "queens": 2}
REVOKE = {"infractions": [{"kind": "revoke", "offender": "E"}]}
CARDS = {
    "cards": {"NS": {**HALF, "grand_yukon": 1}, "EW": {**HALF, "yukons": 1}},
}

#: House rule -> value -> a game that it decides.
FLIPPED: dict[str, dict[int | str, tuple[tuple[Any, ...], tuple[Any, ...]]]] = {
    "tie_break": {
        "ace_of_spades": (tuple(LEVEL), (250, 250, True, "NS")),
        "extra_deals": (tuple(LEVEL), (250, 250, False, None)),
    },
    "target": {
        250: ((deal(125), deal(123), deal(2)), (250, 125, True, "NS")),
        500: ((deal(125), deal(123), deal(2)), (250, 125, False, None)),
        "single_deal": ((deal(60),), (60, 65, True, "EW")),
        "each_deals_once": ((deal(60),), (60, 65, False, None)),
    },
    "card_values": {
        "yukon_125": ((CARDS,), (75, 50, False, None)),
        "golddigger_128": ((CARDS,), (77, 51, False, None)),
    },
    "ace_rank": {value: ((deal(60, "NS"),), (60, 65, False, None)) for value in ("high", "low")},
    "revoke": {
        "ruling": ((REVOKE,), ((1, "infractions", "ruling"), (1, "points", "missing"))),
        "forfeit_deal": ((REVOKE,), (125, 0, False, None)),
    },
}


def test_every_value_of_every_house_rule() -> None:
    for rule_field in list_house_rules(Yukon):
        for value in rule_field.choices:
            if value in FLIPPED[rule_field.name]:
                deals, expected = FLIPPED[rule_field.name][value]
                assert score(*deals, finished=False, **{rule_field.name: value}) == expected, (rule_field.name, value)
            else:
                assert rule_field.name == "target"
                assert isinstance(value, int)
                assert score(rule(NS=value - 1), target=value) == (value - 1, 0, False, None)
                assert score(rule(NS=value), target=value) == (value, 0, True, "NS")
    assert list_house_rules(Yukon)[1].choices == (250, 500, *range(100, 151), "single_deal", "each_deals_once")


def test_presets() -> None:
    assert Yukon.presets == {
        "recommended": {},
        "extra-deals": {"tie_break": "extra_deals"},
        "golddigger": {"card_values": "golddigger_128"},
    }
    assert [rule.default for rule in list_house_rules(Yukon)] == ["ace_of_spades", 250, "yukon_125", "high", "ruling"]


@pytest.mark.parametrize(
    ("options", "totals", "ace", "expected"),
    [
        ({}, (250, 250), "NS", ["NS"]),
        ({}, (250, 250), "EW", ["EW"]),
        ({}, (250, 250), None, []),
        ({}, (251, 250), "EW", []),
        ({}, (249, 249), "NS", []),
        ({}, (0, 0), "NS", []),
        (EXTRA, (250, 250), "NS", []),
        (EXTRA, (251, 250), "NS", []),
    ],
)
def test_it_is_said_where_the_ace_of_spades_decided(
    options: dict[str, Any], totals: tuple[int, int], ace: str | None, expected: list[str]
) -> None:
    game = make_yukon(**options)
    state = make_state(game, *totals, ace=ace)
    remarks = [*game.describe_honours({}, state=state)]
    assert [remark.values for remark in remarks] == [{"side": side} for side in expected]
    assert all("ace of spades" in remark.template for remark in remarks)
